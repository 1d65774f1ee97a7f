import type { FoundMove, FoundMoves, LookupFilter } from '../../../shared/views/lookup.ts'

/** A list with the text and filters that it answers. Only rows near the visible part are loaded. */
export type ResultPage = {
  readonly text: string
  readonly filters: readonly LookupFilter[]
  /** The number of all rows. */
  readonly count: number
  /** More moves matched than the list contains. */
  readonly more: boolean
  /** The number of all moves of this desk. */
  readonly total: number
  /** The ids of a filtered list. Null for the list of all moves, whose rows are read by position. */
  readonly ids: readonly string[] | null
  /** The loaded rows by position, from 0. */
  readonly rows: ReadonlyMap<number, FoundMove>
}

/** Positions from `from` to before `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Rows in one request. */
export const PAGE = 100

/** Rows kept before and after the visible rows. */
const PREFETCH_ROWS = 2 * PAGE

export function answerOf(found: FoundMoves, asked: Pick<ResultPage, 'text' | 'filters'>): ResultPage {
  const { moves, ids, more, total } = found
  return {
    text: asked.text,
    filters: asked.filters,
    count: ids?.length ?? total,
    more: ids !== null && more,
    total,
    ids,
    rows: new Map(moves.map((move, place) => [place, move])),
  }
}

/** The position of a loaded row, or null. */
export function placeOf(answer: ResultPage | null, moveId: string | null): number | null {
  if (answer === null || moveId === null) return null
  for (const [place, move] of answer.rows) if (move.moveId === moveId) return place
  return null
}

/**
 * True if both lists have the same rows at the same positions. The list of all moves only grows, so equal length means
 * equal rows.
 */
export function sameRows(one: ResultPage, other: ResultPage): boolean {
  if (one.ids === null || other.ids === null) return one.ids === other.ids && one.count === other.count
  return one.ids.length === other.ids.length && one.ids.every((id, place) => id === other.ids?.[place])
}

/** The first position of the page with the first visible row that is not loaded; null if all are loaded. */
export function missingPage({ rows, count }: ResultPage, { from, to }: Range): number | null {
  for (let place = Math.max(from, 0); place < Math.min(to, count); place += 1) {
    if (!rows.has(place)) return place - (place % PAGE)
  }
  return null
}

/** The list with newly read rows. Drops rows far from the visible part, except the selected row. */
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

/** The rows to update: the visible rows, the selected one first. */
export function shownRows(answer: ResultPage, seen: Range, moveId: string | null): readonly string[] {
  const rows = [...answer.rows]
    .filter(([place]) => place >= seen.from && place < seen.to)
    .map(([, move]) => move.moveId)
  return placeOf(answer, moveId) === null || moveId === null ? rows : [...new Set([moveId, ...rows])]
}

/**
 * The list with updated rows. Drops rows of `before` that were not updated, because they may have changed; visible
 * ones are read again.
 */
export function refreshed(answer: ResultPage, before: ResultPage, fresh: FoundMoves): ResultPage {
  const told = new Map([...fresh.moves, ...fresh.shown].map((move) => [move.moveId, move]))
  const rows = new Map<number, FoundMove>()
  for (const [place, move] of answer.rows) {
    const row = told.get(move.moveId) ?? (before.rows.get(place) === move ? undefined : move)
    if (row !== undefined) rows.set(place, row)
  }
  return { ...answer, rows, total: fresh.total }
}

/** The position in `list` of a row of the previous list; null if a request is needed to know. */
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
 * The selected row in a newer list with its position, or another row of its booking; null if the list contains
 * neither.
 */
export function keptRow(
  list: ResultPage,
  told: readonly FoundMove[],
  shown: { readonly moveId: string | null; readonly bookingId: string | null; readonly answer: ResultPage | null },
): readonly [number, FoundMove] | null {
  const { moveId, bookingId, answer } = shown
  const place = moveId === null ? null : placeIn(list, answer, moveId)
  const row = [...list.rows.values(), ...told, ...(answer?.rows.values() ?? [])].find((move) => move.moveId === moveId)
  if (place !== null && row !== undefined) return [place, row]
  return [...list.rows].find(([, move]) => move.bookingId === bookingId) ?? null
}
