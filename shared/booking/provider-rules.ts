import type { Booking } from './booking.ts'
import type { FieldIssue } from '../result.ts'
import { phoneSchema } from './phone.ts'

/*
 * What a provider is known to refuse although the desk takes it. What the service description demands (what is
 * required, five digits, a time) is demanded by `parseBooking` already and holds back the save; these rules are
 * narrower than the description, so that they are said and never hold anything back. Of a provider's regions, hours and
 * payers no rule is published (test/spec/provider.md#times), so that nothing is predicted of them.
 */

const MIN_DIGITS = 10

const PHONE = `The provider will refuse this: it takes a phone with at least ${MIN_DIGITS} digits, for its messages to the customer.`

/** What will be refused in a booking that can be saved, a sentence a field; empty where nothing is known against it. */
export function predictRejections(booking: Booking): readonly FieldIssue[] {
  const said = booking.kind === 'pair' ? predictPhoneRejection(booking.customer.phone) : null
  return said === null ? [] : [{ path: 'customer.phone', message: said }]
}

/** The same of a phone alone, as it is typed or kept; null for one that is none, which is not taken at all. */
export function predictPhoneRejection(text: string): string | null {
  const phone = phoneSchema.safeParse(text)
  return phone.success && phone.data.replace(/\D/g, '').length < MIN_DIGITS ? PHONE : null
}
