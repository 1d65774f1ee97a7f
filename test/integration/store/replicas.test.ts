import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeBody, type BookingBody } from '../../../electron/store/board/booking-body.ts'
import { writeDesks } from '../../../electron/store/board/link.ts'
import { writeReplica } from '../../../electron/store/board/replicas.ts'
import { countStates } from '../../../electron/store/queries/desk-facts.ts'
import { inDoubtBookings } from '../../../electron/store/queries/in-doubt.ts'
import {
  attentionIds,
  countInbox,
  inboxIds,
  openIds,
  savedBetween,
  settledBetween,
} from '../../../electron/store/queries/inbox.ts'
import { countWaiting, openElsewhere } from '../../../electron/store/queries/outbox.ts'
import { openReschedules } from '../../../electron/store/queries/reschedules.ts'
import { hasPossibleDuplicate, nextEntry, waitingInOrder } from '../../../electron/store/queries/send-order.ts'
import {
  amendmentsOfUnsentBookings,
  claimAmendment,
  nextDueAmendment,
} from '../../../electron/store/tables/amendments.ts'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { readBooking, readUnlinked } from '../../../electron/store/tables/bookings.ts'
import {
  claimEntry,
  markInterruptedInDoubt,
  markUnverifiedInDoubt,
  wentInDoubtBetween,
} from '../../../electron/store/tables/outbox.ts'
import { replacementNumbers } from '../../../electron/store/tables/replacements.ts'
import { reportedNumbers } from '../../../electron/store/tables/reported-numbers.ts'
import { movesDueForRefresh, trackedMove } from '../../../electron/store/tables/tracked-moves.ts'
import { POLL_INTERVALS, pollWindowsAt } from '../../../electron/sync/polling-schedule.ts'
import { ENTRY_STATES } from '../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { loanerFact, noteFact, orderFact } from '../../support/builders/added-facts.ts'
import { amendmentOf, bringAmendmentTo, change, HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { seedOf, START } from '../../support/fakes/system.ts'

/* The bookings of another desk in a store: what they show, and that this desk never acts for them. */

const SEED = seedOf('replicas')
const DESK = 'desk_2'

const openDesk = () => openDeskStore({ remote: HOPDRIVE })

/** The published booking, as the board carries it. */
function bodyOf({ store }: DeskStore, bookingId: string): BookingBody {
  const body = store.read((view) => composeBody(view, bookingId))
  if (body === null) throw new Error('no booking of this desk')
  return JSON.parse(JSON.stringify(body)) as BookingBody
}

const write = ({ store }: DeskStore, body: BookingBody, desk = DESK) =>
  store.write((tx) => writeReplica(tx, desk, body))

const read = ({ store }: DeskStore, id: string) => store.read((view) => readBooking(view, id, HOPDRIVE))

/** A booking of its own desk as the other desks read it: with the name of that desk, and without what only it may do. */
const elsewhere = (booking: ReturnType<typeof read>) =>
  booking && { ...booking, desk: DESK, waitReason: null, capabilities: { cancel: false, change: false } }

/** What may happen to a booking at its own desk. */
const EVENTS = ['changed', 'amended', 'canceled', 'fact', 'number', 'state', 'loaner'] as const
const event = fc.record({
  what: fc.constantFrom(...EVENTS),
  number: fc.nat({ max: 99 }),
  state: fc.constantFrom(...ENTRY_STATES),
})
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

function act(desk: DeskStore, id: string, { what, number, state }: Event): void {
  const booking = read(desk, id)
  if (booking === null) throw new Error('no booking')
  const [move] = booking.moves
  // A step that does not fit is refused and changes nothing.
  switch (what) {
    case 'changed':
      desk.moves.changeBooking(id, booking.kind === 'pair' ? pairBooking(number) : oneWayBooking(number))
      return
    case 'amended':
      desk.moves.requestChange(move?.id ?? '', change({ color: `Blue ${number}` }), WHO)
      return
    case 'canceled':
      desk.moves.requestCancellation([move?.id ?? ''], WHO)
      return
    case 'fact':
      desk.moves.addFact(id, number % 2 === 0 ? noteFact(`Note ${number}`) : orderFact(`RO 77${number}`), WHO)
      return
    case 'loaner':
      desk.moves.addFact(id, loanerFact(), WHO)
      return
    case 'number':
      withNumber(desk, booking, 5_000 + number)
      return
    case 'state':
      bringTo(desk.store, booking, state)
      return
    default:
      what satisfies never
  }
}

describe('A replica', () => {
  test('A replica reads as the booking reads at its own desk, whatever happens there', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99 }), fc.boolean(), fc.array(event, { maxLength: 8 }), (number, isPair, events) => {
        const [own, other] = [openDesk(), openDesk()]
        const { id } = own.book(isPair ? pairBooking(number) : oneWayBooking(number))
        write(other, bodyOf(own, id))
        for (const [at, one] of events.entries()) {
          act(own, id, one)
          if (at % 3 === 0) write(other, bodyOf(own, id))
        }
        const body = bodyOf(own, id)
        // The same body again changes nothing.
        for (let times = 0; times < 2; times += 1) expect(write(other, body)).toBe(true)
        expect(read(other, id)).toEqual(elsewhere(read(own, id)))
        expect(other.moves.readHistory(id)).toMatchObject({ ok: true })
        const found = (desk: DeskStore) => {
          const answer = desk.moves.findBookings({ text: 'richmond', limit: 9 })
          return answer.ok ? answer.value.bookings.map(({ bookingId, moves }) => [bookingId, moves]) : answer
        }
        expect(found(other)).toEqual(found(own))
      }),
      { seed: SEED, numRuns: 40 },
    )
  })

  test('A replica keeps what this version knows of a body from another version', () => {
    const [own, other] = [openDesk(), openDesk()]
    const { id } = own.book(pairBooking(4))
    const body = bodyOf(own, id)
    const newer = {
      ...body,
      booking: { ...body.booking, 'id = 1; --': 'x', shift: 'early' },
      entry: { ...body.entry, shift: 1 },
    }
    write(other, newer)
    expect(read(other, id)).toEqual(elsewhere(read(own, id)))
  })

  test('A booking of this desk is never written over by a desk that publishes its id', () => {
    const desk = openDesk()
    const booked = desk.book(pairBooking(4))
    expect(write(desk, bodyOf(desk, booked.id))).toBe(false)
    expect(read(desk, booked.id)).toEqual(booked)
  })

  test.for(['entry', 'move', 'amendment'] as const)(
    'A body that names the %s of a booking of this desk is refused as a whole, and changes nothing',
    (what) => {
      const [own, other] = [openDesk(), openDesk()]
      const mine = other.book(pairBooking(6))
      withNumber(other, mine, 5_001)
      other.moves.requestCancellation([mine.moves[0]?.id ?? ''], WHO)
      const before = read(other, mine.id)
      // The two desks of a test give the same ids.
      for (let number = 10; number < 20; number += 1) own.book(oneWayBooking(number))
      const { id } = own.book(pairBooking(4))
      const body = bodyOf(own, id)
      const [move, ...moves] = body.moves
      if (move === undefined) throw new Error('no move')
      const amendment = before?.moves[0]?.amendments[0]?.id ?? ''
      const hostile: Readonly<Record<typeof what, BookingBody>> = {
        entry: { ...body, entry: { ...body.entry, id: entryOf(other.store, mine).id } },
        move: { ...body, moves: [{ ...move, move: { ...move.move, id: mine.moves[0]?.id ?? '' } }, ...moves] },
        amendment: { ...body, amendments: [{ id: amendment, state: 'withdrawn' }] },
      }
      expect(() => write(other, hostile[what])).toThrow('row of another booking')
      expect(read(other, mine.id)).toEqual(before)
      expect(read(other, id)).toBe(null)
    },
  )

  test('A body cannot choose the place of its rows in this store', () => {
    const [own, other] = [openDesk(), openDesk()]
    other.book(pairBooking(6))
    own.book(oneWayBooking(10))
    own.book(oneWayBooking(11))
    const { id } = own.book(pairBooking(4))
    const body = bodyOf(own, id)
    write(other, { ...body, entry: { ...body.entry, seq: 900 } })
    expect(entryOf(other.store, { id }).seq).toBe(2)
  })

  test('A waiting replica that is alike counts as a possible duplicate of a later booking', () => {
    const [own, other] = [openDesk(), openDesk()]
    // The two desks of a test give the same ids, so that the booking is not the first of its desk.
    own.book(oneWayBooking(9))
    const { id } = own.book(pairBooking(4))
    write(other, bodyOf(own, id))
    const later = other.book({ ...pairBooking(4), customer: { name: 'Miles Okafor', phone: '804-555-0177' } })
    expect(other.store.read((view) => hasPossibleDuplicate(view, entryOf(other.store, later).id))).toBe(true)
  })
})

