export const AMENDMENT_STATES = [
  /** Saved, and certainly not at the provider. The send queue sends the amendment automatically. */
  'waiting',
  /** Claimed. The provider may have the amendment, so the desk fetches the move before another request. */
  'sending',
  /** The provider has the amendment and has not decided. */
  'submitted',
  /** The amendment took effect, or the provider has no booking of the move. */
  'completed',
  /**
   * The provider refused the amendment, the move was over or collected before the amendment took effect, the desk gave
   * up sending, or the booking was placed by phone.
   */
  'refused',
  /**
   * Withdrawn by a person, or superseded by a cancellation, while the provider certainly did not have the amendment.
   */
  'withdrawn',
] as const

export type AmendmentState = (typeof AMENDMENT_STATES)[number]

export const AMENDMENT_KINDS = ['cancel', 'change'] as const

export type AmendmentKind = (typeof AMENDMENT_KINDS)[number]
