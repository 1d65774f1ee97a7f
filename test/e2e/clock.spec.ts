import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { setPracticeLink, typedPair, typePair } from '../support/desk-page.ts'
import { expect, test } from './window.ts'

/* Nights on which the clocks of New York change, far enough ahead that no run of the tests is too late for them. */
const SPRING = '03082099'
const AUTUMN = '11012099'

async function typeWhen(page: Page, date: string, time: string): Promise<void> {
  await page.locator('#field-date [role="spinbutton"]').first().focus()
  await page.keyboard.type(date)
  await page.locator('#field-time [role="spinbutton"]').first().focus()
  await page.keyboard.type(time)
}

const understood = (page: Page) => page.locator('[data-fact="understood"]')

test('a time that the clocks leave out is refused at its field, with the times to choose', async ({ open }) => {
  const { page } = await open()
  await setPracticeLink(page, 'cut')
  await typePair(page, typedPair(81))
  await typeWhen(page, SPRING, '0230AM')
  const words =
    '2:30 AM does not exist on Sun 8 Mar: the clocks go forward from 2:00 AM (EST) to 3:00 AM (EDT). ' +
    'Choose a time before 2:00 AM, or 3:00 AM or later.'
  await expect(understood(page)).toHaveText(words)
  await page.keyboard.press('Control+Enter')
  const errors = page.locator('[data-fact="errors"]')
  await expect(errors).toHaveAttribute('data-count', '1')
  await expect(errors).toContainText(words)
  await expect(page.locator('#field-time')).toHaveAccessibleDescription(`Selected Time: 2:30 AM ${words}`)
  await expect(page.locator('[data-fact="saved"]')).toHaveCount(0)
  await expectAccessible(page, 'a time in a gap')
  await errors.getByRole('link').press('Enter')
  await expect(page.locator('#field-time [role="spinbutton"]').first()).toBeFocused()
  await page.keyboard.type('0300AM')
  await expect(understood(page)).toHaveText('Understood as Sun 8 Mar 2099, 3:00 AM ET')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-fact="saved"]')).toBeVisible()
})

test('a time that comes twice is asked about by keyboard, kept in the draft, and asked anew for another time', async ({
  open,
}) => {
  const first = await open()
  await setPracticeLink(first.page, 'cut')
  await typePair(first.page, typedPair(82))
  await typeWhen(first.page, AUTUMN, '0130AM')
  const question = first.page.getByRole('radiogroup', {
    name: '1:30 AM comes twice on Sun 1 Nov: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST). Which one?',
  })
  await expect(question.getByRole('radio')).toHaveCount(2)
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
  await first.page.keyboard.press('Control+Enter')
  const errors = first.page.locator('[data-fact="errors"]')
  await expect(errors).toHaveAttribute('data-count', '1')
  await expect(errors).toContainText('Choose the first or the second.')
  await expectAccessible(first.page, 'a time that comes twice')
  await errors.getByRole('link').press('Enter')
  await expect(question.getByRole('radio', { name: '1:30 AM, first (EDT)' })).toBeFocused()
  await first.page.keyboard.press('ArrowRight')
  await expect(question.getByRole('radio', { name: '1:30 AM, second (EST)' })).toBeChecked()
  await expect(understood(first.page)).toHaveText('Understood as Sun 1 Nov 2099, 1:30 AM EST, the second of two')
  await expect(first.page.locator('[data-fact="form"]')).toHaveAttribute('data-draft', 'kept')
  await first.kill()

  const { page } = await open()
  const second = page.getByRole('radio', { name: '1:30 AM, second (EST)' })
  await expect(second).toBeChecked()
  await typeWhen(page, AUTUMN, '0145AM')
  await expect(page.getByRole('radio', { name: '1:45 AM, second (EST)' })).not.toBeChecked()
  await expect(understood(page)).toHaveText('This time comes twice: choose which one.')
  await page.getByRole('radio', { name: '1:45 AM, first (EDT)' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-fact="saved"]')).toContainText('Sun 1 Nov 2099, 1:45 AM EDT')
})
