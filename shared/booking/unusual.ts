import type { Booking } from './booking.ts'
import type { FieldIssue } from '../field-issues.ts'
import { phoneSchema } from './phone.ts'

/*
 * Finds values that `parseBooking` accepts and that this desk finds unusual. Nothing here is a rule of a provider:
 * `parseBooking` checks every published rule (test/spec/service.md#pair-request, test/spec/provider.md#request-fields),
 * so the desk predicts no rejection of a booking that can be saved.
 */

const USUAL_DIGITS = 10

/** Returns an issue for each unusual value, which a person sees before the save; empty if there is none. */
export function findUnusual(booking: Booking): readonly FieldIssue[] {
  const issue = booking.kind === 'pair' ? findUnusualPhone(booking.customer.phone) : null
  return issue === null ? [] : [issue]
}

/**
 * Returns the issue of a typed or stored phone with fewer digits than a number of the United States; null for no issue,
 * and for text that `phoneSchema` rejects.
 */
export function findUnusualPhone(text: string): FieldIssue | null {
  const phone = phoneSchema.safeParse(text)
  if (!phone.success || phone.data.replace(/\D/g, '').length >= USUAL_DIGITS) return null
  return { path: 'customer.phone', code: 'phone-unusually-short', fields: { usual: USUAL_DIGITS } }
}
