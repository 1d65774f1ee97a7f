import type { Booking } from './booking.ts'
import type { FieldIssue } from '../field-issues.ts'
import { phoneSchema } from './phone.ts'

/*
 * Predicts how a provider rejects bookings that `parseBooking` accepts. A prediction only warns and never stops a save;
 * no rule covers regions, hours or payers, because the provider documents no limits for them
 * (test/spec/provider.md#times).
 */

const MIN_DIGITS = 10

/** Returns an issue for each field that the provider will probably refuse; empty if no rejection is predicted. */
export function predictRejections(booking: Booking): readonly FieldIssue[] {
  const issue = booking.kind === 'pair' ? predictPhoneRejection(booking.customer.phone) : null
  return issue === null ? [] : [issue]
}

/**
 * Returns the predicted issue of a typed or stored phone; null for no issue, and for text that `phoneSchema` rejects.
 */
export function predictPhoneRejection(text: string): FieldIssue | null {
  const phone = phoneSchema.safeParse(text)
  if (!phone.success || phone.data.replace(/\D/g, '').length >= MIN_DIGITS) return null
  return { path: 'customer.phone', code: 'phone-too-short-for-provider', fields: { min: MIN_DIGITS } }
}
