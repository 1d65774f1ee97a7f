import type { ProviderMove } from '../../shared/move.ts'
import type { Proof } from '../../shared/outbox.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { appendAttempt } from './attempts.ts'
import { setReadyBy } from './bookings.ts'
import { confirmMove } from './moves.ts'
import { entryOfBooking, surelyMove, type Entry } from './outbox.ts'
import { indexMove } from './search.ts'
import type { Tx } from './store.ts'
import { withdraw } from './withdrawn.ts'

/** What became of a booking that was sent, with what the provider told of it. It can be kept as JSON. */
export type Outcome = {
  readonly bookingId: string
  /** Of the entry while it was being sent: a later try of it is another one. Lines of an older desk do not say. */
  readonly revision?: number
  readonly proof: Proof
  readonly code: string
  readonly reason: string | null
  readonly status: number | null
  /** How many bytes of the request were handed over; null where an answer tells more than that. */
  readonly bytes: number | null
  readonly at: UtcInstant
  readonly told: {
    readonly moves: readonly { readonly moveId: string; readonly told: ProviderMove }[]
    readonly readyBy: UtcInstant | null
  } | null
  /** When the contract test was recorded that the remote went back on with it. Lines of an older desk do not say. */
  readonly withdraws?: string | null
}

/** Writes an outcome whole. Throws when the entry is not being sent, or no longer as it was read. */
export function writeOutcome(tx: Tx, entry: Entry, outcome: Outcome): Entry {
  const { proof, code, reason, status, bytes, at, told, withdraws } = outcome
  const moved = surelyMove(tx, entry, { kind: 'judged', proof, code, reason }, at)
  appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code, status, bytes })
  for (const move of told?.moves ?? []) {
    confirmMove(tx, move.moveId, move.told, at)
    indexMove(tx, move.moveId)
  }
  if (told !== null && told.readyBy !== null) setReadyBy(tx, entry.bookingId, told.readyBy)
  // Never apart: an outcome without it would let the desk send again by itself.
  if (typeof withdraws === 'string') withdraw(tx, withdraws)
  return moved
}

/** Writes an outcome that was kept while the store could not be written, unless it was written since, or is of an earlier try. */
export function mergeOutcome(tx: Tx, outcome: Outcome): void {
  const entry = entryOfBooking(tx, outcome.bookingId)
  if (entry?.state !== 'sending') return
  if ((outcome.revision ?? entry.revision) === entry.revision) writeOutcome(tx, entry, outcome)
}
