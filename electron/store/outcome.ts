import type { EntryState, ProviderMove } from '../../shared/move.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { setReadyBy } from './bookings.ts'
import { confirmMove } from './moves.ts'
import { entryOfBooking, moveEntry, settleAttempt, type EntryName } from './outbox.ts'
import { indexMove } from './search.ts'
import type { Tx } from './store.ts'

/** What became of a booking that was sent, with what the provider told of it. It can be kept as JSON. */
export type Outcome = {
  readonly entry: EntryName
  readonly state: EntryState
  readonly code: string
  readonly reason: string | null
  readonly status: number | null
  readonly at: UtcInstant
  readonly told: {
    readonly moves: readonly { readonly moveId: string; readonly told: ProviderMove }[]
    readonly readyBy: UtcInstant | null
  } | null
}

/** Writes an outcome whole. Throws when the entry is not being sent. */
export function writeOutcome(tx: Tx, outcome: Outcome): void {
  const { entry, told, at } = outcome
  moveEntry(tx, entry, 'sending', outcome, at)
  settleAttempt(tx, entry, outcome.code, outcome.status, at)
  for (const move of told?.moves ?? []) {
    confirmMove(tx, move.moveId, move.told, at)
    indexMove(tx, move.moveId)
  }
  if (told !== null && told.readyBy !== null) setReadyBy(tx, entry.bookingId, told.readyBy)
}

/** Writes an outcome that was kept while the store could not be written, unless it was written since. */
export function mergeOutcome(tx: Tx, outcome: Outcome): void {
  if (entryOfBooking(tx, outcome.entry.bookingId)?.state === 'sending') writeOutcome(tx, outcome)
}
