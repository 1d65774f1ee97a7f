/** Longest wait for a frame; a hidden window paints no frames. */
const HIDDEN_PAINT_MS = 50

/** Resolves when the changes of React are painted, or after `HIDDEN_PAINT_MS` if the window paints nothing. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, HIDDEN_PAINT_MS)
    // The frame callback runs before the paint; a task that it starts is the first code after the paint.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
