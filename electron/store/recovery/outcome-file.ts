import type { ProviderMove } from '../../../shared/move/move.ts'
import type { Proof } from '../../../shared/outbox/machine.ts'
import type { OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { appendAttempt } from '../tables/attempts.ts'
import { setReadyBy } from '../tables/bookings.ts'
import { confirmMove } from '../tables/moves.ts'
import { entryOfBooking, transitionOrThrow, type Entry } from '../tables/outbox.ts'
import { indexMove } from '../queries/search.ts'
import type { Tx } from '../tx.ts'
import { revokeGuarantee } from '../tables/guarantee-revocation.ts'
import type { Fields } from '../../../shared/outbox/fields.ts'

/** What became of a booking that was sent, with what the provider told of it. It can be kept as JSON. */
export type PersistedOutcome = {
  readonly bookingId: string
  /** Of the entry while it was being sent: a later try of it is another one. */
  readonly revision: number
  readonly proof: Proof
  readonly code: OutcomeCode
  readonly fields: Fields
  readonly providerMessage: string | null
  readonly status: number | null
  /** How many bytes of the request were handed over; null where an answer tells more than that. */
  readonly bytes: number | null
  readonly at: UtcInstant
  readonly told: {
    readonly moves: readonly { readonly moveId: string; readonly told: ProviderMove }[]
    readonly readyBy: UtcInstant | null
  } | null
  /** When the contract test was recorded that the remote went back on with it; null where it did not. */
  readonly withdraws: string | null
}

/** Writes an outcome whole. Throws when the entry is not being sent, or no longer as it was read. */
export function writeOutcome(tx: Tx, entry: Entry, outcome: PersistedOutcome): Entry {
  const { proof, code, fields, providerMessage, status, bytes, at, told, withdraws } = outcome
  const moved = transitionOrThrow(tx, entry, { kind: 'classified', proof, code, fields, providerMessage }, at)
  appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code, status, bytes })
  for (const move of told?.moves ?? []) {
    confirmMove(tx, move.moveId, move.told, at)
    indexMove(tx, move.moveId)
  }
  if (told !== null && told.readyBy !== null) setReadyBy(tx, entry.bookingId, told.readyBy)
  // Never apart: an outcome without it would let the desk send again by itself.
  if (withdraws !== null) revokeGuarantee(tx, withdraws)
  return moved
}

/** Writes an outcome that was kept while the store could not be written, unless it was written since, or is of an earlier try. */
export function applyPersistedOutcome(tx: Tx, outcome: PersistedOutcome): void {
  const entry = entryOfBooking(tx, outcome.bookingId)
  if (entry?.state !== 'sending') return
  if (outcome.revision === entry.revision) writeOutcome(tx, entry, outcome)
}
