import { describe, expect, test } from 'vitest'
import { decisionsOn } from '../../../electron/store/tables/decisions.ts'
import { reportedNumbers } from '../../../electron/store/tables/reported-numbers.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import type { Resolution } from '../../../shared/outbox/resolution.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { breakDisk } from '../../support/fakes/scripted-provider.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { START } from '../../support/fakes/system.ts'

const WHO = 'Dana R.'
const NOT_BOOKED: Resolution = {
  kind: 'not-booked-reported',
  who: WHO,
  why: 'Asked Lee at the provider by phone',
  confirmed: false,
}
const CONFIRMED: Resolution = { ...NOT_BOOKED, confirmed: true }
const BY_PHONE: Resolution = { kind: 'placed-by-phone', who: WHO, reference: 'PH-77' }
const RELEASE: Resolution = { kind: 'release', who: WHO }

function inState(state: EntryState) {
  let woken = 0
  const desk = openDeskStore({ wake: () => (woken += 1) })
  const booked = desk.book(pairBooking(1))
  bringTo(desk.store, booked, state)
  woken = 0
  const [customer, loaner] = booked.moves.map((move) => move.id)
  const numbers = (...of: readonly number[]): Resolution => ({
    kind: 'provider-numbers',
    who: WHO,
    numbers: of.map((number, at) => ({ moveId: (at === 0 ? customer : loaner) ?? '', number })),
  })
  return {
    ...desk,
    booked,
    numbers,
    settle: (way: Resolution) => desk.moves.resolveBooking(booked.id, way),
    decisions: () => desk.store.read((view) => decisionsOn(view, entryOf(desk.store, booked).id)),
    named: () => desk.store.read((view) => reportedNumbers(view, REMOTE)).map(({ number }) => number),
    woken: () => woken,
  }
}

describe('A not-booked report', () => {
  test('A not-booked report that is confirmed after the quarantine lets the entry leave again, and both decisions stay', () => {
    const desk = inState('in-doubt')
    expect(desk.settle(NOT_BOOKED)).toMatchObject({
      ok: true,
      value: { state: 'in-doubt', entry: { notBookedReportedAt: START } },
    })
    desk.clock.advance(3 * 60_000)
    expect(desk.settle(CONFIRMED)).toMatchObject({ ok: true, value: { state: 'waiting', waitReason: null } })
    const said = { who: WHO, why: 'Asked Lee at the provider by phone', detail: null }
    expect(desk.decisions()).toMatchObject([
      { kind: 'not-booked-reported', at: START, ...said },
      { kind: 'not-booked-confirmed', at: addMinutes(START, 3), ...said },
    ])
    expect(desk.facts.all.at(-1)).toEqual({
      event: 'booking-resolved',
      bookingId: desk.booked.id,
      resolution: 'not-booked-reported',
    })
    expect(desk.woken()).toBe(2)
  })

  test('A not-booked report cannot be confirmed within the quarantine, and the failure names the earliest time', () => {
    const desk = inState('in-doubt')
    desk.settle(NOT_BOOKED)
    desk.clock.advance(2 * 60_000)
    expect(desk.settle(CONFIRMED)).toMatchObject({
      ok: false,
      failure: { code: 'not-possible', detail: 'quarantine', fields: { from: '2026-11-21T15:03:00Z' } },
    })
    expect([entryOf(desk.store, desk.booked).state, desk.decisions().length]).toEqual(['in-doubt', 1])
  })

  test('A not-booked report cannot be confirmed early by a clock set forward', () => {
    const desk = inState('in-doubt')
    desk.settle(NOT_BOOKED)
    desk.clock.advance(60_000)
    desk.clock.setWall(addMinutes(START, 24 * 60))
    expect(desk.settle(CONFIRMED)).toMatchObject({
      ok: false,
      failure: { code: 'not-possible', detail: 'quarantine', fields: { from: '2026-11-22T15:02:00Z' } },
    })
    desk.clock.setWall(addMinutes(START, -24 * 60))
    desk.clock.advance(2 * 60_000)
    expect(desk.settle(CONFIRMED)).toMatchObject({ ok: true, value: { state: 'waiting' } })
  })

  test('A not-booked report cannot be confirmed before it was made', () => {
    const desk = inState('in-doubt')
    desk.clock.advance(60 * 60_000)
    expect(desk.settle(CONFIRMED)).toMatchObject({
      ok: false,
      failure: { detail: 'not-reported-yet' },
    })
  })
})

