import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, THEMES } from '../support/page/axe.ts'
import { find, goToSettings, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

async function expectAccessibleInThemes(page: Page, where: string): Promise<void> {
  for (const [theme, { scheme, media }] of Object.entries(THEMES)) {
    await page.emulateMedia(media)
    await expectAccessible(page, `${where} in ${theme}`, [scheme])
  }
}

test(
  'Every screen passes axe in light and dark, with the rule on target size',
  { tag: ['@item-1', '@item-2'] },
  async ({ open }) => {
    const { page } = await open()
    await expectAccessible(page, 'empty scheduler')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-testid="errors"]').waitFor()
    await expectAccessible(page, 'scheduler with errors')
    await page.getByRole('radio', { name: 'One-way' }).press('Space')
    await page.getByRole('radio', { name: 'Pickup + loaner' }).press('Space')
    await page.getByRole('radio', { name: 'Enter loaner' }).press('Space')
    await page.getByRole('button', { name: 'More details' }).press('Enter')
    await expectAccessible(page, 'everything unfolded')
    await setPracticeConnection(page, 'cut')
    await page.getByRole('radio', { name: 'Assign later' }).press('Space')
    await typePair(page, typedPair(71))
    await save(page)
    await expectAccessible(page, 'saved, waiting')
    await find(page, '0171')
    await setPracticeConnection(page, 'up')
    await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
    await expectAccessible(page, 'lookup, confirmed')
    await find(page, 'nothing like it')
    await expectAccessible(page, 'lookup, no match')
    for (const [key, where] of [
      ['Control+2', 'day'],
      ['Control+4', 'inbox'],
      ['Control+,', 'settings'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.locator('h1')).toBeFocused()
      await expectAccessible(page, where)
    }
  },
)

test('The dialogs of reschedule and cancel and the three steps of going live pass axe in all four themes', async ({
  open,
}) => {
  const { page } = await open()
  const pair = typedPair(72)
  await typePair(page, pair)
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  await page.getByRole('button', { name: 'Reschedule' }).press('Enter')
  await expect(page.locator('input#reschedule-to')).toBeFocused()
  await expectAccessibleInThemes(page, 'reschedule dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
  await expect(page.locator('[data-testid="cancel-question"]')).toBeVisible()
  await expectAccessibleInThemes(page, 'cancel dialog')
  await page.keyboard.press('Escape')

  await goToSettings(page)
  await page.getByRole('button', { name: 'Go live…' }).press('Enter')
  const step = page.locator('[data-testid="go-live"]')
  await expect(step).toHaveAttribute('data-step', 'connect')
  await expectAccessibleInThemes(page, 'first step of going live')
  await page.locator('input#setting-address').fill('http://127.0.0.1:9')
  await page.locator('input#setting-token').fill('a-token')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(step).toHaveAttribute('data-step', 'dealership')
  await expectAccessibleInThemes(page, 'second step of going live')
  await page.locator('input#setting-name').fill('Lakeside Auto')
  await page.locator('input#setting-street').fill('780 Harbor Rd')
  await page.locator('input#setting-zip').fill('60601')
  await expect(page.locator('input#setting-city')).toHaveValue('Chicago')
  await page.locator('button#setting-zone').press('Enter')
  await page.getByRole('option', { name: 'Central (America/Chicago)' }).click()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(step).toHaveAttribute('data-step', 'live')
  await expectAccessibleInThemes(page, 'third step of going live')
})

test('The recovery screen passes axe in all four themes, before and after the recovery', async ({ open, profile }) => {
  const first = await open()
  await typePair(first.page, typedPair(73))
  await save(first.page)
  await first.close()
  writeFileSync(join(profile, 'practice-desk.db'), 'x'.repeat(20_000))
  const { page } = await open({ until: 'damaged' })
  await expectAccessibleInThemes(page, 'damaged store')
  await page.getByRole('button', { name: 'Restore' }).press('Enter')
  await page.locator('[data-testid="recovered"]').waitFor()
  await expectAccessibleInThemes(page, 'recovered store')
})
