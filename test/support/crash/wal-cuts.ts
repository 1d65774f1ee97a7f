import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import { openDeskStore } from '../desk/test-store.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

export type Cuts = { cuts: number; flips: number; nothingLost: number; someLost: number; allLost: number }

/**
 * Cuts and flips the write-ahead log of a store as a torn write does, and opens the store with SQLite alone, without
 * the journal. The file must be sound and hold a prefix of the saved bookings, each whole.
 */
export function cutLogs(chance: Chance, count: number): Cuts {
  const { store, book, folder } = openDeskStore()
  const before = [book(pairBooking(1)).id, book(oneWayBooking(2)).id]
  store.read((view) => view.sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
  const ids = [...before]
  for (let number = 3; number < 35; number += 1)
    ids.push(book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number)).id)
  const whole = join(folder, 'desk.db')
  const log = readFileSync(`${whole}-wal`)
  const file = join(temporaryFolder(), 'cut.db')
  const tally: Cuts = { cuts: 0, flips: 0, nothingLost: 0, someLost: 0, allLost: 0 }
  for (let one = 0; one < count; one += 1) {
    const at = `seed ${chance.seed}, number ${one}`
    const bytes = Buffer.from(log)
    const isCut = one % 2 === 0
    if (!isCut) {
      for (let flips = 1 + chance.upTo(2); flips > 0; flips -= 1) {
        const place = chance.upTo(bytes.length - 1)
        bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << chance.upTo(7)), place)
      }
    }
    copyFileSync(whole, file)
    writeFileSync(`${file}-wal`, isCut ? bytes.subarray(0, chance.upTo(bytes.length)) : bytes)
    const found = idsIn(file, at)
    expect(found, at).toEqual(ids.slice(0, found.length))
    expect(found.length, at).toBeGreaterThanOrEqual(before.length)
    if (isCut) tally.cuts += 1
    else tally.flips += 1
    if (found.length === ids.length) tally.nothingLost += 1
    else if (found.length === before.length) tally.allLost += 1
    else tally.someLost += 1
  }
  return tally
}

/** The bookings of a file in the order of their saves, if the file is sound and each booking is whole. */
function idsIn(file: string, at: string): readonly string[] {
  const opened = openDatabase(file, DESK_MIGRATIONS)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const { db } = opened
  try {
    expect(db.pragma('integrity_check', { simple: true }), at).toBe('ok')
    expect(db.pragma('foreign_key_check'), at).toEqual([])
    const rows = db
      .prepare(
        `SELECT b.id, b.kind, o.state, count(m.id) AS moves FROM bookings b JOIN outbox o ON o.booking_id = b.id
         JOIN moves m ON m.booking_id = b.id JOIN move_search d ON d.move_id = m.id GROUP BY b.id ORDER BY o.seq`,
      )
      .all() as { id: string; kind: string; state: string; moves: number }[]
    for (const { kind, state, moves } of rows) expect([state, moves], at).toEqual(['waiting', kind === 'pair' ? 2 : 1])
    const written = db.prepare(`SELECT value FROM settings WHERE key = 'commit_seq'`).pluck().get()
    expect(Number(written), at).toBe(rows.length)
    return rows.map(({ id }) => id)
  } finally {
    db.close()
  }
}
