import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expectAccessible } from '../support/page/axe.ts'
import { find, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test(
  'A move that the provider no longer shows says whom to call with which reference, and is not booked again',
  { tag: '@row-29' },
  async ({ open, profile }) => {
    const pair = typedPair(81)
    const first = await open()
    await typePair(first.page, pair)
    await save(first.page)
    await expect(first.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
    await first.close()

    const practice = new Database(join(profile, 'practice-service.db'))
    practice.pragma('foreign_keys = OFF')
    const ledger = () => practice.prepare('SELECT count(*) FROM requests').pluck().get()
    const before = ledger()
    practice.exec('UPDATE moves SET id = id + 500000')
    // The desk fetched the moves a moment ago and would wait.
    const desk = new Database(join(profile, 'practice-desk.db'))
    desk.prepare('UPDATE moves SET polled_at = NULL').run()
    desk.close()

    const { page } = await open()
    await find(page, pair.reference)
    const gone = page.locator('[data-testid="missing"]')
    await expect(gone).toHaveCount(2)
    await expect(gone.first()).toContainText(/no longer shows move \d+ \(since .*\)\. Call them with reference .* LK-/)
    await expect(page.locator('[data-testid="found-booking"]').first()).toHaveAttribute('data-flags', 'missing missing')
    await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-state', 'booked')
    await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
    await expectAccessible(page, 'a move that is gone')
    expect(ledger()).toBe(before)
    practice.close()
  },
)
