import fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { bareStockSql } from '../../../electron/store/queries/loaners.ts'
import { bareStock } from '../../../shared/booking/loaners.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { openTestStore } from '../../support/desk/test-store.ts'

/** The version before the index of stock numbers. */
const BEFORE = 8

function opened(file: string, migrations = DESK_MIGRATIONS) {
  const result = openDatabase(file, migrations)
  if (result.kind !== 'open') throw new Error('the file is of a newer version')
  return result.db
}

test('The migration 0009 makes the index of stock numbers over the vehicles of the version before', () => {
  const file = join(temporaryFolder(), 'desk.db')
  const before = opened(file, DESK_MIGRATIONS.slice(0, BEFORE))
  before.exec(`INSERT INTO vehicles (stock, manual) VALUES ('ln 11', 0), ('LN-12', 0), (NULL, 0)`)
  before.close()
  const db = opened(file)
  const found = db
    .prepare(
      `SELECT v.stock FROM vehicles v INDEXED BY vehicles_stock
       WHERE v.stock IS NOT NULL AND ${bareStockSql('v.stock')} = 'LN11'`,
    )
    .pluck()
    .all()
  expect(found).toEqual(['ln 11'])
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
})

test('SQLite and `bareStock` make the same text of every stock number', () => {
  const store = openTestStore()
  const stock = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'LNlnß ñÑé09-./_#–\t*') }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  store.read((view) => {
    const bare = view.sql(`SELECT ${bareStockSql('@stock')}`).pluck()
    // SQLite ends a text at its first null character, which no stored text has.
    fc.assert(
      fc.property(
        stock.filter((text) => !text.includes('\0')),
        (text) => bare.get({ stock: text }) === bareStock(text),
      ),
    )
  })
})
