import type { Page } from '@playwright/test'
import { fromMillis } from '../../shared/time/time.ts'
import { busyDay, dayAhead } from '../support/builders/busy-day.ts'
import { setPracticeConnection } from '../support/page/desk-page.ts'
import { expectMeasure, RECORDS_MEASURES } from '../support/page/measures.ts'
import { showDay } from '../support/page/shown-day.ts'
import { expect, test } from './window.ts'

const ZONE = 'America/New_York'

/** The bookings of the day that are wholly in sight: their four corners show the row and no element above it. */
const bookingsInSight = (page: Page) =>
  page.locator('[data-testid="day-booking"]').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect()
        const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y] as const))
        return corners.every(([x, y]) => row.contains(document.elementFromPoint(x, y)))
      }).length,
  )

const SIZES = [
  { size: { width: 1366, height: 768 }, bound: 16 },
  { size: { width: 1920, height: 1080 }, bound: 28 },
] as const

test(
  'At least 16 bookings of a busy day are in sight at 1366 by 768 and 28 at 1920 by 1080, with a strip above',
  RECORDS_MEASURES,
  async ({ open }) => {
    const { app, page } = await open()
    await setPracticeConnection(page, 'cut')
    const today = busyDay(fromMillis(Date.now()), ZONE)
    const ahead = dayAhead(today, 36)
    const fold = page.locator('[data-testid="day-done"]')
    for (const { size, bound } of SIZES) {
      await page.setViewportSize(size)
      const at = `at ${size.width}x${size.height} with a strip`

      await showDay(app, page, ahead)
      await expect(page.locator('[data-testid^="strip-"]')).toHaveCount(1)
      await expect(fold).toHaveCount(0)
      const what = `bookings of a day ahead in sight ${at}`
      expectMeasure({ what, value: await bookingsInSight(page), unit: 'bookings', bound, is: 'least' })

      await showDay(app, page, today)
      await expect(fold).toBeInViewport({ ratio: 1 })
      // Where all bookings fit, the finished ones are unfolded.
      await expect(fold.getByRole('button')).toHaveAttribute('aria-expanded', String(bound === today.bookings.length))
      expectMeasure({
        what: `bookings of today in sight ${at}`,
        value: await bookingsInSight(page),
        unit: 'bookings',
        bound,
        is: 'least',
      })
    }
  },
)

/** Texts of the day that an edge of the window or of their own box cuts on a side. */
const cutTexts = (page: Page) =>
  page.locator('[data-testid="day"]').evaluate((day) =>
    [...day.querySelectorAll('*')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        // Texts for screen readers are at most one pixel wide.
        return width > 1 && (left < 0 || right > window.innerWidth || one.scrollWidth > one.clientWidth + 1)
      })
      .filter((one) => getComputedStyle(one).display !== 'inline')
      .map((one) => one.textContent),
  )

const stickyParts = (page: Page) =>
  page.locator('[data-testid="day"]').evaluate((day) =>
    [...day.querySelectorAll('*')]
      // Parts for screen readers alone are at most one pixel high.
      .filter((one) => /sticky|fixed/.test(getComputedStyle(one).position) && one.clientHeight > 1)
      .map((one) => one.className),
  )

test('At 200 % of 1920 by 1080 the day is a list that no edge cuts, and no part of it sticks in a low window', async ({
  open,
}) => {
  const { app, page } = await open()
  const day = busyDay(fromMillis(Date.now()), ZONE)
  const strip = page.getByText('Cars on the road, by quarter hour')
  await page.setViewportSize({ width: 1366, height: 768 })
  await showDay(app, page, day)
  await expect(strip).toBeVisible()
  await expect(page.getByTestId('now')).toBeVisible()
  expect(await stickyParts(page)).toHaveLength(1)

  await page.setViewportSize({ width: 1366, height: 619 })
  await expect.poll(() => stickyParts(page)).toEqual([])

  await page.setViewportSize({ width: 960, height: 540 })
  await expect(strip).toBeHidden()
  await expect(page.getByTestId('now')).toBeHidden()
  expect(await stickyParts(page)).toEqual([])
  expect(await cutTexts(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(960)
  // A booking as planned has no words beside its bars, but its state in the list.
  const planned = page.locator('[data-booking-id="busy-10517"]')
  await expect(planned).toContainText('Loaner LN-16 Buick Encore')
  await expect(planned.getByTestId('fact')).toHaveText('Confirmed')
  expect((await planned.getByTestId('fact').boundingBox())?.width).toBeGreaterThan(40)
})

test('The time of now on the axis covers no label of an hour', async ({ open }) => {
  const { app, page } = await open()
  await showDay(app, page, busyDay(fromMillis(Date.now()), ZONE))
  for (const width of [1024, 1366, 1920]) {
    await page.setViewportSize({ width, height: 768 })
    const labels = await page.getByTestId('hours').evaluate((hours) =>
      [...hours.children]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width > 0)
        .map(({ left, right }) => ({ left, right }))
        .toSorted((one, other) => one.left - other.left),
    )
    // The narrowest axis has every third hour, and the time of now takes the place of one of these.
    expect(labels.length, `${width} wide`).toBeGreaterThan(3)
    for (const [at, { left }] of labels.slice(1).entries()) expect(labels[at]?.right).toBeLessThanOrEqual(left)
  }
})
