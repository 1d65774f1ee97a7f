import type { Key, RunningApp } from './app.ts'

/* The time from a key to the frame that shows its effect, taken in the page from the key's own time stamp. */

/**
 * The effect of a key: the typed letter, the list of hits, another selected row, the facts of its booking, those facts
 * with the focus, or the message that a booking is saved.
 */
export type Shown = 'letter' | 'list' | 'row' | 'move' | 'page' | 'saved'

/** Runs in the page. `benchKeys.until` resolves once so many effects were drawn. */
function install(what: Shown): void {
  const find = document.querySelector<HTMLInputElement>('input[type="search"]')
  const results = () => document.querySelector<HTMLElement>('[data-testid="results"]')
  const selected = () => document.querySelector<HTMLElement>('#results [aria-selected="true"]')
  const saved = () => document.querySelector<HTMLElement>('[data-testid="saved"][data-shown="true"]')
  const before = () => (what === 'saved' ? saved()?.dataset['bookingId'] : selected()?.id)
  const stands = (was: string | undefined) => {
    if (what === 'letter') return true
    if (what === 'saved') return saved() !== null && saved()?.dataset['bookingId'] !== was
    if (what === 'list') return results()?.dataset['text'] === find?.value
    const row = selected()
    const booking = document.querySelector<HTMLElement>('[data-testid="booking"]')
    if (row === null) return false
    const isIts = booking?.dataset['bookingId'] === row.dataset['bookingId']
    if (what === 'page') return isIts && booking?.contains(document.activeElement) === true
    if (row.id === was) return false
    return what === 'row' || isIts
  }
  const times: number[] = []
  let heard = () => {}
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Control' || (['page', 'saved'].includes(what) && event.key !== 'Enter')) return
    const was = before()
    const look = () => {
      if (!stands(was)) return void requestAnimationFrame(look)
      // A new task runs after the frame of this callback.
      setTimeout(() => {
        times.push(performance.now() - event.timeStamp)
        heard()
      })
    }
    requestAnimationFrame(look)
  }
  addEventListener('keydown', listen, { capture: true })
  const handlers: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.name === 'keydown') handlers.push(entry.processingEnd - entry.processingStart)
    }
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (times.length >= count) resolve()
      }
      heard()
    })
  const end = () => {
    removeEventListener('keydown', listen, { capture: true })
    observer.disconnect()
    return { times, handlers }
  }
  Object.assign(globalThis, { benchKeys: { until, end } })
}

/** `handlers` is the time within the page's own listeners of the keys that took longer than a frame. */
export type KeyTimes = { readonly times: readonly number[]; readonly handlers: readonly number[] }

/** Presses keys one after the other, each after `prepare` and once the effect of the last was drawn. */
export async function timeKeys(
  app: RunningApp,
  shown: Shown,
  keys: readonly Key[],
  prepare: (nth: number) => Promise<void> = () => Promise.resolve(),
): Promise<KeyTimes> {
  await app.work({ script: `(${install.toString()})(${JSON.stringify(shown)})` })
  for (const [nth, key] of keys.entries()) {
    await prepare(nth)
    await app.work({ keys: [key], script: `benchKeys.until(${nth + 1})` })
  }
  return app.work<KeyTimes>({ script: 'benchKeys.end()' })
}
