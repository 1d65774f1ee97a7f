import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { find, goToSettings, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const steps = (page: Page) => page.locator('[data-testid="onboarding"]')
const move = (page: Page, role: string) => page.locator(`[data-testid="move-of-booking"][data-role="${role}"]`)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

const THEMES = [
  ['Dark', 'dark'],
  ['Light', 'light'],
] as const

test('Practice changes and cancels a move, and the first steps ask once what practice can do', async ({
  open,
}, info) => {
  const { page, close } = await open()
  const question = steps(page).getByRole('listitem').filter({ hasText: 'Choose what to practice' })
  await expect(question).toHaveAttribute('data-done', 'false')
  await expectAccessible(page, 'the question about practice')
  await page.screenshot({ path: info.outputPath('question.png') })
  await question.getByRole('button', { name: 'Like HopDrive' }).press('Enter')
  await expect(question).toHaveAttribute('data-done', 'true')
  await expect(question.getByRole('button', { name: 'Like HopDrive' })).toBeFocused()
  await expect(question).not.toContainText('Standard: books')

  const pair = typedPair(71)
  await typePair(page, pair)
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  await page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`).waitFor()
  const customer = move(page, 'customer')
  await customer.getByRole('button', { name: 'Change…' }).press('Enter')
  await page.locator('input#change-color').fill('Blue')
  await page.locator('input#asks-who').fill('Dana R.')
  await press(page, 'Request change')
  await expect(customer).toContainText('Blue')
  await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
  await page.getByRole('radio', { name: 'Both moves' }).press('Space')
  await press(page, 'Cancel booking')
  await expect(customer.locator('[data-testid="cancel"]')).toHaveAttribute('data-amendment', 'submitted')
  await page.screenshot({ path: info.outputPath('canceled.png') })
  await close()

  const again = await open()
  await expect(steps(again.page).getByRole('listitem').filter({ hasText: 'Choose what to practice' })).toHaveAttribute(
    'data-done',
    'true',
  )
})

test('The settings switch the profile of practice only while no practice booking is open, and lose one answer on request', async ({
  open,
}, info) => {
  const { page } = await open()
  const practice = page.locator('[data-testid="practice-connection"]')
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(72))
  await save(page)
  await goToSettings(page)
  const saveSettings = () => press(page, 'Save changes')
  await page.getByRole('radio', { name: 'Standard' }).press('Space')
  await expect(page.locator('[data-testid="practice-profile"]')).toContainText('by phone')
  await saveSettings()
  await expect(page.locator('[data-testid="settings-refused"]')).toContainText('Practice stays as it is')
  await setPracticeConnection(page, 'up')
  await expect(page.locator('[data-testid="status"]')).toHaveAttribute('data-waiting', '0')
  await saveSettings()
  await expect(page.locator('[data-testid="settings-saved"]')).toContainText('Saved.')

  await press(page, 'Lose the next reply')
  await expect(practice).toHaveAttribute('data-connection', 'lossy')
  await expect(page.getByRole('button', { name: 'Keep the next reply' })).toBeFocused()
  for (const [theme, attribute] of THEMES) {
    await goToSettings(page, 'Appearance')
    await page.getByRole('radio', { name: theme }).press('Space')
    await expect(page.locator('html')).toHaveAttribute('data-theme', attribute)
    await goToSettings(page)
    await expectAccessible(page, `the settings of practice, ${attribute}`)
    await page.screenshot({ path: info.outputPath(`settings-${attribute}.png`) })
    await page.keyboard.press('Control+n')
    await expectAccessible(page, `the first steps, ${attribute}`)
    await page.screenshot({ path: info.outputPath(`steps-${attribute}.png`) })
  }
  await page.keyboard.press('Control+n')
  await typePair(page, typedPair(73))
  const bookingId = await save(page)
  await expect(page.locator(`[data-testid="saved"][data-booking-id="${bookingId}"]`)).toHaveAttribute(
    'data-state',
    'in-doubt',
  )
  await expect(practice).toHaveAttribute('data-connection', 'up')
})

test('The choice of the first steps and of the settings is locked by a settings file that names the profile', async ({
  open,
  profile,
}) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"hopdrive"}}', { mode: 0o600 })
  const { page } = await open()
  await expect(steps(page).getByRole('listitem').first()).toHaveAttribute('data-done', 'true')
  await goToSettings(page)
  await expect(page.getByRole('radio', { name: 'Like HopDrive' })).toBeDisabled()
  await expect(page.locator('[data-testid="locked-by-file"]')).toBeVisible()
})
