import Database from 'better-sqlite3'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { JudgedBooking } from '../oracle/truth.ts'

/** A booking as stored in a desk's file, read without any code of the desk. */
export type StoredBooking = JudgedBooking & { readonly id: string; readonly code: string | null }

type Row = {
  readonly id: string
  readonly state: EntryState
  readonly code: string | null
  readonly reference: string | null
  readonly moves: string
}

/** Reads the bookings of a dead desk. Throws if the file is damaged. */
export function readStoredBookings(file: string): readonly StoredBooking[] {
  const db = new Database(file, { readonly: true })
  try {
    const whole = db.pragma('integrity_check', { simple: true })
    if (whole !== 'ok') throw new Error(`${file} is not whole: ${String(whole)}`)
    const rows = db
      .prepare(
        `SELECT b.id, o.state, o.code, b.reference,
           json_group_array(json_object('reference', m.reference, 'number', m.number)) AS moves
         FROM bookings b JOIN outbox o ON o.booking_id = b.id JOIN moves m ON m.booking_id = b.id GROUP BY b.id`,
      )
      .all() as Row[]
    return rows.map(({ moves, ...row }) => ({ ...row, moves: readMoves(moves) }))
  } finally {
    db.close()
  }
}

function readMoves(text: string): JudgedBooking['moves'] {
  const moves = JSON.parse(text) as { reference: string; number: number | null }[]
  return moves.map(({ reference, number }) => ({
    reference,
    number: number === null ? { known: false } : { known: true, value: number },
  }))
}

/** Removes the vehicle of one waiting booking, so that no request can be built for it. Null if no booking waits. */
export function damageOne(file: string): string | null {
  const db = new Database(file)
  try {
    const row = db
      .prepare(
        `SELECT booking_id AS id FROM outbox
         WHERE state = 'waiting' AND seq NOT IN (SELECT entry_seq FROM payloads) ORDER BY seq LIMIT 1`,
      )
      .get() as { id: string } | undefined
    if (row === undefined) return null
    db.prepare('UPDATE moves SET vehicle_id = NULL WHERE booking_id = ?').run(row.id)
    return row.id
  } finally {
    db.close()
  }
}
