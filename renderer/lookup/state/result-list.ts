import type { FoundMove, FoundMoves, LookupFilter } from '../../../shared/views/lookup.ts'

/** Result list for `text` and `filters`. Only the rows near the visible range are loaded. */
export type ResultPage = {
  readonly text: string
  readonly filters: readonly LookupFilter[]
  /** Number of rows in the list. */
  readonly count: number
  /** True if the search found more moves than the list holds. */
  readonly more: boolean
  /** Number of all moves of this desk. */
  readonly total: number
  /** Move ids of a list narrowed by text or filters. Null for the list of every move, whose rows are read by place. */
  readonly ids: readonly string[] | null
  /** Loaded rows by place, from 0. */
  readonly rows: ReadonlyMap<number, FoundMove>
}

/** Places from `from` up to, but not including, `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Rows per read. */
export const PAGE_ROWS = 100

/** Loaded rows that stay on either side of the visible range. */
const PREFETCH_ROWS = 2 * PAGE_ROWS

export function answerOf(found: FoundMoves, query: Pick<ResultPage, 'text' | 'filters'>): ResultPage {
  const { moves, ids, more, total } = found
  return {
    text: query.text,
    filters: query.filters,
    count: ids?.length ?? total,
    more: ids !== null && more,
    total,
    ids,
    rows: new Map(moves.map((move, place) => [place, move])),
  }
}

/** Place of a loaded row; null if the row is not loaded. */
export function placeOf(answer: ResultPage | null, moveId: string | null): number | null {
  if (answer === null || moveId === null) return null
  for (const [place, move] of answer.rows) if (move.moveId === moveId) return place
  return null
}

/**
 * True if both lists have the same rows in the same places. The list of every move only grows, so the same count means
 * the same rows.
 */
export function sameRows(one: ResultPage, other: ResultPage): boolean {
  if (one.ids === null || other.ids === null) return one.ids === other.ids && one.count === other.count
  return one.ids.length === other.ids.length && one.ids.every((id, place) => id === other.ids?.[place])
}

/** First place of the page with the first visible row that is not loaded; null if all are loaded. */
export function missingPage({ rows, count }: ResultPage, { from, to }: Range): number | null {
  for (let place = Math.max(from, 0); place < Math.min(to, count); place += 1) {
    if (!rows.has(place)) return place - (place % PAGE_ROWS)
  }
  return null
}

/** Adds rows to the list and drops rows far from the visible range, except the selected row. */
export function withRows(
  answer: ResultPage,
  read: ReadonlyMap<number, FoundMove>,
  { seen, moveId }: { readonly seen: Range; readonly moveId: string | null },
): ResultPage {
  const near = [...answer.rows].filter(
    ([place, move]) =>
      (place >= seen.from - PREFETCH_ROWS && place < seen.to + PREFETCH_ROWS) || move.moveId === moveId,
  )
  return { ...answer, rows: new Map([...near, ...read]) }
}

/** Ids of the rows to read again: the selected row if loaded, then the visible rows. */
export function shownRows(answer: ResultPage, seen: Range, moveId: string | null): readonly string[] {
  const rows = [...answer.rows]
    .filter(([place]) => place >= seen.from && place < seen.to)
    .map(([, move]) => move.moveId)
  return placeOf(answer, moveId) === null || moveId === null ? rows : [...new Set([moveId, ...rows])]
}

/**
 * Replaces rows by their fresh values. A row that was loaded at the request (`before`) and is missing in the reply may
 * have changed, so that row is dropped and read again when visible.
 */
export function refreshed(answer: ResultPage, before: ResultPage, fresh: FoundMoves): ResultPage {
  const byId = new Map([...fresh.moves, ...fresh.shown].map((move) => [move.moveId, move]))
  const rows = new Map<number, FoundMove>()
  for (const [place, move] of answer.rows) {
    const row = byId.get(move.moveId) ?? (before.rows.get(place) === move ? undefined : move)
    if (row !== undefined) rows.set(place, row)
  }
  return { ...answer, rows, total: fresh.total }
}

/**
 * Returns the place in `list` of a row of the previous list; null if the row is not listed, or if its place is not
 * known without another read.
 */
function placeIn(list: ResultPage, before: ResultPage | null, moveId: string): number | null {
  const there = placeOf(list, moveId)
  if (there !== null) return there
  if (list.ids !== null) {
    const at = list.ids.indexOf(moveId)
    return at === -1 ? null : at
  }
  const place = placeOf(before, moveId)
  return place === null || before === null || before.ids !== null ? null : place + list.count - before.count
}

/**
 * Selected row in a newer list with its place, otherwise another row of the same booking. Null if the list has neither.
 */
export function keptRow(
  list: ResultPage,
  freshRows: readonly FoundMove[],
  shown: { readonly moveId: string | null; readonly bookingId: string | null; readonly answer: ResultPage | null },
): readonly [number, FoundMove] | null {
  const { moveId, bookingId, answer } = shown
  const place = moveId === null ? null : placeIn(list, answer, moveId)
  const row = [...list.rows.values(), ...freshRows, ...(answer?.rows.values() ?? [])].find(
    (move) => move.moveId === moveId,
  )
  if (place !== null && row !== undefined) return [place, row]
  return [...list.rows].find(([, move]) => move.bookingId === bookingId) ?? null
}
