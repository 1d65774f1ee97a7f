/** The states of an outbox entry, and so of its booking (test/spec/reliability.md#entry-states). */
export const ENTRY_STATES = [
  /** Saved here; leaves by itself. */
  'waiting',
  /** Committed as being sent: the request may be on the wire. */
  'sending',
  /** The provider has it and told its numbers. */
  'booked',
  /** The provider has it; its number is not known yet. */
  'booked-awaiting-number',
  /** The provider said no; nothing was booked. */
  'refused',
  /** Sent, and no answer that could be believed: it may be booked. Never sent again by itself. */
  'in-doubt',
  /** A person must act before it is sent. */
  'held',
  /** Taken back before it was sent. */
  'withdrawn',
  /** Given to the provider by phone: kept, and never sent. */
  'placed-by-phone',
] as const

export type EntryState = (typeof ENTRY_STATES)[number]
