import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { expect, test } from './window.ts'

async function doubted(page: Page) {
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await typePair(page, typedPair(61))
  await save(page)
  const saved = page.locator('[data-testid="saved"]')
  await expect(saved).toHaveAttribute('data-state', 'in-doubt')
  await expect(saved).toContainText("don't book it again. Ask the driver service by phone and give the reference.")
  await page.keyboard.press('Control+4')
  const booking = page.locator('[data-testid="resolve"]')
  // Both references of the pair, in groups of four to be read out.
  const reference = 'RO 12061 LK-\\w{4}-\\w{4}-\\w+'
  await expect(booking.locator('[data-testid="call"]')).toContainText(
    new RegExp(`Reference\\s*${reference}\\s*and the loaner\\s*${reference}`),
  )
  return booking
}

test(
  'A booking in doubt is settled by the numbers of the provider, by keyboard, and not by a wrong number',
  { tag: '@smoke' },
  async ({ open, profile }) => {
    const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
    const proxy = await startFaultProxy(judge.url)
    proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    const booking = await doubted(page)
    const [line] = await readLedger(judge.url, judge.token)
    const [loaner = 0, customer = 0] = line?.move_ids ?? []
    expect(customer).toBeGreaterThan(0)

    const first = page.locator('input#number-customer')
    await first.press('Enter')
    await expect(booking.getByText('Enter at least one move number.').first()).toBeVisible()
    await expect(booking.locator('input#who')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, 'the resolutions of doubt')

    await first.fill('4711')
    await page.locator('input#who').fill('Dana R.')
    await page.keyboard.press('Enter')
    await expect(booking).toHaveAttribute('data-state', 'in-doubt')
    await expect(booking.locator('[data-testid="resolve-reason"]')).toContainText('has no move 4711')
    await expect(page.getByText('Checking the number')).toHaveCount(0)
    await expect(page.getByTestId('inbox').getByTestId('outcome')).toContainText('has no move 4711')
    await expect(page.locator('[data-testid="saved"] [data-tone="warn"]')).toHaveCount(1)

    await first.fill(String(customer))
    await page.locator('input#number-loaner').fill(String(loaner))
    await expect(page.locator('input#who')).toHaveValue('Dana R.')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-testid="inbox-row"]')).toHaveCount(0)
    await expect(page.getByText('Checking the number')).toHaveCount(0)
    await expect(page.getByTestId('inbox').getByTestId('outcome')).toContainText('Confirmed by')
    await page.getByRole('button', { name: 'Settled today 1' }).press('Enter')
    await expect(booking).toHaveAttribute('data-state', 'booked')
    await booking.getByRole('button', { name: 'Open booking' }).press('Enter')
    await expect(page.locator('[data-testid="booking"]')).toContainText(String(customer))
    expect(await readLedger(judge.url, judge.token)).toHaveLength(1)
    await proxy.close()
    await judge.end()
  },
)

test('The resolution "not there" takes two steps, and a booking placed by phone is not sent', async ({
  open,
  profile,
}) => {
  const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  const booking = await doubted(page)

  const answer = (kind: string) => booking.locator(`[data-testid="answers"] [data-value="${kind}"]`)
  await answer('not-booked-reported').click()
  await page.locator('input#absent-why').fill('Lee at the provider, by phone')
  await page.locator('input#who').fill('Dana R.')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('outcome')).toHaveText('Noted. You can confirm once the wait is over.')
  await expect(booking).toContainText('two drivers come')
  await page.locator('input#absent-why').fill('Lee again')
  await page.keyboard.press('Enter')
  await expect(booking.locator('[data-testid="answers"]').getByRole('alert')).not.toBeEmpty()
  await expect(booking).toHaveAttribute('data-state', 'in-doubt')

  await answer('placed-by-phone').click()
  await page.locator('input#phone-reference').fill('PH-77')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-testid="inbox-row"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Settled today 1' }).press('Enter')
  await expect(booking).toHaveAttribute('data-state', 'placed-by-phone')
  expect(await readLedger(judge.url, judge.token)).toHaveLength(1)
  await proxy.close()
  await judge.end()
})

test('A booking like another open one is held unless a person saved it so, and is sent once a person calls it a second move', async ({
  open,
}) => {
  const { page } = await open()
  const saved = page.locator('[data-testid="saved"]')
  // The second save is confirmed beside the first, so nobody is asked again.
  for (let copy = 0; copy < 2; copy += 1) {
    await typePair(page, typedPair(62))
    await save(page, { alarm: copy === 1 })
    await expect(saved).toHaveAttribute('data-state', 'booked')
  }
  await bookUnseen(page, pairBooking(63), pairBooking(63))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  await page.keyboard.press('Control+4')
  const answers = page.locator('[data-testid="resolve"] [data-testid="answers"]')
  await answers.locator('[data-value="release"]').click()
  await answers.locator('input#who').fill('Dana R.')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-testid="inbox-row"]')).toHaveCount(0)
  await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
})
