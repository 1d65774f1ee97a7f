import type { View } from '../tx.ts'

/*
 * The hits of one full-text index as row ids, newest first. A row id takes a tenth of the time of a line, and a line
 * among many at once takes a sixth of the time of a line alone.
 */

export type Hits = {
  /** How many lines there are for a hit, by the newest hits; 1 for an incomplete index. */
  readonly spacing: number
  /** True if the index has no other hits than those of the first portion, and every line. */
  readonly isComplete: boolean
  /** All hits in portions of at most `LINES_AT_ONCE`. */
  portions(): Iterable<readonly number[]>
}

const LINES_AT_ONCE = 256
/** SQLite finds the place of a later chunk by reading the hits before, so that each chunk is much larger. */
const GROWTH = 8

/**
 * Reads the hits of `query` in `table`. Every line from `unindexed` down may be a hit, because the table does not have
 * those lines yet; 0 for a complete table.
 */
export function readHits(
  view: View,
  table: 'move_search_fts' | 'move_search_two',
  query: string,
  unindexed: number,
): Hits {
  const indexed = view
    .sql(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?`)
    .pluck()
  const older = view.sql('SELECT seq FROM move_search WHERE seq <= ? ORDER BY seq DESC LIMIT ?').pluck()
  const first = unindexed === Infinity ? [] : (indexed.all(query, Number.MAX_SAFE_INTEGER, LINES_AT_ONCE) as number[])
  const newest = view.sql('SELECT max(seq) FROM move_search').pluck().get() as number | null
  const oldest = first.length < LINES_AT_ONCE ? 0 : (first.at(-1) ?? 0)
  return {
    isComplete: unindexed === 0 && first.length < LINES_AT_ONCE,
    spacing: unindexed > 0 ? 1 : ((newest ?? 0) - oldest) / first.length,
    *portions() {
      let [chunk, size] = [first, LINES_AT_ONCE]
      for (;;) {
        for (let at = 0; at < chunk.length; at += LINES_AT_ONCE) yield chunk.slice(at, at + LINES_AT_ONCE)
        const last = chunk.at(-1)
        if (chunk.length < size || last === undefined) break
        size *= GROWTH
        chunk = indexed.all(query, last - 1, size) as number[]
      }
      for (let from = Math.min(unindexed, Number.MAX_SAFE_INTEGER); from > 0;) {
        const lines = older.all(from, LINES_AT_ONCE) as number[]
        yield lines
        from = lines.length < LINES_AT_ONCE ? 0 : (lines.at(-1) ?? 0) - 1
      }
    },
  }
}
