import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { inDays, oneWayBooking } from '../support/builders/bookings.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { bookUnseen, find, statusBar } from '../support/page/desk-page.ts'
import { startHopdrive } from '../support/processes/hopdrive.ts'
import { expect, test } from './window.ts'

const inboxRow = (page: Page) => page.locator('[data-testid="inbox-row"]')
const moveOf = (page: Page) => page.locator('[data-testid="move-of-booking"]')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

/** Makes every move due, because a move is fetched at most once a minute, also across restarts. */
function makeDue(profile: string): void {
  const file = new Database(join(profile, 'desk.db'))
  file.prepare('UPDATE moves SET polled_at = NULL').run()
  file.close()
}

test('A rescheduled move is asked for by phone, its new number is entered by keyboard, and the page follows that number', async ({
  open,
  profile,
}, info) => {
  const service = await startHopdrive(profile)
  const first = await open()
  await bookUnseen(first.page, oneWayBooking(4, { readyBy: inDays(2, '12:00') }))
  await find(first.page, 'RO 10004')
  await expect(moveOf(first.page)).toHaveAttribute('data-number', /\d/)
  const number = Number(await moveOf(first.page).getAttribute('data-number'))
  await first.close()
  const fresh = await service.decide(number, 'rescheduled')
  makeDue(profile)

  const { page } = await open()
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1', { timeout: 60_000 })

  await test.step('The inbox says whom to call, and takes the number', async () => {
    await page.keyboard.press('Control+4')
    const needs = page.locator('[data-testid="resolve"]')
    await expect(needs).toContainText('Replaced by a new move. Call the driver service for its number.')
    await page.screenshot({ path: info.outputPath('inbox.png') })
    await expectAccessible(page, 'the question for the new number')
    await page.locator('input#who').fill('Dana R.')
    await page.locator('input#number-single').fill('12a')
    await page.keyboard.press('Enter')
    await expect(needs).toContainText('Enter the number as they say it: digits only.')
    await page.locator('input#number-single').fill(String(number))
    await page.keyboard.press('Enter')
    await expect(needs).toContainText('This booking has that number, or had it before.')
    await page.locator('input#number-single').fill('4711')
    await page.keyboard.press('Enter')
    await expect(needs).toContainText('The driver service has no move 4711.')
  })

  await test.step('The right number is followed, and the need ends', async () => {
    await page.locator('input#number-single').fill(String(fresh))
    await page.keyboard.press('Enter')
    await expect(inboxRow(page)).toHaveCount(0)
    await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
  })

  await test.step('The page, the search and the history know both numbers', async () => {
    await find(page, String(number))
    await expect(moveOf(page)).toHaveAttribute('data-number', String(fresh))
    await expect(moveOf(page)).toContainText(`Wasmove ${number}, rescheduled`)
    await expect(moveOf(page).locator('[data-testid="cancel"]')).toHaveCount(0)
    await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-state', 'booked')
    await press(page, 'All activity')
    await expect(page.locator('[data-testid="history"]')).toContainText(`Rescheduled, new number named: ${fresh}`)
    await expectAccessible(page, 'a booking that follows a new move')
    await page.screenshot({ path: info.outputPath('page.png') })
    await find(page, String(fresh))
    await expect(moveOf(page)).toHaveAttribute('data-number', String(fresh))
  })
  await service.end()
})
