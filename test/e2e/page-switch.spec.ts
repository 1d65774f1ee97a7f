import type { Page } from '@playwright/test'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, chooseMore, find, statusBar } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const shown = (page: Page) => page.locator('[data-testid="booking"]')
const script = (page: Page) => page.locator('[data-testid="phone-script"]')
const heading = (page: Page) => shown(page).locator('h2')

/** Shows the booking with this repair order from any layer of the window. */
async function jumpTo(page: Page, reference: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command' }).fill(reference)
  await page.keyboard.press('Enter')
  await expect(shown(page).getByText(reference).first()).toBeVisible()
  await expect(page.locator('[data-testid="palette"]')).toHaveCount(0)
}

test('An open menu and the telephone script close when the page shows another booking, and stay closed', async ({
  open,
  judge,
}) => {
  const { page } = await open({ provider: { url: judge.url, token: judge.token } })
  const [one, other] = [1, 2].map((number) =>
    pairBooking(number, { action: 'pickup', appointment: inDays(1, '09:00') }),
  )
  if (one === undefined || other === undefined) throw new Error('two bookings')
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await bookUnseen(page, one, other)
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  await find(page, one.reference ?? '')
  await expect(shown(page)).toHaveAttribute('data-state', 'booked')

  await chooseMore(page, 'Call…')
  await expect(script(page)).toContainText(one.customer.name)
  await jumpTo(page, other.reference ?? '')
  await expect(script(page)).toHaveCount(0)
  await jumpTo(page, one.reference ?? '')
  await expect(heading(page)).toBeFocused()
  await expect(script(page)).toHaveCount(0)

  const menu = page.getByRole('menu')
  await shown(page).getByRole('button', { name: 'Reschedule' }).focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu).toBeVisible()
  await jumpTo(page, other.reference ?? '')
  await expect(menu).toHaveCount(0)
  await jumpTo(page, one.reference ?? '')
  await expect(heading(page)).toBeFocused()
  await expect(menu).toHaveCount(0)
})