const windows = pollWindowsAt(START, POLL_INTERVALS)
const inbox = { now: START, noticeMinutes: 0 }
const wide = { from: addMinutes(START, -100_000), to: addMinutes(START, 100_000) }

/** What this desk would send, ask, poll, count or list as its own: the number of such things in a store. */
const ACTS: Readonly<Record<string, (desk: DeskStore) => number>> = {
  'the next entry': ({ store }) => store.read((view) => (nextEntry(view, HOPDRIVE) === null ? 0 : 1)),
  'the send order': ({ store }) => store.read((view) => waitingInOrder(view, HOPDRIVE).length),
  'the waiting count': ({ store }) => store.read((view) => countWaiting(view, HOPDRIVE)),
  'entries in doubt to resend': ({ store }) =>
    store.read((view) => wentInDoubtBetween(view, HOPDRIVE, { ...wide, now: wide.from }).length),
  'interrupted entries': ({ store }) => store.write((tx) => markInterruptedInDoubt(tx, {}, START)),
  'the next amendment': ({ store }) =>
    store.read((view) => (nextDueAmendment(view, HOPDRIVE, wide.to, addMinutes(wide.to, 10)) === null ? 0 : 1)),
  'amendments of unsent bookings': ({ store }) =>
    store.read((view) => amendmentsOfUnsentBookings(view, HOPDRIVE).length),
  'the tracked move': ({ store }) => store.read((view) => (trackedMove(view, HOPDRIVE.address) === null ? 0 : 1)),
  'moves due for a refresh': ({ store }) =>
    store.read((view) => movesDueForRefresh(view, HOPDRIVE.address, { windows, now: START, limit: 9 }).length),
  'replacement numbers': ({ store }) => store.read((view) => replacementNumbers(view, HOPDRIVE).length),
  'reported numbers': ({ store }) => store.read((view) => reportedNumbers(view, HOPDRIVE).length),
  'the waiting count of the inbox': ({ store }) => store.read((view) => countInbox(view, HOPDRIVE, inbox).waiting),
  'the attention of the inbox': ({ store }) => store.read((view) => countInbox(view, HOPDRIVE, inbox).attention),
  'the ids that need a person': ({ store }) => store.read((view) => attentionIds(view, HOPDRIVE, inbox).length),
  'the inbox': ({ store }) => store.read((view) => inboxIds(view, HOPDRIVE, inbox, 9).length),
  'open entries': ({ store }) => store.read((view) => openIds(view).length),
  'open entries for another provider': ({ store }) =>
    store.read((view) => openElsewhere(view, { address: 'https://other.example', profile: 'baseline' }).length),
  'bookings in doubt': ({ store }) => store.read((view) => inDoubtBookings(view).length),
  'bookings saved today': ({ store }) => store.read((view) => savedBetween(view, wide).length),
  'bookings settled today': ({ store }) => store.read((view) => settledBetween(view, wide, 9).length),
  'open reschedules': ({ store }) =>
    store.read((view) => openReschedules(view, (id) => readUnlinked(view, id, HOPDRIVE)).length),
  'states of the support file': ({ store }) =>
    store.read((view) => Object.values(countStates(view)).reduce((sum, count) => sum + count, 0)),
}

