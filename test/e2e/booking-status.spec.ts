import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { weekdayIn } from '../support/builders/bookings.ts'
import { field, find, save, showTomorrow, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { startHopdrive } from '../support/processes/hopdrive.ts'
import { expect, test } from './window.ts'

const shown = (page: Page) => page.locator('[data-testid="booking"]')
const note = (page: Page) => page.locator('[data-testid="reschedule-note"]')
const numbersOn = (page: Page) =>
  page
    .locator('[data-testid="move-of-booking"]')
    .evaluateAll((moves) => moves.map((move) => Number((move as HTMLElement).dataset['number'])))

/** Lets the next start of the desk read every move again, which a desk does at most once a minute. */
function readAgain(profile: string): void {
  const file = new Database(join(profile, 'desk.db'))
  file.prepare('UPDATE moves SET polled_at = NULL').run()
  file.close()
}

test('A half canceled booking has one status on every screen, and only its live move is called live', async ({
  open,
  profile,
}) => {
  const service = await startHopdrive(profile)
  const first = await open()
  const pair = typedPair(34)
  await typePair(first.page, pair)
  const old = await save(first.page)
  await expect(first.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(first.page, pair.reference)
  await first.page.locator(`[data-testid="booking"][data-booking-id="${old}"]`).waitFor()
  const [canceled = 0, left = 0] = await numbersOn(first.page)
  await first.page.keyboard.press('Control+Shift+R')
  await first.page.keyboard.type(`${weekdayIn(3)} 9a`)
  await first.page.locator('input#reschedule-who').fill('Dana R.')
  await first.page.keyboard.press('Enter')
  await expect(note(first.page)).toHaveAttribute('data-step', 'cancel-pending')
  await service.decide(canceled, 'succeeded')
  await first.close()
  readAgain(profile)

  const { page } = await open()
  const half = 'Canceled 1 of 2'
  await find(page, String(left))
  await expect(page.locator(`[data-testid="found-booking"][data-booking-id="${old}"]`)).toContainText(half, {
    timeout: 60_000,
  })
  await expect(shown(page)).toHaveAttribute('data-booking-id', old)
  await expect(shown(page).locator('p').first()).toContainText(half)
  await expect(shown(page)).not.toContainText('Confirmed')
  await expect(note(page)).toContainText(new RegExp(`Still live: old ${left}, new \\d+ \\+ \\d+\\.`))
  await showTomorrow(page, 1)
  await expect(page.locator('[data-testid="fact"]')).toHaveText(half)
  await page.keyboard.press('Control+1')
  await field(page, 'customerPhone').fill(pair.phone)
  await field(page, 'customerPhone').press('Tab')
  await expect(page.locator('[data-testid="last-bookings"] li', { hasText: half })).toHaveCount(1)
  await page.keyboard.press('Control+4')
  await expect(page.locator(`[data-testid="inbox-row"][data-booking-id="${old}"]`)).toContainText(half)

  // The new booking is to be canceled as well: nothing is called canceled, and a person stays asked.
  await page.getByRole('button', { name: 'Open booking' }).press('Enter')
  await page.getByRole('button', { name: 'Open the new booking' }).press('Enter')
  await expect(shown(page)).not.toHaveAttribute('data-booking-id', old)
  await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
  await page.locator('input#asks-who').fill('Dana R.')
  await page.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await expect(note(page)).toHaveAttribute('data-step', 'new-canceling')
  await expect(note(page)).toContainText("Cancel requested for the new booking, the driver service hasn't decided yet.")
  await expect(note(page)).toContainText(`Still live: old ${left}, new `)
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  await page.getByRole('button', { name: 'Checked by phone…' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Later' })).toBeFocused()
  await page.getByRole('button', { name: /^They kept \w+, .*9:00 AM$/ }).press('Enter')
  await expect(note(page)).toHaveAttribute('data-step', 'done')
  await expect(note(page)).toContainText(
    `the driver service keeps the new booking. The driver service still shows otherwise. Still live: old ${left}, new `,
  )
  await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
  await page.keyboard.press('Control+4')
  await page.getByRole('button', { name: /^Settled today/ }).press('Enter')
  await expect(page.locator(`[data-testid="inbox-row"][data-booking-id="${old}"]`)).toContainText(half)
  await service.end()
})
