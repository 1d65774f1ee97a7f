import type { ElectronApplication, Page } from '@playwright/test'
import { callChannel } from '../../shared/bridge/names.ts'
import { fromMillis } from '../../shared/time/time.ts'
import { busyLoaners } from '../support/builders/busy-beside.ts'
import { busyDay, dayAhead } from '../support/builders/busy-day.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { answerWith, showBeside, showDay } from '../support/page/shown-day.ts'
import { expect, test } from './window.ts'

const ZONE = 'America/New_York'
const COUNT = 120
/** The rows in sight and those near them. */
const MOST_ROWS = 60

const rows = (page: Page) => page.getByTestId('day-booking')
const button = (page: Page, nth: number) => page.locator(`button[data-row="ahead-${nth}"]`)

function today() {
  return busyDay(fromMillis(Date.now()), ZONE)
}

/** The bookings in sight, from the first to the last, and whether the sight has a part without a row below the first. */
const inSight = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const board = document.querySelector('section[data-axis-from]')?.getBoundingClientRect()
    const boxes = all.map((one) => one.getBoundingClientRect())
    const seen = boxes.filter(({ top, bottom }) => bottom > (board?.top ?? 0) && top < (board?.bottom ?? 0))
    return {
      first: seen[0]?.top ?? 0,
      last: seen.at(-1)?.bottom ?? 0,
      height: seen.reduce((sum, one) => sum + one.height, 0),
    }
  })

test('A day of 120 bookings has the rows near the sight in the page, and keys, focus and scroll reach all of them', async ({
  open,
}) => {
  const { app, page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  await showDay(app, page, dayAhead(today(), COUNT))
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(COUNT))
  const few = async () => expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS)
  await few()

  await button(page, 0).focus()
  await page.keyboard.press('End')
  await expect(button(page, COUNT - 1)).toBeFocused()
  await expect(button(page, COUNT - 1)).toBeInViewport({ ratio: 1 })
  await few()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(button(page, COUNT - 2)).toBeFocused()
  await expectAccessible(page, 'the end of a long day')
  await page.keyboard.press('Home')
  await expect(button(page, 0)).toBeFocused()
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowDown')
  await expect(button(page, 40)).toBeFocused()
  await expect(button(page, 40)).toBeInViewport({ ratio: 1 })

  // The focused row stays in the page out of sight, and its keys lead on from there.
  const scroll = (to: number) =>
    rows(page)
      .first()
      .evaluate((row, top) => {
        let box: Element | null = row
        while (box !== null && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
        box?.scrollTo({ top })
      }, to)
  const height = (await button(page, 40).boundingBox())?.height ?? 0
  for (const top of [0, height * 90.5, height * 20.5, 1e6]) {
    await scroll(top)
    await expect(button(page, 40)).toBeFocused()
    const { first, last, height: drawn } = await inSight(page)
    expect(drawn, `the rows in sight at ${top} stand without a gap`).toBeCloseTo(last - first, 0)
    await few()
  }
  await page.keyboard.press('ArrowDown')
  await expect(button(page, 41)).toBeFocused()
  await expect(button(page, 41)).toBeInViewport({ ratio: 1 })

  // A row has its place with and without the rows above it.
  const placeOf = (nth: number) => rows(page).nth(nth).getAttribute('aria-posinset')
  expect(await placeOf(0)).not.toBe('1')
  expect(await rows(page).evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))))).toEqual(
    (await rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-booking-id')))).map(
      (id) => Number(id?.replace('ahead-', '')) + 1,
    ),
  )
})

test('A window that scrolls as a whole has the rows near the sight in the page too', async ({ open }) => {
  const { app, page } = await open()
  await page.setViewportSize({ width: 960, height: 540 })
  await showDay(app, page, dayAhead(today(), COUNT))
  await expect(rows(page).first()).toBeVisible()
  expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS)
  await button(page, 0).focus()
  await page.keyboard.press('End')
  await expect(button(page, COUNT - 1)).toBeInViewport({ ratio: 1 })
  expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS)
})

/**
 * Marks how the rows are drawn, and returns the bookings of those that are drawn in another way than marked. React
 * gives an element the object of its properties anew each time that the component draws.
 */
async function drawnSince(page: Page): Promise<readonly string[]> {
  return rows(page).evaluateAll((all) => {
    const drawn = all as (HTMLElement & { marked?: unknown })[]
    return drawn.flatMap((row) => {
      const inner = row.querySelector('[data-row]') ?? {}
      const [, properties] = Object.entries(inner).find(([key]) => key.startsWith('__reactProps$')) ?? []
      const isSame = row.marked === properties && properties !== undefined
      row.marked = properties
      return isSame ? [] : [row.dataset['bookingId'] ?? '']
    })
  })
}

/** Lets the next `readLoaners` wait until the returned function is called. */
async function holdLoaners(app: ElectronApplication): Promise<() => Promise<void>> {
  await app.evaluate(({ ipcMain }, channel) => {
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, () => unknown> }
    // A repeated evaluation holds nothing again.
    if ('releaseLoaners' in globalThis) return
    const answer = handlers.get(channel)
    const released = new Promise<void>((release) => Object.assign(globalThis, { releaseLoaners: release }))
    handlers.set(channel, () => released.then(() => answer?.()))
  }, callChannel('readLoaners'))
  return () => app.evaluate(() => (globalThis as unknown as { readonly releaseLoaners: () => void }).releaseLoaners())
}

test('The list of the day stands before its loaners are read, and their arrival draws no row again', async ({
  open,
}) => {
  const { app, page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  const day = today()
  await showBeside(app, { loaners: busyLoaners(day, fromMillis(Date.now())), counts: [] })
  const release = await holdLoaners(app)
  await showDay(app, page, day)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByTestId('day-loaners-foot')).toHaveCount(0)
  await drawnSince(page)
  await release()
  await expect(page.getByTestId('day-loaners-foot')).toBeVisible()
  expect(await drawnSince(page)).toEqual([])
})

test('A list that is read again draws the rows of changed and added bookings alone', async ({ open }) => {
  const { app, page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  const day = dayAhead(today(), 30)
  await showDay(app, page, day)
  await expect(rows(page).first()).toBeVisible()
  await drawnSince(page)
  const bookings = day.bookings.flatMap((one) => {
    if (one.id !== 'ahead-3') return [one]
    return [
      { ...one, id: 'ahead-added' },
      { ...one, customerName: 'Zoe Changed' },
    ]
  })
  await answerWith(app, 'readDay', { ...day, bookings })
  await page.keyboard.press('ArrowRight')
  await expect(button(page, 3)).toContainText('Zoe Changed')
  expect(await drawnSince(page)).toEqual(['ahead-added', 'ahead-3'])
})
