import type { ProviderBookingValues } from '../../../shared/move/provider-values.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'
import { amendmentsOfMove } from './amendments.ts'
import { setReadyBy } from './bookings.ts'
import { readBookingValues, storeBookingValues } from './provider-values.ts'

/** What a response says of a booking as a whole. */
type BookingResponse = {
  readonly readyBy: UtcInstant | null
  readonly bookingValues?: ProviderBookingValues | undefined
}

/** Stores what a response says of a booking as a whole. The appointment stays as it was booked. */
export function applyBookingResponse(tx: Tx, bookingId: string, { readyBy, bookingValues }: BookingResponse): void {
  if (readyBy !== null) setReadyBy(tx, bookingId, readyBy)
  storeBookingValues(tx, bookingId, bookingValues)
  markCustomerToTell(tx, bookingId)
}

/**
 * Marks a booking whose provider is available only after the ready-by, until a person says that the customer knows that
 * time. A later or other time marks the booking again.
 */
export function markCustomerToTell(tx: Tx, bookingId: string): void {
  const { provider_values: column, told } = tx
    .sql(
      `SELECT provider_values, (
         SELECT d.detail FROM decisions d JOIN outbox o ON o.id = d.entry_id
         WHERE o.booking_id = b.id AND d.kind = 'customer-told' ORDER BY d.seq DESC LIMIT 1
       ) AS told FROM bookings b WHERE b.id = +?`,
    )
    .get(bookingId) as { provider_values: string | null; told: UtcInstant | null }
  const { earliest = null } = readBookingValues(column)
  // The screen shows minutes, so seconds alone are nothing to tell.
  const isLate = earliest !== null && minuteOf(earliest) > minuteOf(requestedReadyBy(tx, bookingId))
  tx.sql('UPDATE bookings SET customer_to_tell = @time WHERE id = +@bookingId AND customer_to_tell IS NOT +@time').run({
    bookingId,
    time: isLate && (told === null || minuteOf(earliest) !== minuteOf(told)) ? earliest : null,
  })
}

function minuteOf(instant: UtcInstant): string {
  return instant.slice(0, 'YYYY-MM-DDThh:mm'.length)
}

/** Ends the mark, once a person said that the customer knows the time. */
export function clearCustomerToTell(tx: Tx, bookingId: string): void {
  tx.touch(bookingId)
  tx.sql('UPDATE bookings SET customer_to_tell = NULL WHERE id = +?').run(bookingId)
}

/**
 * The ready-by that a person asked for. A one-way's stored ready-by follows the provider, which would hide a shift, so
 * the requested time or the last applied change counts; nobody asks for the ready-by of a pair.
 */
function requestedReadyBy(view: View, bookingId: string): UtcInstant {
  const booking = view
    .sql('SELECT kind, time_utc AS time, ready_by_utc AS readyBy FROM bookings WHERE id = +?')
    .get(bookingId) as { kind: 'pair' | 'one-way'; time: UtcInstant; readyBy: UtcInstant }
  if (booking.kind === 'pair') return booking.readyBy
  const moveIds = view.sql('SELECT id FROM moves WHERE booking_id = +?').pluck().all(bookingId) as string[]
  const changed = moveIds
    .flatMap((id) => amendmentsOfMove(view, id))
    .find(({ state, change }) => state === 'completed' && change !== null && change.readyBy !== null)
  return changed?.change?.readyBy?.utc ?? booking.time
}
