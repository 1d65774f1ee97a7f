import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { save, setPracticeLink, typedPair, typePair } from '../support/desk-page.ts'
import { expect, test } from './window.ts'

const day = (page: Page) => page.locator('[data-fact="day"]')
const cards = (page: Page) => page.locator('[data-fact="day-booking"]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

test('a day shows its bookings with both legs by keyboard alone, is turned, and leads to a booking', async ({
  open,
}) => {
  const { page } = await open()
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Nothing is booked for this day' })).toBeVisible()
  const today = (await day(page).getAttribute('data-date')) ?? ''
  await expectAccessible(page, 'an empty day')

  // Both are for tomorrow afternoon.
  await setPracticeLink(page, 'cut')
  const ids: string[] = []
  for (const number of [26, 27]) {
    await page.keyboard.press('Control+n')
    await typePair(page, typedPair(number))
    ids.push(await save(page))
  }
  await page.keyboard.press('Control+3')
  await expect(cards(page)).toHaveCount(0)
  await press(page, 'Day after')
  await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  expect(await cards(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-booking-id')))).toEqual(ids)
  const first = cards(page).first()
  await expect(first.locator('time')).toHaveText('2:00 PM')
  await expect(first.locator('li[data-role]')).toHaveCount(2)
  await expect(first.locator('li[data-role="loaner"]')).toContainText('no driver yet')
  await expect(first).toHaveAttribute('data-state', 'waiting')
  await expect(page.locator('[data-fact="now"]')).toHaveCount(0)
  await expectAccessible(page, 'a day with bookings')

  // What happens meanwhile is shown where it stands.
  await setPracticeLink(page, 'up')
  await expect(cards(page).and(page.locator('[data-state="booked"]'))).toHaveCount(2)
  await expect(first).toHaveAttribute('data-booking-id', ids[0] ?? '')

  await press(page, 'Today')
  await expect(day(page)).toHaveAttribute('data-date', today)
  await press(page, 'Day before')
  await expect(page.getByRole('heading', { name: /^Yesterday, / })).toBeVisible()
  await press(page, 'Today')
  await press(page, 'Day after')
  await first.getByRole('button', { name: 'Open it' }).press('Enter')
  await expect(page.locator(`[data-fact="booking"][data-booking-id="${ids[0] ?? ''}"]`)).toBeVisible()

  // One comes back to the day that one looked at.
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeFocused()
})
