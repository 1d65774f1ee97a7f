import { askedLine, keptMoveSchema, type FoundAsked, type KeptMove } from '../../shared/asked-move.ts'
import { readJson } from './json.ts'
import { holderOfNumber } from './moves.ts'
import type { Tx, View } from './store.ts'

/** Moves that no booking of this desk is and that were asked for by their number: kept for each remote apart, to read. */

/** Kept for each remote; the one that was asked longest ago makes room. */
export const MOST_KEPT = 500

/** Keeps what a provider showed of a move in the place of what it showed before. */
export function keepAsked(tx: Tx, remoteAddress: string, { move, askedAt }: KeptMove): void {
  const row = { remoteAddress, number: move.number, askedAt, line: askedLine(move), told: JSON.stringify(move) }
  tx.sql(
    `INSERT INTO asked_moves (remote_address, number, asked_at, line, told)
     VALUES (@remoteAddress, @number, @askedAt, @line, @told)
     ON CONFLICT (remote_address, number) DO UPDATE SET
       asked_at = excluded.asked_at, line = excluded.line, told = excluded.told`,
  ).run(row)
  // This one stays whatever the others say of their time: a clock may have been set back.
  tx.sql(
    `DELETE FROM asked_moves WHERE remote_address = @remoteAddress AND number IN (
       SELECT number FROM asked_moves WHERE remote_address = @remoteAddress AND number <> @number
       ORDER BY asked_at DESC, number DESC LIMIT -1 OFFSET @others
     )`,
  ).run({ remoteAddress, number: move.number, others: MOST_KEPT - 1 })
}

/** Takes a move away that the provider knows no longer. */
export function dropAsked(tx: Tx, remoteAddress: string, number: number): void {
  tx.sql('DELETE FROM asked_moves WHERE remote_address = ? AND number = ?').run(remoteAddress, number)
}

/** A kept move; null where none is, and where what is kept cannot be read. */
export function readAsked(view: View, remoteAddress: string, number: number): KeptMove | null {
  const row = view
    .sql('SELECT asked_at AS askedAt, told FROM asked_moves WHERE remote_address = ? AND number = ?')
    .get(remoteAddress, number) as { askedAt: string; told: string } | undefined
  if (row === undefined) return null
  const read = keptMoveSchema.safeParse({ move: readJson(row.told), askedAt: row.askedAt })
  return read.success && read.data.move.number === number ? read.data : null
}

/** The kept moves whose line holds every word, at most `limit`; without those that a booking here turned out to be. */
export function findAsked(view: View, remoteAddress: string, words: readonly string[], limit: number): FoundAsked {
  const lines = view
    .sql('SELECT number, line FROM asked_moves WHERE remote_address = ? ORDER BY asked_at DESC, number DESC')
    .all(remoteAddress) as { number: number; line: string }[]
  const moves: KeptMove[] = []
  for (const { number, line } of lines) {
    if (!words.every((word) => line.includes(word)) || isOwn(view, remoteAddress, number)) continue
    const kept = readAsked(view, remoteAddress, number)
    if (kept === null) continue
    if (moves.length === limit) return { moves, more: true }
    moves.push(kept)
  }
  return { moves, more: false }
}

/** True where a booking of this desk has that number. */
export function isOwn(view: View, remoteAddress: string, number: number): boolean {
  return holderOfNumber(view, number, remoteAddress, '') !== null
}
