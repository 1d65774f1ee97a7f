/* What a screen shows of the board that a desk joined by an invitation. */

/** A longer text is no invitation. */
export const MAX_INVITATION_LENGTH = 20_000

/** Where a desk keeps the key of its certificate: `missing` after a restart without a secret store. */
export type BoardKeyPlace = 'secret-store' | 'file' | 'memory' | 'missing'

/** The board that a desk joined, without its certificate and key. */
export type BoardMembership = {
  /** The name of the rooftop as the hub has it. */
  readonly rooftop: string
  readonly desk: string
  readonly address: string
  readonly port: number
  readonly key: BoardKeyPlace
}

/** The membership of this desk; null for a desk without a board. */
export type BoardView = { readonly membership: BoardMembership | null; readonly hasSecretStore: boolean }

/** Why an invitation that a settings file names was not taken. */
export type UntakenInvitation = 'missing' | 'unreadable' | 'open-to-others' | 'not-an-invitation' | 'expired'
