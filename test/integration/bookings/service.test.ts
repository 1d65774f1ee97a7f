import { describe, expect, test } from 'vitest'
import { entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { toMillis } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { fillDisk } from '../../support/faults/full-disk.ts'
import { START } from '../../support/fakes/system.ts'
import { proves } from '../../support/spec-rows.ts'

const moveOf = (booked: BookedMoves, role: Move['role']) => {
  const move = booked.moves.find((one) => one.role === role)
  if (move === undefined) throw new Error(`no ${role} move`)
  return move
}
const streets = (move: Move) => [move.pickup.addressOne, move.delivery.addressOne]
const LOT = PRACTICE_ROOFTOP.address.addressOne

describe('A pair', () => {
  test('A pickup pair takes the loaner from the lot to the customer and the customer’s car to the lot', () => {
    proves('1: pickup', '4.3: pickup-places')
    const booking = pairBooking(6, { action: 'pickup' })
    const booked = openDeskStore().book(booking)
    expect(streets(moveOf(booked, 'loaner'))).toEqual([LOT, booking.place.addressOne])
    expect(streets(moveOf(booked, 'customer'))).toEqual([booking.place.addressOne, LOT])
  })

  test('A return pair takes the customer’s car from the lot to the customer and the loaner to the lot', () => {
    proves('1: return', '4.3: not-shown-return-places')
    const booking = pairBooking(6, { action: 'return' })
    const booked = openDeskStore().book(booking)
    expect(streets(moveOf(booked, 'customer'))).toEqual([LOT, booking.place.addressOne])
    expect(streets(moveOf(booked, 'loaner'))).toEqual([booking.place.addressOne, LOT])
  })

  test('A pair is kept as requested, with the customer’s move first', () => {
    const booking = pairBooking(3)
    const booked = openDeskStore().book(booking)
    expect(booked).toMatchObject({
      kind: 'pair',
      action: booking.action,
      state: 'waiting',
      waitReason: null,
      savedAt: START,
      customerName: booking.customer.name,
      customerPhone: booking.customer.phone,
      time: booking.appointment,
      reference: booking.reference,
    })
    expect(booked.moves.map((move) => move.role)).toEqual(['customer', 'loaner'])
    const [customer, loaner] = booked.moves
    expect(customer).toMatchObject({ vehicle: booking.vehicle, ...booking.customerNotes })
    expect(loaner).toMatchObject({ vehicle: booking.loaner, ...booking.loanerNotes })
  })

  test('A pair takes the rooftop’s contact for a move without a contact, or null when there is none', () => {
    const nobody = { dealerContact: null, specialInstructions: 'Ring twice' }
    const booking = { ...pairBooking(4), customerNotes: nobody, loanerNotes: { ...nobody, dealerContact: 'Ines' } }
    const rooftop = { ...PRACTICE_ROOFTOP, contact: 'Service desk, (804) 555-0100' }
    const booked = openDeskStore({ rooftop }).book(booking)
    expect(moveOf(booked, 'customer')).toMatchObject({
      dealerContact: 'Service desk, (804) 555-0100',
      specialInstructions: 'Ring twice',
    })
    expect(moveOf(booked, 'loaner').dealerContact).toBe('Ines')
    expect(moveOf(openDeskStore().book(booking), 'customer').dealerContact).toBeNull()
  })

  test('A pair has a ready-by from the drive and the rooftop margin, always before the appointment', () => {
    const booking = pairBooking(1)
    const minutesBefore = (miles: number | null, marginMinutes: number) => {
      const desk = openDeskStore({ rooftop: { ...PRACTICE_ROOFTOP, marginMinutes }, miles: () => miles })
      const { readyBy, time } = desk.book(booking)
      return (toMillis(time.utc) - toMillis(readyBy.utc)) / 60_000
    }
    expect([minutesBefore(null, 30), minutesBefore(10, 30), minutesBefore(10, 0)]).toEqual([60, 65, 35])
    expect(minutesBefore(0, 0)).toBeGreaterThan(0)
  })

  test('A pair has a ready-by that is marked as an estimate', () => {
    proves('4.3: not-shown-ready-by')
    const booked = openDeskStore().book(pairBooking(1))
    expect(booked.readyBy.source).toBe('estimate')
    expect(booked.readyBy.utc < booked.time.utc).toBe(true)
  })

  test('A pair has one reference for each move, and no vehicle for an unknown loaner', () => {
    const booked = openDeskStore().book(pairBooking(1))
    expect(moveOf(booked, 'customer').reference).toMatch(/^RO 10001 LK-[0-9A-Z]{10}C$/)
    expect(moveOf(booked, 'loaner').reference).toBe(moveOf(booked, 'customer').reference.replace(/C$/, 'L'))
    expect(moveOf(booked, 'loaner').vehicle).toBeNull()
  })
})

describe('A one-way', () => {
  test('A one-way goes from its place to its destination at the requested ready-by', () => {
    proves('1: one-way')
    const booking = oneWayBooking(7)
    const booked = openDeskStore().book(booking)
    expect(booked).toMatchObject({ kind: 'one-way', action: null, customerName: null, customerPhone: null })
    expect(booked.readyBy).toEqual({ utc: booking.readyBy.utc, source: 'requested' })
    expect(booked.moves).toHaveLength(1)
    expect(moveOf(booked, 'single')).toMatchObject({
      vehicle: booking.vehicle,
      pickup: booking.place,
      delivery: booking.destination,
      ...booking.notes,
    })
  })
})

describe('`bookMove`', () => {
  test('`bookMove` leaves every fact unknown that only the provider can tell', () => {
    for (const move of openDeskStore().book(pairBooking(3)).moves) {
      const facts = [
        move.number,
        move.status,
        move.cancelStatus,
        move.trackingLink,
        move.moveUri,
        move.laneUri,
        move.detailsUrl,
      ]
      const known = [...facts, ...Object.values(move.stages), move.pickup.resolved, move.delivery.resolved]
      expect(known.filter((fact) => fact.known)).toEqual([])
      expect(move.providerReadAt).toBeNull()
    }
  })

  test('`bookMove` saves the booking and its outbox entry, logs the save, then wakes the send queue', () => {
    const order: string[] = []
    const { store, book, facts } = openDeskStore({ wake: () => order.push(`wake after ${facts.all.at(-1)?.event}`) })
    const booked = book(pairBooking(1))
    expect(store.read((view) => entryOfBooking(view, booked.id))).toMatchObject({ state: 'waiting', payload: null })
    expect(order).toEqual(['wake after booking-saved'])
    expect(facts.all).toEqual([{ event: 'booking-saved', bookingId: booked.id }])
  })

  test('`bookMove` makes the entry for the provider of this desk', () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    const rows = store.read((view) => view.sql('SELECT provider_address, provider_profile FROM outbox').all())
    expect(rows).toEqual([{ provider_address: REMOTE.address, provider_profile: REMOTE.profile }])
  })

  test.for([
    ['appointment', pairBooking(1)],
    ['readyBy', oneWayBooking(1)],
  ] as const)('`bookMove` refuses a past %s and saves nothing', ([path, booking]) => {
    const { moves, clock, store, facts } = openDeskStore({ wake: () => expect.unreachable() })
    clock.setWall('2099-12-01T00:00:00Z')
    expect(moves.bookMove(booking)).toMatchObject({ ok: false, failure: { code: 'invalid', issues: [{ path }] } })
    expect(store.read((view) => view.sql('SELECT count(*) AS n FROM bookings').get())).toEqual({ n: 0 })
    expect(facts.all).toEqual([])
  })

  test('`bookMove` fails as not saved on a full disk, leaves nothing, and works again once there is room', () => {
    let woken = 0
    const { moves, store, facts } = openDeskStore({ wake: () => (woken += 1) })
    const free = fillDisk(store)
    const results = Array.from({ length: 40 }, (_, number) => moves.bookMove(pairBooking(number)))
    const refused = results.filter((result) => !result.ok)
    expect(refused.length).toBeGreaterThan(0)
    for (const result of refused) expect(result).toMatchObject({ failure: { code: 'not-saved' } })
    const saved = results.length - refused.length
    expect(woken).toBe(saved)
    expect(facts.all).toHaveLength(saved)
    const count = (table: string) => store.read((view) => view.sql(`SELECT count(*) AS n FROM ${table}`).get())
    expect([count('bookings'), count('outbox'), count('moves')]).toEqual([{ n: saved }, { n: saved }, { n: 2 * saved }])
    expect(moves.findBookings({ text: '', limit: 200 })).toMatchObject({ value: { total: saved } })
    free()
    expect(moves.bookMove(pairBooking(99)).ok).toBe(true)
  })
})

