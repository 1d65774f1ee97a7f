import { dateOf, dayOfDate, type UtcInstant } from '../../../shared/time/time.ts'
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
       WHERE b.customer_phone >= @phone AND b.customer_phone < @phoneEnd AND o.state <> 'withdrawn'
       ORDER BY b.saved_at DESC, b.id DESC LIMIT @limit`,
    )
    .pluck()
    .all({ ...phoneRange(phone), limit }) as string[]
}

/** The values by which a duplicate candidate is found; a null value finds no booking. */
export type DuplicateSearch = {
  readonly utc: UtcInstant
  readonly reference: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly vins: readonly (string | null)[]
}

/**
 * The bookings of the same day in the zone with the same repair order, VIN, phone or customer's name, by time, without
 * withdrawn bookings. A repair order counts as sent and as last added; `except` is the id of a booking to leave out.
 */
export function duplicateCandidates(
  view: View,
  { utc, reference, name, phone, vins }: DuplicateSearch,
  { zone, except, limit }: { readonly zone: string; readonly except: string | null; readonly limit: number },
): readonly string[] {
  const { from, to } = dayOfDate(dateOf(utc, zone), zone)
  return view
    .sql(
      `SELECT b.id FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
       WHERE b.time_utc >= @from AND b.time_utc < @to AND o.state <> 'withdrawn' AND b.id IS NOT @except AND (
         b.reference = @reference COLLATE NOCASE OR b.customer_name = @name COLLATE NOCASE
         OR (
           SELECT json_extract(f.content, '$.reference') FROM added_facts f
           WHERE f.booking_id = b.id AND f.kind = 'repair-order' AND json_valid(f.content) ORDER BY f.seq DESC LIMIT 1
         ) = @reference COLLATE NOCASE
         OR (b.customer_phone >= @phone AND b.customer_phone < @phoneEnd)
         OR EXISTS (
           SELECT 1 FROM moves m JOIN vehicles v ON v.id = m.vehicle_id
           WHERE m.booking_id = b.id AND v.vin IN (@vin, @loanerVin)
         )
       ) ORDER BY b.time_utc, b.saved_at, b.id LIMIT @limit`,
    )
    .pluck()
    .all({
      from,
      to,
      except,
      reference,
      name,
      ...(phone === null ? { phone: null, phoneEnd: null } : phoneRange(phone)),
      vin: vins[0] ?? null,
      loanerVin: vins[1] ?? null,
      limit,
    }) as string[]
}
