import { bookingSchema, type Booking } from '../../shared/booking/booking.ts'
import { effectiveReference, effectiveVehicle } from '../../shared/booking/added-facts.ts'
import type { Place } from '../../shared/booking/place.ts'
import { fieldIssues, type FieldIssue } from '../../shared/field-issues.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import { canWithdraw } from '../../shared/outbox/machine.ts'
import { needsPerson, notReschedulableReason } from '../../shared/outbox/reschedule.ts'
import type { Kept } from '../../shared/outbox/reschedule-link.ts'
import { fail, invalidInput, ok, type Result } from '../../shared/result.ts'
import type { ZonedTime } from '../../shared/time/time.ts'
import { withWindowLine } from '../../shared/time/window-line.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { appendDecision } from '../store/tables/decisions.ts'
import { entryOfBooking } from '../store/tables/outbox.ts'
import type { AmendmentDeps } from './amendments.ts'
import { insertNewBooking, type CreateDeps } from './create.ts'
import { loanerPromisedReason, recordOverride } from './overrides.ts'
import { saveAndLoad } from './save.ts'

/*
 * Rescheduling: another time for a booking (test/spec/reliability.md#reschedules). A booking that has certainly not
 * left is changed; for any other booking a replacement is saved, and the send queue cancels the old booking later.
 */

export type SettleReschedule = { readonly replacementId: string; readonly kept: Kept; readonly who: string }

/** `window` has the words of the promised window, which replace those of the old time in the driver's notes. */
export type NewTime = ZonedTime & { readonly window?: string | null }

export type RescheduleService = {
  /**
   * Gives a booking another time and returns the booking that has that time: the same one, changed, or its replacement.
   * Fails as `changeBooking` does before the booking has left; else with `invalid`, `not-found`, `not-saved`,
   * `not-possible`, `too-late`, `already-asked`, or `loaner-promised` as `bookMove` does, and saves nothing then.
   */
  rescheduleBooking(bookingId: string, time: NewTime, who: string, promised?: readonly string[]): Result<BookedMoves>
  /**
   * Records which booking of a reschedule the provider keeps and returns the old booking; `both` fits only an old
   * booking that was driven. Fails with `not-found`, `not-possible` or `not-saved`.
   */
  settleReschedule(bookingId: string, settling: SettleReschedule): Result<BookedMoves>
}

export type RescheduleDeps = AmendmentDeps &
  CreateDeps & {
    readonly changeBooking: (
      bookingId: string,
      booking: Booking,
      promised: readonly string[],
      who: string,
    ) => Result<BookedMoves>
    /** Returns what keeps a booking from being saved. */
    readonly wrongAtSave: (booking: Booking) => readonly FieldIssue[]
  }

