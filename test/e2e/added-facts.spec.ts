import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import {
  chooseMore,
  goToSettings,
  find,
  moreButton,
  save,
  showTomorrow,
  typedPair,
  typePair,
} from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const dialog = (page: Page) => page.locator('[data-testid="add-fact"]')
const added = (page: Page) => page.locator('[data-testid="added-facts"] li')
const outcome = (page: Page) => page.locator('[data-testid="booking"] [data-testid="outcome"]')

/** Presses the keys of a walk through the dialog; a word in capitals is a key, everything else is typed. */
async function keys(page: Page, ...steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    if (/^(Tab|Enter|ArrowRight)$/.test(step)) await page.keyboard.press(step)
    else await page.keyboard.type(step)
  }
}

async function begin(page: Page): Promise<void> {
  await chooseMore(page, 'Add RO, loaner or note…')
  await expect(page.getByRole('radio', { name: 'RO number' })).toBeFocused()
}

test('A person adds a repair order, a loaner and a note to a booking that has left, by keyboard alone', async ({
  open,
  profile,
}, info) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"hopdrive"}}', { mode: 0o600 })
  const { page } = await open()
  const [first, second] = [typedPair(71), typedPair(72)]
  const picture = async (name: string) => {
    await expectAccessible(page, name)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`) })
    }
  }
  await typePair(page, second)
  await save(page)
  await typePair(page, first)
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, first.reference)
  await page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`).waitFor()

  await begin(page)
  await keys(page, 'Tab', 'Tab', 'Dana R.', 'Tab', 'Tab', 'Enter')
  await expect(page.locator('input#fact-reference')).toBeFocused()
  await expect(dialog(page)).toContainText('Enter an RO number.')
  await keys(page, second.reference, 'Tab', 'Tab', 'Tab', 'Enter')
  const question = page.locator('[data-testid="fact-duplicates"]')
  await expect(question).toContainText('Another booking of this day has this repair order')
  await expect(question.getByRole('button', { name: 'Back' })).toBeFocused()
  await expect(question.getByRole('row').filter({ hasText: 'RO number' })).toContainText('Same')
  await picture('question')
  await question.getByRole('button', { name: 'Add anyway' }).press('Enter')
  await expect(outcome(page)).toContainText('Added. It stays here. The driver service is not told.')
  await expect(added(page).first()).toContainText(`RO number: ${second.reference}`)
  await expect(added(page).first()).toContainText('Added although another booking of the day has it.')
  await expect(added(page).first()).toContainText('by Dana R.')

  await begin(page)
  await keys(page, 'ArrowRight', 'Tab', 'LN-77', 'Tab', '1M8GDM9AXKP042788', 'Tab', '2022', 'Tab', 'Kia', 'Tab', 'Soul')
  await keys(page, 'Tab', 'Blue')
  await picture('loaner')
  await keys(page, 'Tab', 'Tab', 'Tab', 'Enter')
  await expect(added(page).first()).toContainText('Loaner: LN-77 Kia Soul, 2022, Blue, VIN 1M8GDM9AXKP042788')
  await expect(added(page).first()).toContainText('The driver service has it.')
  const loaner = page.locator('[data-testid="move-of-booking"][data-role="loaner"]')
  await expect(loaner).toContainText('LN-77 Kia Soul, 2022, Blue')
  await expect(loaner.locator('[data-testid="provider-has"]')).toHaveCount(0)

  await begin(page)
  await keys(page, 'ArrowRight', 'ArrowRight', 'Tab', 'The key is in the lockbox', 'Tab', 'Tab', 'Tab', 'Enter')
  await expect(added(page)).toHaveCount(3)
  await expect(moreButton(page)).toBeFocused()
  await picture('page')

  const rows = await find(page, 'lockbox')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Soul')
  await expect(
    rows.first().getByRole('gridcell', { name: second.reference.replace('RO ', ''), exact: true }),
  ).toBeVisible()
  await showTomorrow(page, 2)
  const card = page.locator(`[data-testid="day-booking"][data-booking-id="${bookingId}"]`)
  await expect(card).toContainText(second.reference)
  await expect(card).toContainText('Loaner LN-77 Kia Soul')
  await expect(card).toContainText('Note: The key is in the lockbox')
  await picture('day')
})

test('A loaner that the provider does not take stays on this desk, and page and inbox say so', async ({ open }) => {
  const { page } = await open()
  await goToSettings(page)
  await page.getByRole('button', { name: 'Lose the next reply' }).press('Enter')
  await page.keyboard.press('Control+n')
  const pair = typedPair(73)
  await typePair(page, pair)
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'in-doubt')
  await find(page, pair.reference)
  await page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`).waitFor()
  await begin(page)
  await keys(
    page,
    'ArrowRight',
    'Tab',
    'LN-78',
    'Tab',
    'Tab',
    'Tab',
    'Tab',
    'Tab',
    'Tab',
    'Dana R.',
    'Tab',
    'Tab',
    'Enter',
  )
  await expect(added(page)).toContainText("It stays here, and the driver service doesn't have it.")
  await expect(added(page)).toContainText("We don't know yet whether this is booked")
  await begin(page)
  await keys(page, 'Tab', 'RO 77 501', 'Tab', 'Tab', 'Tab', 'Enter')
  await expect(added(page)).toHaveCount(2)
  await begin(page)
  await keys(page, 'ArrowRight', 'ArrowRight', 'Tab', 'The customer has the key', 'Tab', 'Tab', 'Tab', 'Enter')
  await expect(added(page)).toHaveCount(3)
  await page.keyboard.press('Control+4')
  const needs = page.locator(`[data-testid="resolve"][data-booking-id="${bookingId}"]`)
  await expect(needs).toContainText('RO 77 501')
  await expect(needs).toContainText('Note: The customer has the key')
})
