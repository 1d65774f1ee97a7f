import { sqlList, statesWhere } from '../../../shared/outbox/states.ts'
import { CANCELED } from '../../../shared/move/cancel-status.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/** A pickup or return with a loaner move for which a driver is due, with the values as sent. */
export type LoanerVisitRow = {
  readonly bookingId: string
  readonly action: 'pickup' | 'return'
  readonly time: UtcInstant
  readonly readyBy: UtcInstant
  readonly customerName: string | null
  readonly phone: string | null
  readonly reference: string | null
  readonly vin: string | null
  /** The places between which the loaner is driven. */
  readonly fromPlace: number
  readonly toPlace: number
  readonly moveId: string
  readonly stock: string | null
  readonly loanerVin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly deliveredAt: string | null
  /** 1 if a person added a fact, which may hold instead of the sent repair order or loaner. */
  readonly hasFacts: 0 | 1
}

/** The bookings whose time is at or after `from` and before `to`. */
export type LoanerRange = { readonly from: UtcInstant; readonly to: UtcInstant }

const WITHOUT_DRIVER_SQL = sqlList([...statesWhere({ tally: 'withdrawn' }), ...statesWhere({ tally: 'refused' })])

const IN_RANGE_SQL = 'b.time_utc >= @from AND b.time_utc < @to'

/** Selects the visits of `bookings`, a table or an index of a table with the alias `b`. */
const visitsSql = (bookings: string) =>
  `SELECT b.id AS bookingId, b.action, b.time_utc AS time, b.ready_by_utc AS readyBy,
     b.customer_name AS customerName, b.customer_phone AS phone, b.reference, c.vin,
     l.pickup_place_id AS fromPlace, l.delivery_place_id AS toPlace, l.id AS moveId, v.stock, v.vin AS loanerVin, v.year, v.make, v.model,
     l.delivery_successful AS deliveredAt, EXISTS (SELECT 1 FROM added_facts a WHERE a.booking_id = b.id) AS hasFacts
   FROM ${bookings} JOIN outbox o ON o.booking_id = b.id
     JOIN moves l ON l.booking_id = b.id AND l.role = 'loaner'
     JOIN moves m ON m.booking_id = b.id AND m.role = 'customer'
     LEFT JOIN vehicles v ON v.id = l.vehicle_id LEFT JOIN vehicles c ON c.id = m.vehicle_id
   WHERE ${IN_RANGE_SQL} AND o.state NOT IN ${WITHOUT_DRIVER_SQL}
     AND lower(coalesce(l.cancel_status, '')) NOT IN ${sqlList(CANCELED)}`

/** The pickups and returns with a loaner of a span of time, the latest first. */
export function loanerVisitsBetween(
  view: View,
  range: LoanerRange & { readonly limit: number },
): readonly LoanerVisitRow[] {
  return view
    .sql(
      `${visitsSql('bookings b INDEXED BY bookings_time')}
       ORDER BY b.time_utc DESC, b.saved_at DESC, b.id DESC LIMIT @limit`,
    )
    .all(range) as LoanerVisitRow[]
}

/** The pickups and returns with a loaner among these bookings, in the order of `loanerVisitsBetween`. */
export function loanerVisitsOf(view: View, range: LoanerRange, bookingIds: Iterable<string>) {
  return view
    .sql(
      `${visitsSql('json_each(@ids) CROSS JOIN bookings b ON b.id = json_each.value')}
       ORDER BY b.time_utc DESC, b.saved_at DESC, b.id DESC`,
    )
    .all({ ...range, ids: JSON.stringify([...bookingIds]) }) as LoanerVisitRow[]
}

/** The ZIP code of a place. */
export function zipOf(view: View, placeId: number): string {
  return view.sql('SELECT zip FROM places WHERE id = ?').pluck().get(placeId) as string
}

/** Marks that stock numbers with the same letters and digits may have or lack, see `bareStock`. */
const MARKS = [' ', '-', '.', '/', '_', '#']

/** The text that `bareStock` makes of a stock number; of `v.stock` as the index `vehicles_stock` has it. */
export function bareStockSql(stock: string): string {
  return `upper(${MARKS.reduce((sql, mark) => `replace(${sql}, '${mark}', '')`, stock)})`
}

