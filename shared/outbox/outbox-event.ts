import type { UtcInstant } from '../time/time.ts'
import type { Fields } from './fields.ts'
import type { HoldReason } from './hold-reason.ts'
import type { OutcomeCode } from './outcome-code.ts'

/* What happens to an outbox entry; `stepEntry` says what follows (test/spec/reliability.md#entry-states). */

/** What the end of a request proves of that request. `stepEntry` decides what follows for an earlier attempt. */
export type Proof =
  /** The request was booked. */
  | 'booked'
  /** The request was not booked, and the same request never will be. */
  | 'refused'
  /** The request was not booked, and every other booking would fail in the same way. */
  | 'must-hold'
  /** The request was not booked, and the desk may send it again automatically. */
  | 'retryable'
  /** The provider already has a move in progress with this reference. */
  | 'repeat'
  /** The response does not prove whether the request was booked. */
  | 'unknown'

/** The end of a request, with the values that `classify` returns (test/spec/reliability.md#classification). */
type Outcome = {
  readonly code: OutcomeCode
  readonly fields?: Fields
  readonly providerMessage?: string | null
}

export type OutboxEvent =
  /** The connection is open. The commit of this event must be on disk before the first byte leaves. */
  | { readonly kind: 'claimed' }
  /** As `claimed`, for the resend of an entry in doubt under a duplicate guarantee. */
  | { readonly kind: 'resend-claimed' }
  | ({ readonly kind: 'classified'; readonly proof: Proof } & Outcome)
  /** The entry is in `sending`, and no process is sending the request. */
  | { readonly kind: 'interrupted'; readonly fields?: Fields }
  /** A recovery restored the entry and cannot prove what happened since the backup. */
  | { readonly kind: 'unverified' }
  /**
   * This desk took the entry over from another desk. `mayHaveLeft` is true if that desk had claimed the entry, last at
   * `claimedAt` (test/spec/reliability.md#takeovers).
   */
  | { readonly kind: 'taken-over'; readonly mayHaveLeft: boolean; readonly claimedAt: UtcInstant | null }
  /** The desk of before is sure that its claim booked nothing, and no other desk claimed the entry. */
  | { readonly kind: 'not-booked-elsewhere' }
  | { readonly kind: 'held'; readonly reason: HoldReason; readonly fields?: Fields }
  /** A person releases a held entry, despite its hold reason or the provider's response. */
  | { readonly kind: 'release' }
  /** A person changed the booking. The next attempt builds a new payload. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'withdrawn' }
  /** The move of a reported number was fetched and matches, and every number of the booking is known. */
  | { readonly kind: 'found' }
  /** As `found`, for one move of a pair whose other number is not known yet. */
  | { readonly kind: 'half-found' }
  /** A person reported the provider's number of a move. The number is not verified yet. */
  | { readonly kind: 'number-reported' }
  /**
   * A reported number belongs to another move or to no move. `proved` is true if the provider already gave or confirmed
   * another number of this booking.
   */
  | { readonly kind: 'number-wrong'; readonly fields: Fields; readonly proved: boolean }
  /** First of two steps: a person reports that the provider does not have the booking. */
  | { readonly kind: 'not-booked-reported' }
  /**
   * Second step: a person confirms the report. `msSinceLastSend` is measured from the last moment at which this entry
   * could have been sent, by the monotonic clock, because anyone can set the wall clock.
   */
  | { readonly kind: 'not-booked-confirmed'; readonly msSinceLastSend: number }
  | { readonly kind: 'placed-by-phone' }