/** Everything that may make a desk act for a booking in a state: amendments, news, numbers, a replacement. */
function stir(desk: DeskStore, state: (typeof ENTRY_STATES)[number]): readonly string[] {
  const booked = desk.book(pairBooking(4))
  const replacement = desk.book(pairBooking(6))
  withNumber(desk, booked, 5_001)
  // A waiting amendment keeps an entry in doubt from a resend.
  if (state !== 'in-doubt') {
    desk.moves.requestCancellation([booked.moves[0]?.id ?? ''], WHO)
    desk.moves.requestChange(booked.moves[1]?.id ?? '', change({ color: 'Blue' }), WHO)
  }
  desk.store.write((tx) => {
    const run = (sql: string, ...values: readonly string[]) => tx.sql(sql).run(...values)
    run(
      `UPDATE moves SET polled_at = NULL, missing_since = ?, number = 5001, reported_number = 5002 WHERE booking_id = ?`,
      START,
      booked.id,
    )
    run(`UPDATE moves SET cancel_status = 'rescheduled' WHERE booking_id = ? AND role = 'loaner'`, booked.id)
    run(`INSERT INTO payloads SELECT seq, '{}' FROM outbox WHERE booking_id = ?`, booked.id)
    run(`UPDATE bookings SET customer_to_tell = ? WHERE id = ?`, START, booked.id)
    run(`UPDATE bookings SET replaces = ? WHERE id = ?`, booked.id, replacement.id)
  })
  // A rescheduled move without a new number, and a cancellation that is settled.
  const rescheduled = desk.book(oneWayBooking(8))
  withNumber(desk, rescheduled, 5_003)
  desk.moves.requestCancellation([rescheduled.moves[0]?.id ?? ''], WHO)
  bringAmendmentTo(desk.store, read(desk, rescheduled.id)?.moves[0]?.amendments[0]?.id ?? '', 'completed')
  desk.store.write((tx) =>
    tx.sql(`UPDATE moves SET cancel_status = 'rescheduled' WHERE booking_id = ?`).run(rescheduled.id),
  )
  bringTo(desk.store, rescheduled, state)
  bringTo(desk.store, replacement, 'booked')
  bringTo(desk.store, booked, state)
  return [booked.id, replacement.id, rescheduled.id]
}