/** The facts of `kind` that persons added to the bookings of the range, as `a`. */
const factsSql = (kind: 'loaner' | 'repair-order') =>
  `bookings b INDEXED BY bookings_time
     CROSS JOIN added_facts a ON a.booking_id = b.id AND a.kind = '${kind}' AND json_valid(a.content)`

const oneOf = (list: string) => `IN (SELECT value FROM json_each(@${list}))`

/** Two bare stock numbers: the first of a span, and the first behind the span. */
export type StockSpan = readonly [low: string, high: string]

/**
 * The bookings whose loaner was sent or added with one of these bare stock numbers or VINs, or with a stock number
 * within these spans, with that loaner.
 */
export function bookingsOfLoaner(
  view: View,
  range: LoanerRange,
  sought: {
    readonly stocks: readonly string[]
    readonly spans: readonly StockSpan[]
    readonly vins: readonly string[]
  },
): readonly { readonly bookingId: string; readonly stock: string | null; readonly vin: string | null }[] {
  const bare = bareStockSql('v.stock')
  const added = bareStockSql("a.content ->> '$.loaner.stock'")
  const first = (above: string) =>
    `SELECT min(${bare}) FROM vehicles v INDEXED BY vehicles_stock
     WHERE v.stock IS NOT NULL AND ${bare} ${above} AND ${bare} < high`
  const sent = (index: string, isSought: string) =>
    `SELECT b.id AS bookingId, v.stock, v.vin FROM vehicles v INDEXED BY ${index}
       CROSS JOIN moves l ON l.vehicle_id = v.id AND l.role = 'loaner' CROSS JOIN bookings b ON b.id = l.booking_id
     WHERE ${isSought} AND ${IN_RANGE_SQL}`
  return view
    .sql(
      // The index is searched once for each different number of a span, and not read once for each vehicle.
      `WITH RECURSIVE spans AS (SELECT value ->> 0 AS low, value ->> 1 AS high FROM json_each(@spans)),
         within (high, stock) AS (
           SELECT high, (${first('>= low')}) FROM spans
           UNION ALL SELECT high, (${first('> within.stock')}) FROM within WHERE within.stock IS NOT NULL),
         known AS (SELECT value AS stock FROM json_each(@stocks) UNION SELECT stock FROM within)
       ${sent('vehicles_stock', `v.stock IS NOT NULL AND ${bare} IN (SELECT stock FROM known)`)}
       UNION ${sent('vehicles_vin', `v.vin ${oneOf('vins')}`)}
       UNION SELECT b.id, a.content ->> '$.loaner.stock' AS stock, a.content ->> '$.loaner.vin' AS vin
       FROM ${factsSql('loaner')}
       WHERE ${IN_RANGE_SQL} AND (${added} ${oneOf('stocks')} OR a.content ->> '$.loaner.vin' ${oneOf('vins')}
         OR EXISTS (SELECT 1 FROM spans WHERE ${added} >= low AND ${added} < high))`,
    )
    .all({ ...range, ...asJson(sought) }) as ReturnType<typeof bookingsOfLoaner>
}

/** The returns that the VIN of a car, a repair order or a phone without its extension may recognize. */
export function returnsAlike(
  view: View,
  range: LoanerRange,
  sought: Readonly<Record<'vins' | 'references' | 'phones', readonly string[]>>,
): readonly string[] {
  return view
    .sql(
      `SELECT b.id FROM bookings b INDEXED BY bookings_time
       WHERE ${IN_RANGE_SQL} AND b.action = 'return' AND (b.reference COLLATE NOCASE ${oneOf('references')}
         OR substr(b.customer_phone, 1, instr(b.customer_phone || ' ', ' ') - 1) ${oneOf('phones')})
       UNION SELECT b.id FROM ${factsSql('repair-order')}
       WHERE ${IN_RANGE_SQL} AND (a.content ->> '$.reference') COLLATE NOCASE ${oneOf('references')}
       UNION SELECT m.booking_id FROM vehicles c INDEXED BY vehicles_vin
         CROSS JOIN moves m ON m.vehicle_id = c.id AND m.role = 'customer'
       WHERE c.vin ${oneOf('vins')}`,
    )
    .pluck()
    .all({ ...range, ...asJson(sought) }) as string[]
}

function asJson<Name extends string>(
  lists: Readonly<Record<Name, readonly unknown[]>>,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<readonly unknown[]>(lists).map(([name, list]) => [name, JSON.stringify(list)] as const)
  return Object.fromEntries(entries) as Record<Name, string>
}
