import type { ElectronApplication, Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import {
  bookUnseen,
  everyRow,
  find,
  findBox,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
  SOON,
} from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const rows = (page: Page) => page.locator('[data-testid="results"] [data-testid="found-booking"]')
const results = (page: Page) => page.locator('[data-testid="results"]')
const chip = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
const clipboard = (app: ElectronApplication) => app.evaluate(({ clipboard: board }) => board.readText())

test('Filters narrow the list, outlast a visit to another screen, and are cleared from an empty list by one action', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await page.keyboard.press('Control+n')
  await typePair(page, typedPair(31))
  const waits = await save(page)
  await page.keyboard.press('Control+3')
  await expect(rows(page)).toHaveCount(1)

  // The chips are one stop of Tab, and arrows move between them.
  await chip(page, 'Open').focus()
  await page.keyboard.press('Space')
  await expect(chip(page, 'Open')).toHaveAttribute('aria-pressed', 'true')
  await expect(results(page)).toHaveAttribute('data-filters', 'open')
  await expect(rows(page)).toHaveCount(1)

  // A row that no longer fits the filter stays in place until the newer list is asked for.
  await setPracticeConnection(page, 'up')
  await expect(rows(page).and(page.locator('[data-state="booked"]'))).toHaveCount(1)
  await page.getByRole('button', { name: '1 update. Show' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No bookings that are open' })).toBeVisible()

  await chip(page, 'Open').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(results(page)).toHaveAttribute('data-filters', 'open today')
  await page.keyboard.press('Control+f')
  await findBox(page).fill('okafor')
  await page.keyboard.press('Control+4')
  await page.keyboard.press('Control+3')
  await expect(findBox(page)).toHaveValue('okafor')
  await expect(chip(page, 'Today')).toHaveAttribute('aria-pressed', 'true')
  await expect(
    page.getByRole('heading', { name: 'No bookings for "okafor" that are open and are due today' }),
  ).toBeVisible()
  const main = page.locator('main')
  await expect(main.getByRole('button', { name: /^Clear/ })).toHaveCount(1)
  await main.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(results(page)).toHaveAttribute('data-filters', '')
  await expect(findBox(page)).toBeFocused()

  // A booking opened from elsewhere clears the filters.
  await chip(page, 'Needs attention').press('Space')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('0131')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-booking-id', waits)
  await expect(chip(page, 'Needs attention')).toHaveAttribute('aria-pressed', 'false')
})

test('The matched part of a row is marked and in sight, and so is the whole time', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  await setPracticeConnection(page, 'cut')
  const pair = typedPair(33)
  await typePair(page, pair)
  await save(page)
  // The widest text of a time.
  await bookUnseen(page, pairBooking(5, { appointment: inDays(2, '12:00') }))
  const marked = (await find(page, '5550133')).first().locator('mark')
  await expect(marked.filter({ visible: true }).first()).toHaveText('555-0133')
  await find(page, `ro${pair.reference.replace(/\D/g, '')}`)
  await expect(rows(page)).toHaveCount(1)

  // The marked text is in sight, and so is the whole time.
  await find(page, 'subaru')
  await expect(rows(page)).toHaveCount(1)
  const cells = await rows(page).evaluateAll((all) =>
    all.flatMap((row) => {
      const marks = [...row.querySelectorAll('mark')].map((mark) => {
        const cell = mark.closest('[role="gridcell"]') ?? row
        return mark.getBoundingClientRect().right <= cell.getBoundingClientRect().right
      })
      const time = row.querySelectorAll('[role="gridcell"]')[1] ?? row
      return [marks.length, ...marks, time.scrollWidth <= time.clientWidth]
    }),
  )
  expect(cells).toEqual([1, true, true])
})

test('A row, a move number, a link and a VIN are copied by one key or button, with a message', async ({ open }) => {
  const { page, app } = await open()
  const pair = typedPair(32)
  await typePair(page, pair, 0, SOON)
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  const found = await find(page, pair.reference)
  await expect(found).toHaveCount(1)
  // On a pickup the loaner goes out first, and has a tracking page as soon as the driver has set out.
  const loaner = page.locator('[data-testid="move-of-booking"][data-role="loaner"]')
  await expect(loaner.getByRole('button', { name: 'Open tracking page' })).toBeVisible({ timeout: 90_000 })
  const number = (await loaner.getAttribute('data-number')) ?? ''
  expect(number).toMatch(/^\d+$/)

  const line = new RegExp(`^${pair.reference}, move \\d+,.* move ${number}, http\\S+$`)
  await page.keyboard.press('Control+c')
  await expect(page.locator('[data-testid="copied"]')).toContainText(`Copied: ${pair.reference}, move `)
  expect(await clipboard(app)).toMatch(line)

  // Ctrl+C copies selected text as usual.
  await findBox(page).selectText()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(app)).toBe(pair.reference)

  await results(page).focus()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(app)).toMatch(line)
  await page.getByRole('button', { name: `Copy move number ${number}` }).press('Enter')
  await expect(page.locator('[data-testid="copied"]')).toHaveText(`Copied: ${number}`)
  expect(await clipboard(app)).toBe(number)
  await page.getByRole('button', { name: 'Copy tracking link of Loaner' }).press('Enter')
  await expect(page.locator('[data-testid="copied"]')).toContainText('Copied: http')
  await page.getByRole('button', { name: `Copy VIN ${pair.vin}` }).press('Enter')
  await expect.poll(() => clipboard(app)).toBe(pair.vin)

  // The palette runs the same command.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('copy move')
  await page.keyboard.press('Enter')
  await expect.poll(() => clipboard(app)).toMatch(line)
})

