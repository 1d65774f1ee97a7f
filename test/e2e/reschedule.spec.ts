import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { encore, inDays, pairBooking, weekdayIn } from '../support/builders/bookings.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { bookUnseen, find, save, typedPair, typePair } from '../support/page/desk-page.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { startHopdrive } from '../support/processes/hopdrive.ts'
import { expect, test } from './window.ts'

const dialog = (page: Page) => page.locator('[data-testid="reschedule"]')
const note = (page: Page) => page.locator('[data-testid="reschedule-note"]')
const shown = (page: Page) => page.locator('[data-testid="booking"]')

/** Books a pair for tomorrow, shows it and returns its id. */
async function booked(page: Page, number: number): Promise<string> {
  await page.keyboard.press('Control+n')
  const pair = typedPair(number)
  await typePair(page, pair)
  const id = await save(page)
  await expect(page.locator(`[data-testid="saved"][data-booking-id="${id}"]`)).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  await page.locator(`[data-testid="booking"][data-booking-id="${id}"]`).waitFor()
  return id
}

test(
  'The new booking of a rescheduled pair is sent first, and both pages tell both numbers',
  { tag: '@smoke' },
  async ({ open, profile }) => {
    const service = await startHopdrive(profile)
    const { page } = await open()
    const first = await booked(page, 31)

    await page.getByRole('button', { name: 'Reschedule' }).press('Enter')
    await expect(page.locator('input#reschedule-to')).toBeFocused()
    await expect(dialog(page).getByTestId('reschedule-plan')).toContainText(
      'The new booking is sent first. Once it is booked, the old one is canceled.',
    )
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Type the new time')).toBeVisible()
    await page.keyboard.type('blue moon')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Not understood')).toBeVisible()
    await page.locator('input#reschedule-to').fill(`${weekdayIn(3)} 9a`)
    await expect(dialog(page).getByTestId('new-time')).toContainText('9:00 AM')
    await expectAccessible(page, 'reschedule dialog')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(note(page)).toHaveCount(0)

    // The first act of the day needs a name, which later acts offer again.
    await page.keyboard.press('Control+Shift+R')
    await page.keyboard.type(`${weekdayIn(3)} 9a`)
    await page.keyboard.press('Enter')
    await expect(page.locator('input#reschedule-who')).toBeFocused()
    await page.keyboard.type('Dana R.')
    await page.keyboard.press('Enter')
    await expect(shown(page)).not.toHaveAttribute('data-booking-id', first)
    await expect(shown(page)).toHaveAttribute('data-state', 'booked')
    await expect(note(page)).toHaveAttribute('data-step', 'cancel-pending')
    await expect(note(page)).toContainText(
      /Replaces moves \d+ and \d+, .*Both are live: old \d+ \+ \d+, new \d+ \+ \d+/,
    )
    await page.getByRole('button', { name: 'Open the old booking' }).press('Enter')
    await expect(shown(page)).toHaveAttribute('data-booking-id', first)
    await expect(note(page)).toContainText("hasn't answered the cancel request for the old one yet")

    await booked(page, 32)
    await page.keyboard.press('Control+Shift+R')
    await page.keyboard.type(`${weekdayIn(4)} 10-12`)
    await expect(dialog(page).getByTestId('new-time')).toContainText(/, 10 AM–noon ET$/)
    await page.keyboard.press('Enter')
    await expect(note(page)).toHaveAttribute('data-step', 'cancel-pending')
    await page.keyboard.press('Control+4')
    await expect(page.locator(`[data-testid="inbox-row"][data-booking-id="${first}"]`)).toContainText('Both are live')
    await service.end()
  },
)

