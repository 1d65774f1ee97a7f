import { describe, expect, test } from 'vitest'
import { readBooking, setReadyBy } from '../../../electron/store/tables/bookings.ts'
import { confirmMove, moveIdByNumber } from '../../../electron/store/tables/moves.ts'
import { movesDueForRefresh, markPolled, trackedMove } from '../../../electron/store/tables/tracked-moves.ts'
import { POLL_INTERVALS, PRACTICE_POLL_INTERVALS, pollWindowsAt } from '../../../electron/sync/polling-schedule.ts'
import type { Stamp } from '../../../shared/move/move.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { proves } from '../../support/spec-rows.ts'

const at = (minute: number) => `2026-11-21T16:${String(minute).padStart(2, '0')}:00Z`
const RESOLVED = { lat: 37.5, lon: -77.4, googlePlaceId: 'g1', locationId: 5, fullAddress: '212 S Mulberry St' }

describe('The provider’s facts of a move', () => {
  test('The provider’s facts of a move are unknown before its first response and known after it, null or not', () => {
    proves('3: fields, not-cancelled')
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    const before = booked.moves[0]
    expect(before).toMatchObject({ number: { known: false }, status: { known: false }, providerReadAt: null })
    const told = toldMove(4711, { cancelStatus: 'not cancelled', pickup: RESOLVED })
    store.write((tx) => confirmMove(tx, before?.id ?? '', told, at(1)))
    const after = store.read((view) => readBooking(view, booked.id, REMOTE))
    expect(after?.moves[0]).toMatchObject({
      number: { known: true, value: 4711 },
      status: { known: true, value: null },
      cancelStatus: { known: true, value: 'not cancelled' },
      stages: { pickup_started: { known: true, value: null } },
      detailsUrl: { known: true, value: null },
      pickup: { resolved: { known: true, value: RESOLVED } },
      delivery: { resolved: { known: false } },
      providerReadAt: at(1),
    })
    expect(after?.moves[1]).toEqual(booked.moves[1])
  })

  test('A response leaves the fields that a person requested unchanged', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(3))
    const asked = (moves: typeof booked.moves) =>
      moves.map(({ role, reference, vehicle, dealerContact, specialInstructions, pickup, delivery }) => ({
        role,
        reference,
        vehicle,
        dealerContact,
        specialInstructions,
        places: [pickup.addressOne, delivery.addressOne],
      }))
    store.write((tx) => {
      for (const move of booked.moves) {
        confirmMove(tx, move.id, toldMove(4711, { reference: 'other', vin: 'OTHER', pickup: RESOLVED }), at(1))
      }
    })
    expect(asked(store.read((view) => readBooking(view, booked.id, REMOTE))?.moves ?? [])).toEqual(asked(booked.moves))
  })

  test('A response without a details URL or a place leaves the known values', () => {
    const { store, book } = openDeskStore()
    const booked = book(oneWayBooking(1))
    const id = booked.moves[0]?.id ?? ''
    store.write((tx) =>
      confirmMove(tx, id, toldMove(1, { detailsUrl: 'https://p.example/moves/1', pickup: RESOLVED }), at(1)),
    )
    store.write((tx) => confirmMove(tx, id, toldMove(1), at(2)))
    expect(store.read((view) => readBooking(view, booked.id, REMOTE))?.moves[0]).toMatchObject({
      detailsUrl: { value: 'https://p.example/moves/1' },
      pickup: { resolved: { value: RESOLVED } },
      providerReadAt: at(2),
    })
  })

  test('A stage that is reached without a time is stored as reached, and keeps a time that was known', () => {
    proves('2.1: not-shown-types', '3: progress')
    const { store, book } = openDeskStore()
    const booked = book(oneWayBooking(1))
    const id = booked.moves[0]?.id ?? ''
    const told = (pickup_started: Stamp, minute: number) => {
      const stages = { ...toldMove(1).stages, pickup_started }
      store.write((tx) => confirmMove(tx, id, toldMove(1, { stages }), at(minute)))
      return store.read((view) => readBooking(view, booked.id, REMOTE))?.moves[0]?.stages.pickup_started
    }
    expect(told(true, 1)).toEqual({ known: true, value: true })
    expect(told(at(2), 3)).toEqual({ known: true, value: at(2) })
    expect(told(true, 4)).toEqual({ known: true, value: at(2) })
    expect(told(null, 5)).toEqual({ known: true, value: null })
    expect(told(true, 6)).toEqual({ known: true, value: true })
  })

  test('The provider’s ready-by replaces the estimate', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    expect(booked.readyBy.source).toBe('estimate')
    store.write((tx) => setReadyBy(tx, booked.id, at(9)))
    expect(store.read((view) => readBooking(view, booked.id, REMOTE))?.readyBy).toEqual({
      utc: at(9),
      source: 'provider',
    })
  })
})

