import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { field, save, setPracticeLink, statusBar, typedPair, typePair } from '../support/desk-page.ts'
import { readLedger } from '../support/ledger.ts'
import { expect, test } from './window.ts'

const bar = (page: Page) => page.locator('[data-fact="undo"]')
const button = (page: Page) => bar(page).getByRole('button', { name: 'Undo' })
const row = (page: Page, id: string) => page.locator(`[data-fact="queued"][data-booking-id="${id}"]`)

/** In a field Ctrl+Z is the field's own: on the queue none has the focus. */
async function goToQueue(page: Page): Promise<void> {
  await page.keyboard.press('Control+4')
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeFocused()
}

async function book(page: Page, number: number): Promise<string> {
  await page.keyboard.press('Control+n')
  await typePair(page, typedPair(number))
  return save(page)
}

/** A road to a remote that is closed at first, and notes what is asked for to be booked. */
async function openGate(target: string) {
  const posts: string[] = []
  let isOpen = false
  const gate = createServer((desk) => {
    desk.on('error', () => {})
    if (!isOpen) return void desk.destroy()
    const remote = connect(Number(new URL(target).port), '127.0.0.1').on('error', () => desk.destroy())
    desk.on('data', (bytes: Buffer) => {
      if (bytes.includes('POST ')) posts.push(bytes.toString('utf8'))
    })
    desk.pipe(remote).pipe(desk)
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    posts,
    open: () => (isOpen = true),
    close: () => gate.close(),
  }
}

test('item 30: a save that is undone before it left lets no request leave; after it left Undo is off and says why', async ({
  open,
  judge,
}) => {
  const gate = await openGate(judge.url)
  const { page } = await open({ provider: { url: gate.url, token: judge.token } })
  await expect(statusBar(page)).toHaveAttribute('data-link', 'down')
  const undone = await book(page, 41)
  await expect(bar(page)).toContainText('Saved: Pickup, Miles Okafor.')
  await expectAccessible(page, 'undo bar')
  await goToQueue(page)
  await expect(row(page, undone)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(bar(page)).toContainText('Undone: Pickup, Miles Okafor is taken back and never leaves.')
  await expect(row(page, undone)).toHaveCount(0)
  await expect(button(page)).toBeDisabled()

  gate.open()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('try the link')
  await page.keyboard.press('Enter')
  await expect(statusBar(page)).toHaveAttribute('data-link', 'up')
  const sent = await book(page, 42)
  await expect(page.locator(`[data-fact="saved"][data-booking-id="${sent}"]`)).toHaveAttribute('data-state', 'booked')
  await expect(bar(page).locator('[data-fact="why-not-undone"]')).toHaveText(
    'It has left: the provider has it. Its page says how to cancel it.',
  )
  await expect(button(page)).toBeDisabled()
  await goToQueue(page)
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-fact="not-now"]')).toHaveText(
    'Undo the last booking action: not now. It has left: the provider has it. Its page says how to cancel it.',
  )
  const ledger = await readLedger(judge.url, judge.token)
  expect(ledger.map(({ references }) => references.join()).join()).toMatch(/RO 12042/)
  expect(ledger).toHaveLength(1)
  expect(gate.posts.filter((post) => post.includes('RO 12041'))).toEqual([])
  gate.close()
})

test('what was taken back or changed is undone too, and the bar holds until the next action takes its place', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeLink(page, 'cut')
  const bookingId = await book(page, 43)
  await goToQueue(page)
  await row(page, bookingId).getByRole('button', { name: 'Change it' }).press('Enter')
  await field(page, 'reference').fill('RO 99043')
  await page.keyboard.press('Control+Enter')
  await expect(bar(page)).toContainText('Changed: Pickup, Ines Núñez.')
  await goToQueue(page)
  await expect(row(page, bookingId)).toContainText('RO 99043')
  await page.keyboard.press('Control+z')
  await expect(bar(page)).toContainText('Undone: Pickup, Ines Núñez is as it was.')
  await expect(row(page, bookingId)).toContainText('RO 12043')

  await row(page, bookingId).getByRole('button', { name: 'Take it back' }).press('Enter')
  await expect(bar(page)).toContainText('Taken back: Pickup, Ines Núñez.')
  await expect(row(page, bookingId)).toHaveCount(0)
  await page.keyboard.press('F6')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('Undone: Pickup, Ines Núñez is booked anew.')
  await expect(bar(page)).toBeFocused()
  const anew = page.locator('[data-fact="queued"]')
  await expect(anew).toHaveCount(1)
  await expect(anew).toHaveAttribute('data-state', 'waiting')
  await expect(anew).toContainText('RO 12043')
  expect(await anew.getAttribute('data-booking-id')).not.toBe(bookingId)
  await page.keyboard.press('Control+1')
  await field(page, 'customerName').focus()
  await page.keyboard.type('Nora')
  await page.keyboard.press('Control+z')
  await expect(field(page, 'customerName')).not.toHaveValue('Nora')
  await expect(anew).toHaveCount(0)
  await goToQueue(page)
  await expect(anew).toHaveCount(1)
})
