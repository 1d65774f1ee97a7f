import type { Page } from '@playwright/test'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, field, typedPair, typePair } from '../support/page/desk-page.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { expect, test } from './window.ts'

const loaner = (stock: string, model: string) => ({
  stock,
  vin: null,
  year: null,
  make: 'Buick',
  model,
  color: null,
  manual: false,
})

/** LN-11 is out tomorrow at 2 PM and due back at 4 PM, LN-9 is out without a return, and LN-6 is back already. */
const bookLoaners = (page: Page) =>
  bookUnseen(
    page,
    pairBooking(4, { action: 'pickup', appointment: inDays(1, '09:00'), loaner: loaner('LN-11', 'Encore') }),
    pairBooking(4, { action: 'return', appointment: inDays(1, '16:00'), loaner: loaner('LN-11', 'Encore') }),
    pairBooking(5, { action: 'pickup', appointment: inDays(1, '08:00'), loaner: loaner('LN-9', 'Envista') }),
    pairBooking(6, { action: 'pickup', appointment: inDays(1, '08:00'), loaner: loaner('LN-6', 'Encore GX') }),
    pairBooking(6, { action: 'return', appointment: inDays(1, '11:00'), loaner: loaner('LN-6', 'Encore GX') }),
    pairBooking(6, { action: 'pickup', appointment: inDays(3, '08:00'), loaner: loaner('LN-6', 'Encore GX') }),
  )

const chips = (page: Page) => page.getByRole('radiogroup', { name: 'Which loaner' }).locator('label:visible')

test('The form offers the loaners that are free or due back, and says who has the one that is chosen', async ({
  open,
}, info) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  await bookLoaners(page)
  await typePair(page, typedPair(62))
  await expect(chips(page)).toHaveText([
    /^LN-6Encore GXready$/,
    /^LN-11Encoredue \d+:\d\d PM$/,
    'Assign later',
    'Enter loaner',
    'No loaner',
  ])
  await expect(page.getByRole('group', { name: 'Loaner' })).toContainText(/free \w{3} \d+:\d\d PM/)
  const ready = page.locator('[data-testid="ready"]')

  await page.getByRole('radio', { name: 'Assign later' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: /^LN-11 Buick Encore, due/ })).toBeChecked()
  await expect(ready).toContainText(/LN-11 Buick Encore is with \D+4 until \w{3}, \w{3} \d+, 4:\d\d PM ET\./)
  await expect(field(page, 'loanerStock')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(ready).toContainText(/LN-6 Buick Encore GX is not booked again until \w{3}, \w{3} \d+, \d+:\d\d AM ET/)
  await expect(ready).not.toContainText('LN-11')
  for (const colorScheme of ['light', 'dark'] as const) {
    await expectAccessible(page, `chips of loaners, ${colorScheme}`, [colorScheme])
    await page.screenshot({ path: info.outputPath(`chips-${colorScheme}.png`) })
  }
  const hidden = await page.locator('main > div').evaluate((screen) => screen.scrollHeight - screen.clientHeight)
  expect(hidden, 'scrolling').toBe(0)

  await page.getByRole('radio', { name: 'Enter loaner' }).press('Space')
  await expect(field(page, 'loanerStock')).toHaveValue('LN-6')
  await field(page, 'loanerStock').fill('ln 9')
  await expect(ready).toContainText(/LN-9 Buick Envista is with \D+5 from .* no return is booked/)
  await field(page, 'loanerStock').fill('LN-77')
  await expect(ready).not.toContainText('LN-9')
})

test('A return offers the loaner that its customer has', async ({ open }) => {
  const { page } = await open()
  await bookLoaners(page)
  await page.getByRole('radio', { name: 'Return + loaner' }).press('Space')
  await field(page, 'customerName').fill(pairBooking(5, {}).customer.name)
  await field(page, 'spokenInput').fill('tomorrow 5p')
  await expect(chips(page)).toHaveText([/^LN-9Envistaout$/, 'Assign later', 'Enter loaner', 'No loaner'])
})
