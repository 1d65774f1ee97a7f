export const AMENDMENT_STATES = [
  /** Saved here and certainly not with the provider; goes out by itself. */
  'waiting',
  /** It may be with the provider: nobody knows until the move is read. */
  'sending',
  /** The provider has it and has not decided. */
  'submitted',
  /** It holds; or there was nothing to ask for, because nothing was booked. */
  'completed',
  /** The provider said no, at once or later, or it was too late to ask. */
  'refused',
  /** Taken back before it was asked. */
  'withdrawn',
] as const

export type AmendmentState = (typeof AMENDMENT_STATES)[number]

export const AMENDMENT_KINDS = ['cancel', 'change'] as const

export type AmendmentKind = (typeof AMENDMENT_KINDS)[number]
