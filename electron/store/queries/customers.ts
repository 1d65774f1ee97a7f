import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/**
 * The range that covers a stored phone with any extension: `!` sorts after the space before `ext.` and before every
 * digit.
 */
function phoneRange(phone: string): { readonly phone: string; readonly phoneEnd: string } {
  const [number = ''] = phone.split(' ')
  return { phone: number, phoneEnd: `${number}!` }
}

/** The bookings of a customer by the stored phone, newest first, without withdrawn bookings. */
export function bookingsByPhone(view: View, phone: string, limit: number): readonly string[] {
  return view
    .sql(
      `SELECT b.id FROM bookings b INDEXED BY bookings_phone JOIN outbox o ON o.booking_id = b.id
       WHERE b.customer_phone >= +@phone AND b.customer_phone < +@phoneEnd AND o.state <> 'withdrawn'
       ORDER BY b.saved_at DESC, b.id DESC LIMIT @limit`,
    )
    .pluck()
    .all({ ...phoneRange(phone), limit }) as string[]
}

/** When the first booking of a stored phone was saved, without withdrawn bookings; null if there is none. */
export function firstSavedAt(view: View, phone: string): UtcInstant | null {
  return view
    .sql(
      `SELECT min(b.saved_at) FROM bookings b INDEXED BY bookings_phone JOIN outbox o ON o.booking_id = b.id
       WHERE b.customer_phone >= +@phone AND b.customer_phone < +@phoneEnd AND o.state <> 'withdrawn'`,
    )
    .pluck()
    .get(phoneRange(phone)) as UtcInstant | null
}

/** The values by which bookings alike are found; a null value finds no booking. */
export type AlikeSearch = {
  /** The bookings' own time is at or after `from` and before `to`. */
  readonly from: UtcInstant
  readonly to: UtcInstant
  /** Bookings at this time come first. */
  readonly utc: UtcInstant
  /** A pickup or a return leaves out the pairs of the other direction; null leaves out none. */
  readonly action: 'pickup' | 'return' | null
  readonly reference: string | null
  readonly name: string | null
  readonly phone: string | null
  /** The VINs of the car and of the loaner. */
  readonly vins: readonly (string | null)[]
  /** Id of a booking to leave out, with the bookings that replace it or that it replaces at another time. */
  readonly except: string | null
  readonly limit: number
}

/**
 * The bookings of a span of time with the same repair order, VIN, phone or customer's name, without withdrawn bookings.
 * A repair order counts as sent and as last added.
 */
export function bookingsAlike(view: View, { vins, phone, ...search }: AlikeSearch): readonly string[] {
  return view
    .sql(
      `SELECT b.id FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
       WHERE b.time_utc >= +@from AND b.time_utc < +@to AND o.state <> 'withdrawn' AND b.id IS NOT +@except
         AND (@except IS NULL OR b.replaces IS NOT +@except AND b.id IS NOT (
           SELECT a.replaces FROM bookings a WHERE a.id = +@except))
         AND (b.action IS NULL OR b.action = coalesce(@action, b.action)) AND (
         b.reference = +@reference COLLATE NOCASE OR b.customer_name = +@name COLLATE NOCASE
         OR (
           SELECT json_extract(f.content, '$.reference') FROM added_facts f
           WHERE f.booking_id = b.id AND f.kind = 'repair-order' AND json_valid(f.content) ORDER BY f.seq DESC LIMIT 1
         ) = +@reference COLLATE NOCASE
         OR (b.customer_phone >= +@phone AND b.customer_phone < +@phoneEnd)
         OR EXISTS (
           SELECT 1 FROM moves m JOIN vehicles v ON v.id = m.vehicle_id
           WHERE m.booking_id = b.id AND v.vin IN (@vin, @loanerVin)
         )
       ) ORDER BY b.time_utc <> @utc, b.time_utc, b.saved_at, b.id LIMIT @limit`,
    )
    .pluck()
    .all({
      ...search,
      ...(phone === null ? { phone: null, phoneEnd: null } : phoneRange(phone)),
      vin: vins[0] ?? null,
      loanerVin: vins[1] ?? null,
    }) as string[]
}
