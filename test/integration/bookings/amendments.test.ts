import { describe, expect, test } from 'vitest'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { PROFILE_FACTS } from '../../../shared/desk/provider-profile.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes, toLocal } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { breakDisk } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { bringAmendmentTo, change, HOPDRIVE, newestAmendment, WHO } from '../../support/builders/amendment.ts'
import type { AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

const RED = change({ color: 'Red' })
const ALREADY = { ok: false, failure: { code: 'already-asked' } }
const LATE = { ok: false, failure: { code: 'too-late' } }
const NOT_POSSIBLE = { ok: false, failure: { code: 'not-possible' } }

/** A desk with one booking in a state; its moves carry numbers when it is booked. */
function desk(booking = pairBooking(2), state: EntryState = 'booked', remote = HOPDRIVE) {
  let woken = 0
  const opened = openDeskStore({ remote, wake: () => (woken += 1) })
  const booked = opened.book(booking)
  const { store } = opened
  const tell = (told: Parameters<typeof toldMove>[1] = {}) =>
    store.write((tx) => booked.moves.forEach((move, at) => confirmMove(tx, move.id, toldMove(101 + at, told), START)))
  bringTo(store, booked, state)
  if (state === 'booked') tell()
  const ids = booked.moves.map((move) => move.id)
  const putAmendment = (id: string, to: AmendmentState) => bringAmendmentTo(store, id, to)
  return { ...opened, booked, tell, putAmendment, ids, first: ids[0] ?? '', woken: () => woken }
}

const of = (result: { ok: true; value: BookedMoves } | { ok: false; failure: { detail: string } }) => {
  if (!result.ok) throw new Error(result.failure.detail)
  return result.value
}
const states = (booking: BookedMoves) => booking.moves.map((move) => move.amendments[0]?.state ?? 'none')

describe('asking to cancel', () => {
  test('is saved for the moves that are named, in one commit, and wakes the sender', () => {
    const { moves, ids, store, woken, facts } = desk()
    const before = woken()
    const told: (readonly string[])[] = []
    store.onChange((changed) => void told.push(changed))
    expect(states(of(moves.requestCancellation(ids, WHO)))).toEqual(['waiting', 'waiting'])
    expect(told).toHaveLength(1)
    expect(woken()).toBe(before + 1)
    expect(facts.all.filter(({ event }) => event === 'amendment-saved')).toHaveLength(2)
    const other = desk()
    expect(states(of(other.moves.requestCancellation([other.ids[1] ?? ''], WHO)))).toEqual(['none', 'waiting'])
  })

  test('saves nothing of a pair of which one half cannot be asked for', () => {
    const { moves, ids, first, booked } = desk()
    of(moves.requestCancellation([first], WHO))
    expect(moves.requestCancellation(ids, WHO)).toMatchObject(ALREADY)
    expect(states(of(moves.getBooking(booked.id)))).toEqual(['waiting', 'none'])
  })

  test('finds no move that is not there, or that is of another booking', () => {
    const { moves, book, first } = desk()
    const other = book(oneWayBooking(9))
    expect(moves.requestCancellation(['nobody'], WHO)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    expect(moves.requestCancellation([first, other.moves[0]?.id ?? ''], WHO)).toMatchObject({
      failure: { code: 'not-found' },
    })
    expect(moves.requestCancellation([], WHO)).toMatchObject({ failure: { code: 'not-found' } })
  })

  test.for(ENTRY_STATES)('of a booking that is %s', (state) => {
    const { moves, first } = desk(pairBooking(2), state)
    const asked = moves.requestCancellation([first], WHO)
    const waits = ['booked', 'sending', 'in-doubt', 'booked-awaiting-number'].includes(state)
    if (waits) expect(states(of(asked))[0]).toBe('waiting')
    else expect(asked).toMatchObject(NOT_POSSIBLE)
    if (['waiting', 'held', 'refused'].includes(state) && !asked.ok) {
      expect(describeFailure(asked.failure)).toContain('Withdraw it instead')
    }
  })

  test.for([
    ['succeeded', ALREADY],
    ['partial', ALREADY],
    ['rescheduled', ALREADY],
    ['pending', ALREADY],
    ['failed', { ok: true }],
    ['not cancelled', { ok: true }],
  ] as const)('of a move whose cancel_status is %s', ([cancelStatus, expected]) => {
    const { moves, tell, first } = desk()
    tell({ cancelStatus })
    expect(moves.requestCancellation([first], WHO)).toMatchObject(expected)
  })

  test('of a move that is delivered is too late', () => {
    const { moves, tell, first } = desk()
    tell({ stages: { ...toldMove(1).stages, delivery_successful: START } })
    expect(moves.requestCancellation([first], WHO)).toMatchObject(LATE)
  })

  test.for(['refused', 'withdrawn'] as const)('can be asked again once it was %s', (state) => {
    const { moves, first, putAmendment } = desk()
    const amendment = newestAmendment(of(moves.requestCancellation([first], WHO)))
    expect(moves.requestCancellation([first], WHO)).toMatchObject(ALREADY)
    putAmendment(amendment.id, state)
    expect(of(moves.requestCancellation([first], WHO)).moves[0]?.amendments.map((one) => one.state)).toEqual([
      'waiting',
      state,
    ])
  })

  test('drops a change that waits', () => {
    const { moves, first } = desk()
    of(moves.requestChange(first, RED, WHO))
    const amendments = of(moves.requestCancellation([first], WHO)).moves[0]?.amendments
    expect(amendments).toMatchObject([
      { kind: 'cancel', state: 'waiting' },
      { kind: 'change', state: 'withdrawn', code: 'superseded' },
    ])
  })
})

describe('what a provider takes', () => {
  test('stands at the booking, and is nothing for one made for another provider', () => {
    expect(desk().booked.takes).toEqual({ cancel: true, change: true })
    const baseline = desk(pairBooking(2), 'booked', REMOTE)
    expect(baseline.booked.takes).toEqual({ cancel: false, change: false })
    expect(PROFILE_FACTS.baseline).toMatchObject({ cancels: false, changes: false })
    const asked = baseline.moves.requestCancellation([baseline.first], WHO)
    expect(asked).toMatchObject(NOT_POSSIBLE)
    if (!asked.ok) expect(describeFailure(asked.failure)).toContain('Call it with the move')
    expect(baseline.moves.requestChange(baseline.first, RED, WHO)).toMatchObject(NOT_POSSIBLE)
  })

  test('a booking made for another provider can be asked nothing', () => {
    const { store, moves, booked, first } = desk()
    store.write((tx) => tx.sql(`UPDATE bookings SET provider_address = 'https://other.example'`).run())
    expect(of(moves.getBooking(booked.id)).takes).toEqual({ cancel: false, change: false })
    expect(moves.requestCancellation([first], WHO)).toMatchObject(NOT_POSSIBLE)
  })
})

describe('asking for a change', () => {
  test('is saved with what was asked', () => {
    const { moves, first } = desk()
    expect(of(moves.requestChange(first, RED, WHO)).moves[0]?.amendments).toMatchObject([
      { kind: 'change', change: { color: 'Red', stock: null, readyBy: null }, state: 'waiting' },
    ])
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'booked'))('of a booking that is %s is not possible', (state) => {
    const { moves, first } = desk(pairBooking(2), state)
    expect(moves.requestChange(first, RED, WHO)).toMatchObject(NOT_POSSIBLE)
  })

  test('of a ready-by after the appointment is refused at its field, at it is taken', () => {
    const booking = pairBooking(2)
    const { zone, utc } = booking.appointment
    const at = (minutes: number) => {
      const then = addMinutes(utc, minutes)
      return change({ readyBy: { zone, utc: then, local: toLocal(then, zone).slice(0, 16) } })
    }
    const late = desk(booking)
    expect(late.moves.requestChange(late.first, at(1), WHO)).toMatchObject({
      failure: { code: 'invalid', issues: [{ path: 'readyBy' }] },
    })
    expect(late.moves.requestChange(late.first, at(0), WHO)).toMatchObject({ ok: true })
  })

  test('of a ready-by that has passed is refused at its field', () => {
    const { moves, first, clock } = desk()
    const readyBy = { local: '2026-11-21T10:30', zone: 'America/New_York', utc: addMinutes(START, 30) }
    clock.setWall(addMinutes(START, 30))
    expect(moves.requestChange(first, change({ readyBy }), WHO)).toMatchObject({
      failure: { code: 'invalid', issues: [{ path: 'readyBy' }] },
    })
  })

  test.for(['pickup_successful', 'delivery_started', 'delivery_arrived', 'delivery_successful'])(
    'is too late from %s on',
    (stage) => {
      const { moves, tell, first } = desk()
      tell({ stages: { ...toldMove(1).stages, [stage]: START } })
      expect(moves.requestChange(first, RED, WHO)).toMatchObject(LATE)
    },
  )

  test('is still taken while the driver is on the way to the vehicle, and at it', () => {
    const { moves, tell, first } = desk()
    tell({ stages: { ...toldMove(1).stages, pickup_started: START, pickup_arrived: START } })
    expect(moves.requestChange(first, RED, WHO).ok).toBe(true)
  })

  test('comes one after the other, and not while the move is to be canceled, or is', () => {
    const { moves, first, ids, tell } = desk()
    of(moves.requestChange(first, RED, WHO))
    expect(moves.requestChange(first, change({ color: 'Blue' }), WHO)).toMatchObject(ALREADY)
    const second = ids[1] ?? ''
    of(moves.requestCancellation([second], WHO))
    expect(moves.requestChange(second, RED, WHO)).toMatchObject(ALREADY)
    tell({ cancelStatus: 'partial' })
    expect(moves.requestChange(second, RED, WHO)).toMatchObject(LATE)
  })
})

describe('taking an amendment back', () => {
  test('works while it certainly was not sent', () => {
    const { moves, first, facts } = desk()
    const amendment = newestAmendment(of(moves.requestCancellation([first], WHO)))
    expect(states(of(moves.withdrawAmendment(amendment.id)))[0]).toBe('withdrawn')
    expect(facts.all).toContainEqual({ event: 'amendment-withdrawn', amendmentId: amendment.id })
    expect(moves.withdrawAmendment(amendment.id)).toMatchObject({ failure: { code: 'already-sent' } })
    expect(moves.withdrawAmendment('nobody')).toMatchObject({ failure: { code: 'not-found' } })
  })

  test.for(['sending', 'submitted', 'completed', 'refused'] as const)('does not once it is %s', (state) => {
    const { moves, first, putAmendment } = desk()
    const amendment = newestAmendment(of(moves.requestCancellation([first], WHO)))
    putAmendment(amendment.id, state)
    expect(moves.withdrawAmendment(amendment.id)).toMatchObject({ ok: false, failure: { code: 'already-sent' } })
  })
})

test('a disk that cannot be written says so, and nothing is asked for', () => {
  const { moves, first, store, booked } = desk()
  const mend = breakDisk(store)
  expect(moves.requestCancellation([first], WHO)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  expect(moves.requestChange(first, RED, WHO)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  mend()
  expect(states(of(moves.getBooking(booked.id)))).toEqual(['none', 'none'])
})
