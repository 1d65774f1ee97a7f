import { app, dialog, powerMonitor, type BrowserWindow } from 'electron'
import { describeUnsent, type UnsentSummary } from '../../shared/views/quit-warning.ts'
import type { DeskHost } from '../desk/desk-host.ts'

/*
 * Shows a dialog on quit while bookings or amendments wait to be sent, with the number of their bookings and the first
 * send-by time. SIGTERM, SIGINT, SIGHUP and the end of the operating system's session skip the dialog.
 */

const BUTTONS = ['Stay open', 'Quit anyway']

export function confirmQuitWithUnsent(window: BrowserWindow, host: DeskHost): void {
  let goes = false
  let asking = false
  const go = () => {
    goes = true
    app.quit()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, go)
  powerMonitor.on('shutdown', go)
  window.on('query-session-end', () => (goes = true))
  window.on('session-end', () => (goes = true))
  window.on('close', (event) => {
    const unsent = goes ? null : unsentOf(host)
    if (unsent === null) return
    event.preventDefault()
    if (asking) return
    asking = true
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        title: 'Lanekeeper',
        ...unsent,
        buttons: BUTTONS,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      .then(({ response }) => {
        asking = false
        if (BUTTONS[response] === 'Quit anyway') go()
      })
  })
}

/** The text of the dialog. Null if no booking is waiting, no desk is open or the store cannot be read. */
function unsentOf(host: DeskHost): UnsentSummary | null {
  const desk = host.desk()
  if (!desk.ok) return null
  try {
    const queue = desk.value.readInbox()
    const { waiting, rooftop, now } = desk.value.status()
    return queue.ok ? describeUnsent(waiting, queue.value, rooftop.zone, now) : null
  } catch {
    // An unreadable store must not keep the app open.
    return null
  }
}
