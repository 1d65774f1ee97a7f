import { notAddableReason, effectiveVehicle, type NewFact } from '../../shared/booking/added-facts.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import { CHANGED_PARTS, type Change } from '../../shared/outbox/amendment.ts'
import { notChangeableReason } from '../../shared/outbox/amendment-rules.ts'
import { fail, invalidInput, ok, type Result } from '../../shared/result.ts'
import { appendAddedFact } from '../store/tables/added-facts.ts'
import { insertAmendment } from '../store/tables/amendments.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { indexBooking } from '../store/queries/search.ts'
import type { AmendmentDeps } from './amendments.ts'
import { findReferenceDuplicates } from './duplicates.ts'
import { newLoanerPromisedReason, recordOverrideOf } from './overrides.ts'
import { saveAndLoad } from './save.ts'

/*
 * Facts that a person adds to a booking after it has left. Repair order and note stay on this desk, since our reference
 * never changes; a loaner goes to the provider as a change request while the provider takes one.
 */

export type AddedFactService = {
  /**
   * Appends a fact to a booking that has left or may have left. Fails with `invalid`, `not-found`, `not-possible` or
   * `not-saved`, with `loaner-promised` as `bookMove` does for a loaner, and saves nothing then.
   */
  addFact(bookingId: string, fact: NewFact, who: string, promised?: readonly string[]): Result<BookedMoves>
  /**
   * Returns the other bookings of the booking's day, in the rooftop's zone, that have this repair order, sent or added.
   * Fails with `not-found`.
   */
  findReferenceDuplicates(bookingId: string, reference: string): Result<readonly BookedMoves[]>
}

export function createAddedFactService(deps: AmendmentDeps): AddedFactService {
  const { store, remote, clock, ids, log } = deps
  const find = (bookingId: string) => store.read((view) => readBooking(view, bookingId, remote))
  return {
    addFact(bookingId, fact, who, promised = []) {
      const booking = find(bookingId)
      if (booking === null) return fail('not-found', 'booking-not-found')
      const reason = notAddableReason(booking, fact.kind)
      if (reason !== null) return reason
      const loaner = fact.kind === 'loaner' ? booking.moves.find(({ role }) => role === 'loaner') : undefined
      const kept = loaner === undefined ? null : notChangeableReason(booking, loaner)
      const asks = loaner !== undefined && kept === null && fact.kind === 'loaner'
      if (asks) {
        const emptied = emptiedParts(booking, loaner, fact)
        if (emptied.length > 0) {
          return invalidInput(emptied.map((part) => ({ path: `fact.loaner.${part}`, code: 'emptied-at-provider' })))
        }
      }
      const taken = fact.kind === 'loaner' ? newLoanerPromisedReason(deps, booking, { ...fact, promised }) : null
      if (taken !== null) return taken
      const amendmentId = asks ? ids.next() : null
      const added = saveAndLoad(deps, bookingId, (tx) => {
        const at = clock.now()
        if (asks && amendmentId !== null) {
          const change: Change = { readyBy: null, ...fact.loaner }
          insertAmendment(tx, { id: amendmentId, moveId: loaner.id, bookingId, kind: 'change', change, who, at })
        }
        const keptBecause = kept?.failure.detail ?? null
        appendAddedFact(tx, bookingId, { fact, who, at, amendmentId, keptBecause })
        indexBooking(tx, bookingId)
        recordOverrideOf(tx, bookingId, { promised, who, at })
      })
      if (!added.ok) return added
      log({ event: 'fact-added', bookingId, kind: fact.kind })
      if (amendmentId !== null) {
        log({ event: 'amendment-saved', amendmentId, kind: 'change' })
        deps.wake()
      }
      return added
    },
    findReferenceDuplicates(bookingId, reference) {
      const booking = find(bookingId)
      if (booking === null) return fail('not-found', 'booking-not-found')
      const { zone } = deps.rooftop()
      return ok(store.read((view) => findReferenceDuplicates(view, booking, reference, { remote, zone })))
    },
  }
}

/**
 * Returns the parts of the present loaner that the added one leaves open. A change cannot empty a field
 * (test/spec/provider.md#changes), so the provider would mix two vehicles.
 */
function emptiedParts(booking: BookedMoves, move: Move, { loaner }: Extract<NewFact, { kind: 'loaner' }>) {
  const known = [move.vehicle, move.providerVehicle, effectiveVehicle(booking, move)]
  return CHANGED_PARTS.filter((part) => loaner[part] === null && known.some((one) => (one?.[part] ?? null) !== null))
}
