import { app, dialog, powerMonitor, type BrowserWindow } from 'electron'
import { describeUnsent, type UnsentSummary } from '../../shared/views/quit-warning.ts'
import type { DeskHost } from '../desk/desk-host.ts'

/*
 * Before a person closes the window while bookings have not left, it is said how many, and by when the first must. He may
 * quit all the same. Who does not ask is never held up: a signal, or the operating system as it shuts down.
 */

const BUTTONS = ['Stay open', 'Quit all the same']

export function confirmQuitWithUnsent(window: BrowserWindow, front: DeskHost): void {
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
    const unsent = goes ? null : unsentOf(front)
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
        if (BUTTONS[response] === 'Quit all the same') go()
      })
  })
}

/** What has not left; null where nothing waits, or where there is no desk to ask. */
function unsentOf(front: DeskHost): UnsentSummary | null {
  const desk = front.desk()
  if (!desk.ok) return null
  try {
    const queue = desk.value.readInbox()
    const { waiting, rooftop, now } = desk.value.status()
    return queue.ok ? describeUnsent(waiting, queue.value, rooftop.zone, now) : null
  } catch {
    // A store that cannot be read is no reason to keep the app open.
    return null
  }
}
