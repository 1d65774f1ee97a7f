import Database from 'better-sqlite3'
import { instantsOf } from '../../../shared/time/time.ts'

/** A reschedule as the files of a dead desk show it, and whether that fits what the provider received. */

const ZONE = 'America/New_York'

/** The time of every replacement of these tests. */
export const LATER = { local: '2099-07-02T10:00', zone: ZONE, utc: instantsOf('2099-07-02T10:00', ZONE)[0] ?? '' }

type StoredMove = { readonly number: number | null; readonly cancels: number }

export type StoredReschedule = {
  readonly oldMoves: readonly StoredMove[]
  /** The state of the replacement; null while none is saved. */
  readonly replacement: string | null
  readonly newMoves: readonly StoredMove[]
}

export function readReschedule(file: string, oldId: string): StoredReschedule {
  const db = new Database(file, { readonly: true })
  try {
    const movesOf = (id: string) =>
      db
        .prepare(
          `SELECT m.number, (SELECT count(*) FROM amendments w WHERE w.move_id = m.id AND w.kind = 'cancel') AS cancels
           FROM moves m WHERE m.booking_id = ?`,
        )
        .all(id) as StoredMove[]
    const row = db
      .prepare(`SELECT b.id, o.state FROM bookings b JOIN outbox o ON o.booking_id = b.id WHERE b.replaces = ?`)
      .get(oldId) as { id: string; state: string } | undefined
    return {
      oldMoves: movesOf(oldId),
      replacement: row?.state ?? null,
      newMoves: row === undefined ? [] : movesOf(row.id),
    }
  } finally {
    db.close()
  }
}

/**
 * Returns the breaches of a reschedule that a restarted desk has brought to rest, one line each: every old move is
 * canceled once if the replacement is booked and never otherwise, and no move of the replacement is canceled.
 * `cancels`: the bodies of the cancellation requests that the provider received.
 */
export function breachesOfReschedule(stored: StoredReschedule, cancels: readonly string[]): readonly string[] {
  const { oldMoves, replacement, newMoves } = stored
  const sent = ({ number }: StoredMove) => cancels.filter((body) => body === `{"move_id":${number}}`).length
  const wanted = replacement === 'booked' ? 1 : 0
  return [
    ...oldMoves.flatMap((move) =>
      move.cancels === wanted && sent(move) === wanted
        ? []
        : [
            `move ${move.number} has ${move.cancels} cancellations and ${sent(move)} sent, its replacement is ${replacement}`,
          ],
    ),
    ...newMoves.flatMap((move) =>
      move.cancels === 0 && (move.number === null || sent(move) === 0)
        ? []
        : [`the new move ${move.number} is canceled`],
    ),
  ]
}
