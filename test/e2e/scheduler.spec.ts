import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { field, typedPair, typePair } from '../support/desk-page.ts'
import { expect, test } from './window.ts'

const understood = (page: Page) => page.locator('[data-fact="understood"]')
const segments = (page: Page, name: 'date' | 'time') => page.locator(`#field-${name} [role="spinbutton"]`)

test('a time is typed as it is said, shown as understood, and taken back by any other way to say it', async ({
  open,
}) => {
  const { page } = await open()
  const said = field(page, 'said')
  await said.focus()
  await page.keyboard.type('tomorrow 2p')
  await expect(understood(page)).toHaveText('')
  await page.keyboard.press('Tab')
  await expect(understood(page)).toHaveText(/^Understood as \w{3} \d+ \w{3}, 2:00 PM ET$/)
  await expect(said).toHaveValue('tomorrow 2p')
  await expect(segments(page, 'time').first()).toHaveText('2')

  await said.fill('tuesdy 2p')
  await expect(said).not.toHaveAttribute('aria-invalid', 'true')
  await said.press('Tab')
  await expect(said).toHaveAttribute('aria-invalid', 'true')
  await expect(said).toHaveAccessibleDescription(/Not understood: "tuesdy 2p"/)
  await expect(said).toHaveValue('tuesdy 2p')
  await expectAccessible(page, 'a time that was not understood')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-fact="errors"]')).toContainText('Not understood: "tuesdy 2p"')
  await expect(page.locator('[data-fact="saved"]')).toHaveCount(0)

  await said.fill('1/4/2099 930')
  await said.press('Tab')
  await expect(said).not.toHaveAttribute('aria-invalid', 'true')
  await expect(understood(page)).toHaveText('Understood as Sun 4 Jan 2099, 9:30 AM ET')
  await segments(page, 'time').first().focus()
  await page.keyboard.type('1100AM')
  await expect(said).toHaveValue('')
  await expect(understood(page)).toHaveText('Understood as Sun 4 Jan 2099, 11:00 AM ET')
})

test('what was taken for granted in a time is shown before it is saved', async ({ open }) => {
  const { page } = await open()
  await typePair(page, typedPair(71))
  const said = field(page, 'said')
  await said.fill('1/1 9a')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-fact="said-note"]')).toHaveText('This year it has passed, so next year is meant.')
  await expect(page.locator('[data-fact="saved"]')).toHaveCount(0)
  await expect(said).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-fact="saved"]')).toContainText(/\w{3} 1 Jan \d{4}, 9:00 AM ET/)
})
