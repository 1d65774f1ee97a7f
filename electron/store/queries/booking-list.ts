import type { FoundBooking, FoundMove, GroupCounts, ListBounds, LookupGroup } from '../../../shared/views/lookup.ts'
import { LOOKUP_GROUPS } from '../../../shared/views/lookup.ts'
import { awaitsArrival } from '../../../shared/views/day.ts'
import { STAGES, type MoveRole, type Stage, type Stamp } from '../../../shared/move/move.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { formatVehicleOf } from '../../../shared/booking/loaners.ts'
import { moveFlag } from '../../../shared/outbox/amendment.ts'
import type { AmendmentKind, AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { effectiveReference, effectiveVehicle } from '../../../shared/booking/added-facts.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { deskName } from '../board/link.ts'
import { amendmentsOfMove } from '../tables/amendments.ts'
import { addedFactsOf } from '../tables/added-facts.ts'
import type { View } from '../tx.ts'

/*
 * The rows of Lookup: the bookings of found moves, and the list of every booking in the order of its groups, which the
 * index over the times of bookings gives without a sort. The index ends in the row id, so a time has a fixed order.
 */

/** A listed booking with what its place depends on. */
export type ListedId = { readonly id: string; readonly time: UtcInstant; readonly seq: number }

/** What the places of these bookings in the list depend on, in no order. */
export function listedIds(view: View, bookingIds: readonly string[]): readonly ListedId[] {
  return view
    .sql(`SELECT b.id, b.time_utc AS time, b.rowid AS seq FROM json_each(?) j CROSS JOIN bookings b ON b.id = j.value`)
    .all(JSON.stringify(bookingIds)) as ListedId[]
}

/** The group of a time, by the day of the bounds. */
function groupOf(time: UtcInstant, { from, to }: Pick<ListBounds, 'from' | 'to'>): LookupGroup {
  return time < from ? 'earlier' : time < to ? 'today' : 'upcoming'
}

/** Sorts bookings as the list of every booking has them, and counts them by group. */
export function sortListed(
  rows: readonly ListedId[],
  bounds: ListBounds,
): { readonly ids: readonly string[]; readonly groups: GroupCounts } {
  const byTime = rows.toSorted((one, other) =>
    one.time === other.time ? one.seq - other.seq : one.time < other.time ? -1 : 1,
  )
  const of = (group: LookupGroup) => byTime.filter(({ time }) => groupOf(time, bounds) === group)
  const [today, upcoming, earlier] = [of('today'), of('upcoming'), of('earlier').toReversed()]
  return {
    ids: [...today, ...upcoming, ...earlier].map(({ id }) => id),
    groups: { today: today.length, upcoming: upcoming.length, earlier: earlier.length },
  }
}

const RANGES: Readonly<Record<LookupGroup, string>> = {
  today: 'time_utc >= +@from AND time_utc < +@to',
  upcoming: 'time_utc >= +@to',
  earlier: 'time_utc < +@from',
}

/** The largest row id of `bookings`; 0 without a booking. */
export function newestBooking(view: View): number {
  return (view.sql('SELECT max(rowid) FROM bookings').pluck().get() as number | null) ?? 0
}

/** The number of bookings with a row id up to `newest`, which is the largest when the number was read. */
type Total = { readonly newest: number; readonly count: number }

/** The last total of each store. A view lives as long as its store. */
const totals = new WeakMap<View, Total>()

/**
 * How many bookings have a row id up to `newest`. All are counted once, which reads a whole index, because a booking is
 * never deleted and a new booking gets the largest row id.
 */
function countUpTo(view: View, newest: number): number {
  const between = (above: number, upTo: number) =>
    view
      .sql('SELECT count(*) FROM bookings WHERE rowid > +@above AND rowid <= +@upTo')
      .pluck()
      .get({ above, upTo }) as number
  const last = newestBooking(view)
  const known = totals.get(view)
  const count =
    known === undefined
      ? (view.sql('SELECT count(*) FROM bookings').pluck().get() as number)
      : known.count + between(known.newest, last)
  totals.set(view, { newest: last, count })
  return newest >= last ? count : count - between(newest, last)
}

/** Counts every booking unless that was done, in a moment without work. Returns false if that was done. */
export function countAhead(view: View): boolean {
  if (totals.has(view)) return false
  countUpTo(view, newestBooking(view))
  return true
}

type Counted = { readonly state: string; readonly groups: GroupCounts }

/** The last counts of each store. */
const counted = new WeakMap<View, Counted>()

/** How many bookings of the list are in each group. Counted again only after a write or with other bounds. */
export function countGroups(view: View, bounds: ListBounds): GroupCounts {
  const writes = view.sql('SELECT total_changes()').pluck().get() as number
  const state = `${writes} ${bounds.newest} ${bounds.from} ${bounds.to}`
  const before = counted.get(view)
  if (before?.state === state) return before.groups
  const count = (group: LookupGroup) =>
    view
      .sql(`SELECT count(*) FROM bookings INDEXED BY bookings_time WHERE ${RANGES[group]} AND rowid <= +@newest`)
      .pluck()
      .get(bounds) as number
  const [today, upcoming] = [count('today'), count('upcoming')]
  const groups = { today, upcoming, earlier: countUpTo(view, bounds.newest) - today - upcoming }
  counted.set(view, { state, groups })
  return groups
}

/** The bookings of a page of the list of every booking, read from the nearer end of each group. */
export function bookingsPage(
  view: View,
  { offset, limit, bounds }: { readonly offset: number; readonly limit: number; readonly bounds: ListBounds },
): readonly string[] {
  const groups = countGroups(view, bounds)
  const ids: string[] = []
  let first = 0
  for (const group of LOOKUP_GROUPS) {
    const count = groups[group]
    const from = Math.max(offset - first, 0)
    const rows = Math.min(limit - ids.length, count - from)
    if (rows > 0) ids.push(...sliceOf(view, { group, count, from, rows, bounds }))
    first += count
  }
  return ids
}

type Slice = {
  readonly group: LookupGroup
  readonly count: number
  readonly from: number
  readonly rows: number
  readonly bounds: ListBounds
}

function sliceOf(view: View, { group, count, from, rows, bounds }: Slice): readonly string[] {
  const after = count - from - rows
  const isFromEnd = after < from
  const order = (group === 'earlier') === isFromEnd ? 'time_utc, rowid' : 'time_utc DESC, rowid DESC'
  const ids = view
    .sql(
      `SELECT id FROM bookings INDEXED BY bookings_time WHERE ${RANGES[group]} AND rowid <= +@newest
       ORDER BY ${order} LIMIT @rows OFFSET @skip`,
    )
    .pluck()
    .all({ ...bounds, rows, skip: isFromEnd ? after : from }) as string[]
  return isFromEnd ? ids.toReversed() : ids
}

/** The place of a booking in the list of every booking; null for a booking that the list does not have. */
export function placeInList(view: View, bookingId: string, bounds: ListBounds): number | null {
  const row = view.sql('SELECT time_utc AS time, rowid AS seq FROM bookings WHERE id = +?').get(bookingId) as
    { readonly time: UtcInstant; readonly seq: number } | undefined
  if (row === undefined || row.seq > bounds.newest) return null
  const group = groupOf(row.time, bounds)
  const isBefore = group === 'earlier' ? '>' : '<'
  const before = view
    .sql(
      `SELECT count(*) FROM bookings INDEXED BY bookings_time
       WHERE ${RANGES[group]} AND rowid <= +@newest AND (time_utc, rowid) ${isBefore} (@time, @seq)`,
    )
    .pluck()
    .get({ ...bounds, ...row }) as number
  const groups = countGroups(view, bounds)
  return before + (group === 'today' ? 0 : groups.today) + (group === 'earlier' ? groups.upcoming : 0)
}

/** The list row of each booking, in the order of the ids. */
export function loadFoundBookings(view: View, ids: readonly string[]): readonly FoundBooking[] {
  return loadListed(view, ids).map(({ found }) => found)
}

/** As `loadFoundBookings`, with what the place of each booking in the list depends on. */
export function loadListed(
  view: View,
  ids: readonly string[],
): readonly (ListedId & { readonly found: FoundBooking })[] {
  return ids.flatMap((id) => {
    // A query with a join compares an id with `+?`, see `search.ts`.
    const row = view
      .sql(
        `SELECT b.rowid AS seq, b.id AS bookingId, o.desk, b.kind, b.action, o.state, b.customer_name AS customerName,
           b.customer_phone AS customerPhone, b.reference, b.time_local, b.time_zone, b.time_utc
         FROM bookings b JOIN outbox o ON o.booking_id = b.id WHERE b.id = +?`,
      )
      .get(id) as BookingRow | undefined
    return row === undefined
      ? []
      : [{ id, time: row.time_utc, seq: row.seq, found: readFound(view, row, movesOf(view, id)) }]
  })
}

function movesOf(view: View, bookingId: string): readonly MoveRow[] {
  return view
    .sql(
      `SELECT m.id AS moveId, m.role, m.number, m.cancel_status AS cancelStatus, m.missing_since,
         ${latestAmendment('cancel')} AS cancel, ${latestAmendment('change')} AS change,
         v.vin, v.stock, v.year, v.make, v.model, v.color, ${STAGES.map((stage) => `m.${stage}`).join(', ')}
       FROM moves m LEFT JOIN vehicles v ON v.id = m.vehicle_id WHERE m.booking_id = +? ORDER BY m.role`,
    )
    .all(bookingId) as MoveRow[]
}

function latestAmendment(kind: AmendmentKind): string {
  return `(SELECT w.state FROM amendments w WHERE w.move_id = m.id AND w.kind = '${kind}' ORDER BY w.seq DESC LIMIT 1)`
}

type BookingRow = Pick<
  FoundBooking,
  'bookingId' | 'desk' | 'kind' | 'action' | 'customerName' | 'customerPhone' | 'reference'
> & {
  readonly seq: number
  readonly state: EntryState
  readonly time_local: string
  readonly time_zone: string
  readonly time_utc: UtcInstant
}

type MoveRow = Readonly<Record<Stage | 'vin' | 'stock' | 'year' | 'make' | 'model' | 'color', string | null>> & {
  readonly moveId: string
  readonly role: MoveRole
  readonly number: number | null
  readonly cancelStatus: string | null
  readonly missing_since: string | null
  readonly cancel: AmendmentState | null
  readonly change: AmendmentState | null
}

function readFound(view: View, row: BookingRow, moves: readonly MoveRow[]): FoundBooking {
  const { seq: _seq, time_local, time_zone, time_utc, ...booking } = row
  const withFacts = { reference: row.reference, addedFacts: addedFactsOf(view, row.bookingId) }
  return {
    ...booking,
    desk: row.desk === null ? null : deskName(view, row.desk),
    reference: effectiveReference(withFacts),
    time: { local: time_local, zone: time_zone, utc: time_utc },
    awaitsArrival: awaitsArrival({
      action: row.action,
      state: row.state,
      moves: moves.map((move) => ({
        role: move.role,
        cancelStatus: { known: true, value: move.cancelStatus },
        stages: stampsOf(move),
      })),
    }),
    moves: moves.map((move) => readMove(view, move, withFacts)),
  }
}

function readMove(view: View, row: MoveRow, booking: Parameters<typeof effectiveVehicle>[0]): FoundMove {
  const amendments = booking.addedFacts.length === 0 ? [] : amendmentsOfMove(view, row.moveId)
  const vehicle = effectiveVehicle(booking, { role: row.role, vehicle: { ...row, manual: false }, amendments })
  return {
    moveId: row.moveId,
    role: row.role,
    number: row.number,
    vehicle: formatVehicleOf(row.role, vehicle),
    vin: vehicle?.vin ?? null,
    stock: vehicle?.stock ?? null,
    flag: moveFlag({ ...row, isMissing: row.missing_since !== null, isDelivered: row.delivery_successful !== null }),
    stage: STAGES.findLast((stage) => row[stage] !== null) ?? null,
  }
}

/** The stages of a row, without their times. */
function stampsOf(row: MoveRow): Readonly<Record<Stage, Stamp>> {
  const stamps = STAGES.map((stage): [Stage, Stamp] => [stage, row[stage] === null ? null : true])
  return Object.fromEntries(stamps) as Record<Stage, Stamp>
}
