import type { Page } from '@playwright/test'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import {
  field,
  find,
  goToSettings,
  save,
  setPracticeConnection,
  showTomorrow,
  typedPair,
  typePair,
} from '../support/page/desk-page.ts'
import { cutTexts, overlaps, sidewaysScrolls } from '../support/page/layout.ts'
import { bookForScreens } from '../support/page/screens.ts'
import { expect, test } from './window.ts'

/** 960 by 540 is 1920 by 1080 at a zoom of 200 %. */
const SIZES = [
  { width: 2560, height: 1440 },
  { width: 1024, height: 640 },
  { width: 960, height: 540 },
] as const

/** Goes on after a failure, so that one run names the faults of all sizes. */
const soon = expect.configure({ soft: true, timeout: 3_000 })

const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Schedule: async (page) => {
    await page.keyboard.press('Control+1')
    if ((await field(page, 'customerName').inputValue()) === '') await typePair(page, typedPair(44))
    await expect(page.locator('[data-testid="ready"]')).toContainText('ZIP, city and state agree')
  },
  Day: (page) => showTomorrow(page, 3),
  Lookup: async (page) => {
    await find(page, 'RO 100')
    await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-state', /./)
  },
  Inbox: async (page) => {
    await page.keyboard.press('Control+4')
    await expect(page.locator('[data-testid="resolve"]')).toHaveAttribute('data-state', 'in-doubt')
  },
  'Settings, Dealership': (page) => goToSettings(page, 'Dealership'),
  'Settings, Connection': (page) => goToSettings(page, 'Connection'),
  'Settings, Booking': (page) => goToSettings(page, 'Booking'),
  'Settings, Appearance': (page) => goToSettings(page, 'Appearance'),
}

test('No screen scrolls sideways, cuts a text or lays a control on another, from 2560 by 1440 down to 960 by 540', async ({
  open,
  judge,
}) => {
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  await bookForScreens(page)
  for (const [screen, show] of Object.entries(SCREENS)) {
    await page.setViewportSize({ width: 1366, height: 768 })
    await show(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const where = `${screen} at ${size.width} by ${size.height}`
      await soon.poll(() => sidewaysScrolls(page), where).toEqual([])
      await soon.poll(() => cutTexts(page), where).toEqual([])
      await soon.poll(() => overlaps(page), where).toEqual([])
    }
  }
  await proxy.close()
})

/** A stop of Tab in the form, and which of the stops before and after that are not wholly in sight. */
type Walked = { readonly name: string; readonly hidden: readonly string[] }

/** The focused stop of the form; null beyond the form. Each walk adds new stops to a list that the page keeps. */
const walked = (page: Page): Promise<Walked | null> =>
  page.evaluate(() => {
    const stops = ((globalThis as unknown as { stops?: Element[] }).stops ??= [])
    const at = document.activeElement
    if (at === null || at.closest('form') === null) return null
    if (!stops.includes(at)) stops.push(at)
    const place = stops.indexOf(at)
    const nameOf = (one: Element) => one.getAttribute('aria-label') ?? (one.id || one.textContent || one.tagName)
    const isHidden = (one: Element) => {
      const drawn = one.matches('[type="radio"]') ? (one.closest('label') ?? one) : one
      const { left, right, top, bottom } = drawn.getBoundingClientRect()
      const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const))
      return corners.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit === null || !(drawn.contains(hit) || drawn.parentElement?.contains(hit) === true)
      })
    }
    const around = [stops[place - 1], at, stops[place + 1]].filter((one) => one !== undefined)
    return { name: nameOf(at), hidden: around.filter(isHidden).map(nameOf) }
  })

/** Walks the form from the focused stop to its end. */
async function walkForm(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly Walked[]> {
  const found: Walked[] = []
  for (let stop = await walked(page); stop !== null; stop = await walked(page)) {
    found.push(stop)
    expect(found.length).toBeLessThan(60)
    await page.keyboard.press(key)
  }
  return found
}

test('At 960 by 540 each field of the form has the fields before and after it in sight, with a strip and a saved booking', async ({
  open,
}) => {
  const { page } = await open()
  await page.setViewportSize({ width: 960, height: 540 })
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(45))
  await save(page)
  await typePair(page, typedPair(46))
  await expect(page.locator('[data-testid^="strip-"]')).toHaveCount(1)
  await field(page, 'customerPhone').focus()
  const { length } = await walkForm(page, 'Tab')
  expect(length).toBeGreaterThan(15)
  await field(page, 'customerPhone').focus()
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    const stops = await walkForm(page, key)
    expect(stops).toHaveLength(length)
    expect(
      stops.filter(({ hidden }) => hidden.length > 0),
      key,
    ).toEqual([])
    await page.keyboard.press('Shift+Tab')
  }
})
