import {
  externalMoveSearchLine,
  externalMoveSchema,
  type ExternalMoveMatches,
  type StoredExternalMove,
} from '../../../shared/move/external-move.ts'
import { parseJson } from '../../platform/json.ts'
import { moveIdByNumber } from './moves.ts'
import type { Tx, View } from '../tx.ts'

/** Moves that no booking of this desk is and that were asked for by their number: kept for each remote apart, to read. */

/** Kept for each remote; the one that was asked longest ago makes room. */
export const MAX_EXTERNAL_MOVES = 500

/** Keeps what a provider showed of a move in the place of what it showed before. */
export function upsertExternalMove(tx: Tx, remoteAddress: string, { move, askedAt }: StoredExternalMove): void {
  const row = {
    providerAddress: remoteAddress,
    number: move.number,
    fetchedAt: askedAt,
    searchLine: externalMoveSearchLine(move),
    response: JSON.stringify(move),
  }
  tx.sql(
    `INSERT INTO external_moves (provider_address, number, fetched_at, search_line, response)
     VALUES (@providerAddress, @number, @fetchedAt, @searchLine, @response)
     ON CONFLICT (provider_address, number) DO UPDATE SET
       fetched_at = excluded.fetched_at, search_line = excluded.search_line, response = excluded.response`,
  ).run(row)
  // This one stays whatever the others say of their time: a clock may have been set back.
  tx.sql(
    `DELETE FROM external_moves WHERE provider_address = @providerAddress AND number IN (
       SELECT number FROM external_moves WHERE provider_address = @providerAddress AND number <> @number
       ORDER BY fetched_at DESC, number DESC LIMIT -1 OFFSET @others
     )`,
  ).run({ providerAddress: remoteAddress, number: move.number, others: MAX_EXTERNAL_MOVES - 1 })
}

/** Takes a move away that the provider knows no longer. */
export function deleteExternalMove(tx: Tx, remoteAddress: string, number: number): void {
  tx.sql('DELETE FROM external_moves WHERE provider_address = ? AND number = ?').run(remoteAddress, number)
}

/** A kept move; null where none is, and where what is kept cannot be read. */
export function readExternalMove(view: View, remoteAddress: string, number: number): StoredExternalMove | null {
  const row = view
    .sql('SELECT fetched_at AS fetchedAt, response FROM external_moves WHERE provider_address = ? AND number = ?')
    .get(remoteAddress, number) as { fetchedAt: string; response: string } | undefined
  if (row === undefined) return null
  const read = externalMoveSchema.safeParse({ move: parseJson(row.response), askedAt: row.fetchedAt })
  return read.success && read.data.move.number === number ? read.data : null
}

/** The kept moves whose line holds every word, at most `limit`; without those that a booking here turned out to be. */
export function searchStoredExternalMoves(
  view: View,
  remoteAddress: string,
  words: readonly string[],
  limit: number,
): ExternalMoveMatches {
  const lines = view
    .sql(
      'SELECT number, search_line AS line FROM external_moves WHERE provider_address = ? ORDER BY fetched_at DESC, number DESC',
    )
    .all(remoteAddress) as { number: number; line: string }[]
  const moves: StoredExternalMove[] = []
  for (const { number, line } of lines) {
    if (!words.every((word) => line.includes(word)) || isOwnMove(view, remoteAddress, number)) continue
    const kept = readExternalMove(view, remoteAddress, number)
    if (kept === null) continue
    if (moves.length === limit) return { moves, more: true }
    moves.push(kept)
  }
  return { moves, more: false }
}

/** True where a booking of this desk has that number. */
export function isOwnMove(view: View, remoteAddress: string, number: number): boolean {
  return moveIdByNumber(view, number, remoteAddress, '') !== null
}
