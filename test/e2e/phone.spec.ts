import { expectAccessible } from '../support/page/axe.ts'
import { chooseMore, find, goToSettings, save, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test('The desk names the provider of the settings and its phone, and says what to read out in a call', async ({
  open,
  judge,
}) => {
  const { app, page } = await open({ provider: { url: judge.url, token: judge.token } })
  await goToSettings(page)
  await page.getByLabel('Provider name').fill('HopDrive')
  await page.getByLabel('Provider phone').fill('804 555 0142')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.locator('[data-testid="settings-saved"]')).toHaveText('Saved.')
  await expect(page.getByLabel('Provider phone')).toHaveValue('(804) 555-0142')

  const pair = typedPair(65)
  await page.keyboard.press('Control+n')
  await typePair(page, pair)
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-booking-id', bookingId)
  await expect(page.locator('[data-testid="booking"]')).toContainText('call HopDrive at (804) 555-0142: move')
  await chooseMore(page, 'Call…')
  const dialog = page.locator('[data-testid="phone-script"]')
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('Call HopDrive at (804) 555-0142')
  for (const purpose of ['find', 'cancel', 'change']) {
    await expect(dialog.locator(`[data-purpose="${purpose}"] blockquote`)).toContainText(`${pair.reference} LK-`)
  }
  await expectAccessible(page, 'phone script')
  await dialog.getByRole('button', { name: 'Copy phone (804) 555-0142' }).press('Enter')
  await expect(dialog.getByTestId('copied')).toHaveText('Copied: (804) 555-0142')
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('(804) 555-0142')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
