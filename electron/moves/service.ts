import { checkAgainstClock, estimateReadyBy, timeOf, type Booking } from '../../shared/booking.ts'
import type { KnownCustomer, Knowingly } from '../../shared/customer.ts'
import type { Day } from '../../shared/day.ts'
import { done, failed, type Result } from '../../shared/failure.ts'
import type { History } from '../../shared/history.ts'
import { refusal } from '../../shared/issues.ts'
import type { FoundMoves, Lookup } from '../../shared/lookup.ts'
import type { BookedMoves, ReadyBy } from '../../shared/move.ts'
import { canChange, canWithdraw } from '../../shared/outbox.ts'
import type { Queue } from '../../shared/queue.ts'
import type { Rooftop } from '../../shared/rooftop.ts'
import type { Way } from '../../shared/ways.ts'
import { appendDecision } from '../store/attempts.ts'
import { insertBooking, readBooking } from '../store/bookings.ts'
import { clearKeptDraft, clearSavedDraft } from '../store/desk.ts'
import { historyOf } from '../store/history.ts'
import { insertMove, insertPlace, type NewMove } from '../store/moves.ts'
import { appendEntry, entryOfBooking, noteChanged, surelyMove } from '../store/outbox.ts'
import { rawBooking } from '../store/raw.ts'
import { indexMove } from '../store/search.ts'
import type { Tx } from '../store/store.ts'
import type { Ids } from '../system.ts'
import type { Distance } from './distance.ts'
import { writeChanged } from './change-booking.ts'
import { readAlike, readKnownCustomer } from './customers.ts'
import { readDay } from './day.ts'
import { findMoves } from './find.ts'
import { readQueue } from './queue.ts'
import { moveReference } from './reference.ts'
import { saveAndRead } from './saving.ts'
import { decide } from './ways-out.ts'
import { makeWishService, type WishParts, type WishService } from './wishes.ts'

/*
 * The move service: book, get, find, change, withdraw, settle, ask. Every answer comes from the local store; a booking and
 * its outbox entry
 * are one commit, and "saved" is said after it.
 */

export type MoveService = WishService & {
  /**
   * Saves a pair (4.3) or a one-way (4.2) and answers in the shape of 2.4 and 2.5, with what only the provider knows
   * marked as not yet known. `invalid` when its time has passed, `not-saved` when the disk refused.
   */
  bookMove(booking: Booking): Result<BookedMoves>
  /** Saves a booking beside others like it, and with it who did so knowingly. As `bookMove`. */
  bookKnowingly(knowingly: Knowingly): Result<BookedMoves>
  /** Bookings on the same day of the rooftop for the same repair order, VIN, phone or customer's name, but for `except`. */
  findAlike(booking: Booking, except: string | null): Result<readonly BookedMoves[]>
  /** Who has a phone; null where nobody has. */
  knownCustomer(phone: string): Result<KnownCustomer | null>
  /** By our booking id. `not-found`. */
  getBooking(bookingId: string): Result<BookedMoves>
  /** All that the store has of a booking, as text for support (row 31): also of one that cannot be read. `not-found`. */
  rawBooking(bookingId: string): Result<string>
  /** What happened to a booking, and by whom. `not-found`. */
  readHistory(bookingId: string): Result<History>
  findMoves(lookup: Lookup): Result<FoundMoves>
  /** The bookings of a day of the rooftop (`YYYY-MM-DD`); null is today there. */
  readDay(date: string | null): Result<Day>
  /** What is not settled, and what became of the day's bookings. */
  readQueue(): Result<Queue>
  /**
   * Asks for something else in the place of a booking that has certainly not left (row 32); what was refused or held leaves
   * anew. `not-found`, `already-sent`, `invalid` when its time has passed, `not-possible` for another kind of booking,
   * `not-saved`: nothing is changed.
   */
  changeBooking(bookingId: string, booking: Booking): Result<BookedMoves>
  /** Takes back what has certainly not been sent. `not-found`, `already-sent`, `not-saved`. */
  withdrawBooking(bookingId: string): Result<BookedMoves>
  /**
   * Does what a person decided about a booking that does not settle by itself. `not-found`, `not-possible` (nothing was
   * done), `not-saved`.
   */
  settleBooking(bookingId: string, way: Way): Result<BookedMoves>
}

