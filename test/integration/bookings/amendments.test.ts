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

describe('`requestCancellation`', () => {
  test('`requestCancellation` saves the named moves in one commit and wakes the send queue', () => {
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

  test('`requestCancellation` saves nothing for a pair when one of its moves has a cancellation already', () => {
    const { moves, ids, first, booked } = desk()
    of(moves.requestCancellation([first], WHO))
    expect(moves.requestCancellation(ids, WHO)).toMatchObject(ALREADY)
    expect(states(of(moves.getBooking(booked.id)))).toEqual(['waiting', 'none'])
  })

  test('`requestCancellation` does not find an unknown move or a move of another booking', () => {
    const { moves, book, first } = desk()
    const other = book(oneWayBooking(9))
    expect(moves.requestCancellation(['nobody'], WHO)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    expect(moves.requestCancellation([first, other.moves[0]?.id ?? ''], WHO)).toMatchObject({
      failure: { code: 'not-found' },
    })
    expect(moves.requestCancellation([], WHO)).toMatchObject({ failure: { code: 'not-found' } })
  })

  test.for(ENTRY_STATES)(
    '`requestCancellation` accepts a booking that is %s only if the provider may have it',
    (state) => {
      const { moves, first } = desk(pairBooking(2), state)
      const asked = moves.requestCancellation([first], WHO)
      const waits = ['booked', 'sending', 'in-doubt', 'booked-awaiting-number'].includes(state)
      if (waits) expect(states(of(asked))[0]).toBe('waiting')
      else expect(asked).toMatchObject(NOT_POSSIBLE)
      if (['waiting', 'held', 'refused'].includes(state) && !asked.ok) {
        expect(describeFailure(asked.failure)).toContain('Withdraw it instead')
      }
    },
  )

  test.for([
    ['succeeded', ALREADY],
    ['partial', ALREADY],
    ['rescheduled', ALREADY],
    ['pending', ALREADY],
    ['failed', { ok: true }],
    ['not cancelled', { ok: true }],
  ] as const)(
    '`requestCancellation` accepts a move with cancel_status %s only if no cancellation stands',
    ([cancelStatus, expected]) => {
      const { moves, tell, first } = desk()
      tell({ cancelStatus })
      expect(moves.requestCancellation([first], WHO)).toMatchObject(expected)
    },
  )

  test('`requestCancellation` refuses a delivered move as too late', () => {
    const { moves, tell, first } = desk()
    tell({ stages: { ...toldMove(1).stages, delivery_successful: START } })
    expect(moves.requestCancellation([first], WHO)).toMatchObject(LATE)
  })

  test.for(['refused', 'withdrawn'] as const)(
    '`requestCancellation` accepts a move again once its cancellation was %s',
    (state) => {
      const { moves, first, putAmendment } = desk()
      const amendment = newestAmendment(of(moves.requestCancellation([first], WHO)))
      expect(moves.requestCancellation([first], WHO)).toMatchObject(ALREADY)
      putAmendment(amendment.id, state)
      expect(of(moves.requestCancellation([first], WHO)).moves[0]?.amendments.map((one) => one.state)).toEqual([
        'waiting',
        state,
      ])
    },
  )

  test('`requestCancellation` withdraws a waiting change of the move', () => {
    const { moves, first } = desk()
    of(moves.requestChange(first, RED, WHO))
    const amendments = of(moves.requestCancellation([first], WHO)).moves[0]?.amendments
    expect(amendments).toMatchObject([
      { kind: 'cancel', state: 'waiting' },
      { kind: 'change', state: 'withdrawn', code: 'superseded' },
    ])
  })
})

describe('`capabilities`', () => {
  test('`capabilities` shows what the profile supports, and an unsupported request is refused', () => {
    expect(desk().booked.capabilities).toEqual({ cancel: true, change: true })
    const baseline = desk(pairBooking(2), 'booked', REMOTE)
    expect(baseline.booked.capabilities).toEqual({ cancel: false, change: false })
    expect(PROFILE_FACTS.baseline).toMatchObject({ cancels: false, changes: false })
    const asked = baseline.moves.requestCancellation([baseline.first], WHO)
    expect(asked).toMatchObject(NOT_POSSIBLE)
    if (!asked.ok) expect(describeFailure(asked.failure)).toContain('call the driver service with the move')
    expect(baseline.moves.requestChange(baseline.first, RED, WHO)).toMatchObject(NOT_POSSIBLE)
  })

  test('`capabilities` is all false for a booking made for another provider', () => {
    const { store, moves, booked, first } = desk()
    store.write((tx) => tx.sql(`UPDATE bookings SET provider_address = 'https://other.example'`).run())
    expect(of(moves.getBooking(booked.id)).capabilities).toEqual({ cancel: false, change: false })
    expect(moves.requestCancellation([first], WHO)).toMatchObject(NOT_POSSIBLE)
  })
})

describe('`requestChange`', () => {
  test('`requestChange` saves an amendment with the requested change', () => {
    const { moves, first } = desk()
    expect(of(moves.requestChange(first, RED, WHO)).moves[0]?.amendments).toMatchObject([
      { kind: 'change', change: { color: 'Red', stock: null, readyBy: null }, state: 'waiting' },
    ])
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'booked'))(
    '`requestChange` refuses a booking that is %s',
    (state) => {
      const { moves, first } = desk(pairBooking(2), state)
      expect(moves.requestChange(first, RED, WHO)).toMatchObject(NOT_POSSIBLE)
    },
  )

  test('`requestChange` refuses a ready-by after the appointment at its field, and accepts the appointment time', () => {
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

  test('`requestChange` refuses a past ready-by at its field', () => {
    const { moves, first, clock } = desk()
    const readyBy = { local: '2026-11-21T10:30', zone: 'America/New_York', utc: addMinutes(START, 30) }
    clock.setWall(addMinutes(START, 30))
    expect(moves.requestChange(first, change({ readyBy }), WHO)).toMatchObject({
      failure: { code: 'invalid', issues: [{ path: 'readyBy' }] },
    })
  })

  test.for(['pickup_successful', 'delivery_started', 'delivery_arrived', 'delivery_successful'])(
    '`requestChange` refuses a move from the stage %s on as too late',
    (stage) => {
      const { moves, tell, first } = desk()
      tell({ stages: { ...toldMove(1).stages, [stage]: START } })
      expect(moves.requestChange(first, RED, WHO)).toMatchObject(LATE)
    },
  )

  test('`requestChange` accepts a move whose driver is on the way to the vehicle or at it', () => {
    const { moves, tell, first } = desk()
    tell({ stages: { ...toldMove(1).stages, pickup_started: START, pickup_arrived: START } })
    expect(moves.requestChange(first, RED, WHO).ok).toBe(true)
  })

  test('`requestChange` accepts one change at a time, and none beside a cancellation', () => {
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

describe('`withdrawAmendment`', () => {
  test('`withdrawAmendment` withdraws a waiting amendment once', () => {
    const { moves, first, facts } = desk()
    const amendment = newestAmendment(of(moves.requestCancellation([first], WHO)))
    expect(states(of(moves.withdrawAmendment(amendment.id)))[0]).toBe('withdrawn')
    expect(facts.all).toContainEqual({ event: 'amendment-withdrawn', amendmentId: amendment.id })
    expect(moves.withdrawAmendment(amendment.id)).toMatchObject({ failure: { code: 'already-sent' } })
    expect(moves.withdrawAmendment('nobody')).toMatchObject({ failure: { code: 'not-found' } })
  })

  test.for(['sending', 'submitted', 'completed', 'refused'] as const)(
    '`withdrawAmendment` refuses an amendment that is %s',
    (state) => {
      const { moves, first, putAmendment } = desk()
      const amendment = newestAmendment(of(moves.requestCancellation([first], WHO)))
      putAmendment(amendment.id, state)
      expect(moves.withdrawAmendment(amendment.id)).toMatchObject({ ok: false, failure: { code: 'already-sent' } })
    },
  )
})

test('An amendment on a disk that cannot be written is not saved', () => {
  const { moves, first, store, booked } = desk()
  const mend = breakDisk(store)
  expect(moves.requestCancellation([first], WHO)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  expect(moves.requestChange(first, RED, WHO)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  mend()
  expect(states(of(moves.getBooking(booked.id)))).toEqual(['none', 'none'])
})
