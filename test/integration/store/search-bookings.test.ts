import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { openFile } from '../../support/desk/open-file.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/** The version whose search lines do not name their bookings. */
const BEFORE = 11

test('The migration 0012 names the booking of each line, keeps what is due, and leaves out a line without a move', () => {
  const file = join(temporaryFolder(), 'desk.db')
  const before = openFile(file, DESK_MIGRATIONS.slice(0, BEFORE))
  before.pragma('foreign_keys = OFF')
  before.exec(`
    INSERT INTO places (id, name, address_one, city, state, zip) VALUES (1, 'Home', '1 Elm St', 'Troy', 'NY', '12180');
    INSERT INTO bookings (id, kind, action, provider_address, provider_profile, time_local, time_zone, time_utc,
      ready_by_utc, ready_by_source, saved_at)
    VALUES ('b-1', 'pair', 'pickup', '', '', '', '', '2026-06-01T14:00:00Z', '', 'estimate', '');
    INSERT INTO moves (id, booking_id, role, reference, pickup_place_id, delivery_place_id)
    VALUES ('m-1', 'b-1', 'loaner', 'r-1', 1, 1), ('m-2', 'b-1', 'customer', 'r-2', 1, 1);
    INSERT INTO move_search (seq, move_id, doc, loaner_stock, loaner_time)
    VALUES (4, 'm-1', 'ln 11', 'LN-11', '2026-06-01T14:00:00Z'), (7, 'm-2', 'elm', NULL, NULL), (8, 'm-3', 'ash', NULL, NULL);
    INSERT INTO search_lines_due (seq) VALUES (7), (8);
    UPDATE sqlite_sequence SET seq = 20 WHERE name = 'move_search'`)
  before.close()
  const db = openFile(file)
  const rows = (sql: string) => db.prepare(sql).raw().all()
  expect(rows('SELECT seq, move_id, booking_id, doc, loaner_stock, loaner_time FROM move_search')).toEqual([
    [4, 'm-1', 'b-1', 'ln 11', 'LN-11', '2026-06-01T14:00:00Z'],
    [7, 'm-2', 'b-1', 'elm', null, null],
  ])
  expect(rows('SELECT seq FROM search_lines_due')).toEqual([[7]])
  expect(rows(`SELECT seq FROM sqlite_sequence WHERE name = 'move_search'`)).toEqual([[20]])
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})
