import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '../support/page/axe.ts'
import { find, save, showTomorrow, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const THEMES = ['dark', 'light'] as const

test('A pickup without a loaner is chosen by keyboard, booked, and shown with its one move', async ({
  open,
  profile,
}, info) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"hopdrive"}}', { mode: 0o600 })
  const { page } = await open()
  const pair = typedPair(75)
  await typePair(page, pair)
  await expect(page.getByText(/^No loaner at all: /)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Assign later' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'No loaner', exact: true })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Pickup, no loaner' })).toBeChecked()
  await expect(page.getByRole('region', { name: "Driver's trip" }).getByRole('listitem')).toHaveText([
    new RegExp(`${pair.street}Picks up the ${pair.model}$`),
    new RegExp(`Drops off the ${pair.model}$`),
  ])
  for (const colorScheme of THEMES) {
    await expectAccessible(page, `the form without a loaner, ${colorScheme}`, [colorScheme])
    await page.screenshot({ path: info.outputPath(`form-${colorScheme}.png`), fullPage: true })
  }
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  const booking = page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)
  await expect(booking).toContainText(/Confirmed by the driver service\. Customer move \d+\./)
  await expect(booking).toContainText(/Loaner\s*none/)
  for (const colorScheme of THEMES) {
    await expectAccessible(page, `a booking without a loaner, ${colorScheme}`, [colorScheme])
    await page.screenshot({ path: info.outputPath(`booking-${colorScheme}.png`), fullPage: true })
  }
  await showTomorrow(page, 1)
  const card = page.locator('[data-testid="day-booking"]')
  await expect(card).not.toContainText('Loaner')
  await expect(card.getByText('Pickup', { exact: true })).toHaveCount(1)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: info.outputPath(`day-${colorScheme}.png`), fullPage: true })
  }
})
