/** The states of an outbox entry, and so of its booking (test/spec/reliability.md#entry-states). */
export const ENTRY_STATES = [
  /** Saved and not booked. The send queue claims the entry automatically. */
  'waiting',
  /** Claimed. A request may be in progress. */
  'sending',
  /** Proved: the provider has the booking, and all its numbers are known. */
  'booked',
  /** The provider has the booking, or a person says so. A number is missing or not verified yet. */
  'booked-awaiting-number',
  /** The provider refused the booking, so no move exists. */
  'refused',
  /** May be booked: no response proves the outcome. The desk sends the entry again automatically only as a resend. */
  'in-doubt',
  /** Not booked. The entry is not sent until a person acts. */
  'held',
  /** Certainly not booked, and withdrawn by a person or by cancellation requests for all of its moves. */
  'withdrawn',
  /** Given to the provider by phone. The desk stores the entry and never sends it. */
  'placed-by-phone',
] as const

export type EntryState = (typeof ENTRY_STATES)[number]
