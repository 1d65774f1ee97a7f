import { checkAgainstClock, type Booking } from '../../shared/booking/booking.ts'
import type { DuplicateOverride } from '../../shared/booking/duplicate-override.ts'
import type { Visit, VisitRequest } from '../../shared/booking/visit.ts'
import { hasLoaner, type BookedMoves } from '../../shared/move/move.ts'
import { PROFILE_FACTS, PROFILES } from '../../shared/desk/provider-profile.ts'
import type { FieldIssue } from '../../shared/field-issues.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import type { Resolution } from '../../shared/outbox/resolution.ts'
import { fail, invalidInput, ok, type Result } from '../../shared/result.ts'
import { replaceAddedFacts } from '../store/tables/added-facts.ts'
import { appendDecision } from '../store/tables/decisions.ts'
import { clearDraftOfSavedBooking } from '../store/tables/draft.ts'
import { entryOfBooking, recordEdit, transitionOrThrow } from '../store/tables/outbox.ts'
import type { Tx } from '../store/tx.ts'
import { createAddedFactService, type AddedFactService } from './added-facts.ts'
import { createAmendmentService, type AmendmentDeps, type AmendmentService } from './amendments.ts'
import { applyChange } from './change.ts'
import { keepsLoaner, loanerPromisedReason, recordOverride, returnTime } from './overrides.ts'
import { createDeskRefusal } from './other-desks.ts'
import { insertNewBooking, newMoves, readyBy, type CreateDeps } from './create.ts'
import { createBookingQueries, type BookingQueries } from './queries.ts'
import { createRescheduleService, type RescheduleService } from './reschedule.ts'
import { applyResolution } from './resolve.ts'
import { saveAndLoad, saveAndLoadAll } from './save.ts'

/*
 * The booking service. Every result comes from the local store; a booking and its outbox entry are one commit, and the
 * window says "Saved" after that commit.
 */

export type BookingService = AmendmentService &
  AddedFactService &
  RescheduleService &
  BookingQueries & {
    /**
     * Saves a pair or a one-way; values that only the provider knows are marked as not yet known. Fails with `invalid`
     * when the booking's time has passed or the provider takes no payer or no pair without a loaner, with
     * `loaner-promised` when another customer has or gets the loaner, and with `not-saved` when the disk refuses.
     */
    bookMove(booking: Booking): Result<BookedMoves>
    /**
     * Saves a booking in spite of shown duplicates, or although the loaner is promised to a booking of `promised`, and
     * records who decided that. Fails as `bookMove` does.
     */
    bookDespiteDuplicates(despiteDuplicates: DuplicateOverride): Result<BookedMoves>
    /**
     * Saves a pickup and its return in one commit, each with an outbox entry and a reference of its own. Fails as
     * `bookMove` does, with the paths of issues under `pickup.booking` and `back.booking`, and saves neither then.
     */
    bookVisit(visit: VisitRequest): Result<Visit>
    /**
     * Replaces the values of a booking that has certainly not left; a refused or held booking then waits to be sent
     * again. Fails with `not-found`, `already-sent` or `not-saved`, with `invalid` and `loaner-promised` as `bookMove`
     * does, and with `not-possible` when the kinds differ, when only one of both has a loaner, or after
     * `move-duplication`; a failure changes nothing.
     */
    changeBooking(
      bookingId: string,
      booking: Booking,
      promised?: readonly string[],
      /** Who overrides `promised`; null if unknown. */
      who?: string | null,
    ): Result<BookedMoves>
    /** Withdraws a booking that has certainly not been sent. Fails with `not-found`, `already-sent` or `not-saved`. */
    withdrawBooking(bookingId: string): Result<BookedMoves>
    /**
     * Applies what a person decided about a booking that does not settle automatically. Fails with `not-found`,
     * `not-possible` or `not-saved`, and changes nothing then.
     */
    resolveBooking(bookingId: string, resolution: Resolution): Result<BookedMoves>
  }

