import Database from 'better-sqlite3'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '../support/page/axe.ts'
import { find, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test(
  'A desk with a damaged store says so, recovers its bookings and sends them',
  { tag: '@smoke' },
  async ({ open, profile }) => {
    const first = await open()
    await setPracticeConnection(first.page, 'cut')
    const pair = typedPair(31)
    await typePair(first.page, pair)
    const id = await save(first.page)
    await first.close()
    const file = join(profile, 'practice-desk.db')
    writeFileSync(file, 'x'.repeat(20_000))

    const { page } = await open({ until: 'damaged' })
    const screen = page.locator('main')
    await expect(screen).toContainText("The practice bookings on this computer can't be read: their file is damaged.")
    await expect(screen).toContainText('Nothing is sent until then.')
    await expect(page.locator('h1')).toBeFocused()
    await expect(page).toHaveTitle('Restore your bookings – Lanekeeper')
    await expectAccessible(page, 'damaged')
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await page.locator('[data-testid="recovered"]').waitFor()
    await expect(screen).toContainText('1 booking restored.')
    await expectAccessible(page, 'restored')
    const kept = readdirSync(profile).find((name) => /^practice-desk\.damaged-.*\.db$/.test(name)) ?? ''
    await expect(screen).toContainText(kept)
    expect(readFileSync(join(profile, kept), 'utf8')).toMatch(/^x+$/)
    await page.getByRole('button', { name: 'Open Lanekeeper' }).press('Enter')
    await page.locator('html[data-desk="ready"]').waitFor()
    await find(page, pair.reference)
    await expect(page.locator(`[data-testid="booking"][data-booking-id="${id}"]`)).toHaveAttribute(
      'data-state',
      'waiting',
    )
    await setPracticeConnection(page, 'up')
    await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
  },
)

/** Tables and indexes whose damage the opening of the store does not notice. */
const LATE = [
  { what: 'only the integrity check finds', table: 'amendment_attempts' },
  { what: 'the first read of the status finds', table: 'moves_missing' },
]

for (const { what, table } of LATE) {
  test(`Damage that ${what} closes the desk under its window and is recovered`, async ({ open, profile }) => {
    const first = await open()
    await setPracticeConnection(first.page, 'cut')
    for (const number of [32, 33]) {
      await typePair(first.page, typedPair(number))
      await save(first.page)
    }
    await first.close()
    const file = join(profile, 'practice-desk.db')
    damagePageOf(table, file)

    const { page } = await open({ until: 'damaged' })
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await page.locator('[data-testid="recovered"]').waitFor()
    await expect(page.locator('main')).toContainText('2 bookings restored.')
    await page.getByRole('button', { name: 'Open Lanekeeper' }).press('Enter')
    await page.locator('html[data-desk="ready"]').waitFor()
    await expect(page.locator('[data-testid="status"]')).toHaveAttribute('data-waiting', '2')
    expect(existsSync(file)).toBe(true)
  })
}

/** Spoils the first page of a table or an index. */
function damagePageOf(table: string, file: string): void {
  const db = new Database(file, { readonly: true })
  const at = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table) as number
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0x5a, (at - 1) * size, at * size)
  writeFileSync(file, bytes)
}
