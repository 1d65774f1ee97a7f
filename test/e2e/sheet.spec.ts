import type { Locator, Page } from '@playwright/test'
import type { BookedMoves } from '../../shared/move/move.ts'
import { encore, inDays, pairBooking } from '../support/builders/bookings.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
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
  const to = stops.findIndex(({ name }) => name === 'button Book pickup + return')
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
  await typePair(page, { ...typedPair(62), vin: '5GAEVAKW3KJ204417', reference: 'RO 10002' })
  await expect(ready).toContainText(/Possible duplicate: .*, \w{3} 9:30 AM/)
  await expect(ready).toContainText('VIN check digit and model year are right')
  await expect(ready).toContainText(/ZIP, city and state agree, about \d+ mi away/)
  await ready.getByRole('button', { name: 'Fill the return' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
  await expect(field(page, 'reference')).toHaveValue('RO 10002')
  await expect(page.locator('[data-testid="understood"]')).toHaveText(/2:00 PM ET$/)
  await expect(ready).not.toContainText('Possible duplicate')
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await typePair(page, { ...typedPair(62), vin: '5GAEVAKW3KJ204417', reference: 'RO 10002' })
  await expect(ready).toContainText('Looks like the return')
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(field(page, 'reference')).toHaveValue('')
  // Without a wait: the hint goes with the values that it is about.
  expect(await ready.innerText()).not.toContain('Looks like the return')
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

/** Opens the question for the return of the pickup in the form. */
async function askReturn(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Book pickup + return' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book pickup + return' })
  await expect(dialog.getByLabel('Return at')).toBeFocused()
  return dialog
}

async function bookingsWith(page: Page, text: string): Promise<readonly BookedMoves[]> {
  const found = await callBridge(page, 'findBookings', { text, limit: 9 })
  const ids = new Set(found.ok ? found.value.bookings.map(({ bookingId }) => bookingId) : [])
  const read = await Promise.all([...ids].map((bookingId) => callBridge(page, 'getBooking', { bookingId })))
  return read.flatMap((answer) => (answer.ok ? [answer.value] : []))
}

test('A pickup and its return are booked in one act, once the time of the return is typed', async ({ open }) => {
  const { page } = await open()
  const pair = typedPair(63)
  await typePair(page, pair)
  const dialog = await askReturn(page)
  await expect(dialog).toContainText(/^Book pickup \+ returnPickup: .*2:00 PM ET/)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toContainText('Enter the time of the return.')
  await page.keyboard.type('1:30p')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toContainText('The return must be after the pickup.')
  await expectAccessible(page, 'time of the return')

  // The typed time is there again after a way back to the form.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(field(page, 'customerPhone')).toHaveValue(pair.phone)
  await askReturn(page)
  await expect(dialog.getByLabel('Return at')).toHaveValue('1:30p')
  await dialog.getByLabel('Return at').fill('4:30p')
  await expect(page.locator('[data-testid="return-reading"]')).toHaveText(/4:30 PM ET$/)
  await page.keyboard.press('Control+Enter')

  await expect(page.locator('[data-testid="saved"]')).toContainText(
    /Pickup \+ return, Ines Núñez · .*2:00 PM ET and .*4:30 PM ET/,
  )
  await expect(dialog).toHaveCount(0)
  await expect(field(page, 'customerPhone')).toHaveValue('')
  const both = await bookingsWith(page, pair.reference)
  expect(both.map(({ action }) => action).toSorted()).toEqual(['pickup', 'return'])
  expect(new Set(both.map(({ savedAt }) => savedAt)).size, 'one commit').toBe(1)
  expect(new Set(both.map(({ time }) => time.local.slice(0, 10))).size, 'one day').toBe(1)
})

test('A pickup with wrong fields asks for no return, and a refused one keeps the typed time', async ({ open }) => {
  const { page } = await open()
  await typePair(page, typedPair(64))
  await field(page, 'vehicleModel').fill('')
  await page.getByRole('button', { name: 'Book pickup + return' }).press('Enter')
  await expect(page.locator('[data-testid="errors"]')).toHaveText('Enter a model.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field(page, 'vehicleModel')).toBeFocused()
  await field(page, 'vehicleModel').fill('Enclave')

  const first = pairBooking(4, { action: 'pickup', appointment: inDays(1, '13:00'), loaner: encore('LN-11') })
  await bookUnseen(page, first)
  await page.getByRole('radio', { name: 'Enter loaner' }).press('Space')
  await field(page, 'loanerStock').fill('ln 11')
  const dialog = await askReturn(page)
  await page.keyboard.type('same day 5p')
  await page.keyboard.press('Control+Enter')
  const question = page.locator('[data-testid="duplicates"]')
  await expect(question).toContainText(/LN-11 Buick Encore is with .*Choose another loaner, or book it anyway\./)
  await question.getByRole('button', { name: 'Go back' }).press('Enter')
  await expect(dialog.getByLabel('Return at')).toHaveValue('same day 5p')
  await page.keyboard.press('Control+Enter')
  await question.getByRole('button', { name: 'Book anyway' }).press('Enter')
  await expect(field(page, 'customerPhone')).toHaveValue('')
  expect(await bookingsWith(page, typedPair(64).reference)).toHaveLength(2)
})
