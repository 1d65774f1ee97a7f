import { expectAccessible } from '../support/page/axe.ts'
import { find, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

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
