import type { FoundMove, FoundMoves, LookupFilter } from '../../../shared/views/lookup.ts'

/** A list, of which the rows near to what is seen are there, and the text and the filters that it answers. */
export type ResultPage = {
  readonly text: string
  readonly filters: readonly LookupFilter[]
  /** Its rows in all. */
  readonly count: number
  /** More were found than stand in it. */
  readonly more: boolean
  /** Every move that this desk holds. */
  readonly total: number
  /** Its rows where it was narrowed; null for the list of every move, whose rows are asked for by their place. */
  readonly ids: readonly string[] | null
  /** The rows that were read, by their place from 0. */
  readonly rows: ReadonlyMap<number, FoundMove>
}

/** Places from the first to before the last. */
export type Range = { readonly from: number; readonly to: number }

/** Rows asked for at once. */
export const PAGE = 100

/** Rows kept on either side of what is seen. */
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

/** The place of a row, where it is one of those that are there. */
export function placeOf(answer: ResultPage | null, moveId: string | null): number | null {
  if (answer === null || moveId === null) return null
  for (const [place, move] of answer.rows) if (move.moveId === moveId) return place
  return null
}

/** Whether both have the same rows in the same places. The list of every move only grows: one of its length is the same. */
export function sameRows(one: ResultPage, other: ResultPage): boolean {
  if (one.ids === null || other.ids === null) return one.ids === other.ids && one.count === other.count
  return one.ids.length === other.ids.length && one.ids.every((id, place) => id === other.ids?.[place])
}

/** The first place of the page in which the first row stands that is seen and not there; null when all are. */
export function missingPage({ rows, count }: ResultPage, { from, to }: Range): number | null {
  for (let place = Math.max(from, 0); place < Math.min(to, count); place += 1) {
    if (!rows.has(place)) return place - (place % PAGE)
  }
  return null
}

/** The list with rows that were read; those far from what is seen go, but for the one that is looked at. */
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

/** The rows to be told anew: those that are seen, the one that is looked at first among them. */
export function shownRows(answer: ResultPage, seen: Range, moveId: string | null): readonly string[] {
  const rows = [...answer.rows]
    .filter(([place]) => place >= seen.from && place < seen.to)
    .map(([, move]) => move.moveId)
  return placeOf(answer, moveId) === null || moveId === null ? rows : [...new Set([moveId, ...rows])]
}

/**
 * The list with its rows as they were told anew. What was there when it was asked (`before`) and was not told may have
 * changed and goes: it is read again when it is seen.
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

/** The place in `list` of a row of the list before it; null where that cannot be said without asking. */
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

/** The selected row in a newer list and its place there, or another row of its booking; null where neither stands in it. */
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
