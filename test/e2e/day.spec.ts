import type { Locator, Page } from '@playwright/test'
import { dateAfter, dateOf, fromMillis, instantsOf } from '../../shared/time/time.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
import { field, find, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const day = (page: Page) => page.locator('[data-testid="day"]')
const cards = (page: Page) => page.locator('[data-testid="day-booking"]')
const rowButton = (row: Locator) => row.locator('button[data-row]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

test('The day screen shows bookings with both moves, turns to other days and leads to a booking, by keyboard alone', async ({
  open,
}) => {
  const { page } = await open()
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Nothing booked for this day' })).toBeVisible()
  const today = (await day(page).getAttribute('data-date')) ?? ''

  await setPracticeConnection(page, 'cut')
  const ids: string[] = []
  for (const number of [26, 27]) {
    await page.keyboard.press('Control+n')
    await typePair(page, typedPair(number))
    ids.push(await save(page))
  }
  await page.keyboard.press('Control+2')
  await expect(cards(page)).toHaveCount(0)
  await press(page, 'Next day')
  await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  expect(await cards(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-booking-id')))).toEqual(ids)
  const first = cards(page).first()
  await expect(first.locator('time')).toHaveText('2:00 PM')
  await expect(first.getByTestId('fact')).toHaveText('Not sent')
  await expect(first).toHaveAttribute('data-state', 'waiting')
  await expect(page.locator('[data-testid="now"]')).toHaveCount(0)
  await expectAccessible(page, 'a day with bookings')

  // A new state shows on the card in its place.
  await setPracticeConnection(page, 'up')
  await expect(cards(page).and(page.locator('[data-state="booked"]'))).toHaveCount(2)
  await expect(first).toHaveAttribute('data-booking-id', ids[0] ?? '')

  await press(page, 'Today')
  await expect(day(page)).toHaveAttribute('data-date', today)
  await press(page, 'Previous day')
  await expect(page.getByRole('heading', { name: /^Yesterday, / })).toBeVisible()
  await press(page, 'Today')
  await press(page, 'Next day')
  await rowButton(first).press('Enter')
  await expect(page.locator(`[data-testid="booking"][data-booking-id="${ids[0] ?? ''}"]`)).toBeVisible()

  // The screen keeps the day that was shown last.
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeFocused()
})

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `More for ${name}`, exact: true })
const items = (page: Page) => page.getByRole('menuitem')

test(
  'Each card of the day has a menu of its actions, opened by button and by key, and nothing is draggable',
  { tag: '@item-14' },
  async ({ open }) => {
    const { page, app } = await open()
    await setPracticeConnection(page, 'cut')
    for (const number of [28, 29]) {
      await page.keyboard.press('Control+n')
      await typePair(page, typedPair(number))
      await save(page)
    }
    await page.keyboard.press('Control+2')
    await page.keyboard.press('ArrowRight')
    await expect(cards(page)).toHaveCount(2)
    expect(await page.locator('main [draggable="true"]').count()).toBe(0)

    // All rows are one Tab stop with one menu; the arrow keys go from row to row.
    const opens = rowButton(cards(page))
    await opens.first().focus()
    await page.keyboard.press('Tab')
    await expect(menuOf(page, 'Pickup, Harriet Quill')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect(opens.last()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(opens.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(opens.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(opens.last()).toBeFocused()

    await menuOf(page, 'Pickup, Harriet Quill').press('Enter')
    await expect(items(page)).toHaveText(['Open', 'Edit', 'Withdraw', 'Book return', 'Duplicate', 'Copy'])
    await expectAccessible(page, 'a card with its menu open')
    // An open menu takes the arrow keys from the day.
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuOf(page, 'Pickup, Harriet Quill')).toBeFocused()

    await opens.first().focus()
    await page.keyboard.press('ContextMenu')
    await expect(items(page).first()).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-testid="copied"]')).toContainText(`Copied: ${typedPair(28).reference}`)
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(typedPair(28).reference)

    await opens.last().focus()
    await page.keyboard.press('Shift+F10')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(items(page).nth(2)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(1)
    await expect(page.locator('[data-testid="outcome"]')).toContainText('Withdrawn')
    await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeFocused()

    await menuOf(page, 'Pickup, Harriet Quill').press('Enter')
    await items(page).filter({ hasText: 'Book return' }).press('Enter')
    await expect(page.locator('[data-testid="form"]')).toBeVisible()
    await page.keyboard.press('Control+2')
    await page.keyboard.press('t')
    await expect(page.getByRole('heading', { name: /^Today, / })).toBeVisible()
  },
)

test(
  'An open menu of the day keeps its items, focus and scroll position while fifty moves change',
  { tag: '@item-32' },
  async ({ open }) => {
    const { page } = await open()
    await page.setViewportSize({ width: 1280, height: 640 })
    await setPracticeConnection(page, 'cut')
    const zone = 'America/New_York'
    const date = dateAfter(dateOf(fromMillis(Date.now()), zone), 3)
    const local = `${date}T14:30`
    const appointment = { local, zone, utc: instantsOf(local, zone)[0] ?? '' }
    for (let number = 0; number < 26; number += 1) {
      expect(await callBridge(page, 'bookMove', pairBooking(number, { appointment }))).toMatchObject({ ok: true })
    }
    await page.keyboard.press('Control+2')
    for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowRight')
    await expect(cards(page)).toHaveCount(26)
    // Far down the list, but not at its end: without the strip about the connection the list is taller.
    await cards(page)
      .nth(16)
      .getByRole('button', { name: /^More for / })
      .press('Enter')
    await page.keyboard.press('ArrowDown')
    const look = () =>
      page.evaluate(() => ({
        item: document.activeElement?.textContent,
        items: [...document.querySelectorAll('[role="menuitem"]')].map((one) => one.textContent),
        scrolled: [...document.querySelectorAll('*')].map(({ scrollTop }) => scrollTop).filter((top) => top > 0),
        expanded: [...document.querySelectorAll('[data-testid="day-booking"]')].findIndex(
          (card) => card.querySelector('[aria-expanded="true"]') !== null,
        ),
      }))
    const before = await look()
    expect(before).toMatchObject({ item: 'Edit', expanded: 16 })
    expect(before.scrolled).toHaveLength(1)
    await callBridge(page, 'setPracticeConnection', { connection: 'up' })
    await expect(cards(page).and(page.locator('[data-state="booked"]'))).toHaveCount(26, { timeout: 60_000 })
    expect(await look()).toEqual(before)
  },
)

test('The commands for another booking and for the return fill in the form from a card and from Lookup', async ({
  open,
}) => {
  const { page } = await open()
  const pair = typedPair(30)
  await typePair(page, pair)
  await save(page)
  await page.keyboard.press('Control+2')
  await page.keyboard.press('Control+d')
  await expect(page.locator('[data-testid="fetch-skipped"]')).toHaveText(
    'Duplicate booking: not available. Select a booking in Lookup or Day first.',
  )
  await page.keyboard.press('ArrowRight')
  await rowButton(cards(page)).focus()
  await page.keyboard.press('Control+d')
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(field(page, 'vehicleVin')).toHaveValue(pair.vin)
  await expect(page.getByRole('radio', { name: 'Pickup + loaner' })).toBeChecked()

  // The palette takes the focus, and the card stays the selected one.
  await page.keyboard.press('Control+2')
  await rowButton(cards(page)).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('book return')
  await page.keyboard.press('Enter')
  const replace = page.locator('[data-testid="replace"]')
  await replace.getByRole('button', { name: 'Replace', exact: true }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
  await expect(field(page, 'placeStreet')).toHaveValue(pair.street)

  await find(page, '0130')
  await page.keyboard.press('Control+Shift+d')
  await replace.getByRole('button', { name: 'Replace', exact: true }).press('Enter')
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
})
