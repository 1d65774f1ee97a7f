import type { MoveFlag } from '../../../shared/outbox/amendment.ts'
import {
  LOOKUP_GROUPS,
  type FoundBooking,
  type FoundBookings,
  type GroupCounts,
  type ListBounds,
  type LookupFilter,
  type LookupGroup,
} from '../../../shared/views/lookup.ts'

/** Result list for `text` and `filters`. Only the rows near the visible range are loaded. */
export type ResultPage = {
  readonly text: string
  readonly filters: readonly LookupFilter[]
  /** Number of rows in the list. */
  readonly count: number
  readonly groups: GroupCounts
  /** Bounds of the list of every booking, by which its pages are read. */
  readonly bounds: ListBounds
  /** True if the search found more bookings than the list holds. */
  readonly more: boolean
  /** Number of all bookings of this desk. */
  readonly total: number
  /** Ids of a list narrowed by text or filters. Null for the list of every booking, whose rows are read by place. */
  readonly ids: readonly string[] | null
  /** Loaded rows by place, from 0. */
  readonly rows: ReadonlyMap<number, FoundBooking>
}

/** Places from `from` up to, but not including, `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Smallest number of rows that a search reads, even if fewer rows fit on the screen. */
export const MIN_VISIBLE_ROWS = 24

/** Rows per read. */
export const PAGE_ROWS = 100

/** Loaded rows that stay on either side of the visible range. */
const PREFETCH_ROWS = 2 * PAGE_ROWS

export function answerOf(found: FoundBookings, query: Pick<ResultPage, 'text' | 'filters'>): ResultPage {
  const { bookings, ids, groups, bounds, more, total } = found
  return {
    text: query.text,
    filters: query.filters,
    count: groups.today + groups.upcoming + groups.earlier,
    groups,
    bounds,
    more: ids !== null && more,
    total,
    ids,
    rows: new Map(bookings.map((booking, place) => [place, booking])),
  }
}

/** Head of a group in the list as shown: the first row of the group follows at `index + 1`. */
export type GroupHead = { readonly group: LookupGroup; readonly count: number; readonly index: number }

/** The heads of the groups that have bookings. `index` counts rows and heads from 0. */
export function headsOf(groups: GroupCounts): readonly GroupHead[] {
  const heads: GroupHead[] = []
  let index = 0
  for (const group of LOOKUP_GROUPS) {
    const count = groups[group]
    if (count === 0) continue
    heads.push({ group, count, index })
    index += count + 1
  }
  return heads
}

/** The index in the list as shown of the row at a place. */
export function indexOfPlace(heads: readonly GroupHead[], place: number): number {
  return heads.reduce((index, head) => (head.index <= index ? index + 1 : index), place)
}

/** The place of the row at an index; for the head of a group, the place of the row that follows. */
export function placeOfIndex(heads: readonly GroupHead[], index: number): number {
  return index - heads.filter((head) => head.index < index).length
}

/** Place of a loaded row; null if the row is not loaded. */
export function placeOf(answer: ResultPage | null, bookingId: string | null): number | null {
  if (answer === null || bookingId === null) return null
  for (const [place, row] of answer.rows) if (row.bookingId === bookingId) return place
  return null
}

/** The row that a search selects by itself: the first loaded one that is not canceled, else the first. */
export function firstLive({ rows }: ResultPage): FoundBooking | undefined {
  return [...rows.values()].find((row) => !isOver(row)) ?? rows.get(0)
}

function isOver({ state, moves }: FoundBooking): boolean {
  return state === 'withdrawn' || moves.every(({ flag }) => flag !== null && OVER.has(flag))
}

/** The old booking of a reschedule has one of these flags once its cancellation is requested. */
const OVER: ReadonlySet<MoveFlag> = new Set(['canceled', 'stopped', 'cancel-requested', 'cancel-started'])

/**
 * True if both lists have the same rows in the same places. The list of every booking has the same rows while its
 * bounds and counts stay.
 */
export function sameRows(one: ResultPage, other: ResultPage): boolean {
  if (one.ids === null || other.ids === null) {
    return one.ids === other.ids && isSame(one.bounds, other.bounds) && isSame(one.groups, other.groups)
  }
  return one.ids.length === other.ids.length && one.ids.every((id, place) => id === other.ids?.[place])
}

function isSame<T extends object>(one: T, other: T): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof T] === value)
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
  read: ReadonlyMap<number, FoundBooking>,
  { seen, bookingId }: { readonly seen: Range; readonly bookingId: string | null },
): ResultPage {
  const near = [...answer.rows].filter(
    ([place, row]) =>
      (place >= seen.from - PREFETCH_ROWS && place < seen.to + PREFETCH_ROWS) || row.bookingId === bookingId,
  )
  return { ...answer, rows: new Map([...near, ...read]) }
}

/** Ids of the rows to read again: the selected row if loaded, then the visible rows. */
export function shownRows(answer: ResultPage, seen: Range, bookingId: string | null): readonly string[] {
  const rows = [...answer.rows]
    .filter(([place]) => place >= seen.from && place < seen.to)
    .map(([, row]) => row.bookingId)
  return placeOf(answer, bookingId) === null || bookingId === null ? rows : [...new Set([bookingId, ...rows])]
}

/**
 * Replaces rows by their fresh values. A row that was loaded at the request (`before`) and is missing in the reply may
 * have changed, so that row is dropped and read again when visible.
 */
export function refreshed(answer: ResultPage, before: ResultPage, fresh: FoundBookings): ResultPage {
  const byId = new Map([...fresh.bookings, ...fresh.shown].map((row) => [row.bookingId, row]))
  const rows = new Map<number, FoundBooking>()
  for (const [place, old] of answer.rows) {
    const row = byId.get(old.bookingId) ?? (before.rows.get(place) === old ? undefined : old)
    if (row !== undefined) rows.set(place, row)
  }
  return { ...answer, rows, total: fresh.total }
}

/** The selected row with its place in a list that was read with `locate`; null if the list has no such row. */
export function keptRow(
  { shown, place }: Pick<FoundBookings, 'shown' | 'place'>,
  bookingId: string | null,
): readonly [number, FoundBooking] | null {
  const row = shown.find((one) => one.bookingId === bookingId)
  return place === null || row === undefined ? null : [place, row]
}

/** How many bookings of `newer` have another place in `older` or none; at least 1. */
export function countUpdates(older: ResultPage, newer: ResultPage): number {
  if (older.ids === null || newer.ids === null) return Math.max(Math.abs(newer.count - older.count), 1)
  const had = new Set(older.ids)
  const has = new Set(newer.ids)
  const added = newer.ids.filter((id) => !had.has(id)).length
  const gone = older.ids.filter((id) => !has.has(id)).length
  return Math.max(added + gone, 1)
}
