import { expect, type Page } from '@playwright/test'

/** The focused element after a Tab. */
export type Stop = {
  /** The place of the element in the document order. */
  readonly place: number
  readonly name: string
  /** The number of focus rings around the element: its own and those of its containers. */
  readonly rings: number
  /** True if the middle or a corner of the element is not covered. */
  readonly open: boolean
}

/** Far more stops than any screen has. */
const MAX_STOPS = 150

/** Runs in the page; null while no element has the focus. */
function readStop(): Stop | null {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return null
  // A choice is drawn by its label with the ring around the label; a part of a date has the ring of the whole date.
  const drawn = at.closest('label') ?? at
  const around: Element[] = []
  for (let one: Element | null = drawn; one !== null; one = one.parentElement) around.push(one)
  const { left, right, top, bottom } = drawn.getBoundingClientRect()
  const spots: readonly (readonly [number, number])[] = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 3, top + 3],
    [right - 3, top + 3],
    [left + 3, bottom - 3],
    [right - 3, bottom - 3],
  ]
  const own = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && drawn.contains(hit)
  }
  const labels =
    at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
      ? [...(at.labels ?? [])].map((label) => label.innerText)
      : []
  const name = at.getAttribute('aria-label') ?? (labels.join(' ') || at.innerText || at.id)
  return {
    place: [...document.querySelectorAll('*')].indexOf(at),
    name: `${at.getAttribute('role') ?? at.tagName.toLowerCase()} ${name.replaceAll(/\s+/g, ' ').slice(0, 40)}`.trim(),
    rings: around.filter((one) => getComputedStyle(one).outlineStyle !== 'none').length,
    open: spots.some(([x, y]) => own(x, y)),
  }
}

export const stopOf = (page: Page): Promise<Stop | null> => page.evaluate(readStop)

/** Walks every stop of Tab, or of Shift+Tab, once around; asserts that no stop occurs twice. */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<readonly Stop[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const stops: Stop[] = []
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press(key)
    const stop = await stopOf(page)
    // The page itself, between the last stop and the first.
    if (stop === null) continue
    if (stop.place === stops[0]?.place) return stops
    expect(
      stops.map(({ place }) => place),
      `${stop.name} once`,
    ).not.toContain(stop.place)
    stops.push(stop)
  }
  throw new Error(`no way around: ${stops.map(({ name }) => name).join(', ')}`)
}

/** Presses Tab until the focus is on the element with this name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const met: string[] = []
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    if (stop?.name.endsWith(` ${name}`) === true) return
    met.push(stop?.name ?? '')
  }
  throw new Error(`Tab never comes to ${name}: ${met.join(', ')}`)
}
