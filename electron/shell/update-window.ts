import type { MigrationProgress } from '../../shared/desk/migration-progress.ts'
import type { Clock } from '../platform/clock.ts'

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

/** The window of a migration, as `openStepWindow` opens it. */
export type StepWindow = {
  load(progress: MigrationProgress): void
  isDestroyed(): boolean
  destroy(): void
}

export function createUpdateWindow(clock: Clock, openWindow: () => StepWindow): UpdateWindow {
  let window: StepWindow | null = null
  let current: MigrationProgress | null = null
  let cancel: (() => void) | null = null
  const load = () => {
    if (window !== null && !window.isDestroyed() && current !== null) window.load(current)
  }
  const open = () => {
    window = openWindow()
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
