/*
 * How a request ended, as programs name it. Attempts, history and the log keep these codes; the window makes sentences of
 * them. A code is written to the database, so a code that was released is never renamed.
 */

/** How a request for a booking ended. */
export const OUTCOME_CODES = [
  'booked',
  'refused',
  'forbidden',
  'endpoint-not-found',
  'move-duplication',
  /** Not a byte was handed over. */
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
  /** The process ended while the request was under way. */
  'interrupted',
  /** The entry came back from a backup that does not prove what happened since. */
  'unverified',
  'unknown',
] as const

export type OutcomeCode = (typeof OUTCOME_CODES)[number]

/** Reads a stored code. A code of another version proves nothing, so `unknown` stands for it. */
export function parseOutcomeCode(code: string): OutcomeCode {
  return OUTCOME_CODES.find((known) => known === code) ?? 'unknown'
}

/** How a request for a cancellation or a change ended, and what reading its move found. */
export const AMENDMENT_CODES = [
  'applied',
  /** The provider took the change and made other values of it. */
  'applied-differently',
  'refused',
  'not-sent',
  'unreachable',
  'token-refused',
  'provider-busy',
  'redirect',
  'no-answer',
  'unclear',
  /** A cancellation that the provider has and has not decided. */
  'pending',
  'free',
  'partial',
  'canceled',
  'rescheduled',
  'failed',
  /** The move reached this stage before the amendment could hold. */
  'delivered',
  'collected',
  /** The move could not be read: an answer with another status, or of another move. */
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
