export const AMENDMENT_STATES = [
  /** Saved, and certainly not at the provider. The send queue sends the amendment automatically. */
  'waiting',
  /** Claimed. The provider may have the amendment, so the desk fetches the move before another request. */
  'sending',
  /** The provider has the amendment and has not decided. */
  'submitted',
  /** The amendment took effect, or no booking was made that it could apply to. */
  'completed',
  /** The provider refused the amendment, or the desk gave up sending, for example because its time has passed. */
  'refused',
  /** Withdrawn by a person, or superseded by a cancellation, before a request left. */
  'withdrawn',
] as const

export type AmendmentState = (typeof AMENDMENT_STATES)[number]

export const AMENDMENT_KINDS = ['cancel', 'change'] as const

export type AmendmentKind = (typeof AMENDMENT_KINDS)[number]
