import type { Page } from '@playwright/test'
import { pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, save, setPracticeConnection, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { recordIpcCalls, type IpcCalls } from '../support/ipc-calls.ts'
import { expect, test } from './window.ts'

const LISTS = ['readDay', 'readInbox', 'findBookings', 'dayLoad']

const listReads = (calls: readonly string[]) => calls.filter((call) => LISTS.includes(call))

/** The screens with a list, by key, heading and the call that reads the list. */
const SCREENS = [
  ['Control+3', 'Lookup', 'findBookings'],
  ['Control+2', /^Today, /, 'readDay'],
  ['Control+4', 'Inbox', 'readInbox'],
] as const

/** Shows a screen, and forgets all calls once the list was read. */
async function showScreen(page: Page, calls: IpcCalls, [key, heading, read]: (typeof SCREENS)[number]): Promise<void> {
  await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(listReads(await calls.take(page))).toContain(read)
}

test(
  'A save crosses the bridge for duplicate candidates, for the booking, for the loads of its day and of the empty form, and for the free loaners',
  { tag: '@smoke' },
  async ({ open }) => {
    const { app, page } = await open()
    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(51))
    await expect(page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'kept')
    const calls = await recordIpcCalls(app)
    // The form checks a typed booking after a pause, which may come later than its draft.
    await expect(page.locator('[data-checked="true"]')).toHaveCount(2)
    await calls.take(page)
    const bookingId = await save(page)
    // An empty draft has no timer that would save it.
    await expect(page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'empty')
    const [asked, booked, ...reads] = await calls.take(page)
    expect([asked, booked]).toEqual(['findDuplicates', 'bookMove'])
    // The order of the reads is free: they are begun by different parts of the form.
    expect(reads.toSorted()).toEqual(['dayLoad', 'dayLoad', 'readLoaners'])

    // The draft that the transaction of the booking cleared does not come back.
    await page.reload()
    await page.locator('html[data-desk="ready"]').waitFor()
    await expect(page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'empty')
    await page.keyboard.press('Control+4')
    await expect(page.locator(`[data-testid="inbox-row"][data-booking-id="${bookingId}"]`)).toBeVisible()
  },
)

test('A commit reads the list of the visible screen or the load of the form once, and nothing else', async ({
  open,
}) => {
  const { app, page } = await open()
  await setPracticeConnection(page, 'cut')
  const calls = await recordIpcCalls(app)
  for (const [at, screen] of SCREENS.entries()) {
    await showScreen(page, calls, screen)
    await bookUnseen(page, pairBooking(2 * at))
    await expect(statusBar(page)).toHaveAttribute('data-waiting', String(at + 1))
    expect(listReads(await calls.take(page))).toEqual([screen[2]])
  }
  for (const key of ['Control+1', 'Control+,']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: /^(New booking|Settings)$/ })).toBeVisible()
    await calls.take(page)
    await bookUnseen(page, pairBooking(key === 'Control+1' ? 10 : 12))
    expect(await calls.take(page)).toEqual(key === 'Control+1' ? ['bookMove', 'dayLoad'] : ['bookMove'])
  }
})

test('A change of the status reads no list', async ({ open }) => {
  const { app, page } = await open()
  const calls = await recordIpcCalls(app)
  for (const screen of SCREENS) {
    await showScreen(page, calls, screen)
    await setPracticeConnection(page, 'cut')
    await setPracticeConnection(page, 'up')
    expect(await calls.take(page)).toEqual(['setPracticeConnection', 'setPracticeConnection'])
  }
})
