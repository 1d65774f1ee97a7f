/** The longest wait for a painted frame, because a hidden window paints no frames. */
const HIDDEN_PAINT_MS = 50

/** Resolves when the changes of React are painted, or after `HIDDEN_PAINT_MS` at the latest. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, HIDDEN_PAINT_MS)
    // The frame callback runs before the paint; a task that it starts is the first code after the paint.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