describe('The moves due for a refresh', () => {
  test('`movesDueForRefresh` lists the undelivered numbered moves of its provider, the longest unseen first', () => {
    const { store, book } = openDeskStore()
    const ids = [1, 2, 3, 4, 5].map((number) => book(oneWayBooking(number)).moves[0]?.id ?? '')
    const [first = '', second = '', third = '', fourth = ''] = ids
    const delivered = { ...toldMove(4).stages, delivery_successful: true as const }
    store.write((tx) => {
      confirmMove(tx, first, toldMove(1), at(3))
      confirmMove(tx, second, toldMove(2), at(1))
      confirmMove(tx, third, toldMove(3), at(2))
      confirmMove(tx, fourth, toldMove(4, { stages: delivered }), at(0))
    })
    const now = at(30)
    const always = pollWindowsAt(now, PRACTICE_POLL_INTERVALS)
    const asked = (limit: number, address = REMOTE.address, windows = always) =>
      store.read((view) => movesDueForRefresh(view, address, { windows, now, limit }).map((move) => move.id))
    expect(asked(9)).toEqual([second, third, first])
    expect(asked(2)).toEqual([second, third])
    expect(asked(9, 'https://other.example')).toEqual([])
    expect(asked(9, REMOTE.address, [])).toEqual([])
    store.write((tx) => markPolled(tx, second, at(4)))
    expect(asked(9)).toEqual([third, first, second])
    expect(store.read((view) => trackedMove(view, REMOTE.address))?.id).toBe(third)
    expect(store.read((view) => trackedMove(view, 'https://other.example'))).toBeNull()
  })

  test('`movesDueForRefresh` follows the time and the progress of a move, and stops once the move is over', () => {
    const { store, book } = openDeskStore()
    const booked = book(oneWayBooking(1))
    const id = booked.moves[0]?.id ?? ''
    const time = booked.time.utc
    const due = (now: string, said: Parameters<typeof toldMove>[1], fetchedAt: string) => {
      store.write((tx) => confirmMove(tx, id, toldMove(1, said), fetchedAt))
      return (
        store.read((view) =>
          movesDueForRefresh(view, REMOTE.address, { windows: pollWindowsAt(now, POLL_INTERVALS), now, limit: 9 }),
        ).length > 0
      )
    }
    const before = (minutes: number) => addMinutes(time, -minutes)
    expect(due(before(60), {}, before(61))).toBe(true)
    expect(due(before(60), {}, before(60))).toBe(false)
    expect(due(before(6 * 60), {}, before(6 * 60 + 9))).toBe(false)
    expect(due(before(6 * 60), {}, before(6 * 60 + 10))).toBe(true)
    expect(due(before(3 * 24 * 60), {}, before(3 * 24 * 60 + 59))).toBe(false)
    expect(due(before(3 * 24 * 60), {}, before(3 * 24 * 60 + 60))).toBe(true)
    expect(due(before(90 * 24 * 60), {}, before(90 * 24 * 60 + 359))).toBe(false)
    expect(due(before(90 * 24 * 60), {}, before(90 * 24 * 60 + 360))).toBe(true)
    const road = { stages: { ...toldMove(1).stages, pickup_started: before(6 * 60 + 5) } }
    expect(due(before(6 * 60), road, before(6 * 60 + 1))).toBe(true)
    for (const stage of ['pickup_started', 'pickup_arrived', 'delivery_arrived']) {
      const untimed = { stages: { ...toldMove(1).stages, [stage]: true } }
      expect(due(before(6 * 60), untimed, before(6 * 60 + 1))).toBe(true)
    }
    expect(due(addMinutes(time, 61 * 24 * 60), {}, time)).toBe(false)
    for (const cancelStatus of ['succeeded', 'Canceled', 'partial', 'rescheduled']) {
      expect(due(before(60), { cancelStatus }, before(600))).toBe(false)
    }
    for (const cancelStatus of ['not cancelled', 'pending', 'failed', 'started', null]) {
      expect(due(before(60), { cancelStatus }, before(600))).toBe(true)
    }
    // After a clock set back, a move that was read "later" than now is due again.
    expect(due(before(60), {}, before(30))).toBe(true)
  })

  test('`moveIdByNumber` finds the move with a number, for its own provider only', () => {
    const { store, book } = openDeskStore()
    const booked = book(oneWayBooking(1))
    const id = booked.moves[0]?.id ?? ''
    store.write((tx) => confirmMove(tx, id, toldMove(4711), START))
    const holder = (number: number, address = REMOTE.address, but = 'another booking') =>
      store.read((view) => moveIdByNumber(view, number, address, but))
    expect(holder(4711)).toBe(id)
    expect(holder(4712)).toBeNull()
    expect(holder(4711, 'https://other.example')).toBeNull()
    expect(holder(4711, REMOTE.address, booked.id)).toBeNull()
  })
})
