import type { BookedMoves } from '../../../shared/move/move.ts'
import type { ProviderBookingValues } from '../../../shared/move/provider-values.ts'
import { timeToTell } from '../../../shared/outbox/time-to-tell.ts'
import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { providerFirst } from './phone-text.ts'

/** Words about the time from which a move can start, and about its message. */

/** Says that the move can start later than asked, with the provider's words; null while no customer must be told. */
export function describeLaterTime(booking: BookedMoves, now: UtcInstant): string | null {
  const earliest = timeToTell(booking)
  if (earliest === null) return null
  const { zone, utc } = booking.time
  const asked =
    booking.kind === 'pair'
      ? `Ready by ${formatTime(booking.readyBy.utc, zone, now)}, appointment ${formatTime(utc, zone, now)}.`
      : `Asked for ready by ${formatTime(utc, zone, now)}.`
  const message = formatMessage(booking.providerValues)
  return `Earliest start is ${formatTime(earliest, zone, now)}. ${asked} Tell the customer, or cancel.${message === null ? '' : ` ${providerFirst()} says: ${message}`}`
}

/** The facts about the time on the page of a booking or of an external move. `zone` is the zone of the shown times. */
export function earliestFacts(
  values: Pick<ProviderBookingValues, 'earliest' | 'unreadableEarliest' | 'message'>,
  zone: string,
  now: UtcInstant,
): readonly { readonly term: string; readonly value: string }[] {
  const { earliest = null, unreadableEarliest = null } = values
  const message = formatMessage(values)
  return [
    ...(earliest === null ? [] : [{ term: 'Earliest', value: formatTime(earliest, zone, now) }]),
    ...(unreadableEarliest === null
      ? []
      : [{ term: 'Earliest', value: `“${unreadableEarliest}” (not a time we can read)` }]),
    ...(message === null ? [] : [{ term: 'Message', value: message }]),
  ]
}

function formatMessage({ message = null }: Pick<ProviderBookingValues, 'message'>): string | null {
  const words = message?.trim() ?? ''
  return words === '' ? null : `“${words}”`
}
