import type { Page } from '@playwright/test'
import { encore, inDays, pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, chooseMore, find, statusBar } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const LOANER = encore('LN-11')

const shown = (page: Page) => page.locator('[data-testid="booking"]')
const loanerMove = (page: Page) => page.locator('[data-testid="move-of-booking"][data-role="loaner"]')

/** Books a pair with the loaner LN-11 and, on the same day, one with LN-20 that is then shown. */
async function showSecondPair(page: Page): Promise<{ readonly holder: string }> {
  const first = pairBooking(4, { action: 'pickup', appointment: inDays(3, '09:00'), loaner: LOANER })
  const own = { ...LOANER, stock: 'LN-20' }
  const second = pairBooking(6, { action: 'pickup', appointment: inDays(3, '13:00'), loaner: own })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await bookUnseen(page, first, second)
  await find(page, second.reference ?? '')
  await expect(shown(page)).toHaveAttribute('data-state', 'booked')
  return { holder: first.customer.name }
}

test('A loaner that is promised to another customer is added only by "Add anyway"', async ({ open }) => {
  const { page } = await open()
  const { holder } = await showSecondPair(page)
  await chooseMore(page, 'Add RO, loaner or note…')
  const dialog = page.locator('[data-testid="add-fact"]')
  await dialog.getByRole('radio', { name: 'Loaner' }).press('Space')
  await page.locator('input#fact-stock').fill('LN-11')
  await page.locator('input#fact-who').fill('Dana R.')
  await expect(dialog.getByRole('button', { name: 'Add anyway' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(`LN-11 Buick Encore is with ${holder} from `)
  await expect(dialog.getByRole('alert')).toContainText('Choose another loaner, or add it anyway.')
  await expect(loanerMove(page)).toContainText('LN-20')

  await dialog.getByRole('button', { name: 'Add anyway' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-testid="added-facts"] li')).toContainText('Loaner: LN-11 Buick Encore')
  await expect(loanerMove(page)).toContainText('LN-11 Buick Encore')
})

test('A change to a loaner that is promised to another customer is requested only by "Request anyway"', async ({
  open,
}) => {
  const { page } = await open()
  const { holder } = await showSecondPair(page)
  await loanerMove(page).getByRole('button', { name: 'Change…' }).press('Enter')
  const dialog = page.locator('[data-testid="change-question"]')
  await page.locator('input#change-stock').fill('LN-11')
  await page.locator('input#asks-who').fill('Dana R.')
  await expect(dialog.getByRole('button', { name: 'Request anyway' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Request change' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(`LN-11 Buick Encore is with ${holder} from `)
  await expect(loanerMove(page).locator('[data-testid="change"]')).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Request anyway' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(loanerMove(page)).toContainText('LN-11 Buick Encore')
})