test('The dialog shows its errors without a scrollbar, drops them while a person types, and follows the driver', async ({
  open,
  profile,
}) => {
  const service = await startHopdrive(profile)
  const { page } = await open()
  await booked(page, 35)
  const loaner = page.locator('[data-testid="move-of-booking"][data-role="loaner"]')
  const number = Number(await loaner.getAttribute('data-number'))
  await page.keyboard.press('Control+Shift+R')
  await expect(dialog(page)).toContainText("The driver hasn't started")
  await page.keyboard.type('tomorrow same tim')
  await expect(dialog(page).getByTestId('new-time')).toContainText('Not understood')
  await page.keyboard.type('e')
  await expect(dialog(page).getByTestId('new-time')).toContainText(/^\w{3}, .* 2:00 PM ET/)
  await page.keyboard.press('Enter')
  await expect(page.locator('input#reschedule-who')).toBeFocused()
  await expect(dialog(page).getByText('Enter your name.')).toBeInViewport({ ratio: 1 })
  const overflow = () =>
    dialog(page).evaluate(
      (box) =>
        [...box.querySelectorAll('*')].filter(
          (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
        ).length,
    )
  expect(await overflow()).toBe(0)
  await page.keyboard.type('D')
  await expect(dialog(page).getByText('Enter your name.')).toHaveCount(0)
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)

  await service.step(number)
  // The move of tomorrow would be fetched much later.
  const file = new Database(join(profile, 'desk.db'))
  file.prepare('UPDATE moves SET polled_at = NULL').run()
  file.close()
  await expect(dialog(page)).toContainText('The driver has started, so this may be charged.', { timeout: 90_000 })
  await service.end()
})

test('At a provider that takes no cancellations the page says whom to call until a person says that one is left', async ({
  open,
  judge,
}) => {
  const { page } = await open({ provider: { url: judge.url, token: judge.token } })
  const first = await booked(page, 33)
  await page.keyboard.press('Control+Shift+R')
  await expect(dialog(page).getByTestId('reschedule-plan')).toContainText(/call .* to cancel moves \d+ and \d+/)
  await page.keyboard.type(`${weekdayIn(3)} 9a`)
  await page.locator('input#reschedule-who').fill('Dana R.')
  await page.keyboard.press('Enter')
  await expect(note(page)).toHaveAttribute('data-step', 'call-to-cancel')
  await expect(note(page)).toContainText(/Call .* to cancel moves \d+ and \d+\. Both are live/)
  expect(await readLedger(judge.url, judge.token)).toHaveLength(2)
  await page.getByRole('button', { name: 'Checked by phone…' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Later' })).toBeFocused()
  await page.getByRole('button', { name: /^They kept \w+, .*9:00 AM$/ }).press('Enter')
  await expect(note(page)).toHaveAttribute('data-step', 'done')
  await page.getByRole('button', { name: 'Open the old booking' }).press('Enter')
  await expect(shown(page)).toHaveAttribute('data-booking-id', first)
  await expect(note(page)).toContainText('keeps the new booking.')
})

test('A reschedule to a day on which another customer has the loaner asks once, and only the button overrides', async ({
  open,
}) => {
  const { page } = await open()
  const loaner = encore('LN-11')
  const first = pairBooking(4, { action: 'pickup', appointment: inDays(3, '09:00'), loaner })
  const second = pairBooking(6, { action: 'pickup', appointment: inDays(2, '13:00'), loaner })
  await bookUnseen(page, first, second)
  await find(page, second.reference ?? '')
  await page.locator('[data-testid="booking"]').waitFor()
  await expect(shown(page)).toHaveAttribute('data-state', 'booked')
  const before = (await shown(page).getAttribute('data-booking-id')) ?? ''

  await page.keyboard.press('Control+Shift+R')
  await page.keyboard.type(`${weekdayIn(3)} 2p`)
  await page.locator('input#reschedule-who').fill('Dana R.')
  await page.keyboard.press('Enter')
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText(`LN-11 Buick Encore is with ${first.customer.name} from `)
  await expect(alert).toContainText('Choose another time, or reschedule anyway.')
  await expect(page.locator('input#reschedule-to')).toBeFocused()
  await expectAccessible(page, 'reschedule dialog with a promised loaner')

  // Enter in a field overrides nothing, and another time takes the question back.
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(1)
  await page.locator('input#reschedule-to').fill(`${weekdayIn(3)} 3p`)
  await expect(alert).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: 'Reschedule', exact: true })).toBeVisible()
  await page.locator('input#reschedule-to').press('Enter')
  await expect(alert).toContainText('LN-11 Buick Encore is with')
  await dialog(page).getByRole('button', { name: 'Reschedule anyway' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(shown(page).getByTestId('booking-time')).toContainText('3:00 PM')
  await expect(shown(page)).not.toHaveAttribute('data-booking-id', before)
})
