/** The states of an outbox entry, and so of its booking (test/spec/reliability.md#entry-states). */
export const ENTRY_STATES = [
  /** Saved here; leaves by itself. */
  'waiting',
  /** Claimed for sending: the request may be on the wire. */
  'sending',
  /** The provider has the booking and returned its numbers. */
  'booked',
  /** The provider has the booking, and its number is not known yet. */
  'booked-awaiting-number',
  /** The provider refused, and nothing was booked. */
  'refused',
  /**
   * Sent without a believable response, so the booking may exist. Never sent again by itself except under a duplicate
   * guarantee.
   */
  'in-doubt',
  /** A person must act before the entry is sent. */
  'held',
  /** Withdrawn before it was sent. */
  'withdrawn',
  /** Given to the provider by phone: kept here, and never sent. */
  'placed-by-phone',
] as const

export type EntryState = (typeof ENTRY_STATES)[number]
