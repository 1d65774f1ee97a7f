import type { LoanerConflict } from '../../../shared/booking/loaner-state.ts'
import type { Failure } from '../../../shared/result.ts'
import type { Fields } from '../../../shared/outbox/fields.ts'
import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'

/** Describes why a loaner is not free, for example "LN-11 is with Harriet Quill until 4:40 PM ET." */
export function describeLoanerConflict(
  { kind, loaner, customerName, from, until, desk }: Omit<LoanerConflict, 'bookingId'>,
  zone: string,
  now: UtcInstant,
): string {
  const who = `${customerName ?? 'another customer'}${desk === null ? '' : ` (${desk})`}`
  if (kind === 'promised') return `${loaner} is promised to ${who} from ${formatTime(from, zone, now)}.`
  if (until === null) return `${loaner} is with ${who} from ${formatTime(from, zone, now)}, and no return is booked.`
  return `${loaner} is with ${who} until ${formatTime(until, zone, now)}.`
}

/**
 * Describes the failure `loaner-promised`, whose fields are those of the conflict; `advice` says what a person can do.
 */
export function describePromisedLoaner(fields: Fields, advice = 'Choose another loaner, or book it anyway.'): string {
  const { kind, loaner, customerName, from, until, desk, zone, at } = fields
  const conflict = describeLoanerConflict(
    {
      kind: kind === 'promised' ? 'promised' : 'out',
      loaner: String(loaner),
      customerName: customerName === null ? null : String(customerName),
      from: String(from),
      until: until === null ? null : String(until),
      desk: typeof desk === 'string' ? desk : null,
    },
    String(zone),
    String(at),
  )
  return `${conflict} ${advice}`
}

/** Returns the id of the booking to which the loaner is promised, by the failure `loaner-promised`. */
export function promisedBookingOf({ fields }: Pick<Failure, 'fields'>): string {
  return String(fields['bookingId'])
}
