import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookingBody } from '../../../electron/store/board/booking-body.ts'
import { hasPossibleDuplicate } from '../../../electron/store/queries/duplicates.ts'
import { ENTRY_STATES } from '../../../shared/outbox/entry-state.ts'
import { bodyOf, openReplicaDesk, OTHER_DESK, readFrom, replicate } from '../../support/board/replicas.ts'
import { loanerFact, noteFact, orderFact } from '../../support/builders/added-facts.ts'
import { change, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import type { DeskStore } from '../../support/desk/test-store.ts'
import { seedOf } from '../../support/fakes/system.ts'
import { proves } from '../../support/spec-rows.ts'

/* What a store shows of the bookings of another desk, and which rows a body of the board may write. */

const SEED = seedOf('replicas')

/** A booking of its own desk as the other desks read it: with the name of that desk, and without what only it may do. */
const elsewhere = (booking: ReturnType<typeof readFrom>) =>
  booking && { ...booking, desk: OTHER_DESK, waitReason: null, capabilities: { cancel: false, change: false } }

/** What may happen to a booking at its own desk. */
const EVENTS = ['changed', 'amended', 'canceled', 'fact', 'number', 'state', 'loaner'] as const
const event = fc.record({
  what: fc.constantFrom(...EVENTS),
  number: fc.nat({ max: 99 }),
  state: fc.constantFrom(...ENTRY_STATES),
})
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

function act(desk: DeskStore, id: string, { what, number, state }: Event): void {
  const booking = readFrom(desk, id)
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
        const [own, other] = [openReplicaDesk(), openReplicaDesk()]
        const { id } = own.book(isPair ? pairBooking(number) : oneWayBooking(number))
        replicate(other, bodyOf(own, id))
        for (const [at, one] of events.entries()) {
          act(own, id, one)
          if (at % 3 === 0) replicate(other, bodyOf(own, id))
        }
        const body = bodyOf(own, id)
        // The same body again changes nothing.
        for (let times = 0; times < 2; times += 1) expect(replicate(other, body)).toBe(true)
        expect(readFrom(other, id)).toEqual(elsewhere(readFrom(own, id)))
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
    proves('board: 22')
    const [own, other] = [openReplicaDesk(), openReplicaDesk()]
    const { id } = own.book(pairBooking(4))
    const body = bodyOf(own, id)
    const newer = {
      ...body,
      booking: { ...body.booking, 'id = 1; --': 'x', shift: 'early' },
      entry: { ...body.entry, shift: 1 },
    }
    replicate(other, newer)
    expect(readFrom(other, id)).toEqual(elsewhere(readFrom(own, id)))
  })

  test('A booking that the provider confirmed here keeps its numbers when its owner says otherwise', () => {
    const [own, other] = [openReplicaDesk(), openReplicaDesk()]
    const { id } = own.book(pairBooking(8))
    bringTo(own.store, { id }, 'booked')
    const before = bodyOf(own, id)
    const as = (state: string) => ({ ...before, entry: { ...before.entry, state, unresolved: 1 } })
    const booking = readFrom(own, id)
    if (booking !== null) withNumber(own, booking, 5_000)
    replicate(other, bodyOf(own, id))
    const asWell = { ...before, entry: { ...before.entry, code: 'found' } }
    expect(['placed-by-phone', 'withdrawn', 'in-doubt', 'waiting'].map((state) => replicate(other, as(state)))).toEqual(
      [false, false, false, false],
    )
    expect(replicate(other, asWell)).toBe(true)
  })

  test('A booking of this desk is never written over by a desk that publishes its id', () => {
    const desk = openReplicaDesk()
    const booked = desk.book(pairBooking(4))
    expect(replicate(desk, bodyOf(desk, booked.id))).toBe(false)
    expect(readFrom(desk, booked.id)).toEqual(booked)
  })

  test.for(['entry', 'move', 'amendment'] as const)(
    'A body that names the %s of a booking of this desk is refused as a whole, and changes nothing',
    (what) => {
      const [own, other] = [openReplicaDesk(), openReplicaDesk()]
      const mine = other.book(pairBooking(6))
      withNumber(other, mine, 5_001)
      other.moves.requestCancellation([mine.moves[0]?.id ?? ''], WHO)
      const before = readFrom(other, mine.id)
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
      expect(() => replicate(other, hostile[what])).toThrow('row of another booking')
      expect(readFrom(other, mine.id)).toEqual(before)
      expect(readFrom(other, id)).toBe(null)
    },
  )

  test('A body cannot choose the place of its rows in this store', () => {
    const [own, other] = [openReplicaDesk(), openReplicaDesk()]
    other.book(pairBooking(6))
    own.book(oneWayBooking(10))
    own.book(oneWayBooking(11))
    const { id } = own.book(pairBooking(4))
    const body = bodyOf(own, id)
    replicate(other, { ...body, entry: { ...body.entry, seq: 900 } })
    expect(entryOf(other.store, { id }).seq).toBe(2)
  })

  test('A waiting replica that is alike counts as a possible duplicate of a later booking', () => {
    const [own, other] = [openReplicaDesk(), openReplicaDesk()]
    // The two desks of a test give the same ids, so that the booking is not the first of its desk.
    own.book(oneWayBooking(9))
    const { id } = own.book(pairBooking(4))
    replicate(other, bodyOf(own, id))
    const later = other.book({ ...pairBooking(4), customer: { name: 'Miles Okafor', phone: '804-555-0177' } })
    expect(other.store.read((view) => hasPossibleDuplicate(view, entryOf(other.store, later).id))).toBe(true)
  })
})
