import type { Locator, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '../support/page/axe.ts'
import {
  find,
  findBox,
  goToSettings,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
} from '../support/page/desk-page.ts'
import type { Outcome } from '../support/fakes/practice-controls.ts'
import { startHopdrive } from '../support/processes/hopdrive.ts'
import { expect, test } from './window.ts'

const move = (page: Page, role: string) => page.locator(`[data-testid="move-of-booking"][data-role="${role}"]`)
const numberOf = async (of: Locator) => Number(await of.getAttribute('data-number'))
const describeWho = (page: Page) => page.locator('input#asks-who').fill('Dana R.')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

/** Books a pair and shows it. */
async function booked(page: Page, number: number): Promise<void> {
  const pair = typedPair(number)
  await typePair(page, pair)
  const bookingId = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  await page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`).waitFor()
}

test(
  'The cancel question explains itself, requests nothing on its safe answer, and is answered by keyboard',
  { tag: '@smoke' },
  async ({ open, profile }) => {
    const service = await startHopdrive(profile)
    const { page } = await open()
    await booked(page, 71)
    const customer = move(page, 'customer')
    const opener = page.getByRole('button', { name: 'Cancel…' })
    const question = page.locator('[data-testid="cancel-question"]')

    await opener.press('Enter')
    await expect(page.locator('input#asks-who')).toBeFocused()
    await expect(page.getByRole('radio', { name: 'Both moves' })).toBeChecked()
    await expect(question).toContainText(
      "The driver hasn't started, so this is usually free. The driver service sets any fee.",
    )
    await expect(question).toContainText("can't be undone")
    await expectAccessible(page, 'cancel question')
    await press(page, 'Keep booking')
    await expect(question).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await expect(customer.locator('[data-testid="cancel"]')).toHaveCount(0)

    await opener.press('Enter')
    await page.getByRole('radio', { name: "Customer's car only" }).press('Space')
    await expect(question.locator('[data-testid="partial-pair"]')).toContainText('the customer keeps both cars')
    await page.getByRole('radio', { name: 'Loaner only' }).press('Space')
    await expect(question.locator('[data-testid="partial-pair"]')).toContainText('the customer is left without a car')
    await page.getByRole('radio', { name: 'Both moves' }).press('Space')
    await expect(question.locator('[data-testid="partial-pair"]')).toHaveCount(0)
    await press(page, 'Cancel booking')
    await expect(question.getByText('Enter your name.')).toBeVisible()
    await expect(page.locator('input#asks-who')).toBeFocused()
    await page.keyboard.type('Dana R.')
    await press(page, 'Cancel booking')
    await expect(question).toHaveCount(0)
    await expect(customer.getByRole('heading', { level: 3 })).toBeFocused()
    for (const role of ['customer', 'loaner']) {
      await expect(move(page, role).locator('[data-testid="cancel"]')).toContainText(
        "Requested. The driver service hasn't decided yet.",
      )
      await expect(move(page, role).locator('[data-testid="cancel"]')).toContainText('asked by Dana R.')
      await expect(page.getByRole('button', { name: 'Cancel…' })).toHaveCount(0)
    }
    await expect(page.locator('[data-testid="found-booking"]').first()).toHaveAttribute(
      'data-flags',
      /cancel-requested/,
    )
    await service.end()
  },
)

const ENDINGS: readonly (readonly [Outcome, string, string])[] = [
  ['succeeded', 'Canceled, free of charge.', 'Canceled'],
  ['partial', 'Stopped before the delivery, not fully canceled.', 'Stopped'],
  ['failed', 'Too late to cancel', 'Not canceled'],
]

test('A single-letter command types nothing into the field that it opens, and is off where single keys are off', async ({
  open,
  profile,
}) => {
  const service = await startHopdrive(profile)
  const { page } = await open()
  await booked(page, 81)
  const detail = page.getByRole('region', { name: 'Selected booking' })
  await detail.focus()
  await page.keyboard.press('x')
  await expect(page.locator('input#asks-who')).toBeFocused()
  await expect(page.locator('input#asks-who')).toHaveValue('')
  await page.keyboard.press('Escape')
  await detail.focus()
  const searched = await findBox(page).inputValue()
  await page.keyboard.press('/')
  await expect(findBox(page)).toBeFocused()
  await expect(findBox(page)).toHaveValue(searched)

  await goToSettings(page, 'Appearance')
  await page.getByRole('radiogroup', { name: 'Single-key shortcuts' }).getByText('Off').click()
  await page.keyboard.press('Control+3')
  await detail.focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-testid="cancel-question"]')).toHaveCount(0)
  await service.end()
})

test('A pair is canceled from any screen by eight keys once the name is known', async ({ open, profile }) => {
  const service = await startHopdrive(profile)
  const { page } = await open()
  await booked(page, 80)
  await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
  await describeWho(page)
  await press(page, 'Keep booking')
  await page.keyboard.press('Control+4')
  for (const key of ['Control+f', '0', '1', '8', '0', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 2, name: typedPair(80).name })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeFocused()
  await page.keyboard.press('Enter')
  for (const role of ['customer', 'loaner']) {
    await expect(move(page, role).locator('[data-testid="cancel"]')).toHaveAttribute('data-amendment', 'submitted')
  }
  await service.end()
})

test('Each of the three outcomes of a cancellation marks the row in the list and is explained on the move', async ({
  open,
  profile,
}) => {
  const service = await startHopdrive(profile)
  const first = await open()
  for (const [at, [outcome]] of ENDINGS.entries()) {
    const { page } = first
    if (at > 0) await page.keyboard.press('Control+n')
    await booked(page, 72 + at)
    const customer = move(page, 'customer')
    await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
    await page.getByRole('radio', { name: "Customer's car only" }).press('Space')
    // The form keeps the name for the next request.
    if (at === 0) await describeWho(page)
    await press(page, 'Cancel booking')
    await expect(customer.locator('[data-testid="cancel"]')).toHaveAttribute('data-amendment', 'submitted')
    await service.decide(await numberOf(customer), outcome)
  }
  await first.close()
  // A move is fetched at most once a minute, also across restarts.
  const file = new Database(join(profile, 'desk.db'))
  file.prepare('UPDATE moves SET polled_at = NULL').run()
  file.close()

  const { page } = await open()
  for (const [at, [outcome, words, mark]] of ENDINGS.entries()) {
    await find(page, typedPair(72 + at).reference)
    await expect(page.locator('[data-testid="booking"] h2')).toContainText(typedPair(72 + at).name)
    await expect(move(page, 'customer').locator('[data-testid="cancel"]')).toContainText(words, { timeout: 60_000 })
    await expect(page.locator('[data-testid="found-booking"]').first()).toContainText(mark)
    await expect(page.getByRole('button', { name: 'Book return' })).toHaveCount(outcome === 'failed' ? 1 : 0)
  }
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  await service.end()
})

test(
  'A change request shows its values at once, and a refused one shows them beside those of the provider',
  { tag: '@smoke' },
  async ({ open, profile }) => {
    const service = await startHopdrive(profile)
    const { page } = await open()
    await booked(page, 77)
    const loaner = move(page, 'loaner')
    await loaner.getByRole('button', { name: 'Change…' }).press('Enter')
    const question = page.locator('[data-testid="change-question"]')
    await expect(page.locator('input#change-stock')).toBeFocused()
    await expect(question).toContainText(
      'Only these can be changed from here. For anything else call the driver service, or reschedule.',
    )
    await expectAccessible(page, 'change question')
    await press(page, 'Request change')
    await expect(question.getByRole('alert')).toContainText('Nothing was changed')
    await page.locator('input#change-stock').fill('LN-7')
    await page.locator('input#change-vin').fill('not a VIN!')
    await press(page, 'Request change')
    await expect(question.getByText('VIN takes only letters and digits, at most 24.')).toBeVisible()
    await expect(page.locator('input#change-vin')).toBeFocused()
    await page.setViewportSize({ width: 320, height: 256 })
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await sideways()).toBe(0)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.locator('input#change-vin').fill('')
    await describeWho(page)
    await press(page, 'Request change')
    await expect(question).toHaveCount(0)
    await expect(loaner.getByRole('heading', { level: 3 })).toBeFocused()
    await expect(loaner.getByText('LN-7').first()).toBeVisible()
    await expect(loaner.locator('[data-testid="change"]')).toHaveCount(0)

    const customer = move(page, 'customer')
    for (let step = 0; step < 6; step += 1) await service.step(await numberOf(loaner))
    for (let step = 0; step < 3; step += 1) await service.step(await numberOf(customer))
    await customer.getByRole('button', { name: 'Change…' }).press('Enter')
    await page.locator('input#change-color').fill('Red')
    await press(page, 'Request change')
    const refused = customer.locator('[data-testid="change"]')
    await expect(refused).toContainText('was picked up and can no longer be changed')
    await expect(refused).toContainText('Color: Red (provider has White)')
    await expect(customer.getByRole('button', { name: 'Change…' })).toHaveCount(0)
    await expectAccessible(page, 'change refused')
    await service.end()
  },
)

test('A cancellation request made offline waits, says so, and can be withdrawn', async ({ open, profile }) => {
  const service = await startHopdrive(profile)
  const { page } = await open()
  await booked(page, 78)
  await service.end()
  const customer = move(page, 'customer')
  await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
  await page.getByRole('radio', { name: "Customer's car only" }).press('Space')
  await describeWho(page)
  await press(page, 'Cancel booking')
  const waits = customer.locator('[data-testid="cancel"]')
  await expect(waits).toContainText("Cancel request saved. Sends when you're back online")
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
  await waits.getByRole('button', { name: 'Keep booking' }).press('Enter')
  await expect(waits).toHaveCount(0)
  await expect(customer.getByRole('heading', { level: 3 })).toBeFocused()
  await expect(customer.getByText('Withdrawn. The provider is not asked.')).toBeVisible()
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
})

test('The page of a booking at a provider without amendments says to call, with the numbers of both moves', async ({
  open,
  profile,
}) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"baseline"}}', { mode: 0o600 })
  const { page } = await open()
  await setPracticeConnection(page, 'up')
  await booked(page, 79)
  const customer = move(page, 'customer')
  await expect(page.getByRole('button', { name: 'Cancel…' })).toHaveCount(0)
  const numbers = [await numberOf(customer), await numberOf(move(page, 'loaner'))]
  await expect(page.getByTestId('call-instead')).toHaveText(
    `To cancel or change, call the driver service: moves ${numbers.join(' and ')}.`,
  )
})
