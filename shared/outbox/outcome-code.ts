/*
 * How a request ended, as a code that attempts, history and log store. The window makes sentences from the codes; a
 * released code is never renamed, because databases contain it.
 */

/** How a booking request ended. */
export const OUTCOME_CODES = [
  'booked',
  'refused',
  'forbidden',
  'endpoint-not-found',
  'move-duplication',
  /** No byte was handed over. */
  'not-sent',
  'token-refused',
  'provider-busy',
  /** A 421 or a 425 on a verified connection. */
  'misdirected-request',
  'no-answer',
  'connection-lost',
  'redirect',
  'answer-unreadable',
  'server-error',
  'request-timeout',
  /** A 4xx without the provider's own error envelope. */
  'intermediary-response',
  /** The process ended during the request. */
  'interrupted',
  /** The entry was recovered from a backup that does not prove the events since. */
  'unverified',
  'unknown',
] as const

export type OutcomeCode = (typeof OUTCOME_CODES)[number]

/** Parses a stored code. A code of another version proves nothing, so the result is `unknown`. */
export function parseOutcomeCode(code: string): OutcomeCode {
  return OUTCOME_CODES.find((known) => known === code) ?? 'unknown'
}

/** How a cancellation or change request ended, and what the fetched move showed. */
export const AMENDMENT_CODES = [
  'applied',
  /** The provider accepted the change with other values. */
  'applied-differently',
  'refused',
  'not-sent',
  'unreachable',
  'token-refused',
  'provider-busy',
  'redirect',
  'no-answer',
  'unclear',
  /** The provider has the cancellation and has not decided. */
  'pending',
  'free',
  'partial',
  'canceled',
  'rescheduled',
  'failed',
  /** The move reached this stage before the amendment took effect. */
  'delivered',
  'collected',
  /** The move could not be read: another status, or a response about another move. */
  'move-unreadable',
  'other-number',
  'booking-not-made',
  'placed-by-phone',
  'too-late',
  'unreadable',
  'withdrawn',
  'superseded',
] as const

export type AmendmentCode = (typeof AMENDMENT_CODES)[number]
