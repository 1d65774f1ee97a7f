import type { Page } from '@playwright/test'
import type { Tally } from '../../shared/views/inbox.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
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
import { CountedKeys, expectKeys, RECORDS_MEASURES } from '../support/page/measures.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { expect, test } from './window.ts'

const rows = (page: Page) => page.locator('[data-testid="inbox-row"]')
const row = (page: Page, id: string) => page.locator(`[data-testid="inbox-row"][data-booking-id="${id}"]`)

const pane = (page: Page, id: string) => page.locator(`[data-testid="resolve"][data-booking-id="${id}"]`)

async function goToInbox(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+4')
}

/** Books a pair whose reply is lost, and returns its id. */
async function bookDoubted(page: Page, number: number): Promise<string> {
  await bookUnseen(page, pairBooking(number))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  return attentionId(page)
}

/** Books the same pair twice; the second is held as a possible duplicate. */
async function bookTwice(page: Page): Promise<string> {
  await bookUnseen(page, pairBooking(6), pairBooking(6))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  return attentionId(page)
}

/** Books a pair that the practice service refuses, because its phone is too short. */
async function bookRefused(page: Page): Promise<string> {
  await bookUnseen(page, pairBooking(4, { customer: { name: 'Theo Brandt', phone: '+6834000' } }))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '2')
  return attentionId(page, 'refused')
}

async function attentionId(page: Page, state?: string): Promise<string> {
  const answer = await callBridge(page, 'readInbox', null)
  if (!answer.ok) throw new Error(answer.failure.detail)
  const item = answer.value.bookings.find((one) => one.attention && (state ?? one.booking.state) === one.booking.state)
  return item?.booking.id ?? ''
}

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
  await goToInbox(page)
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeFocused()
  await expect(page.getByText('All caught up')).toBeVisible()

  await setPracticeConnection(page, 'cut')
  const [first, second] = [await book(page, 21), await book(page, 22)]
  await goToInbox(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, first).locator('[data-turn="1"]')).toContainText('Sent next')
  await expect(row(page, second).locator('[data-turn="2"]')).toContainText('Number 2 to be sent')
  await row(page, first).getByRole('button').click()
  await expect(pane(page, first).locator('[data-testid="send-by"]')).toContainText(/^Send by .* ET\. /)
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '2')

  await pane(page, first).getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, second).locator('[data-turn="1"]')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Withdrawn. Nothing will be sent.' })).toBeVisible()
  // The booking stays shown, so that a second click withdraws no other.
  await expect(pane(page, first)).toHaveAttribute('data-state', 'withdrawn')
  await expect(pane(page, first).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row(page, second).getByRole('button')).toBeFocused()
  expect(await tallyOn(page)).toMatchObject({ saved: 2, withdrawn: 1, notSent: 1 })
  await expect(page.locator('[data-testid="inbox"]')).toContainText('Also 1 withdrawn.')

  await setPracticeConnection(page, 'up')
  await expect(rows(page)).toHaveCount(0)
  expect(await tallyOn(page)).toMatchObject({ saved: 2, withdrawn: 1, accepted: 1, notSent: 0 })

  await page.getByRole('button', { name: 'Settled today 2' }).press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await row(page, second).getByRole('button').focus()
  await expect(pane(page, second)).toHaveAttribute('data-state', 'booked')
  await expect(pane(page, second).locator('[data-testid="settled-at"]')).toHaveText(
    /^Moves \d+ and \d+\. Settled \d+:\d\d [AP]M\.$/,
  )
})

test('The inbox shows a booking in doubt with its reference and the call, and the parts of its tally add up', async ({
  open,
  judge,
}) => {
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  const doubted = await bookDoubted(page, 23)
  await bookUnseen(page, pairBooking(24))
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')

  await page.keyboard.press('Escape')
  await statusBar(page).getByRole('button', { name: '1 needs attention' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, doubted)).toHaveAttribute('data-state', 'in-doubt')
  await expect(pane(page, doubted)).toContainText("Don't book it again yet")
  await expect(pane(page, doubted)).toContainText(/RO 10023 LK-\w{4}-\w{4}-\w+/)
  await expect(pane(page, doubted).locator('[data-step="broken"]')).toContainText('Connection lost')
  await expectAccessible(page, 'an inbox that needs attention')
  const { saved, ...parts } = await tallyOn(page)
  expect([saved, parts.accepted, parts.unknown]).toEqual([2, 1, 1])
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(saved)

  await pane(page, doubted).getByRole('button', { name: 'Open booking' }).press('Enter')
  const onPage = page.locator(`[data-testid="booking"][data-booking-id="${doubted}"]`)
  await onPage.getByRole('button', { name: 'Resolve…' }).press('Enter')
  await expect(pane(page, doubted).locator('input#number-customer')).toBeFocused()
  await proxy.close()
})

