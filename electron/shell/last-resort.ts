import { app, dialog, type BrowserWindow } from 'electron'
import type { UtcInstant } from '../../shared/time/time.ts'
import { systemClock } from '../platform/clock.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { APP_URL } from './app-protocol.ts'
import { argsWithRestarts, nextRestarts, restartsIn } from './restart-limit.ts'

/*
 * Faults that no other code handles: an error in the main process ends and restarts the desk, and a page that crashed
 * or hangs is loaded again. Every saved booking was on the disk before such a fault.
 */

/** A desk that takes longer to close is ended; a booking without a response by then is in doubt at the next start. */
export const MAX_CLOSE_MS = 10_000

const STAYS_CLOSED =
  'Lanekeeper stopped working several times in ten minutes and stays closed. Your bookings are safe. ' +
  'Restart this computer and open Lanekeeper again. If it stops again, call support.'

const RESTART_NOTE = 'Something went wrong in Lanekeeper, and it is starting again. Your bookings are safe.'

/** Starts the app again when this process has exited. */
export function relaunch(args: readonly string[] = process.argv.slice(1)): void {
  // An AppImage is unmounted with its last process, so the next process starts from the image itself.
  app.relaunch({ execPath: process.env['APPIMAGE'] ?? process.execPath, args: [...args] })
}

/**
 * Handles errors that the main process does not catch: logs the code of the first error, lets `close` stop the sending,
 * and restarts the app. After `MAX_RESTARTS` restarts in ten minutes `stop` says so and ends the app.
 */
export function restartOnFault(log: Log, close: () => Promise<void>, stop: (words: string) => void): void {
  let faulted = false
  const onFault = (error: unknown) => {
    // The first error may cause more errors while the desk closes.
    if (faulted) return
    faulted = true
    log({ event: 'main-fault', code: errorCode(error) })
    const restarts = nextRestarts(restartsIn(process.argv), systemClock.now())
    let finished = false
    const finish = () => {
      if (finished) return
      finished = true
      if (restarts === null) return stop(STAYS_CLOSED)
      console.error(RESTART_NOTE)
      relaunch(argsWithRestarts(process.argv.slice(1), restarts))
      app.exit(1)
    }
    systemClock.schedule(MAX_CLOSE_MS, finish)
    void closeFirst(close, finish)
  }
  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}

async function closeFirst(close: () => Promise<void>, finish: () => void): Promise<void> {
  try {
    await close()
  } catch {
    // The fault itself may have broken the close, and the next start puts right what the close left.
  }
  finish()
}

/**
 * Loads the page again after its process crashed or stopped responding. After `MAX_RESTARTS` times in ten minutes a
 * dialog asks the person first, because the fault is then likely to come back at once.
 */
export function reloadOnPageFault(window: BrowserWindow, log: Log): void {
  let restarts: readonly UtcInstant[] = []
  let hanging = false
  const load = () => {
    if (!window.isDestroyed()) void window.loadURL(APP_URL)
  }
  const askToLoad = async () => {
    await dialog.showMessageBox(window, {
      type: 'error',
      title: 'Lanekeeper',
      message: 'This window keeps failing',
      detail: 'Your bookings are safe and keep sending. If it fails again, restart this computer and call support.',
      buttons: ['Reopen window'],
    })
    load()
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log({ event: 'page-gone', code: hanging ? 'unresponsive' : reason })
    hanging = false
    const next = nextRestarts(restarts, systemClock.now())
    restarts = next ?? []
    if (next === null) void askToLoad()
    else load()
  })
  window.on('unresponsive', () => {
    // A breakpoint in the developer tools looks the same as a hanging page.
    if (window.webContents.isDevToolsOpened()) return
    hanging = true
    window.webContents.forcefullyCrashRenderer()
  })
  // Chromium restarts its own helper processes, so the desk only logs their end.
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log({ event: 'helper-gone', type, code: reason })
  })
}