export type MoveParts = WishParts & {
  /** Asked at each booking: settings change while the app runs. */
  readonly rooftop: () => Rooftop
  readonly miles: Distance
  /** For how many milliseconds no request of an outbox entry can have left, by the clock that nobody sets. */
  readonly quietFor: (entryId: string) => number
}

const NOT_FOUND = 'There is no such booking on this PC.'
const NOT_CHANGED =
  'This booking has left, or may have left, for the provider, so nothing was changed here. Ask the provider for the change.'
const IN_PROGRESS =
  'The provider says that it already has a move in progress with this reference, so nothing was changed here. Ask it which ' +
  'one that is; if yours is another, take this booking back and book it anew.'
const OTHER_KIND = 'A pair cannot become a one-way, nor the other way round. Take this booking back and book anew.'
const ALREADY_SENT = 'This booking has left, or may have left, for the provider. It cannot be taken back here.'

export function makeMoveService(parts: MoveParts): MoveService {
  const { store, clock, ids, log } = parts
  const read = (bookingId: string): Result<BookedMoves> => {
    const booking = store.read((view) => readBooking(view, bookingId, parts.remote))
    return booking === null ? failed('not-found', NOT_FOUND) : done(booking)
  }
  const save = (bookingId: string, write: (tx: Tx) => void) => saveAndRead(parts, bookingId, write)

  const book = (booking: Booking, noteWith: (tx: Tx, entryId: string) => void): Result<BookedMoves> => {
    const late = checkAgainstClock(booking, clock.now())
    if (late.length > 0) return refusal(late)
    const bookingId = ids.next()
    const saved = save(bookingId, (tx) => noteWith(tx, saveBooking(tx, parts, booking, bookingId)))
    if (!saved.ok) return saved
    log({ event: 'booking-saved', bookingId })
    parts.wake()
    return saved
  }

  return {
    ...makeWishService(parts),
    getBooking: read,
    rawBooking(bookingId) {
      const raw = store.read((view) => rawBooking(view, bookingId))
      return raw === null ? failed('not-found', NOT_FOUND) : done(raw)
    },
    readHistory(bookingId) {
      const history = store.read((view) => historyOf(view, bookingId))
      return history === null ? failed('not-found', NOT_FOUND) : done(history)
    },
    bookMove: (booking) => book(booking, () => {}),
    bookKnowingly: ({ booking, alike, who }) =>
      book(booking, (tx, entryId) =>
        appendDecision(tx, {
          entryId,
          at: clock.now(),
          kind: 'saved-knowingly',
          who,
          why: null,
          detail: alike.join(', '),
        }),
      ),
    findAlike: (booking, except) =>
      done(
        store.read((view) => readAlike(view, booking, { remote: parts.remote, zone: parts.rooftop().zone, except })),
      ),
    knownCustomer: (phone) => done(store.read((view) => readKnownCustomer(view, phone, parts.remote))),
    findMoves(lookup) {
      const { zone, noticeMinutes } = parts.rooftop()
      const seen = { remote: parts.remote, zone, noticeMinutes, now: clock.now() }
      return done(store.read((view) => findMoves(view, lookup, seen)))
    },
    readDay: (date) =>
      done(
        store.read((view) =>
          readDay(view, date, { remote: parts.remote, zone: parts.rooftop().zone, now: clock.now() }),
        ),
      ),
    readQueue: () =>
      done(store.read((view) => readQueue(view, { remote: parts.remote, rooftop: parts.rooftop(), now: clock.now() }))),
    changeBooking(bookingId, booking) {
      const kept = read(bookingId)
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (!kept.ok || entry === null) return failed('not-found', NOT_FOUND)
      if (!canWithdraw(entry)) return failed('already-sent', NOT_CHANGED)
      if (!canChange(entry)) return failed('not-possible', IN_PROGRESS)
      if (kept.value.kind !== booking.kind) return failed('not-possible', OTHER_KIND)
      const late = checkAgainstClock(booking, clock.now())
      if (late.length > 0) return refusal(late)
      const changed = save(bookingId, (tx) => {
        const { rooftop, miles } = parts
        surelyMove(tx, entry, { kind: 'changed' }, clock.now())
        // Who did it is not asked for what can be undone.
        noteChanged(tx, entry.id, clock.now())
        writeChanged(tx, kept.value, booking, {
          readyBy: readyBy(booking, rooftop(), miles),
          moves: newMoves(tx, booking, bookingId, rooftop(), ids),
        })
        clearSavedDraft(tx, clock.now())
      })
      if (!changed.ok) return changed
      log({ event: 'booking-changed', bookingId })
      parts.wake()
      return changed
    },
    withdrawBooking(bookingId) {
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      if (entry === null) return failed('not-found', NOT_FOUND)
      if (!canWithdraw(entry)) return failed('already-sent', ALREADY_SENT)
      const taken = save(bookingId, (tx) => {
        surelyMove(tx, entry, { kind: 'withdrawn' }, clock.now())
        const at = clock.now()
        appendDecision(tx, { entryId: entry.id, at, kind: 'withdrawn', who: null, why: null, detail: null })
      })
      if (taken.ok) log({ event: 'booking-withdrawn', bookingId })
      return taken
    },
    settleBooking(bookingId, way) {
      const entry = store.read((view) => entryOfBooking(view, bookingId))
      const booking = read(bookingId)
      if (entry === null || !booking.ok) return failed('not-found', NOT_FOUND)
      let decided: Result<null> = done(null)
      const settled = save(bookingId, (tx) => {
        decided = decide(tx, { entry, booking: booking.value, way, at: clock.now(), quiet: parts.quietFor(entry.id) })
      })
      if (!settled.ok || !decided.ok) return decided.ok ? settled : decided
      log({ event: 'booking-settled', bookingId, way: way.kind })
      parts.wake()
      return settled
    },
  }
}