describe('A placed-by-phone resolution', () => {
  test.each<EntryState>(['waiting', 'held', 'refused', 'in-doubt'])(
    'A placed-by-phone resolution settles a booking that is %s for good',
    (state) => {
      const desk = inState(state)
      expect(desk.settle(BY_PHONE)).toMatchObject({ ok: true, value: { state: 'placed-by-phone' } })
      expect(desk.decisions()).toMatchObject([{ kind: 'placed-by-phone', who: WHO, detail: 'PH-77' }])
      for (const way of [BY_PHONE, RELEASE, NOT_BOOKED, CONFIRMED])
        expect(desk.settle(way)).toMatchObject({ ok: false })
      expect(desk.moves.withdrawBooking(desk.booked.id)).toMatchObject({ ok: false })
    },
  )

  test.each<EntryState>(['sending', 'booked', 'withdrawn', 'booked-awaiting-number'])(
    'A placed-by-phone resolution is refused for a booking that is %s',
    (state) => {
      const desk = inState(state)
      expect(desk.settle(BY_PHONE)).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
      expect([entryOf(desk.store, desk.booked).state, desk.decisions(), desk.woken()]).toEqual([state, [], 0])
    },
  )

  test('A booking placed by phone accepts reported numbers later', () => {
    const desk = inState('placed-by-phone')
    expect(desk.settle(desk.numbers(4711, 4712))).toMatchObject({ ok: true, value: { state: 'placed-by-phone' } })
    expect(desk.named()).toEqual([4711, 4712])
  })
})

describe('A report of numbers', () => {
  test('A booking in doubt with reported numbers waits for their lookup', () => {
    const desk = inState('in-doubt')
    expect(desk.settle(desk.numbers(4711, 4712))).toMatchObject({
      ok: true,
      value: { state: 'booked-awaiting-number' },
    })
    expect([desk.named(), desk.woken()]).toEqual([[4711, 4712], 1])
    expect(desk.decisions()).toMatchObject([{ kind: 'number-reported', who: WHO, detail: '4711, 4712' }])
  })

  test('A reported number is refused when it is given twice or its move has a number', () => {
    const desk = inState('in-doubt')
    expect(desk.settle(desk.numbers(4711, 4711))).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
    withNumber(desk, desk.booked, 4711)
    bringTo(desk.store, desk.booked, 'booked-awaiting-number')
    const loaner = desk.booked.moves[1]?.id ?? ''
    const way: Resolution = { kind: 'provider-numbers', who: WHO, numbers: [{ moveId: loaner, number: 4711 }] }
    expect(desk.settle(way)).toMatchObject({
      ok: false,
      failure: { detail: 'numbers-equal' },
    })
    expect(desk.settle(desk.numbers(4713))).toMatchObject({
      ok: false,
      failure: { detail: 'number-known' },
    })
    expect(desk.named()).toEqual([])
  })

  test('A reported number for a move of another booking is refused', () => {
    const desk = inState('in-doubt')
    const other = desk.book(pairBooking(2))
    const numbers = [{ moveId: other.moves[0]?.id ?? '', number: 7 }]
    expect(desk.settle({ kind: 'provider-numbers', who: WHO, numbers })).toMatchObject({ ok: false })
    expect(desk.named()).toEqual([])
  })

  test.each<EntryState>(['waiting', 'sending', 'booked', 'refused', 'held', 'withdrawn'])(
    'A reported number is refused for a booking that is %s',
    (state) => {
      const desk = inState(state)
      expect(desk.settle(desk.numbers(4711))).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
      expect(desk.named()).toEqual([])
    },
  )
})

describe('A release', () => {
  test('A release lets a held entry leave by itself again', () => {
    const desk = inState('held')
    expect(desk.settle(RELEASE)).toMatchObject({
      ok: true,
      value: { state: 'waiting', entry: { overriddenHolds: ['possible-duplicate'] } },
    })
    expect(desk.woken()).toBe(1)
  })

  test.each<EntryState>(['waiting', 'sending', 'booked', 'in-doubt', 'refused', 'withdrawn', 'placed-by-phone'])(
    'A release is refused for a booking that is %s',
    (state) => {
      expect(inState(state).settle(RELEASE)).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
    },
  )
})

test('A resolution of an unknown booking or on a broken disk changes nothing', () => {
  const desk = inState('in-doubt')
  expect(desk.moves.resolveBooking('b-0', NOT_BOOKED)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  const mend = breakDisk(desk.store)
  expect(desk.settle(NOT_BOOKED)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  mend()
  expect([entryOf(desk.store, desk.booked).notBookedReportedAt, desk.decisions()]).toEqual([null, []])
})

test('A decision cannot be changed or deleted', () => {
  const desk = inState('in-doubt')
  desk.settle(NOT_BOOKED)
  for (const sql of ['DELETE FROM decisions', `UPDATE decisions SET decided_by = 'x'`]) {
    expect(() => desk.store.write((tx) => tx.sql(sql).run())).toThrow(/append-only/)
  }
})
