import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/** The numbers that a move had before the provider replaced it: append-only. */

/** Keeps the current number of a move as a former number, replaced at `at`. */
export function addFormerNumber(tx: Tx, moveId: string, at: UtcInstant): void {
  tx.sql(
    'INSERT INTO former_numbers (move_id, number, replaced_at) SELECT id, number, @at FROM moves WHERE id = +@moveId',
  ).run({ moveId, at })
}

/** The earlier numbers of a move, oldest first. */
export function formerNumbers(view: View, moveId: string): readonly number[] {
  return view
    .sql('SELECT number FROM former_numbers WHERE move_id = +? ORDER BY replaced_at, rowid')
    .pluck()
    .all(moveId) as number[]
}