/** Answers the id of its outbox entry. */
function saveBooking(
  tx: Tx,
  { remote, rooftop, miles, clock, ids }: MoveParts,
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
    time: timeOf(booking),
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
  // With the booking, not after it: a draft that outlived its booking would be saved once more.
  clearKeptDraft(tx)
  return entryId
}

function readyBy(booking: Booking, { address, marginMinutes }: Rooftop, miles: Distance): ReadyBy {
  if (booking.kind === 'one-way') return { utc: booking.readyBy.utc, source: 'asked' }
  const drive = miles(address.zip, booking.place.zip)
  return { utc: estimateReadyBy(booking.appointment.utc, drive, marginMinutes), source: 'estimate' }
}

/**
 * The moves that a booking makes. Each is collected where its vehicle stands: for a `pickup` the loaner at the service
 * lot and the customer's car at the customer's address, for a `return` the other way round (section 1).
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
  // For a pair the driver asks at the service lot, so the rooftop's own contact stands in where none is named.
  const asked = ({ dealerContact, specialInstructions }: typeof booking.loanerNotes) => ({
    dealerContact: dealerContact ?? rooftop.contact,
    specialInstructions,
  })
  const toShop = { pickupPlaceId: there, deliveryPlaceId: lot }
  const toCustomer = { pickupPlaceId: lot, deliveryPlaceId: there }
  // The customer's move comes last, so that among the newest it stands first.
  return [
    {
      id: ids.next(),
      bookingId,
      role: 'loaner',
      reference: moveReference(booking.reference, bookingId, 'loaner'),
      vehicle: booking.loaner,
      ...(booking.action === 'pickup' ? toCustomer : toShop),
      ...asked(booking.loanerNotes),
    },
    {
      id: ids.next(),
      bookingId,
      role: 'customer',
      reference: moveReference(booking.reference, bookingId, 'customer'),
      vehicle: booking.vehicle,
      ...(booking.action === 'pickup' ? toShop : toCustomer),
      ...asked(booking.customerNotes),
    },
  ]
}
