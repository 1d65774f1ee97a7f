/** How long nobody types, clicks or scrolls before the page frees memory. */
const STILL_MS = 15_000

type Page = Pick<Window, 'addEventListener' | 'requestIdleCallback'>

type Collector = { readonly gc?: (how: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void> }

/**
 * Frees what the work of a person has left in memory, once nobody has used the page for `STILL_MS`. Chromium waits for
 * far more garbage, most of it elements of lists that are no longer shown, and an idle desk would keep all of it.
 */
export function freeMemoryWhenStill(page: Page & Collector): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const free = () => void page.gc?.({ type: 'major', execution: 'async' })
  const used = () => {
    clearTimeout(timer)
    timer = setTimeout(() => page.requestIdleCallback(free), STILL_MS)
  }
  for (const event of ['keydown', 'pointerdown', 'wheel']) page.addEventListener(event, used, { passive: true })
  used()
}