export type BookingDeps = Omit<AmendmentDeps, 'checkLoaner'> &
  CreateDeps & {
    /** Milliseconds since the last moment at which this entry could have been sent, by the monotonic clock. */
    readonly msSinceLastSend: (entryId: string) => number
    /** True while the hub of the rooftop answers and grants claims; left out for a desk without a board. */
    readonly boardIsLive?: () => boolean
  }

export function createBookingService(outer: BookingDeps): BookingService {
  const { store, clock, ids, log, remote } = outer
  const queries = createBookingQueries(outer)
  const deps = { ...outer, checkLoaner: queries.checkLoaner }
  const save = (bookingId: string, write: (tx: Tx) => void) => saveAndLoad(deps, bookingId, write)

  const profile = PROFILES.find((one) => one === remote.profile)
  const takesPayer = profile !== undefined && PROFILE_FACTS[profile].takesPayer
  const takesConcierge = profile !== undefined && PROFILE_FACTS[profile].takesConcierge
  const wrongAtSave = (booking: Booking): readonly FieldIssue[] => {
    const wrong = [...checkAgainstClock(booking, clock.now())]
    // A payer that is not sent would leave the bill with the rooftop, against the person's choice.
    if (booking.payerNumber !== null && !takesPayer) wrong.push({ path: 'payerNumber', code: 'payer-not-taken' })
    if (booking.kind === 'pair' && !booking.withLoaner && !takesConcierge) {
      wrong.push({ path: 'withLoaner', code: 'concierge-not-taken' })
    }
    return wrong
  }

  const book = (
    booking: Booking,
    promised: readonly string[],
    noteWith: (tx: Tx, entryId: string) => void,
  ): Result<BookedMoves> => {
    const wrong = wrongAtSave(booking)
    if (wrong.length > 0) return invalidInput(wrong)
    const taken = loanerPromisedReason(deps, booking, { except: null, promised })
    if (taken !== null) return taken
    const bookingId = ids.next()
    const saved = save(bookingId, (tx) => noteWith(tx, insertNewBooking(tx, deps, booking, bookingId)))
    if (!saved.ok) return saved
    log({ event: 'booking-saved', bookingId })
    deps.wake()
    return saved
  }

  const service: BookingService = {
    ...queries,
    ...createRescheduleService({
      ...deps,
      wrongAtSave,
      changeBooking: (bookingId, booking, promised, who) => service.changeBooking(bookingId, booking, promised, who),
    }),
    ...createAmendmentService(deps),
    ...createAddedFactService(deps),
    bookMove: (booking) => book(booking, [], () => {}),
    bookDespiteDuplicates: ({ booking, alike, promised = [], who }) =>
      book(booking, promised, (tx, entryId) => recordOverride(tx, entryId, { alike, promised, who, at: clock.now() })),
    bookVisit(visit) {
      const { pickup, back, promised = [], who } = visit
      const wrong = (['pickup', 'back'] as const).flatMap((half) =>
        wrongAtSave(visit[half].booking).map((issue) => ({ ...issue, path: `${half}.booking.${issue.path}` })),
      )
      if (wrong.length > 0) return invalidInput(wrong)
      const taken = loanerPromisedReason(deps, pickup.booking, {
        except: null,
        promised,
        returns: returnTime(deps, back.booking),
      })
      if (taken !== null) return taken
      const bookingIds = [ids.next(), ids.next()] as const
      const at = clock.now()
      const saved = saveAndLoadAll(deps, bookingIds, (tx) => {
        const [out, home] = bookingIds
        const entryId = insertNewBooking(tx, deps, pickup.booking, out, null, at)
        recordOverride(tx, entryId, { alike: pickup.alike, promised, who, at })
        recordOverride(tx, insertNewBooking(tx, deps, back.booking, home, null, at), { alike: back.alike, who, at })
      })
      if (!saved.ok) return saved
      for (const bookingId of bookingIds) log({ event: 'booking-saved', bookingId })
      deps.wake()
      return ok({ pickup: saved.value[0], back: saved.value[1] })
    },
    changeBooking(bookingId, booking, promised = [], who = null) {
      const stored = queries.getBooking(bookingId)
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (!stored.ok || entry === null) return fail('not-found', 'booking-not-found')
      if (!canWithdraw(entry)) return fail('already-sent', 'booking-left-unchanged')
      if (!canChange(entry)) return fail('not-possible', 'duplicate-in-progress')
      const withLoaner = booking.kind === 'pair' && booking.withLoaner
      if (stored.value.kind !== booking.kind || hasLoaner(stored.value) !== withLoaner) {
        return fail('not-possible', 'other-kind')
      }
      const wrong = wrongAtSave(booking)
      if (wrong.length > 0) return invalidInput(wrong)
      const taken = keepsLoaner(stored.value, booking)
        ? null
        : loanerPromisedReason(deps, booking, { except: bookingId, promised })
      if (taken !== null) return taken
      const changed = save(bookingId, (tx) => {
        const { rooftop, defaultPayer, miles } = deps
        transitionOrThrow(tx, entry, { kind: 'changed' }, clock.now())
        // No requester is recorded, because a change of an unsent booking can be undone.
        recordEdit(tx, entry.id, clock.now())
        applyChange(tx, stored.value, booking, {
          readyBy: readyBy(booking, rooftop(), miles),
          payerNumber: booking.payerNumber ?? defaultPayer(),
          moves: newMoves(tx, booking, bookingId, rooftop(), ids),
        })
        replaceAddedFacts(tx, bookingId, clock.now())
        if (promised.length > 0) {
          recordOverride(tx, entry.id, { alike: [], promised, who, at: clock.now() })
        }
        clearDraftOfSavedBooking(tx, clock.now())
      })
      if (!changed.ok) return changed
      log({ event: 'booking-changed', bookingId })
      deps.wake()
      return changed
    },
    withdrawBooking(bookingId) {
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (entry === null) return fail('not-found', 'booking-not-found')
      if (!canWithdraw(entry)) return fail('already-sent', 'booking-left')
      const withdrawn = save(bookingId, (tx) => {
        transitionOrThrow(tx, entry, { kind: 'withdrawn' }, clock.now())
        const at = clock.now()
        appendDecision(tx, { entryId: entry.id, at, kind: 'withdrawn', who: null, why: null, detail: null })
      })
      if (withdrawn.ok) log({ event: 'booking-withdrawn', bookingId })
      return withdrawn
    },
    resolveBooking(bookingId, resolution) {
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      const booking = queries.getBooking(bookingId)
      if (entry === null || !booking.ok) return fail('not-found', 'booking-not-found')
      let decided: Result<null> = ok(null)
      const settled = save(bookingId, (tx) => {
        decided = applyResolution(tx, {
          entry,
          booking: booking.value,
          resolution,
          at: clock.now(),
          msSinceLastSend: deps.msSinceLastSend(entry.id),
          boardIsLive: deps.boardIsLive?.() ?? false,
        })
      })
      if (!settled.ok || !decided.ok) return decided.ok ? settled : decided
      log({ event: 'booking-resolved', bookingId, resolution: resolution.kind })
      deps.wake()
      return settled
    },
  }
  const { ofBooking, ofMoves, ofAmendment } = createDeskRefusal(store)
  return {
    ...service,
    changeBooking: (id, ...rest) => ofBooking(id) ?? service.changeBooking(id, ...rest),
    withdrawBooking: (id) => ofBooking(id) ?? service.withdrawBooking(id),
    resolveBooking: (id, resolution) => ofBooking(id) ?? service.resolveBooking(id, resolution),
    rescheduleBooking: (id, ...rest) => ofBooking(id) ?? service.rescheduleBooking(id, ...rest),
    settleReschedule: (id, settling) => ofBooking(id) ?? service.settleReschedule(id, settling),
    addFact: (id, ...rest) => ofBooking(id) ?? service.addFact(id, ...rest),
    requestCancellation: (moveIds, who) => ofMoves(moveIds) ?? service.requestCancellation(moveIds, who),
    requestChange: (moveId, ...rest) => ofMoves([moveId]) ?? service.requestChange(moveId, ...rest),
    withdrawAmendment: (id) => ofAmendment(id) ?? service.withdrawAmendment(id),
  }
}
