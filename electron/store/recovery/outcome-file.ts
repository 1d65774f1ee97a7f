import type { ProviderMove } from '../../../shared/move/move.ts'
import type { ProviderBookingValues } from '../../../shared/move/provider-values.ts'
import type { Proof } from '../../../shared/outbox/machine.ts'
import type { OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { appendAttempt } from '../tables/attempts.ts'
import { applyBookingResponse } from '../tables/booking-response.ts'
import { confirmMove } from '../tables/moves.ts'
import { entryOfBooking, transitionOrThrow, type Entry } from '../tables/outbox.ts'
import { indexMove } from '../queries/search.ts'
import type { Tx } from '../tx.ts'
import { revokeGuarantee } from '../tables/guarantee-revocation.ts'
import type { Fields } from '../../../shared/outbox/fields.ts'

/** The outcome of a sent booking, with the provider's data. Serializable as JSON. */
export type PersistedOutcome = {
  readonly bookingId: string
  /** The revision of the entry while it was being sent. A later attempt has another revision. */
  readonly revision: number
  readonly proof: Proof
  readonly code: OutcomeCode
  readonly fields: Fields
  readonly providerMessage: string | null
  readonly status: number | null
  /** The most bytes of the request that the network may have taken. Null if a response arrived. */
  readonly bytes: number | null
  readonly at: UtcInstant
  readonly response: {
    readonly moves: readonly { readonly moveId: string; readonly response: ProviderMove }[]
    readonly readyBy: UtcInstant | null
    /** Absent in a file of an earlier version. */
    readonly bookingValues?: ProviderBookingValues | undefined
  } | null
  /**
   * The time of the recorded test whose duplicate guarantee this outcome violates; null if the outcome violates none.
   */
  readonly revokedGuaranteeAt: string | null
}

/**
 * Returns an outcome without the news of its moves, which the next fetch tells again, so that the outcome fits into the
 * reserved space of the journal.
 */
export function withoutNews(outcome: PersistedOutcome): PersistedOutcome {
  const { response } = outcome
  if (response === null) return outcome
  const moves = response.moves.map((move) => {
    const { news: _news, ...kept } = move.response
    return { ...move, response: kept }
  })
  return { ...outcome, response: { ...response, moves } }
}

/**
 * Writes an outcome to the entry, its attempts and its moves. Throws if the entry is not in `sending`, or if the entry
 * changed since it was read.
 */
export function writeOutcome(tx: Tx, entry: Entry, outcome: PersistedOutcome): Entry {
  const { proof, code, fields, providerMessage, status, bytes, at, response, revokedGuaranteeAt } = outcome
  const moved = transitionOrThrow(tx, entry, { kind: 'classified', proof, code, fields, providerMessage }, at)
  appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code, status, bytes })
  for (const move of response?.moves ?? []) {
    confirmMove(tx, move.moveId, move.response, at)
    indexMove(tx, move.moveId)
  }
  if (response !== null) applyBookingResponse(tx, entry.bookingId, response)
  // The revocation is in the same write, because an outcome without the revocation would let the desk resend
  // automatically.
  if (revokedGuaranteeAt !== null) revokeGuarantee(tx, revokedGuaranteeAt)
  return moved
}

/**
 * Applies an outcome that was persisted while the store could not be written, unless a later write or attempt made it
 * obsolete.
 */
export function applyPersistedOutcome(tx: Tx, outcome: PersistedOutcome): void {
  const entry = entryOfBooking(tx, outcome.bookingId)
  if (entry?.state !== 'sending') return
  if (outcome.revision === entry.revision) writeOutcome(tx, entry, outcome)
}