describe('A desk with bookings of another desk', () => {
  test.for(Object.entries(ACTS))('A desk does not count a replica among %s', ([, count]) => {
    let seen = 0
    for (const state of ENTRY_STATES) {
      const [own, other] = [openDesk(), openDesk()]
      for (const id of stir(own, state)) expect(write(other, bodyOf(own, id))).toBe(true)
      expect(count(other), state).toBe(0)
      seen += count(own)
    }
    // The desk of the booking does act in some of the states, so that the counts above can differ from 0.
    expect(seen).toBeGreaterThan(0)
  })

  test.for(ENTRY_STATES)('A desk never claims a replica that is %s', (state) => {
    const [own, other] = [openDesk(), openDesk()]
    const { id } = own.book(pairBooking(4))
    bringTo(own.store, { id }, state)
    write(other, bodyOf(own, id))
    const entry = entryOf(other.store, { id })
    for (const kind of ['claimed', 'resend-claimed'] as const) {
      const claim = () => other.store.write((tx) => claimEntry(tx, entry, { kind, payload: '{}', digest: 'd' }, START))
      expect(claim()).toBe(null)
      // The store itself refuses the attempt, without which nothing leaves.
      const forced = () =>
        other.store.write((tx) => claimEntry(tx, { ...entry, desk: null }, { kind, payload: '{}', digest: 'd' }, START))
      if (state === 'waiting' && kind === 'claimed') expect(forced).toThrow('sent by that desk')
    }
    for (const phase of ['started', 'sending'] as const)
      expect(() => other.store.write((tx) => appendAttempt(tx, { entryId: entry.id, at: START, phase }))).toThrow(
        'sent by that desk',
      )
    other.store.write((tx) => markUnverifiedInDoubt(tx, START))
    expect(entryOf(other.store, { id })).toEqual(entry)
  })
})

test('Each act on a booking of another desk is refused with the name of that desk, and changes nothing', () => {
  const [own, other] = [openDesk(), openDesk()]
  const { id, moves } = own.book(pairBooking(4))
  withNumber(own, read(own, id) ?? own.book(pairBooking(5)), 5_001)
  own.moves.requestCancellation([moves[0]?.id ?? ''], WHO)
  write(other, bodyOf(own, id))
  other.store.write((tx) => writeDesks(tx, [{ role: DESK, name: 'Desk 2' }]))
  const before = read(other, id)
  expect(before).toMatchObject({ desk: 'Desk 2', capabilities: { cancel: false, change: false } })
  const { moves: service } = other
  const move = moves[0]?.id ?? ''
  const acts = [
    service.changeBooking(id, pairBooking(8)),
    service.withdrawBooking(id),
    service.resolveBooking(id, { kind: 'not-booked-reported', who: WHO, why: 'Asked Sam', confirmed: true }),
    service.rescheduleBooking(
      id,
      { zone: 'America/New_York', local: '2027-01-04T09:00', utc: '2027-01-04T14:00:00Z' },
      WHO,
    ),
    service.settleReschedule(id, { replacementId: id, kept: 'new', who: WHO }),
    service.addFact(id, noteFact('A note'), WHO),
    service.requestCancellation([move], WHO),
    service.requestChange(move, change({ color: 'Blue' }), WHO),
    service.withdrawAmendment(before?.moves[0]?.amendments[0]?.id ?? ''),
  ]
  for (const act of acts)
    expect(act).toMatchObject({
      ok: false,
      failure: { code: 'not-possible', detail: 'other-desk', fields: { desk: 'Desk 2' } },
    })
  expect(read(other, id)).toEqual(before)
})

test('The store refuses each attempt to send an amendment of another desk', () => {
  const [own, other] = [openDesk(), openDesk()]
  const booked = own.book(pairBooking(4))
  withNumber(own, booked, 5_001)
  own.moves.requestCancellation([booked.moves[0]?.id ?? ''], WHO)
  write(other, bodyOf(own, booked.id))
  const amendment = amendmentOf(other.store, read(other, booked.id)?.moves[0]?.amendments[0]?.id)
  expect(() => other.store.write((tx) => claimAmendment(tx, amendment, START))).toThrow('sent by that desk')
  expect(amendmentOf(other.store, amendment.id)).toEqual(amendment)
})
