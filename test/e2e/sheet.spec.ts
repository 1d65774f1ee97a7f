import type { Page } from '@playwright/test'
import type { Bridge } from '../../shared/bridge/calls.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, field, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { walk } from '../support/page/tab-walk.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { expect, test } from './window.ts'

/** Pixels by which the booking screen would scroll. */
const hidden = (page: Page) =>
  page.locator('main > div').evaluate((screen) => screen.scrollHeight - screen.clientHeight)

const MAX_STOPS = 24

test('The whole pair form is in sight at 1366 by 768, also under a strip, with errors, filled and after a save', async ({
  open,
}) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(await hidden(page), 'empty').toBe(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="errors"]')).toBeVisible()
  expect(await hidden(page), 'with errors').toBe(0)
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(61))
  await field(page, 'customerInstructions').fill('Gate code 0417#\nCall from the gate')
  expect(await hidden(page), 'filled, offline').toBe(0)
  await save(page)
  expect(await hidden(page), 'saved, offline').toBe(0)
})

test('The pair form has at most 24 Tab stops, and F4 opens date, time and calendar in parts', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.keyboard.press('Control+1')
  await expect(page.locator('h1')).toBeFocused()
  const stops = await walk(page)
  const from = stops.findIndex(({ name }) => name === 'input Pickup + loaner')
  const to = stops.findIndex(({ name }) => name === 'button Book pickup, then return')
  expect(to - from + 1).toBeLessThanOrEqual(MAX_STOPS)

  await field(page, 'spokenInput').fill('1/5/2099 930')
  await field(page, 'spokenInput').press('F4')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.locator('#field-date [role="spinbutton"]')).toHaveText(['01', '05', '2099'])
  await expectAccessible(page, 'date and time in parts')
  await page.locator('#field-time [role="spinbutton"]').first().focus()
  await page.keyboard.type('0400PM')
  await page.keyboard.press('Escape')
  await expect(field(page, 'spokenInput')).toHaveValue('')
  await expect(page.locator('[data-testid="understood"]')).toHaveText('Mon, Jan 5, 2099 · 4:00 PM ET')
})

test("A click on the day's load sets the time, and the load follows the chosen day", async ({ open }) => {
  const { page } = await open()
  await bookUnseen(
    page,
    pairBooking(1, { appointment: inDays(1, '14:00') }),
    pairBooking(2, { appointment: inDays(1, '14:30') }),
  )
  await page.getByRole('radio', { name: 'Tomorrow' }).press('Space')
  await expect(page.locator('[data-testid="day-load"]')).toHaveAttribute('data-bookings', '2')
  await page.locator('[data-testid="load-strip"] [data-time="10:30"]').click()
  await expect(page.locator('[data-testid="understood"]')).toHaveText(/ · 10:30 AM ET$/)
  await expect(field(page, 'spokenInput')).toBeFocused()
})

test('A possible duplicate and the return of an open pickup are said beside the form while a person types', async ({
  open,
}) => {
  const { page } = await open()
  await bookUnseen(page, pairBooking(2, { appointment: inDays(1, '09:30'), action: 'pickup' }))
  const ready = page.locator('[data-testid="ready"]')
  await typePair(page, { ...typedPair(62), vin: '1M8GDM9AXKP042788', reference: 'RO 10002' })
  await expect(ready).toContainText(/Possible duplicate: .*, \w{3} 9:30 AM/)
  await expect(ready).toContainText(/VIN check digit/)
  await expect(ready).toContainText(/ZIP, city and state agree, about \d+ mi away/)
  await ready.getByRole('button', { name: 'Fill the return' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
  await expect(field(page, 'reference')).toHaveValue('RO 10002')
  await expect(page.locator('[data-testid="understood"]')).toHaveText(/2:00 PM ET$/)
  await expect(ready).not.toContainText('Possible duplicate')
})

test('Four digits of a phone or the start of a name find the customer, and the rest is filled from the last booking', async ({
  open,
}) => {
  const { page } = await open()
  await bookUnseen(page, pairBooking(2, { action: 'pickup' }))
  const list = page.getByRole('listbox')
  await field(page, 'customerPhone').fill('0102')
  await expect(list.getByRole('option')).toHaveText([/^\(804\) 555-0102.*Nora O'Shea 2/])
  await expectAccessible(page, 'suggestions')
  await page.keyboard.press('Enter')
  await expect(field(page, 'customerPhone')).toHaveValue('(804) 555-0102')
  await expect(field(page, 'customerName')).toHaveValue("Nora O'Shea 2")
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(page.locator('[data-testid="last-bookings"]')).toContainText('RO 10002')
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')

  await field(page, 'customerName').fill('nora')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'customerPhone')).toHaveValue('(804) 555-0102')
  await expect(field(page, 'placeStreet')).toHaveValue('202 S Mulberry St')

  await field(page, 'vehicleMake').fill('toy')
  await expect(list.getByRole('option')).toHaveText(['Toyota'])
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(field(page, 'vehicleMake')).toHaveValue('toy')
})

test('A pickup is booked with its return next: the form is filled with the return and waits for its time', async ({
  open,
}) => {
  const { page } = await open()
  const pair = typedPair(63)
  await typePair(page, pair)
  await page.getByRole('button', { name: 'Book pickup, then return' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(field(page, 'vehicleVin')).toHaveValue(pair.vin)
  await expect(field(page, 'reference')).toHaveValue(pair.reference)
  await page.keyboard.type('tomorrow 5p')
  await page.keyboard.press('Control+Enter')
  await expect(field(page, 'customerPhone')).toHaveValue('')
  const both = await page.evaluate(
    (text) => (window as unknown as { lanekeeper: Bridge }).lanekeeper.findBookings({ text, limit: 5 }),
    pair.reference,
  )
  expect(both.ok ? both.value.bookings.map(({ action }) => action).toSorted() : both).toEqual(['pickup', 'return'])
})
