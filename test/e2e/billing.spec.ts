import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '../support/page/axe.ts'
import { field, find, save, typedPair, typePair } from '../support/page/desk-page.ts'
import { tabTo } from '../support/page/tab-walk.ts'
import { expect, test } from './window.ts'

const THEMES = ['dark', 'light'] as const

test('A booking gets another payer by keyboard, a wrong number is refused at its field, and Lookup shows the payer', async ({
  open,
  profile,
}, info) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"hopdrive"}}', { mode: 0o600 })
  const { page } = await open()
  const pair = typedPair(74)
  await typePair(page, pair)
  const billing = page.getByRole('button', { name: /^More details/ })
  await expect(billing).toHaveAttribute('aria-expanded', 'false')
  await tabTo(page, 'More details')
  await page.keyboard.press('Enter')
  await expect(field(page, 'placeName')).toBeFocused()
  await tabTo(page, 'Payer number')
  await page.keyboard.type('seven')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Payer number must be a whole number above 0.').first()).toBeVisible()
  await field(page, 'payerNumber').selectText()
  await page.keyboard.type('77')
  await expect(billing).toHaveText('More details, payer 77')
  for (const colorScheme of THEMES) {
    await expectAccessible(page, `the form with its billing, ${colorScheme}`, [colorScheme])
    await page.screenshot({ path: info.outputPath(`billing-${colorScheme}.png`), fullPage: true })
  }
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  const booking = page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)
  await expect(booking).toContainText('payer 77')
})

test('The form says what to do for another payer and for no loaner, where the provider has neither', async ({
  open,
  profile,
}) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"baseline"}}', { mode: 0o600 })
  const { page } = await open()
  const billing = page.getByRole('button', { name: 'More details' })
  await billing.press('Enter')
  await expect(billing).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/To bill someone else, save the booking and call/)).toBeVisible()
  await expect(field(page, 'payerNumber')).toHaveCount(0)
  await expect(page.getByText(/^No loaner at all: book a one-way between the customer and the shop\./)).toBeVisible()
})
