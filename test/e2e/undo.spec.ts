import type { Page } from '@playwright/test'
import { field, save, setPracticeConnection, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { bodiesOf, startFaultProxy } from '../support/faults/fault-proxy.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { tabTo } from '../support/page/tab-walk.ts'
import { expect, test } from './window.ts'

const bar = (page: Page) => page.locator('[data-testid="undo"]')
const button = (page: Page) => bar(page).getByRole('button', { name: 'Undo' })
const row = (page: Page, id: string) => page.locator(`[data-testid="inbox-row"][data-booking-id="${id}"]`)
const needs = (page: Page, id: string) => page.locator(`[data-testid="resolve"][data-booking-id="${id}"]`)

/** Shows a screen on which no field has the focus: a focused field takes Ctrl+Z for itself. */
async function goToInbox(page: Page): Promise<void> {
  await page.keyboard.press('Control+4')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeFocused()
}

async function book(page: Page, number: number): Promise<string> {
  await page.keyboard.press('Control+n')
  await typePair(page, typedPair(number))
  return save(page)
}

test(
  'An undo before the send lets no request leave, and after the send there is no Undo and Ctrl+Z says why',
  { tag: ['@item-30', '@smoke'] },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    proxy.addConnectionToxic({ type: 'cut', end: 'fin' })
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'down')
    const undone = await book(page, 41)
    await expect(bar(page)).toContainText('Pickup, Miles Okafor')
    await goToInbox(page)
    await expect(row(page, undone)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(bar(page)).toContainText('Undone. Nothing was sent.')
    await expect(row(page, undone)).toHaveCount(0)
    await expect(button(page)).toHaveCount(0)

    proxy.removeToxics()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('retry connection')
    await page.keyboard.press('Enter')
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    // The link may come up by itself before Enter, which leaves the palette open on a command that is off.
    await page.keyboard.press('Escape')
    const sent = await book(page, 42)
    await expect(page.locator(`[data-testid="saved"][data-booking-id="${sent}"]`)).toHaveAttribute(
      'data-state',
      'booked',
    )
    await expect(button(page)).toHaveCount(0)
    await goToInbox(page)
    await page.keyboard.press('Control+z')
    await expect(page.locator('[data-testid="fetch-skipped"]')).toHaveText(
      'Undo last booking action: not available. Already sent. Cancel it from the booking.',
    )
    const ledger = await readLedger(judge.url, judge.token)
    expect(ledger.map(({ references }) => references.join()).join()).toMatch(/RO 12042/)
    expect(ledger).toHaveLength(1)
    expect(bodiesOf(proxy, 'create').filter((body) => body.includes('RO 12041'))).toEqual([])
    await proxy.close()
  },
)

test('A confirmation stays as long as Undo is offered, and goes five seconds after the booking is sent', async ({
  open,
  judge,
}) => {
  const proxy = await startFaultProxy(judge.url)
  proxy.addConnectionToxic({ type: 'cut', end: 'fin' })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'down')
  await page.clock.install()
  const id = await book(page, 43)
  const saved = page.locator(`[data-testid="saved"][data-booking-id="${id}"]`)
  // The timer of the confirmation may begin after the first of these.
  for (const hand of ['first', 'second', 'third']) {
    await page.clock.fastForward(6_000)
    await expect(button(page), hand).toBeVisible()
  }
  await expect(saved).toHaveAttribute('data-shown', 'true')
  proxy.removeToxics()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('retry connection')
  await page.keyboard.press('Enter')
  await expect(saved).toHaveAttribute('data-state', 'booked')
  await expect(button(page)).toHaveCount(0)
  await page.clock.fastForward(6_000)
  await expect(saved).toHaveAttribute('data-shown', 'false')
  await proxy.close()
})

test('Undo restores a changed or withdrawn booking, and the offer of Undo stays until the next action', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  const bookingId = await book(page, 43)
  await goToInbox(page)
  await needs(page, bookingId).getByRole('button', { name: 'Edit' }).press('Enter')
  await field(page, 'reference').fill('RO 99043')
  await page.keyboard.press('Control+Enter')
  await expect(bar(page)).toContainText('Changed: Pickup, Ines Núñez.')
  await goToInbox(page)
  await expect(needs(page, bookingId)).toContainText('RO 99043')
  await page.keyboard.press('Control+z')
  await expect(bar(page)).toContainText('Undone: Pickup, Ines Núñez is unchanged.')
  await expect(needs(page, bookingId)).toContainText('RO 12043')

  await needs(page, bookingId).getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(bar(page)).toContainText('Withdrawn: Pickup, Ines Núñez.')
  await expect(row(page, bookingId)).toHaveCount(0)
  await page.keyboard.press('F6')
  await expect(page.locator('[data-pane="status"]')).toBeFocused()
  await tabTo(page, 'Undo')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('Undone: Pickup, Ines Núñez is booked again.')
  await expect(page.locator('[data-pane="status"]')).toBeFocused()
  const anew = page.locator('[data-testid="inbox-row"]')
  await expect(anew).toHaveCount(1)
  await expect(anew).toHaveAttribute('data-state', 'waiting')
  await expect(page.locator('[data-testid="resolve"]')).toContainText('RO 12043')
  expect(await anew.getAttribute('data-booking-id')).not.toBe(bookingId)
  await page.keyboard.press('Control+1')
  await field(page, 'customerName').focus()
  await page.keyboard.type('Nora')
  await page.keyboard.press('Control+z')
  await expect(field(page, 'customerName')).not.toHaveValue('Nora')
  await expect(anew).toHaveCount(0)
  await goToInbox(page)
  await expect(anew).toHaveCount(1)
})

test('Ctrl+Z right after a save undoes the save from the empty field, and after typing only what was typed', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  const undone = await book(page, 44)
  await expect(field(page, 'customerPhone')).toBeFocused()
  await expect(button(page)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(bar(page)).toContainText('Undone. Nothing was sent.')
  await expect(bar(page)).toHaveAttribute('data-booking-id', undone)
  await expect(field(page, 'customerPhone')).toBeFocused()
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')

  const kept = await book(page, 45)
  await page.keyboard.type('804')
  for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace')
  await expect(field(page, 'customerPhone')).toHaveValue('')
  await page.keyboard.press('Control+z')
  await expect(bar(page)).toHaveAttribute('data-booking-id', kept)
  await expect(bar(page)).toHaveAttribute('data-undone', 'false')
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
})
