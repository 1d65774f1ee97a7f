import type { Booking } from './booking.ts'
import type { FieldIssue } from '../result.ts'
import { phoneSchema } from './phone.ts'

/*
 * Rules that a provider is known to apply beyond the service description. `parseBooking` enforces the description and
 * blocks a save, while these rules only warn. Regions, hours and payers have no published rule
 * (test/spec/provider.md#times), so nothing is predicted about them.
 */

const MIN_DIGITS = 10

const PHONE = `The provider will refuse this: it takes a phone with at least ${MIN_DIGITS} digits, for its messages to the customer.`

/** The predicted rejections of a valid booking, one for each field. Empty if no rule applies. */
export function predictRejections(booking: Booking): readonly FieldIssue[] {
  const said = booking.kind === 'pair' ? predictPhoneRejection(booking.customer.phone) : null
  return said === null ? [] : [{ path: 'customer.phone', message: said }]
}

/** The predicted rejection of a phone alone, typed or stored. Null for a valid phone, and for text that is no phone. */
export function predictPhoneRejection(text: string): string | null {
  const phone = phoneSchema.safeParse(text)
  return phone.success && phone.data.replace(/\D/g, '').length < MIN_DIGITS ? PHONE : null
}