test('The page of a booking begins at its top and lists its last events, and all activity stays shown from one booking to the next', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  const ids: string[] = []
  for (const number of [33, 34]) {
    await page.keyboard.press('Control+n')
    await typePair(page, typedPair(number))
    ids.push(await save(page))
  }
  await find(page, '0133')
  await findBox(page).press('Enter')
  await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-booking-id', ids[0] ?? '')
  const all = page.getByRole('button', { name: 'All activity' })
  const events = page.locator('[data-testid="history"] > li')
  await expect(events).toHaveText([/Saved/])
  await all.press('Enter')
  await expectAccessible(page, 'history')
  await page.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(events.first()).toContainText('Withdrawn')
  await setPracticeConnection(page, 'up')
  const pane = page.getByRole('region', { name: 'Selected booking' })
  await page.setViewportSize({ width: 1366, height: 500 })
  await pane.evaluate((box) => box.scrollTo({ top: 100 }))
  await expect.poll(() => pane.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  await find(page, '0134')
  await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-booking-id', ids[1] ?? '')
  expect(await pane.evaluate((box) => box.scrollTop)).toBe(0)
  await findBox(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Last activity only' })).toHaveAttribute('aria-expanded', 'true')
  await expect(events.first()).toContainText('Sent to the driver service')
  await expect(events.first()).toContainText('Booked.')
})

test(
  'The list keeps its selection, scroll position and focus while forty bookings change',
  { tag: '@item-32' },
  async ({ open }) => {
    const { page } = await open()
    await setPracticeConnection(page, 'cut')
    const at = { local: '2099-06-04T14:30', zone: 'America/New_York', utc: '2099-06-04T18:30:00Z' }
    for (let number = 0; number < 44; number += 1) {
      expect((await callBridge(page, 'bookMove', pairBooking(number, { appointment: at }))).ok).toBe(true)
    }
    await page.keyboard.press('Control+3')
    await expect(results(page)).toHaveAttribute('data-count', '44')
    const list = page.locator('#results')
    await list.focus()
    // Far down the list, but not so far that a taller window would scroll the list.
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('PageDown')
    const look = () =>
      list.evaluate((one) => ({
        selected: one.getAttribute('aria-activedescendant'),
        isThere: document.getElementById(one.getAttribute('aria-activedescendant') ?? '') !== null,
        scrolled: one.scrollTop,
        isFocused: document.activeElement === one,
        stops: one.querySelectorAll('[tabindex]').length,
      }))
    const before = await look()
    expect(before).toMatchObject({ isThere: true, isFocused: true, stops: 0 })
    expect(before.scrolled).toBeGreaterThan(0)
    await callBridge(page, 'setPracticeConnection', { connection: 'up' })
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '0', { timeout: 60_000 })
    const states = async () => (await everyRow(page)).map(({ state }) => state)
    await expect(rows(page).and(page.locator(':not([data-state="booked"])'))).toHaveCount(0)
    expect(await look()).toEqual(before)
    await page.keyboard.press('End')
    expect(await look()).toMatchObject({ isThere: true, isFocused: true })
    await page.keyboard.press('Home')
    await expect.poll(look).toMatchObject({ isThere: true, scrolled: 0 })
    expect(await states()).toEqual(Array.from({ length: 44 }, () => 'booked'))
  },
)

test('A scanner that sends a VIN and Enter in one go opens the booking of that car, also on later scans', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await bookUnseen(page, ...Array.from({ length: 6 }, (_, at) => pairBooking(at + 1)))
  await page.keyboard.press('Control+3')
  await expect(page.locator('[data-testid="results"]')).toHaveAttribute('data-count', '6')
  for (const number of [2, 5, 3]) {
    await page.keyboard.press('Control+f')
    // A scanner types all characters in one task.
    await page.evaluate(
      (vin) => {
        const box = document.querySelector<HTMLInputElement>('input[type="search"]')
        const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        for (let length = 1; length <= vin.length; length += 1) {
          write?.call(box, vin.slice(0, length))
          box?.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
        box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      },
      pairBooking(number).vehicle.vin ?? '',
    )
    await expect(page.getByRole('heading', { name: new RegExp(`, .* ${number}$`) })).toBeFocused()
    await expect(page.locator('[data-testid="results"]')).toHaveAttribute('data-count', '1')
  }
})
