import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Tally } from '../../shared/views/inbox.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import {
  bookUnseen,
  findBox,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
} from '../support/page/desk-page.ts'
import { expectDialog } from '../support/page/dialog.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { expect, test } from './window.ts'

const rows = (page: Page) => page.locator('[data-testid="inbox-row"]')
const row = (page: Page, id: string) => page.locator(`[data-testid="inbox-row"][data-booking-id="${id}"]`)

async function book(page: Page, number: number): Promise<string> {
  await page.keyboard.press('Control+n')
  await typePair(page, typedPair(number))
  return save(page)
}

async function tallyOn(page: Page): Promise<Tally> {
  return JSON.parse((await page.locator('[data-testid="tally"]').getAttribute('data-tally')) ?? '') as Tally
}

test('A waiting booking shows its send-by time in the inbox, is withdrawn there, or leaves it once sent', async ({
  open,
}) => {
  const { page } = await open()
  await page.keyboard.press('Control+4')
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()

  await setPracticeConnection(page, 'cut')
  const [first, second] = [await book(page, 21), await book(page, 22)]
  await page.keyboard.press('Control+4')
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, first).locator('[data-testid="send-by"]')).toContainText(
    /^Must leave by .* ET, else it is held\.$/,
  )
  await expect(row(page, first)).toContainText("Sends when you're back online")
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '2')

  await row(page, first).getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Withdrawn. Nothing will be sent.')).toBeVisible()
  // The focused button went with its row, so the next row takes the focus.
  await expect(row(page, second).getByRole('button').first()).toBeFocused()
  expect(await tallyOn(page)).toMatchObject({ saved: 2, withdrawn: 1, notSent: 1 })

  await setPracticeConnection(page, 'up')
  await expect(rows(page)).toHaveCount(0)
  await expect(row(page, second)).toHaveCount(0)
  expect(await tallyOn(page)).toMatchObject({ saved: 2, withdrawn: 1, accepted: 1, notSent: 0 })
})

test('The inbox leads from a booking in doubt to its resolutions, and the parts of its tally add up', async ({
  open,
  profile,
}) => {
  const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  const doubted = await book(page, 23)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'in-doubt')
  await book(page, 24)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')

  await statusBar(page).getByRole('button', { name: '1 needs attention' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, doubted)).toHaveAttribute('data-state', 'in-doubt')
  await expect(row(page, doubted)).toContainText(/Sent as RO 12023 LK-\w+ and RO 12023 LK-\w+\./)
  await expectAccessible(page, 'a queue that needs attention')
  const { saved, ...parts } = await tallyOn(page)
  expect([saved, parts.accepted, parts.unknown]).toEqual([2, 1, 1])
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(saved)

  await row(page, doubted).getByRole('button', { name: 'Open it' }).press('Enter')
  await expect(page.locator(`[data-testid="booking"][data-booking-id="${doubted}"]`)).toBeVisible()
  await expect(page.getByRole('button', { name: "It's booked…" })).toBeVisible()
  await proxy.close()
  await judge.end()
})

test(
  'The guide for a booking in doubt refuses an early confirmation and takes reported numbers, by keyboard',
  { tag: '@item-9' },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    const doubted = await book(page, 25)
    await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'in-doubt')
    await page.keyboard.press('Control+4')
    const opener = row(page, doubted).getByRole('button', { name: 'Find out…' })
    await expectDialog(page, { testId: 'doubt-guide', opener, open: () => opener.press('Enter') })
    await opener.press('Enter')
    const guide = page.locator('[data-testid="doubt-guide"]')
    await expect(guide).toContainText(/Do you have a move with the reference RO 12025 LK-\w+ and RO 12025 LK-\w+/)
    await expect(guide).toContainText('Do not book it again')
    await expectAccessible(page, 'the guide out of doubt')
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)

    // The guide also opens over the page of the booking, and gives the focus back there.
    await row(page, doubted).getByRole('button', { name: 'Open it' }).press('Enter')
    const onPage = page.locator('[data-testid="booking"]').getByRole('button', { name: 'Find out…' })
    await onPage.press('Enter')
    await expect(guide).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
    await expect(onPage).toBeFocused()

    // The card of the day opens the guide over the inbox.
    await page.keyboard.press('Control+3')
    await page.keyboard.press('ArrowRight')
    const card = page.locator(`[data-testid="day-booking"][data-booking-id="${doubted}"]`)
    await card.getByRole('button', { name: /^More for / }).press('Enter')
    await page.getByRole('menuitem', { name: 'Find out…' }).press('Enter')
    await expect(guide).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)

    await opener.press('Enter')
    await guide.getByRole('radio', { name: 'They do not' }).press('Space')
    await guide.getByRole('button', { name: 'Not booked' }).press('Enter')
    await expect(guide.locator('input#absent-why')).toHaveAttribute('aria-invalid', 'true')
    await guide.locator('input#absent-why').fill('Wren at dispatch, by phone')
    await guide.locator('input#who').fill('Dana R.')
    await page.keyboard.press('Enter')
    await expect(guide).toHaveCount(0)
    await expect(page.getByText('Noted. You can confirm once the wait is over.')).toBeVisible()
    await expect(row(page, doubted)).toHaveAttribute('data-state', 'in-doubt')

    // Quarantine: the first request may still run.
    await opener.press('Enter')
    await expect(guide.getByRole('heading', { name: '3. Confirm it' })).toBeVisible()
    await guide.locator('input#absent-why').fill('Wren at dispatch, by phone')
    await page.keyboard.press('Enter')
    await expect(guide.getByRole('alert')).not.toBeEmpty()

    // The provider looks once more and finds the moves.
    const [line] = await readLedger(judge.url, judge.token)
    const [loaner = 0, customer = 0] = line?.move_ids ?? []
    await guide.getByRole('radio', { name: 'They have it' }).press('Space')
    await guide.locator('input#number-customer').fill(String(customer))
    await guide.locator('input#number-loaner').fill(String(loaner))
    await page.keyboard.press('Enter')
    await expect(guide).toHaveCount(0)
    await expect(rows(page)).toHaveCount(0)
    expect(await tallyOn(page)).toMatchObject({ saved: 1, accepted: 1, unknown: 0 })
    expect(await readLedger(judge.url, judge.token)).toHaveLength(1)
    await proxy.close()
  },
)

test('The R key leads to each booking that needs attention in turn, and types its letter in a field', async ({
  open,
}) => {
  const { page } = await open()
  await page.keyboard.press('Control+3')
  await page.keyboard.press('r')
  await expect(page.locator('[data-testid="fetch-skipped"]')).toHaveText(
    'Show what needs attention: not available. Nothing needs attention.',
  )
  // The practice service refuses a phone that short.
  await bookUnseen(page, pairBooking(4, { customer: { name: 'Theo Brandt', phone: '+6834000' } }))
  await bookUnseen(page, pairBooking(5, { customer: { name: 'Wren Castellane', phone: '+6834000' } }))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '2')
  await page.keyboard.press('r')
  const wanting = page.locator('[data-testid="inbox-row"][data-attention="true"]')
  await expect(wanting).toHaveCount(2)
  await expect(wanting.first().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('r')
  await expect(wanting.last().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('r')
  await expect(wanting.first().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('r')
  await expect(findBox(page)).toHaveValue('r')
})