test(
  'A doubt is resolved on the page: an early confirmation is refused, and reported numbers take at most 16 keys',
  { tag: ['@item-9', RECORDS_MEASURES.tag] },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    const doubted = await bookDoubted(page, 25)
    await goToInbox(page)
    const answers = pane(page, doubted).locator('[data-testid="answers"]')
    const form = (kind: string) => answers.locator(`[data-value="${kind}"]`)

    await form('not-booked-reported').click()
    await answers.getByRole('button', { name: 'Save note' }).press('Enter')
    await expect(answers.locator('input#absent-why')).toHaveAttribute('aria-invalid', 'true')
    await answers.locator('input#absent-why').fill('Wren at dispatch, by phone')
    await answers.locator('input#who').fill('Dana R.')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('outcome')).toHaveText('Noted. You can confirm once the wait is over.')
    await expect(row(page, doubted)).toHaveAttribute('data-state', 'in-doubt')

    // Quarantine: the first request may still run.
    await answers.locator('input#absent-why').fill('Wren at dispatch, by phone')
    await answers.getByRole('button', { name: 'Confirm and send again' }).press('Enter')
    await expect(answers.getByRole('alert')).not.toBeEmpty()

    // The provider looks once more and finds the moves.
    const [line] = await readLedger(judge.url, judge.token)
    const [loaner = 0, customer = 0] = line?.move_ids ?? []
    await form('provider-numbers').click()
    await page.screenshot({ path: 'out/inbox-doubt.png' })
    await page.getByRole('heading', { name: 'Inbox' }).focus()
    const keys = new CountedKeys(page)
    await keys.press('r')
    await expect(row(page, doubted).getByRole('button')).toBeFocused()
    await keys.press('Enter')
    await expect(answers.locator('input#number-customer')).toBeFocused()
    await keys.type(String(customer))
    await keys.press('Tab')
    await keys.type(String(loaner))
    await expect(answers.locator('input#who')).toHaveValue('Dana R.')
    await keys.press('Enter')
    expectKeys('resolve a doubt by two move numbers', keys, 16)
    await expect(rows(page)).toHaveCount(0)
    expect(await tallyOn(page)).toMatchObject({ saved: 1, accepted: 1, unknown: 0 })
    expect(await readLedger(judge.url, judge.token)).toHaveLength(1)
    await proxy.close()
  },
)

test('Arrows move through the inbox, Enter goes to the answer, Escape comes back, and Enter alone sends nothing', async ({
  open,
}) => {
  const { page } = await open()
  const held = await bookTwice(page)
  const refused = await bookRefused(page)
  await goToInbox(page)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('r')
  const order = await rows(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['bookingId']))
  expect(new Set(order)).toEqual(new Set([held, refused]))
  await expect(row(page, order[0] ?? '').getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(pane(page, order[1] ?? '')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await row(page, held).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(pane(page, held)).toHaveAttribute('data-state', 'held')
  await page.keyboard.press('Escape')
  await expect(row(page, held).getByRole('button')).toBeFocused()
})

test('The R key leads to each booking that needs attention in turn, and types its letter in a field', async ({
  open,
}) => {
  const { page } = await open()
  await page.keyboard.press('Control+2')
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
  await expect(wanting.first().getByRole('button')).toBeFocused()
  await page.keyboard.press('r')
  await expect(wanting.last().getByRole('button')).toBeFocused()
  await page.keyboard.press('r')
  await expect(wanting.first().getByRole('button')).toBeFocused()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('r')
  await expect(findBox(page)).toHaveValue('r')
})
