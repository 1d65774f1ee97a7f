import type { Page } from '@playwright/test'
import { encore, inDays, pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, field, find, findBox, goToSettings } from '../support/page/desk-page.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { expect, test } from './window.ts'

const WIDE = { width: 1920, height: 1080 }

const month = (page: Page) => page.locator('[data-testid="month"]')
const loaners = (page: Page) => page.locator('[data-testid="day-loaners"]')

/** The name of a day in the month as a screen reader says it, for a date `YYYY-MM-DD`. */
const named = (page: Page, date: string) => month(page).locator(`[data-date="${date}"]`)

test('The wide rail shows the bookings of each day of the month, and a click goes to that day', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize(WIDE)
  const ahead = inDays(1, '09:00').local.slice(0, 10)
  await bookUnseen(
    page,
    pairBooking(4, { appointment: inDays(1, '09:00') }),
    pairBooking(5, { appointment: inDays(1, '11:00') }),
  )
  const today = month(page).locator('[aria-current="date"]')
  await expect(today).toHaveCount(1)
  const todayName = (await today.getAttribute('aria-label')) ?? ''
  if (!ahead.startsWith((await month(page).getAttribute('data-month')) ?? '')) {
    await month(page).getByRole('button', { name: 'Next month' }).click()
  }
  await expect(named(page, ahead)).toHaveAccessibleName(/^\w{3}, \w{3} \d+, 2 bookings$/)
  await expect(named(page, ahead)).toHaveAttribute('data-heat', '4')
  await named(page, ahead).click()
  await expect(page.locator('h1')).toBeFocused()
  await expect(page.locator('h1')).toContainText(/^Tomorrow, /)
  await expect(page.locator('[data-testid="day"]')).toHaveAttribute('data-count', '2')

  // The month is one Tab stop, and the arrows walk its days without a change of the screen's day.
  await named(page, ahead).focus()
  await expect(month(page).locator('[data-date][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await expect(month(page).locator('[data-date]:focus')).not.toHaveAttribute('data-date', ahead)
  await expect(page.locator('h1')).toContainText(/^Tomorrow, /)

  // The counts follow a booking, and the shown month stays beside another screen.
  await page.keyboard.press('Control+1')
  await bookUnseen(page, pairBooking(7, { appointment: inDays(1, '13:00') }))
  await expect(named(page, ahead)).toHaveAccessibleName(/, 3 bookings$/)
  expect(todayName).toMatch(/^\w{3}, \w{3} \d+, (?:no bookings|1 booking)$/)
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, 'month', [colorScheme])

  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(month(page)).toHaveCount(0)
})

test('Beside the day of a wide window stand its loaners, and which are out until when', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize(WIDE)
  await bookUnseen(
    page,
    pairBooking(4, { action: 'pickup', appointment: inDays(1, '09:00'), loaner: encore('LN-11') }),
    pairBooking(4, { action: 'return', appointment: inDays(1, '16:00'), loaner: encore('LN-11') }),
    pairBooking(5, { action: 'pickup', appointment: inDays(1, '08:00'), loaner: encore('LN-9') }),
    pairBooking(6, { action: 'pickup', appointment: inDays(2, '10:00'), loaner: encore('LN-6') }),
  )
  await page.keyboard.press('Control+2')
  await page.keyboard.press('ArrowRight')
  const rows = loaners(page).getByRole('listitem')
  await expect(loaners(page)).toContainText('1 free · 2 out or booked')
  await expect(rows).toHaveText([
    /^LN-6 Encore, \D+6free all day$/,
    /^LN-9 Encore, \D+5out [67]:\d\d AM$/,
    /^LN-11 Encore, \D+4out [78]:\d\d AM$/,
  ])
  await page.keyboard.press('ArrowRight')
  await expect(rows).toHaveText([
    /^LN-11 Encorefree all day$/,
    /^LN-6 Encore, \D+6out 9:\d\d AM$/,
    /^LN-9 Encore, \D+5out$/,
  ])
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, 'loaners', [colorScheme])
  // The list of the day has no time axis, also beside the pane.
  await expect(page.getByText('Cars on the road, by quarter hour')).toBeVisible()
  await page.getByRole('radio', { name: 'List' }).press('Space')
  await expect(page.getByText('Cars on the road, by quarter hour')).toBeHidden()
  await expect(rows).toHaveCount(3)
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(loaners(page)).toHaveCount(0)
})

test('The search is empty on every screen but Lookup, which keeps its text for the way back', async ({ open }) => {
  const { page } = await open()
  await bookUnseen(page, pairBooking(4))
  await find(page, 'buick')
  await page.keyboard.press('Control+2')
  await expect(findBox(page)).toHaveValue('')
  await goToSettings(page)
  await expect(findBox(page)).toHaveValue('')
  await page.keyboard.press('Control+3')
  await expect(findBox(page)).toHaveValue('buick')
  await page.keyboard.press('Control+2')
  await findBox(page).pressSequentially('h')
  await expect(findBox(page)).toHaveValue('h')
  await expect(page.locator('[data-testid="results"]')).toHaveAttribute('data-text', 'h')
})

test('Below the form of a large window stand the nearest bookings of its day, with the booking that is typed', async ({
  open,
}) => {
  const { page } = await open()
  await page.setViewportSize(WIDE)
  await bookUnseen(
    page,
    pairBooking(4, { appointment: inDays(1, '09:00') }),
    pairBooking(5, { appointment: inDays(1, '15:00') }),
    pairBooking(6, { appointment: inDays(2, '10:00') }),
  )
  const nearest = page.locator('[data-testid="nearest"]')
  await field(page, 'spokenInput').fill('tomorrow 2p')
  await expect(nearest).toContainText('2 bookings')
  await expect(nearest.getByRole('listitem')).toHaveText([/^9:00 AM\D+4$/, '2:00 PMThis booking', /^3:00 PM\D+5$/])
  await field(page, 'customerName').fill('Harriet Quill')
  await expect(nearest.locator('[data-own="true"]')).toHaveText('2:00 PMHarriet Quill')
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, 'nearest', [colorScheme])
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(nearest).toHaveCount(0)
})
