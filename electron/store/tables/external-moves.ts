import {
  externalMoveSearchLine,
  externalMoveSchema,
  type ExternalMoveMatches,
  type StoredExternalMove,
} from '../../../shared/move/external-move.ts'
import { parseJson } from '../../platform/json.ts'
import { moveIdByNumber } from './moves.ts'
import type { Tx, View } from '../tx.ts'

/** External moves that were fetched by their number: stored per provider, for reading. */

/** Largest number of stored moves per provider. The move that was fetched longest ago is deleted first. */
export const MAX_EXTERNAL_MOVES = 500

/** Stores the provider's data of a move and replaces earlier data. */
export function upsertExternalMove(tx: Tx, remoteAddress: string, { move, fetchedAt }: StoredExternalMove): void {
  const row = {
    providerAddress: remoteAddress,
    number: move.number,
    fetchedAt: fetchedAt,
    searchLine: externalMoveSearchLine(move),
    response: JSON.stringify(move),
  }
  tx.sql(
    `INSERT INTO external_moves (provider_address, number, fetched_at, search_line, response)
     VALUES (@providerAddress, @number, @fetchedAt, @searchLine, @response)
     ON CONFLICT (provider_address, number) DO UPDATE SET
       fetched_at = excluded.fetched_at, search_line = excluded.search_line, response = excluded.response`,
  ).run(row)
  // The new move stays whatever its time, because a clock may have been set back.
  tx.sql(
    `DELETE FROM external_moves WHERE provider_address = +@providerAddress AND number IN (
       SELECT number FROM external_moves WHERE provider_address = +@providerAddress AND number <> +@number
       ORDER BY fetched_at DESC, number DESC LIMIT -1 OFFSET @others
     )`,
  ).run({ providerAddress: remoteAddress, number: move.number, others: MAX_EXTERNAL_MOVES - 1 })
}

/** Deletes a move that the provider does not know any more. */
export function deleteExternalMove(tx: Tx, remoteAddress: string, number: number): void {
  tx.sql('DELETE FROM external_moves WHERE provider_address = +? AND number = +?').run(remoteAddress, number)
}

/** A stored move. Null if there is none, and for unreadable data. */
export function readExternalMove(view: View, remoteAddress: string, number: number): StoredExternalMove | null {
  const row = view
    .sql('SELECT fetched_at AS fetchedAt, response FROM external_moves WHERE provider_address = +? AND number = +?')
    .get(remoteAddress, number) as { fetchedAt: string; response: string } | undefined
  if (row === undefined) return null
  const read = externalMoveSchema.safeParse({ move: parseJson(row.response), fetchedAt: row.fetchedAt })
  return read.success && read.data.move.number === number ? read.data : null
}

/**
 * The stored moves whose search line contains every word, at most `limit`. Excludes moves that a booking of this desk
 * owns now.
 */
export function searchStoredExternalMoves(
  view: View,
  remoteAddress: string,
  words: readonly string[],
  limit: number,
): ExternalMoveMatches {
  const lines = view
    .sql(
      'SELECT number, search_line AS line FROM external_moves WHERE provider_address = +? ORDER BY fetched_at DESC, number DESC',
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

/** True if a booking of this desk has that number at this provider. */
export function isOwnMove(view: View, remoteAddress: string, number: number): boolean {
  return moveIdByNumber(view, number, remoteAddress, '') !== null
}