describe('`getBooking`', () => {
  test('`getBooking` returns a booking as saved, and fails with `not-found` for an unknown id', () => {
    const { moves, book } = openDeskStore()
    const booked = book(pairBooking(1))
    expect(moves.getBooking(booked.id)).toEqual({ ok: true, value: booked })
    for (const id of ['', 'nobody', booked.moves[0]?.id ?? '', `${booked.id}'`]) {
      expect(moves.getBooking(id)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    }
  })
})

describe('`withdrawBooking`', () => {
  function inState(state: BookedMoves['state']) {
    const desk = openDeskStore()
    const booked = desk.book(pairBooking(1))
    bringTo(desk.store, booked, state)
    return { ...desk, booked }
  }

  test.for(['waiting', 'held', 'refused'] as const)('`withdrawBooking` withdraws a booking that is %s', (state) => {
    const { moves, booked, facts } = inState(state)
    expect(moves.withdrawBooking(booked.id)).toMatchObject({
      ok: true,
      value: { state: 'withdrawn', waitReason: null },
    })
    expect(facts.all.at(-1)).toEqual({ event: 'booking-withdrawn', bookingId: booked.id })
  })

  test.for(['sending', 'in-doubt', 'booked', 'booked-awaiting-number', 'withdrawn'] as const)(
    '`withdrawBooking` refuses a booking that is %s',
    (state) => {
      const { moves, booked } = inState(state)
      expect(moves.withdrawBooking(booked.id)).toMatchObject({ ok: false, failure: { code: 'already-sent' } })
      expect(moves.getBooking(booked.id)).toMatchObject({ value: { state } })
    },
  )

  test('`withdrawBooking` fails with `not-found` for an unknown booking', () => {
    expect(openDeskStore().moves.withdrawBooking('nobody')).toMatchObject({ failure: { code: 'not-found' } })
  })
})
