import { checkAgainstClock, estimateReadyBy, bookingTime, type Booking } from '../../shared/booking/booking.ts'
import type { KnownCustomer, DuplicateOverride } from '../../shared/booking/customer.ts'
import type { Day } from '../../shared/views/day.ts'
import { ok, fail, invalidInput, type Result } from '../../shared/result.ts'
import type { History } from '../../shared/views/history.ts'
import type { FoundMoves, Lookup } from '../../shared/views/lookup.ts'
import type { BookedMoves, ReadyBy } from '../../shared/move/move.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import type { Inbox } from '../../shared/views/inbox.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import type { Resolution } from '../../shared/outbox/resolution.ts'
import { appendDecision } from '../store/tables/decisions.ts'
import { insertBooking, readBooking } from '../store/tables/bookings.ts'
import { clearDraft, clearDraftOfSavedBooking } from '../store/tables/draft.ts'
import { historyOf } from '../store/queries/history.ts'
import { insertMove, insertPlace, type NewMove } from '../store/tables/moves.ts'
import { appendEntry, entryOfBooking, recordEdit, transitionOrThrow } from '../store/tables/outbox.ts'
import { supportDump } from '../store/queries/support-dump.ts'
import { indexMove } from '../store/queries/search.ts'
import type { Tx } from '../store/tx.ts'
import type { Ids } from '../platform/ids.ts'
import type { DistanceLookup } from './distance.ts'
import { applyChange } from './change.ts'
import { findDuplicates, readKnownCustomer } from './known-customers.ts'
import { readDay } from './day.ts'
import { findMoves } from './search.ts'
import { readInbox } from './inbox.ts'
import { moveReference } from './reference.ts'
import { saveAndLoad } from './save.ts'
import { applyResolution } from './resolve.ts'
import { createAmendmentService, type AmendmentDeps, type AmendmentService } from './amendments.ts'

/*
 * The booking service. Every result comes from the local store; a booking and its outbox entry are one commit, and the
 * window says "Saved" after that commit.
 */

export type BookingService = AmendmentService & {
  /**
   * Saves a pair or a one-way; values that only the provider knows are marked as not yet known. Fails with `invalid`
   * when the booking's time has passed, and with `not-saved` when the disk refuses.
   */
  bookMove(booking: Booking): Result<BookedMoves>
  /** Saves a booking in spite of shown duplicates, and records who decided that. Fails as `bookMove`. */
  bookDespiteDuplicates(despiteDuplicates: DuplicateOverride): Result<BookedMoves>
  /** Returns the duplicate candidates of a booking on the same day of the rooftop, without the booking `except`. */
  findDuplicates(booking: Booking, except: string | null): Result<readonly BookedMoves[]>
  /** Returns the customer with this phone; null when there is none. */
  knownCustomer(phone: string): Result<KnownCustomer | null>
  /** Returns a booking by its id. Fails with `not-found`. */
  getBooking(bookingId: string): Result<BookedMoves>
  /**
   * Returns all that the store has of a booking as text for support, also of an unreadable booking. Fails with
   * `not-found`.
   */
  supportDump(bookingId: string): Result<string>
  /** Returns what happened to a booking, and by whom. Fails with `not-found`. */
  readHistory(bookingId: string): Result<History>
  findMoves(lookup: Lookup): Result<FoundMoves>
  /** Returns the bookings of a day of the rooftop (`YYYY-MM-DD`); null is today there. */
  readDay(date: string | null): Result<Day>
  /** Returns the bookings that are not settled, and what became of the day's bookings. */
  readInbox(): Result<Inbox>
  /**
   * Replaces the values of a booking that has certainly not left; a refused or held booking then leaves again. Fails
   * with `not-found`, `already-sent`, `invalid` when its time has passed, `not-possible` for another kind or after
   * `move-duplication`, or `not-saved`, and changes nothing then.
   */
  changeBooking(bookingId: string, booking: Booking): Result<BookedMoves>
  /** Withdraws a booking that has certainly not been sent. Fails with `not-found`, `already-sent` or `not-saved`. */
  withdrawBooking(bookingId: string): Result<BookedMoves>
  /**
   * Applies what a person decided about a booking that does not settle by itself. Fails with `not-found`,
   * `not-possible` or `not-saved`, and changes nothing then.
   */
  resolveBooking(bookingId: string, way: Resolution): Result<BookedMoves>
}

