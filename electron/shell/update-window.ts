import { BrowserWindow } from 'electron'
import type { MigrationProgress } from '../../shared/desk/migration-progress.ts'
import type { Clock } from '../platform/clock.ts'
import { APP_ORIGIN } from './app-protocol.ts'
import { firstColor, followTheme, LOCKED_PAGE } from './window.ts'
import type { WindowPreferences } from './window-preferences.ts'

/*
 * Shows the progress of a migration that takes longer than a moment, before the desk's window exists. Closing this
 * window quits the app, as closing the only window does.
 */

/** A shorter migration shows no window, because a window that flashes tells nothing. */
const SHOWN_AFTER_MS = 1_000

export type UpdateWindow = {
  /** Shows the step that runs now; null after the last step, and then a hidden window stays hidden. */
  show(progress: MigrationProgress | null): void
  /** Closes the window. Must run once the desk's window exists, because the app quits without any window. */
  close(): void
}

export function createUpdateWindow(preferences: WindowPreferences, clock: Clock): UpdateWindow {
  let window: BrowserWindow | null = null
  let current: MigrationProgress | null = null
  let cancel: (() => void) | null = null
  const load = () => {
    if (window === null || window.isDestroyed() || current === null) return
    // A load that the next step or the end of the window interrupts rejects, and is of no use any more.
    window.loadURL(`${APP_ORIGIN}/updating.html#${current.step}/${current.of}`).catch(() => {})
  }
  const open = () => {
    followTheme(preferences.appearance())
    window = new BrowserWindow({
      width: 400,
      height: 120,
      useContentSize: true,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      title: 'Lanekeeper',
      backgroundColor: firstColor(),
      webPreferences: LOCKED_PAGE,
    })
    window.removeMenu()
    load()
  }
  return {
    show(progress) {
      current = progress
      if (progress === null) cancel?.()
      else {
        cancel ??= clock.schedule(SHOWN_AFTER_MS, open)
        load()
      }
    },
    close() {
      if (window?.isDestroyed() === false) window.destroy()
    },
  }
}
