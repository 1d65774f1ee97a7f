import type { Entry } from '../store/tables/outbox.ts'
import { WITHOUT_HUB, type BoardStanding, type SendRight } from '../store/board/rights.ts'

/*
 * The right to send, as the send queue asks for it (electron/board/README.md). An entry that was offered to the board
 * leaves only with a claim that the hub granted; an entry that was never offered leaves without asking.
 */

export type Claim =
  /** The desk has no board, or the entry was never offered. The commit of `sending` looks once more. */
  | { readonly kind: 'unoffered' }
  | { readonly kind: 'granted'; readonly right: SendRight }
  /** A person decided to send the entry without the hub. */
  | { readonly kind: 'alone' }
  /** Another desk made a booking alike, and no person accepted both. */
  | { readonly kind: 'duplicate' }
  /** The hub refused, or its answer is unknown. Nothing leaves now. */
  | { readonly kind: 'refused' }

export type SendRights = {
  standing(): BoardStanding
  /**
   * Keeps the board from telling the hub about a booking, and from giving the booking to another desk, while a request
   * about the booking is under way. Returns the function that ends the hold.
   */
  hold(bookingId: string): () => void
  /** The monotonic time at which the desk of before claimed an entry last; null for an entry not taken over. */
  claimedElsewhereAt(entryId: string): number | null
  /** Asks for the right to send an entry, once for each request. Never rejects. */
  claim(entry: Entry): Promise<Claim>
}

export const NO_BOARD_RIGHTS: SendRights = {
  standing: () => WITHOUT_HUB,
  hold: () => () => {},
  claimedElsewhereAt: () => null,
  claim: () => Promise.resolve({ kind: 'unoffered' }),
}
