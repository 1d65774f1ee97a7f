export const AMENDMENT_STATES = [
  /** Saved here and certainly not sent. The amendment leaves by itself. */
  'waiting',
  /** The provider may have the amendment; only a fetch of the move shows it. */
  'sending',
  /** The provider has the amendment and has not decided. */
  'submitted',
  /** The amendment holds, or was unnecessary because nothing was booked. */
  'completed',
  /** The provider refused the amendment at once or later, or it was too late to send. */
  'refused',
  /** Withdrawn before it was sent. */
  'withdrawn',
] as const

export type AmendmentState = (typeof AMENDMENT_STATES)[number]

export const AMENDMENT_KINDS = ['cancel', 'change'] as const

export type AmendmentKind = (typeof AMENDMENT_KINDS)[number]