export function createRescheduleService(deps: RescheduleDeps): RescheduleService {
  const { store, remote, clock, ids, log } = deps
  const find = (bookingId: string) => store.read((view) => readBooking(view, bookingId, remote))
  return {
    rescheduleBooking(bookingId, time, who, promised = []) {
      const old = find(bookingId)
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (old === null || entry === null) return fail('not-found', 'booking-not-found')
      if (time.utc === old.time.utc) return invalidInput([{ path: 'time', code: 'nothing-changed' }])
      const booking = atTime(old, time)
      if (!booking.ok) return booking
      if (canWithdraw(entry)) return deps.changeBooking(bookingId, booking.value, promised, who)
      const refused = notReschedulableReason(old)
      if (refused !== null) return refused
      // A replacement at another provider could not be told from the old booking by anyone at either.
      if (!isOwn(bookingId)) return fail('not-possible', 'other-provider')
      const wrong = deps.wrongAtSave(booking.value)
      if (wrong.length > 0) return invalidInput(wrong)
      // The old booking is no promise to another customer.
      const taken = loanerPromisedReason(deps, booking.value, { except: bookingId, promised })
      if (taken !== null) return taken
      const replacementId = ids.next()
      const saved = saveAndLoad(deps, replacementId, (tx) => {
        const entryId = insertNewBooking(tx, deps, booking.value, replacementId, bookingId)
        const at = clock.now()
        const decision = { at, kind: 'rescheduled', who, why: null } as const
        recordOverride(tx, entryId, { alike: [], promised, who, at })
        appendDecision(tx, { ...decision, entryId, detail: bookingId })
        appendDecision(tx, { ...decision, entryId: entry.id, detail: replacementId })
        tx.touch(bookingId)
      })
      if (!saved.ok) return saved
      log({ event: 'booking-saved', bookingId: replacementId })
      log({ event: 'booking-rescheduled', bookingId })
      deps.wake()
      return saved
    },
    settleReschedule(bookingId, { replacementId, kept, who }) {
      const old = find(bookingId)
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (old === null || entry === null) return fail('not-found', 'booking-not-found')
      const { replacement } = old
      const fits = replacement?.bookingId === replacementId && needsPerson(replacement.step)
      if (!fits || (kept === 'both' && replacement.step !== 'old-driven')) {
        return fail('not-possible', 'state-changed')
      }
      const settled = saveAndLoad(deps, bookingId, (tx) => {
        const at = clock.now()
        appendDecision(tx, { entryId: entry.id, at, kind: 'reschedule-settled', who, why: kept, detail: replacementId })
        tx.touch(bookingId)
        tx.touch(replacementId)
      })
      if (settled.ok) log({ event: 'reschedule-settled', bookingId })
      return settled
    },
  }

  function isOwn(bookingId: string): boolean {
    const row = store.read((view) =>
      view
        .sql('SELECT provider_address AS address, provider_profile AS profile FROM bookings WHERE id = ?')
        .get(bookingId),
    ) as { address: string; profile: string } | undefined
    return row?.address === remote.address && row.profile === remote.profile
  }
}

/** Returns a stored booking, with the facts that hold now, as a new booking at another time. */
function atTime(old: BookedMoves, { window = null, ...time }: NewTime): Result<Booking> {
  const read = bookingSchema.safeParse(old.kind === 'pair' ? pairAt(old, time, window) : oneWayAt(old, time, window))
  return read.success ? ok(read.data) : invalidInput(fieldIssues(read.error))
}

function pairAt(old: BookedMoves, appointment: ZonedTime, window: string | null) {
  const move = old.moves.find(({ role }) => role === 'customer')
  const loaner = old.moves.find(({ role }) => role === 'loaner')
  return {
    kind: 'pair',
    action: old.action,
    appointment,
    customer: { name: old.customerName, phone: old.customerPhone },
    place: placeOf(old.action === 'return' ? move?.delivery : move?.pickup),
    vehicle: move?.vehicle,
    withLoaner: loaner !== undefined,
    loaner: loaner === undefined ? null : effectiveVehicle(old, loaner),
    customerNotes: notesOf(move, window),
    loanerNotes: notesOf(loaner, loaner === undefined ? null : window),
    ...sharedOf(old),
  }
}

function oneWayAt(old: BookedMoves, readyBy: ZonedTime, window: string | null) {
  const [move] = old.moves
  return {
    kind: 'one-way',
    readyBy,
    vehicle: move?.vehicle,
    place: placeOf(move?.pickup),
    destination: placeOf(move?.delivery),
    notes: notesOf(move, window),
    ...sharedOf(old),
  }
}

function sharedOf(old: BookedMoves) {
  return { reference: effectiveReference(old), payerNumber: old.payerNumber }
}

function notesOf(move: Move | undefined, window: string | null) {
  const specialInstructions = withWindowLine(move?.specialInstructions ?? '', window)
  return { dealerContact: move?.dealerContact ?? null, specialInstructions }
}

/** Returns a place without what only the provider knows of the place. */
function placeOf(place: Move['pickup'] | undefined): Place | null {
  if (place === undefined) return null
  const { resolved: _resolved, ...own } = place
  return own
}
