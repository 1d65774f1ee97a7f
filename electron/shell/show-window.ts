import type { BrowserWindow } from 'electron'
import type { Clock } from '../platform/clock.ts'

/** How long a loaded page may take until its first paint before the window is shown without that paint. */
const MAX_FIRST_PAINT_MS = 3_000

/** The part of a window that `showAtFirstPaint` needs. */
export type HiddenWindow = Pick<BrowserWindow, 'isDestroyed'> & {
  once(event: 'ready-to-show', listener: () => void): unknown
  readonly webContents: { once(event: 'did-finish-load' | 'did-fail-load', listener: () => void): unknown }
}

/**
 * Calls `show` once: at the first paint, or `MAX_FIRST_PAINT_MS` after the page loaded or failed to load. Chromium
 * sometimes leaves a hidden window unpainted, and a desk that stayed invisible would block every later start.
 */
export function showAtFirstPaint(window: HiddenWindow, clock: Clock, show: () => void): void {
  let shown = false
  const showOnce = () => {
    if (shown || window.isDestroyed()) return
    shown = true
    show()
  }
  const showSoon = () => void clock.schedule(MAX_FIRST_PAINT_MS, showOnce)
  window.once('ready-to-show', showOnce)
  window.webContents.once('did-finish-load', showSoon)
  window.webContents.once('did-fail-load', showSoon)
}
