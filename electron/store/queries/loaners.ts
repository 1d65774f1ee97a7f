import { sqlList, statesWhere } from '../../../shared/outbox/states.ts'
import { CANCELED } from '../../../shared/move/cancel-status.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/** A pickup or return with a loaner move for which a driver is due, with the values as sent. */
export type LoanerVisitRow = {
  readonly bookingId: string
  readonly action: 'pickup' | 'return'
  readonly time: UtcInstant
  readonly savedAt: UtcInstant
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

const IN_RANGE_SQL = 'b.time_utc >= +@from AND b.time_utc < +@to'

/** Selects the visits of `bookings`, a table or an index of a table with the alias `b`. */
const visitsSql = (bookings: string) =>
  `SELECT b.id AS bookingId, b.action, b.time_utc AS time, b.saved_at AS savedAt, b.ready_by_utc AS readyBy,
     b.customer_name AS customerName, b.customer_phone AS phone, b.reference, c.vin,
     l.pickup_place_id AS fromPlace, l.delivery_place_id AS toPlace, l.id AS moveId, v.stock, v.vin AS loanerVin, v.year, v.make, v.model,
     l.delivery_successful AS deliveredAt, EXISTS (SELECT 1 FROM added_facts a WHERE a.booking_id = b.id) AS hasFacts
   FROM ${bookings} JOIN outbox o ON o.booking_id = b.id
     JOIN moves l ON l.booking_id = b.id AND l.role = 'loaner'
     JOIN moves m ON m.booking_id = b.id AND m.role = 'customer'
     LEFT JOIN vehicles v ON v.id = l.vehicle_id LEFT JOIN vehicles c ON c.id = m.vehicle_id
   WHERE ${IN_RANGE_SQL} AND o.state NOT IN ${WITHOUT_DRIVER_SQL}
     AND lower(coalesce(l.cancel_status, '')) NOT IN ${sqlList(CANCELED)}`

const VISITS_BETWEEN_SQL = `${visitsSql('bookings b INDEXED BY bookings_time')}
  ORDER BY b.time_utc DESC, b.saved_at DESC, b.id DESC LIMIT @limit`

const VISITS_OF_SQL = `${visitsSql('json_each(@ids) CROSS JOIN bookings b ON b.id = json_each.value')}
  ORDER BY b.time_utc DESC, b.saved_at DESC, b.id DESC`

/** The pickups and returns with a loaner of a span of time, the latest first. */
export function loanerVisitsBetween(
  view: View,
  range: LoanerRange & { readonly limit: number },
): readonly LoanerVisitRow[] {
  return view.sql(VISITS_BETWEEN_SQL).all(range) as LoanerVisitRow[]
}

/** The pickups and returns with a loaner among these bookings, in the order of `loanerVisitsBetween`. */
export function loanerVisitsOf(view: View, range: LoanerRange, bookingIds: Iterable<string>) {
  return view.sql(VISITS_OF_SQL).all({ ...range, ids: JSON.stringify([...bookingIds]) }) as LoanerVisitRow[]
}

/** The ZIP code of a place. */
export function zipOf(view: View, placeId: number): string {
  return view.sql('SELECT zip FROM places WHERE id = +?').pluck().get(placeId) as string
}

/** Marks that stock numbers with the same letters and digits may have or lack, see `bareStock`. */
const MARKS = [' ', '-', '.', '/', '_', '#']

/** The text that `bareStock` makes of a stock number; of `loaner_stock` as the index `move_search_stock` has it. */
export function bareStockSql(stock: string): string {
  return `upper(${MARKS.reduce((sql, mark) => `replace(${sql}, '${mark}', '')`, stock)})`
}

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
  const bare = bareStockSql('s.loaner_stock')
  const first = (above: string) =>
    `SELECT min(${bare}) FROM move_search s INDEXED BY move_search_stock
     WHERE s.loaner_stock IS NOT NULL AND ${bare} ${above} AND ${bare} < high`
  const sent = (index: string, isSought: string) =>
    `SELECT s.booking_id AS bookingId, s.loaner_stock AS stock, s.loaner_vin AS vin
     FROM move_search s INDEXED BY ${index}
     WHERE ${isSought} AND s.loaner_time >= +@from AND s.loaner_time < +@to`
  const added = bareStockSql("a.content ->> '$.loaner.stock'")
  const facts = (index: string, isSought: string) =>
    `SELECT b.id, a.content ->> '$.loaner.stock', a.content ->> '$.loaner.vin'
     FROM added_facts a INDEXED BY ${index} CROSS JOIN bookings b ON b.id = a.booking_id
     WHERE a.kind = 'loaner' AND json_valid(a.content) AND ${isSought} AND ${IN_RANGE_SQL}`
  return view
    .sql(
      // The index is searched once for each different number of a span, and not read once for each loaner.
      `WITH RECURSIVE spans AS (SELECT value ->> 0 AS low, value ->> 1 AS high FROM json_each(@spans)),
         within (high, stock) AS (
           SELECT high, (${first('>= low')}) FROM spans
           UNION ALL SELECT high, (${first('> within.stock')}) FROM within WHERE within.stock IS NOT NULL),
         known AS (SELECT value AS stock FROM json_each(@stocks) UNION SELECT stock FROM within)
       ${sent('move_search_stock', `s.loaner_stock IS NOT NULL AND ${bare} IN (SELECT stock FROM known)`)}
       UNION ${sent('move_search_vin', `s.loaner_vin ${oneOf('vins')}`)}
       UNION ${facts('added_facts_stock', `${added} ${oneOf('stocks')}`)}
       UNION SELECT b.id, a.content ->> '$.loaner.stock', a.content ->> '$.loaner.vin'
       FROM spans CROSS JOIN added_facts a INDEXED BY added_facts_stock CROSS JOIN bookings b ON b.id = a.booking_id
       WHERE a.kind = 'loaner' AND json_valid(a.content) AND ${added} >= low AND ${added} < high AND ${IN_RANGE_SQL}
       UNION ${facts('added_facts_vin', `a.content ->> '$.loaner.vin' ${oneOf('vins')}`)}`,
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
      // Phones with an extension lie between the phone with a space and the phone with `!`.
      `SELECT b.id FROM bookings b INDEXED BY bookings_reference
       WHERE b.reference COLLATE NOCASE ${oneOf('references')} AND b.action = 'return' AND ${IN_RANGE_SQL}
       UNION SELECT b.id FROM json_each(@phones) CROSS JOIN bookings b INDEXED BY bookings_phone
         ON b.customer_phone >= json_each.value AND b.customer_phone < json_each.value || '!'
       WHERE b.action = 'return' AND ${IN_RANGE_SQL}
       UNION SELECT b.id FROM added_facts a INDEXED BY added_facts_reference
         CROSS JOIN bookings b ON b.id = a.booking_id
       WHERE a.kind = 'repair-order' AND json_valid(a.content)
         AND (a.content ->> '$.reference') COLLATE NOCASE ${oneOf('references')} AND ${IN_RANGE_SQL}
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
