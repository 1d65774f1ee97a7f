import type { Page } from '@playwright/test'
import { field, find, save, setPracticeConnection, typedPair, typePair, SOON } from '../support/page/desk-page.ts'
import { expectMeasure, RECORDS_MEASURES } from '../support/page/measures.ts'
import { expect, test } from './window.ts'

const SIZE = { width: 1366, height: 768 }

/** The most that any part of the screen can scroll down, in pixels. */
const scrollOf = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const root = document.querySelector(selector)
    const around: Element[] = [...(root?.querySelectorAll('*') ?? [])]
    for (let one: Element | null = root; one !== null; one = one.parentElement) around.push(one)
    const scrolled = around
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
      .map((one) => one.scrollHeight - one.clientHeight)
    return Math.max(0, ...scrolled)
  }, within)

/** Books a typed pair at 1366 by 768 and shows its page. */
async function showBooked(page: Page, number: number, when?: string): Promise<void> {
  await page.setViewportSize(SIZE)
  const pair = typedPair(number)
  await typePair(page, pair, 0, when)
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
}

/** The height of the page of the shown booking, in screens. */
const screensOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Selected booking' })
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight)

async function stopsOf(page: Page): Promise<number> {
  await field(page, 'customerPhone').focus()
  let stops = 0
  while (await page.evaluate(() => document.activeElement?.closest('form') !== null)) {
    stops += 1
    expect(stops).toBeLessThan(60)
    await page.keyboard.press('Tab')
  }
  return stops
}

test(
  'The pair form is whole at 1366 by 768 with a strip, after a save and with a typed loaner, and has at most 24 stops of Tab',
  RECORDS_MEASURES,
  async ({ open }) => {
    const { page } = await open()
    await page.setViewportSize(SIZE)
    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(51))
    await save(page)
    await typePair(page, typedPair(52))
    await expect(page.locator('[data-testid^="strip-"]')).toHaveCount(1)
    const px = await scrollOf(page, '[data-testid="form"]')
    expectMeasure({
      what: 'scrolling of the pair form with a strip and a saved booking',
      value: px,
      unit: 'px',
      bound: 0,
      is: 'most',
    })
    const strips = await page.locator('[data-testid^="strip-"]').count()
    expectMeasure({ what: 'strips above the content', value: strips, unit: 'strips', bound: 1, is: 'most' })

    const stops = await stopsOf(page)
    expectMeasure({ what: 'stops of Tab in the pair form', value: stops, unit: 'stops', bound: 24, is: 'most' })

    await page.getByRole('radio', { name: 'Enter loaner' }).press('Space')
    await field(page, 'loanerStock').fill('LN-20')
    await field(page, 'loanerModel').fill('2024 Buick Encore')
    for (const name of ['loanerStock', 'loanerModel']) await expect(field(page, name)).toBeInViewport({ ratio: 1 })
    expectMeasure({
      what: 'scrolling of the pair form with a typed loaner, a strip and a saved booking',
      value: await scrollOf(page, '[data-testid="form"]'),
      unit: 'px',
      bound: 0,
      is: 'most',
    })
    expectMeasure({
      what: 'stops of Tab in the pair form with a typed loaner',
      value: await stopsOf(page),
      unit: 'stops',
      bound: 24,
      is: 'most',
    })
  },
)

test(
  'The page of a pair with its driver under way fits into one screen at 1366 by 768',
  RECORDS_MEASURES,
  async ({ open }) => {
    const { page } = await open()
    await showBooked(page, 53, SOON)
    // The practice driver takes a step every twenty seconds; the page is tallest with a live line and times of steps.
    await expect(page.locator('[data-testid="live"]')).toBeVisible({ timeout: 90_000 })
    const screens = await screensOf(page)
    await expect(page.getByRole('button', { name: 'All activity' })).toBeInViewport({ ratio: 1 })
    expectMeasure({ what: "screens of a booking's page", value: screens, unit: 'screens', bound: 1, is: 'most' })
  },
)

test(
  'The page of a pair whose cancellation is requested fits into one screen at 1366 by 768',
  RECORDS_MEASURES,
  async ({ open }) => {
    const { page } = await open()
    await showBooked(page, 57)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('x')
    await page.getByLabel('Your name').fill('Dana R.')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-testid="cancel"][data-amendment="submitted"]')).toHaveCount(2)
    expectMeasure({
      what: "screens of a booking's page with its cancellation requested",
      value: await screensOf(page),
      unit: 'screens',
      bound: 1,
      is: 'most',
    })
  },
)
