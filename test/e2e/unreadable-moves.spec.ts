import Database from 'better-sqlite3'
import { join } from 'node:path'
import { find, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test(
  'An unreadable booking is held with words, and its data can be copied for support',
  { tag: '@row-31' },
  async ({ open, profile }) => {
    const first = await open()
    await setPracticeConnection(first.page, 'cut')
    const pair = typedPair(44)
    await typePair(first.page, pair)
    const id = await save(first.page)
    await first.close()
    const file = new Database(join(profile, 'practice-desk.db'))
    file.prepare(`UPDATE moves SET vehicle_id = NULL WHERE role = 'customer'`).run()
    file.close()

    const { page, app } = await open()
    await setPracticeConnection(page, 'up')
    await find(page, pair.reference)
    const booking = page.locator(`[data-testid="booking"][data-booking-id="${id}"]`)
    await expect(booking).toHaveAttribute('data-state', 'held')
    await expect(booking).toContainText('could not be read and was not sent')
    await booking.getByRole('button', { name: 'Copy data for support' }).press('Enter')
    await expect(booking.getByTestId('outcome')).toContainText('on the clipboard')
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
    expect(JSON.parse(copied)).toMatchObject({ bookings: [{ id }], outbox: [{ state: 'held', code: 'unreadable' }] })
  },
)
