import type { Booking } from './booking.ts'
import type { FieldIssue } from '../result.ts'
import { phoneSchema } from './phone.ts'

/*
 * Rejections that a provider is known for and that `parseBooking` does not demand. These rules only warn and never
 * stop a save, and no rule predicts regions, hours or payers, because no page documents them
 * (test/spec/provider.md#times).
 */

const MIN_DIGITS = 10

const PHONE = `The provider will refuse this: it takes a phone with at least ${MIN_DIGITS} digits, for its messages to the customer.`

/** Returns a warning for each field that the provider will refuse; empty if no rejection is predicted. */
export function predictRejections(booking: Booking): readonly FieldIssue[] {
  const warning = booking.kind === 'pair' ? predictPhoneRejection(booking.customer.phone) : null
  return warning === null ? [] : [{ path: 'customer.phone', message: warning }]
}

/** Returns the warning for a typed or stored phone; null without one, and for text that `phoneSchema` rejects. */
export function predictPhoneRejection(text: string): string | null {
  const phone = phoneSchema.safeParse(text)
  return phone.success && phone.data.replace(/\D/g, '').length < MIN_DIGITS ? PHONE : null
}
