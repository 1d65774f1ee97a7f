/** In milliseconds. A window that nobody sees draws nothing. */
const HIDDEN_PAINT_MS = 50

/** Settles once what React has changed stands on the screen, or soon where nothing is drawn. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, HIDDEN_PAINT_MS)
    // The frame itself begins with this call; the task after it is the first that comes when it is done.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
