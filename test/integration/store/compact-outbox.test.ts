import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { openFile } from '../../support/desk/open-file.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/** The version whose outbox has the payloads and whose attempts have the ids of entries. */
const BEFORE = 10

/** A file of the version before with six entries, of which the last has lost its booking. */
function writeBefore(): string {
  const file = join(temporaryFolder(), 'desk.db')
  const db = openFile(file, DESK_MIGRATIONS.slice(0, BEFORE))
  db.pragma('foreign_keys = OFF')
  const add = (seq: number, state: string, changedAt: string, digest: string | null) => {
    db.prepare(
      `INSERT INTO outbox (seq, id, booking_id, state, unresolved, provider_address, provider_profile, payload, changed_at)
       VALUES (?, ?, ?, ?, ?, 'https://provider.example', 'baseline', ?, ?)`,
    ).run(seq, `o-${seq}`, `b-${seq}`, state, state === 'in-doubt' ? 1 : 0, `{"n":${seq}}`, changedAt)
    db.prepare(`INSERT INTO attempts (entry_id, at, phase, digest) VALUES (?, ?, 'sending', ?)`).run(
      `o-${seq}`,
      changedAt,
      digest,
    )
    db.prepare(`INSERT INTO decisions (entry_id, at, kind, detail) VALUES (?, ?, 'changed', '1')`).run(
      `o-${seq}`,
      changedAt,
    )
    if (seq === 9) return
    db.prepare(
      `INSERT INTO bookings (id, kind, provider_address, provider_profile, time_local, time_zone, time_utc, ready_by_utc,
         ready_by_source, saved_at) VALUES (?, 'one-way', '', '', '', '', '', '', 'requested', '')`,
    ).run(`b-${seq}`)
  }
  add(2, 'booked', '2026-06-01T10:00:00Z', 'd')
  add(3, 'booked', '2026-06-01T10:00:00Z', null)
  add(4, 'in-doubt', '2026-06-01T10:00:00Z', 'd')
  add(6, 'booked', '2026-06-08T10:00:00Z', 'd')
  add(7, 'waiting', '2026-06-08T10:00:01Z', null)
  add(9, 'booked', '2026-06-01T10:00:00Z', 'd')
  db.prepare(`UPDATE sqlite_sequence SET seq = 40 WHERE name = 'outbox'`).run()
  db.close()
  return file
}

test('The migration 0011 keeps every entry, step and decision, and the payloads that maintenance would keep', () => {
  const db = openFile(writeBefore())
  const rows = (sql: string) => db.prepare(sql).raw().all()
  expect(rows('SELECT seq, id, booking_id, state, unresolved, changed_at FROM outbox')).toEqual([
    [2, 'o-2', 'b-2', 'booked', 0, '2026-06-01T10:00:00Z'],
    [3, 'o-3', 'b-3', 'booked', 0, '2026-06-01T10:00:00Z'],
    [4, 'o-4', 'b-4', 'in-doubt', 1, '2026-06-01T10:00:00Z'],
    [6, 'o-6', 'b-6', 'booked', 0, '2026-06-08T10:00:00Z'],
    [7, 'o-7', 'b-7', 'waiting', 0, '2026-06-08T10:00:01Z'],
  ])
  expect(rows('SELECT seq, entry_seq, phase, digest FROM attempts')).toEqual([
    [1, 2, 'sending', 'd'],
    [2, 3, 'sending', null],
    [3, 4, 'sending', 'd'],
    [4, 6, 'sending', 'd'],
    [5, 7, 'sending', null],
  ])
  expect(rows('SELECT seq, entry_id, kind, detail FROM decisions')).toEqual(
    [2, 3, 4, 6, 7].map((entry, at) => [at + 1, `o-${entry}`, 'changed', '1']),
  )
  expect(rows('SELECT * FROM payloads')).toEqual([3, 4, 6, 7].map((seq) => [seq, `{"n":${seq}}`]))
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})

test('The migration 0011 gives no number of an entry twice', () => {
  const db = openFile(writeBefore())
  expect(db.prepare(`SELECT name, seq FROM sqlite_sequence WHERE name LIKE '%outbox'`).raw().all()).toEqual([
    ['outbox', 40],
  ])
  db.close()
})