export type BookingDeps = AmendmentDeps & {
  /** Called for each booking, because settings change while the app runs. */
  readonly rooftop: () => Rooftop
  readonly miles: DistanceLookup
  /** Milliseconds since the last moment at which this entry could have been sent, by the monotonic clock. */
  readonly msSinceLastSend: (entryId: string) => number
}

export function createBookingService(deps: BookingDeps): BookingService {
  const { store, clock, ids, log } = deps
  const read = (bookingId: string): Result<BookedMoves> => {
    const booking = store.read((view) => readBooking(view, bookingId, deps.remote))
    return booking === null ? fail('not-found', 'booking-not-found') : ok(booking)
  }
  const save = (bookingId: string, write: (tx: Tx) => void) => saveAndLoad(deps, bookingId, write)

  const book = (booking: Booking, noteWith: (tx: Tx, entryId: string) => void): Result<BookedMoves> => {
    const late = checkAgainstClock(booking, clock.now())
    if (late.length > 0) return invalidInput(late)
    const bookingId = ids.next()
    const saved = save(bookingId, (tx) => noteWith(tx, insertNewBooking(tx, deps, booking, bookingId)))
    if (!saved.ok) return saved
    log({ event: 'booking-saved', bookingId })
    deps.wake()
    return saved
  }

  return {
    ...createAmendmentService(deps),
    getBooking: read,
    supportDump(bookingId) {
      const raw = store.read((view) => supportDump(view, bookingId))
      return raw === null ? fail('not-found', 'booking-not-found') : ok(raw)
    },
    readHistory(bookingId) {
      const history = store.read((view) => historyOf(view, bookingId))
      return history === null ? fail('not-found', 'booking-not-found') : ok(history)
    },
    bookMove: (booking) => book(booking, () => {}),
    bookDespiteDuplicates: ({ booking, alike, who }) =>
      book(booking, (tx, entryId) =>
        appendDecision(tx, {
          entryId,
          at: clock.now(),
          kind: 'booked-despite-duplicates',
          who,
          why: null,
          detail: alike.join(', '),
        }),
      ),
    findDuplicates: (booking, except) =>
      ok(
        store.read((view) => findDuplicates(view, booking, { remote: deps.remote, zone: deps.rooftop().zone, except })),
      ),
    knownCustomer: (phone) => ok(store.read((view) => readKnownCustomer(view, phone, deps.remote))),
    findMoves(lookup) {
      const { zone, noticeMinutes } = deps.rooftop()
      const searchDeps = { remote: deps.remote, zone, noticeMinutes, now: clock.now() }
      return ok(store.read((view) => findMoves(view, lookup, searchDeps)))
    },
    readDay: (date) =>
      ok(
        store.read((view) => readDay(view, date, { remote: deps.remote, zone: deps.rooftop().zone, now: clock.now() })),
      ),
    readInbox: () =>
      ok(store.read((view) => readInbox(view, { remote: deps.remote, rooftop: deps.rooftop(), now: clock.now() }))),
    changeBooking(bookingId, booking) {
      const stored = read(bookingId)
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (!stored.ok || entry === null) return fail('not-found', 'booking-not-found')
      if (!canWithdraw(entry)) return fail('already-sent', 'booking-left-unchanged')
      if (!canChange(entry)) return fail('not-possible', 'duplicate-in-progress')
      if (stored.value.kind !== booking.kind) return fail('not-possible', 'other-kind')
      const late = checkAgainstClock(booking, clock.now())
      if (late.length > 0) return invalidInput(late)
      const changed = save(bookingId, (tx) => {
        const { rooftop, miles } = deps
        transitionOrThrow(tx, entry, { kind: 'changed' }, clock.now())
        // No requester is recorded, because a change of an unsent booking can be undone.
        recordEdit(tx, entry.id, clock.now())
        applyChange(tx, stored.value, booking, {
          readyBy: readyBy(booking, rooftop(), miles),
          moves: newMoves(tx, booking, bookingId, rooftop(), ids),
        })
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
    resolveBooking(bookingId, way) {
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      const booking = read(bookingId)
      if (entry === null || !booking.ok) return fail('not-found', 'booking-not-found')
      let decided: Result<null> = ok(null)
      const settled = save(bookingId, (tx) => {
        decided = applyResolution(tx, {
          entry,
          booking: booking.value,
          resolution: way,
          at: clock.now(),
          msSinceLastSend: deps.msSinceLastSend(entry.id),
        })
      })
      if (!settled.ok || !decided.ok) return decided.ok ? settled : decided
      log({ event: 'booking-resolved', bookingId, way: way.kind })
      deps.wake()
      return settled
    },
  }
}

/** Returns the id of the booking's outbox entry. */
function insertNewBooking(
  tx: Tx,
  { remote, rooftop, miles, clock, ids }: BookingDeps,
  booking: Booking,
  bookingId: string,
): string {
  const savedAt = clock.now()
  const pair = booking.kind === 'pair' ? booking : null
  insertBooking(tx, {
    id: bookingId,
    kind: booking.kind,
    action: pair?.action ?? null,
    remote,
    customerName: pair?.customer.name ?? null,
    customerPhone: pair?.customer.phone ?? null,
    time: bookingTime(booking),
    readyBy: readyBy(booking, rooftop(), miles),
    reference: booking.reference,
    savedAt,
  })
  for (const move of newMoves(tx, booking, bookingId, rooftop(), ids)) {
    insertMove(tx, move)
    indexMove(tx, move.id)
  }
  const entryId = ids.next()
  appendEntry(tx, { id: entryId, bookingId, remote, at: savedAt })
  // The draft is cleared in the commit of the booking. A draft that outlived its booking would be saved once more.
  clearDraft(tx)
  return entryId
}

function readyBy(booking: Booking, { address, marginMinutes }: Rooftop, miles: DistanceLookup): ReadyBy {
  if (booking.kind === 'one-way') return { utc: booking.readyBy.utc, source: 'requested' }
  const drive = miles(address.zip, booking.place.zip)
  return { utc: estimateReadyBy(booking.appointment.utc, drive, marginMinutes), source: 'estimate' }
}

/**
 * Returns the moves of a booking, each collected where its vehicle stands. For a `pickup` the loaner is at the service
 * lot and the customer's car at the customer's address, for a `return` the other way round.
 */
function newMoves(tx: Tx, booking: Booking, bookingId: string, rooftop: Rooftop, ids: Ids): readonly NewMove[] {
  const there = insertPlace(tx, booking.place)
  if (booking.kind === 'one-way') {
    return [
      {
        id: ids.next(),
        bookingId,
        role: 'single',
        reference: moveReference(booking.reference, bookingId, 'single'),
        vehicle: booking.vehicle,
        pickupPlaceId: there,
        deliveryPlaceId: insertPlace(tx, booking.destination),
        ...booking.notes,
      },
    ]
  }
  const lot = insertPlace(tx, rooftop.address)
  // The driver of a pair asks at the service lot, so the rooftop's contact is the default.
  const withContact = ({ dealerContact, specialInstructions }: typeof booking.loanerNotes) => ({
    dealerContact: dealerContact ?? rooftop.contact,
    specialInstructions,
  })
  const toShop = { pickupPlaceId: there, deliveryPlaceId: lot }
  const toCustomer = { pickupPlaceId: lot, deliveryPlaceId: there }
  // The customer's move is inserted last, so that lists with the newest first show the customer's move first.
  return [
    {
      id: ids.next(),
      bookingId,
      role: 'loaner',
      reference: moveReference(booking.reference, bookingId, 'loaner'),
      vehicle: booking.loaner,
      ...(booking.action === 'pickup' ? toCustomer : toShop),
      ...withContact(booking.loanerNotes),
    },
    {
      id: ids.next(),
      bookingId,
      role: 'customer',
      reference: moveReference(booking.reference, bookingId, 'customer'),
      vehicle: booking.vehicle,
      ...(booking.action === 'pickup' ? toShop : toCustomer),
      ...withContact(booking.customerNotes),
    },
  ]
}
