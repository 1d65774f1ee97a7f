import type { Page } from '@playwright/test'
import { addMinutes, fromMillis } from '../../shared/time/time.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { CHARGE_ANSWER } from '../support/builders/move-news.ts'
import { find, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { shapeAnswers } from '../support/fakes/practice-controls.ts'
import { startHopdrive } from '../support/processes/hopdrive.ts'
import { expect, test } from './window.ts'

const inboxRow = (page: Page) => page.locator('[data-testid="inbox-row"]')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

/** Two days after now, which is after the booking of tomorrow. */
const laterTime = () => addMinutes(fromMillis(Date.now()), 2 * 24 * 60)

async function book(page: Page, number: number): Promise<string> {
  const pair = typedPair(number)
  await typePair(page, pair)
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  return pair.reference
}

test('A later time of the provider and what it dropped stand on the page, and the inbox has both ways out by keyboard', async ({
  open,
  judge,
}) => {
  await shapeAnswers(judge, {
    earliest_available_time: laterTime(),
    message: 'Closed tomorrow afternoon. The next driver comes the day after.',
    customer_phone: '804555',
    customer_move: {
      vehicle: { color: 'Green', manual: true },
      special_instructions: 'Gate',
      driver_name: 'Nadia Rowe',
      settled: false,
      charge: CHARGE_ANSWER,
      tracking_link: 7,
    },
    loaner_move: { dealer_contact: 'Lee at the front desk' },
  })
  const { page } = await open({ provider: judge })
  const reference = await book(page, 83)
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')

  await test.step('The inbox lists the booking with what to do, and the provider that takes no request is called', async () => {
    await page.keyboard.press('Control+4')
    await expect(inboxRow(page)).toHaveCount(1)
    await expect(inboxRow(page)).toHaveAttribute('data-state', 'booked')
    const needs = page.locator('[data-testid="resolve"]')
    await expect(needs).toContainText(/Earliest start is /)
    await expect(needs).toContainText('Tell the customer, or cancel. The driver service says: “Closed tomorrow')
    await expectAccessible(page, 'an inbox with a later time')
    await needs.locator('[data-purpose="cancel"] summary').press('Enter')
    await expect(needs.locator('[data-purpose="cancel"]')).toContainText('Please cancel move')
  })

  await test.step('The page says what the provider has, and keeps the appointment', async () => {
    await find(page, reference)
    const booking = page.locator('[data-testid="booking"]')
    await expect(booking.locator('[data-testid="later-time"]')).toContainText('Tell the customer, or cancel')
    const has = booking.locator('[data-testid="provider-has"]')
    await expect(has).toHaveText([
      /Phone: 804555/,
      /Color: Green.*Transmission: manual.*Instructions: Gate/,
      /Contact: Lee/,
    ])
    await expect(booking.locator('[data-testid="booking-time"]')).toContainText('2:00 PM')
    await expect(booking).toContainText(/lane\d+/)
    const customer = booking.locator('[data-testid="move-of-booking"][data-role="customer"]')
    await expect(customer).toContainText(
      /Driver\s*Nadia Rowe\s*Charge\s*\$38\.50 due, status “open”, not final yet\s*Disputed: Wrong/,
    )
    await expect(customer).toContainText(/Tracking page\s*“7” \(not a link we can open\)/)
    await expect(customer).not.toContainText('none yet')
    await expectAccessible(page, 'a booking that the provider changed')
  })

  await test.step('The word that the customer was told ends the need, and stands in the history with its author', async () => {
    await page.keyboard.press('Control+4')
    const answers = page.locator('[data-testid="resolve"] [data-testid="answers"]')
    await expect(answers.locator('[data-value="customer-told"]')).toContainText('Customer was told')
    await page.locator('input#who').fill('')
    await answers.getByRole('button', { name: 'Customer was told' }).press('Enter')
    await expect(answers).toContainText('Enter your name.')
    await expectAccessible(page, 'the answer that the customer was told, without a name')
    await page.locator('input#who').fill('Dana R.')
    await page.locator('input#who').press('Enter')
    await expect(inboxRow(page)).toHaveCount(0)
    await expect(page.getByTestId('outcome')).toHaveText('Noted that the customer was told.')
    await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
    await find(page, reference.slice(3))
    await expect(page.locator('[data-testid="later-time"]')).toHaveCount(0)
    await press(page, 'All activity')
    await expect(page.locator('[data-testid="history"]')).toContainText(/Customer told of the later time: .*Dana R\./)
  })
})

test('A booking with a later time is canceled from the inbox at a provider that takes cancellations', async ({
  open,
  profile,
}) => {
  const service = await startHopdrive(profile)
  await shapeAnswers(service, { earliest_available_time: laterTime() })
  const { page } = await open()
  await book(page, 84)
  await page.keyboard.press('Control+4')
  await press(page, 'Cancel…')
  const question = page.locator('[data-testid="cancel-question"]')
  await expect(question).toBeVisible()
  await page.getByRole('radio', { name: 'Both moves' }).press('Space')
  await page.locator('input#asks-who').fill('Dana R.')
  await press(page, 'Cancel booking')
  await expect(page.locator('[data-testid="cancel"]')).toHaveCount(2)
  await expect(page.locator('[data-testid="later-time"]')).toHaveCount(0)
  await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
  await service.end()
})
