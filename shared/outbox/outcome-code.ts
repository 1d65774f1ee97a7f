/*
 * Codes for how a request ended; the window makes a sentence of each code. The store and the log keep codes, so a
 * released code is never renamed.
 */

/** How a request for a booking ended (test/spec/reliability.md#classification). */
export const OUTCOME_CODES = [
  'booked',
  'refused',
  'forbidden',
  'endpoint-not-found',
  'move-duplication',
  /** Not one byte of the request was handed over. */
  'not-sent',
  'token-refused',
  'provider-busy',
  /** `421` or `425` over a verified TLS connection. */
  'misdirected-request',
  'no-answer',
  'connection-lost',
  'redirect',
  'answer-unreadable',
  'server-error',
  'request-timeout',
  /** A 4xx without the provider's error envelope, in other words of the provider or as a gateway sends. */
  'intermediary-response',
  /** The process ended during the request. */
  'interrupted',
  /** A recovery restored the entry and cannot prove what happened since the backup. */
  'unverified',
  'unknown',
] as const

export type OutcomeCode = (typeof OUTCOME_CODES)[number]

/** Reads a stored code. A code of another version proves nothing and reads as `unknown`. */
export function parseOutcomeCode(code: string): OutcomeCode {
  return OUTCOME_CODES.find((known) => known === code) ?? 'unknown'
}

/**
 * Why an amendment is in its state: how its request ended, what a fetch of its move showed, or why the desk or a person
 * ended the amendment.
 */
export const AMENDMENT_CODES = [
  'applied',
  /** The provider accepted the change and reports other values than requested. */
  'applied-differently',
  'refused',
  'not-sent',
  'unreachable',
  'token-refused',
  'provider-busy',
  'redirect',
  'no-answer',
  'unclear',
  /** The provider has the cancellation request and has not decided. */
  'pending',
  'free',
  'partial',
  'canceled',
  'rescheduled',
  'failed',
  /** `delivered` and `collected`: the move reached this stage before the amendment took effect. */
  'delivered',
  'collected',
  /** The provider answered the fetch of the move, but not with a move. */
  'move-unreadable',
  'other-number',
  'booking-not-made',
  'placed-by-phone',
  'too-late',
  'unreadable',
  'withdrawn',
  'superseded',
  /** Another desk has an open request of the same kind for the move. */
  'asked-elsewhere',
] as const

export type AmendmentCode = (typeof AMENDMENT_CODES)[number]
