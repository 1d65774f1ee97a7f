import fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { bareStockSql } from '../../../electron/store/queries/loaners.ts'
import { bareStock } from '../../../shared/booking/loaners.ts'
import { openFile } from '../../support/desk/open-file.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { openTestStore } from '../../support/desk/test-store.ts'

/** The version before the loaners of search rows. */
const BEFORE = 9

test('The migration 0010 gives the search rows of the version before their loaners', () => {
  const file = join(temporaryFolder(), 'desk.db')
  const before = openFile(file, DESK_MIGRATIONS.slice(0, BEFORE))
  before.exec(`
    INSERT INTO places (id, name, address_one, city, state, zip) VALUES (1, 'Home', '1 Elm St', 'Troy', 'NY', '12180');
    INSERT INTO vehicles (id, stock, vin, manual) VALUES (1, 'ln 11', NULL, 0), (2, 'LN-11', NULL, 0);
    INSERT INTO bookings (id, kind, action, provider_address, provider_profile, time_local, time_zone, time_utc,
      ready_by_utc, ready_by_source, saved_at)
    VALUES ('b-1', 'pair', 'pickup', '', '', '', '', '2026-06-01T14:00:00Z', '', 'estimate', '');
    INSERT INTO moves (id, booking_id, role, reference, vehicle_id, pickup_place_id, delivery_place_id)
    VALUES ('m-1', 'b-1', 'loaner', 'r-1', 1, 1, 1), ('m-2', 'b-1', 'customer', 'r-2', 2, 1, 1);
    INSERT INTO move_search (move_id, doc) VALUES ('m-1', 'ln 11'), ('m-2', 'ln-11')`)
  before.close()
  const db = openFile(file)
  const found = db
    .prepare(
      `SELECT s.move_id, s.loaner_time FROM move_search s INDEXED BY move_search_stock
       WHERE s.loaner_stock IS NOT NULL AND ${bareStockSql('s.loaner_stock')} = 'LN11'`,
    )
    .raw()
    .all()
  expect(found).toEqual([['m-1', '2026-06-01T14:00:00Z']])
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
