import type { View } from '../tx.ts'

/*
 * The hits of one full-text index as row ids, newest first. A row id takes a tenth of the time of a line, and a line
 * among many at once takes a sixth of the time of a line alone.
 */

export type Hits = {
  /** How many hits there are, by the distance between the newest; every line for an incomplete index. */
  readonly count: number
  /** All hits, which have every line that matches, in portions of at most `HITS_AT_ONCE`. */
  portions(): Iterable<Portion>
}

/** `passed` is how many hits of the index were read for `seqs`. */
export type Portion = { readonly seqs: readonly number[]; readonly passed: number }

const HITS_AT_ONCE = 128
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
  const first = unindexed === Infinity ? [] : (indexed.all(query, Number.MAX_SAFE_INTEGER, HITS_AT_ONCE) as number[])
  const newest = (view.sql('SELECT max(seq) FROM move_search').pluck().get() as number | null) ?? 0
  const oldest = first.at(-1) ?? 0
  const isWhole = first.length < HITS_AT_ONCE
  return {
    count: unindexed > 0 ? newest : isWhole ? first.length : (first.length * newest) / (newest - oldest),
    *portions() {
      let [chunk, size] = [first, HITS_AT_ONCE]
      for (;;) {
        for (let at = 0; at < chunk.length; at += HITS_AT_ONCE) yield wholePortion(chunk.slice(at, at + HITS_AT_ONCE))
        const last = chunk.at(-1)
        if (chunk.length < size || last === undefined) break
        size *= GROWTH
        chunk = indexed.all(query, last - 1, size) as number[]
      }
      for (let from = Math.min(unindexed, Number.MAX_SAFE_INTEGER); from > 0;) {
        const lines = older.all(from, HITS_AT_ONCE) as number[]
        yield wholePortion(lines)
        from = lines.length < HITS_AT_ONCE ? 0 : (lines.at(-1) ?? 0) - 1
      }
    },
  }
}

function wholePortion(seqs: readonly number[]): Portion {
  return { seqs, passed: seqs.length }
}

/** How many hits of the commoner index may be read for each hit of the rarer, instead of the line of that hit. */
const HITS_PER_LINE = 9

/**
 * The hits whose lines have to be read for lines that two indexes find: those that both have, or those of the rarer
 * index if the other has too many.
 */
export function bothHits(one: Hits, other: Hits): Hits {
  const [rarer, commoner] = one.count <= other.count ? [one, other] : [other, one]
  if (commoner.count > HITS_PER_LINE * rarer.count) return rarer
  return {
    count: rarer.count,
    *portions() {
      const others = seqsOf(commoner)
      let beside = others.next()
      for (const { seqs, passed } of rarer.portions()) {
        const both: number[] = []
        for (const seq of seqs) {
          while (beside.done !== true && beside.value > seq) beside = others.next()
          if (beside.value === seq) both.push(seq)
        }
        yield { seqs: both, passed }
        if (beside.done === true) return
      }
    },
  }
}

function* seqsOf(hits: Hits): Generator<number, undefined> {
  for (const { seqs } of hits.portions()) yield* seqs
  return undefined
}
