import { describe, expect, test } from 'vitest'
import { confirmMove } from '../../../electron/store/moves.ts'
import { PROFILE_FACTS } from '../../../shared/profile.ts'
import { ENTRY_STATES, type BookedMoves, type EntryState } from '../../../shared/move.ts'
import { addMinutes } from '../../../shared/time.ts'
import { oneWayBooking, pairBooking } from '../../support/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk-store.ts'
import { bringTo } from '../../support/entries.ts'
import { breakDisk } from '../../support/scripted.ts'
import { START } from '../../support/system.ts'
import { toldMove } from '../../support/told.ts'
import { change, HOPDRIVE, newestWish, WHO, wishOf } from '../../support/wished.ts'
import { moveWish } from '../../../electron/store/wishes.ts'
import type { WishState } from '../../../shared/wish.ts'

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
  const putWish = (id: string, to: WishState) => {
    const wish = wishOf(store, id)
    store.write((tx) => moveWish(tx, wish, wish.state, { state: to, code: to, reason: null }, START))
  }
  return { ...opened, booked, tell, putWish, ids, first: ids[0] ?? '', woken: () => woken }
}

const of = (result: { ok: true; value: BookedMoves } | { ok: false; failure: { message: string } }) => {
  if (!result.ok) throw new Error(result.failure.message)
  return result.value
}
const states = (booking: BookedMoves) => booking.moves.map((move) => move.wishes[0]?.state ?? 'none')

describe('asking to cancel', () => {
  test('is saved for the moves that are named, in one commit, and wakes the sender', () => {
    const { moves, ids, store, woken, facts } = desk()
    const before = woken()
    const told: (readonly string[])[] = []
    store.onChange((changed) => void told.push(changed))
    expect(states(of(moves.askCancel(ids, WHO)))).toEqual(['waiting', 'waiting'])
    expect(told).toHaveLength(1)
    expect(woken()).toBe(before + 1)
    expect(facts.all.filter(({ event }) => event === 'wish-saved')).toHaveLength(2)
    const other = desk()
    expect(states(of(other.moves.askCancel([other.ids[1] ?? ''], WHO)))).toEqual(['none', 'waiting'])
  })

  test('saves nothing of a pair of which one half cannot be asked for', () => {
    const { moves, ids, first, booked } = desk()
    of(moves.askCancel([first], WHO))
    expect(moves.askCancel(ids, WHO)).toMatchObject(ALREADY)
    expect(states(of(moves.getBooking(booked.id)))).toEqual(['waiting', 'none'])
  })

  test('finds no move that is not there, or that is of another booking', () => {
    const { moves, book, first } = desk()
    const other = book(oneWayBooking(9))
    expect(moves.askCancel(['nobody'], WHO)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    expect(moves.askCancel([first, other.moves[0]?.id ?? ''], WHO)).toMatchObject({ failure: { code: 'not-found' } })
    expect(moves.askCancel([], WHO)).toMatchObject({ failure: { code: 'not-found' } })
  })

  test.for(ENTRY_STATES)('of a booking that is %s', (state) => {
    const { moves, first } = desk(pairBooking(2), state)
    const asked = moves.askCancel([first], WHO)
    const waits = ['booked', 'sending', 'in-doubt', 'booked-number-to-come'].includes(state)
    if (waits) expect(states(of(asked))[0]).toBe('waiting')
    else expect(asked).toMatchObject(NOT_POSSIBLE)
    if (['draft', 'waiting', 'held', 'refused'].includes(state) && !asked.ok) {
      expect(asked.failure.message).toContain('Take it back instead')
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
    expect(moves.askCancel([first], WHO)).toMatchObject(expected)
  })

  test('of a move that is delivered is too late', () => {
    const { moves, tell, first } = desk()
    tell({ stages: { ...toldMove(1).stages, delivery_successful: START } })
    expect(moves.askCancel([first], WHO)).toMatchObject(LATE)
  })

  test.for(['refused', 'withdrawn'] as const)('can be asked again once it was %s', (state) => {
    const { moves, first, putWish } = desk()
    const wish = newestWish(of(moves.askCancel([first], WHO)))
    expect(moves.askCancel([first], WHO)).toMatchObject(ALREADY)
    putWish(wish.id, state)
    expect(of(moves.askCancel([first], WHO)).moves[0]?.wishes.map((one) => one.state)).toEqual(['waiting', state])
  })

  test('drops a change that waits', () => {
    const { moves, first } = desk()
    of(moves.askChange(first, RED, WHO))
    const wishes = of(moves.askCancel([first], WHO)).moves[0]?.wishes
    expect(wishes).toMatchObject([
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
    const asked = baseline.moves.askCancel([baseline.first], WHO)
    expect(asked).toMatchObject(NOT_POSSIBLE)
    if (!asked.ok) expect(asked.failure.message).toContain('Call it with the move')
    expect(baseline.moves.askChange(baseline.first, RED, WHO)).toMatchObject(NOT_POSSIBLE)
  })

  test('a booking made for another provider can be asked nothing', () => {
    const { store, moves, booked, first } = desk()
    store.write((tx) => tx.sql(`UPDATE bookings SET remote_address = 'https://other.example'`).run())
    expect(of(moves.getBooking(booked.id)).takes).toEqual({ cancel: false, change: false })
    expect(moves.askCancel([first], WHO)).toMatchObject(NOT_POSSIBLE)
  })
})

describe('asking for a change', () => {
  test('is saved with what was asked', () => {
    const { moves, first } = desk()
    expect(of(moves.askChange(first, RED, WHO)).moves[0]?.wishes).toMatchObject([
      { kind: 'change', change: { color: 'Red', stock: null, readyBy: null }, state: 'waiting' },
    ])
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'booked'))('of a booking that is %s is not possible', (state) => {
    const { moves, first } = desk(pairBooking(2), state)
    expect(moves.askChange(first, RED, WHO)).toMatchObject(NOT_POSSIBLE)
  })

  test('of a ready-by that has passed is refused at its field', () => {
    const { moves, first, clock } = desk()
    const readyBy = { local: '2026-11-21T10:30', zone: 'America/New_York', utc: addMinutes(START, 30) }
    clock.setWall(addMinutes(START, 30))
    expect(moves.askChange(first, change({ readyBy }), WHO)).toMatchObject({
      failure: { code: 'invalid', fields: [{ path: 'readyBy' }] },
    })
  })

  test.for(['pickup_successful', 'delivery_started', 'delivery_arrived', 'delivery_successful'])(
    'is too late from %s on',
    (stage) => {
      const { moves, tell, first } = desk()
      tell({ stages: { ...toldMove(1).stages, [stage]: START } })
      expect(moves.askChange(first, RED, WHO)).toMatchObject(LATE)
    },
  )

  test('is still taken while the driver is on the way to the vehicle, and at it', () => {
    const { moves, tell, first } = desk()
    tell({ stages: { ...toldMove(1).stages, pickup_started: START, pickup_arrived: START } })
    expect(moves.askChange(first, RED, WHO).ok).toBe(true)
  })

  test('comes one after the other, and not while the move is to be canceled, or is', () => {
    const { moves, first, ids, tell } = desk()
    of(moves.askChange(first, RED, WHO))
    expect(moves.askChange(first, change({ color: 'Blue' }), WHO)).toMatchObject(ALREADY)
    const second = ids[1] ?? ''
    of(moves.askCancel([second], WHO))
    expect(moves.askChange(second, RED, WHO)).toMatchObject(ALREADY)
    tell({ cancelStatus: 'partial' })
    expect(moves.askChange(second, RED, WHO)).toMatchObject(LATE)
  })
})

describe('taking a wish back', () => {
  test('works while it certainly was not sent', () => {
    const { moves, first, facts } = desk()
    const wish = newestWish(of(moves.askCancel([first], WHO)))
    expect(states(of(moves.withdrawWish(wish.id)))[0]).toBe('withdrawn')
    expect(facts.all).toContainEqual({ event: 'wish-withdrawn', wishId: wish.id })
    expect(moves.withdrawWish(wish.id)).toMatchObject({ failure: { code: 'already-sent' } })
    expect(moves.withdrawWish('nobody')).toMatchObject({ failure: { code: 'not-found' } })
  })

  test.for(['sending', 'asked', 'done', 'refused'] as const)('does not once it is %s', (state) => {
    const { moves, first, putWish } = desk()
    const wish = newestWish(of(moves.askCancel([first], WHO)))
    putWish(wish.id, state)
    expect(moves.withdrawWish(wish.id)).toMatchObject({ ok: false, failure: { code: 'already-sent' } })
  })
})

test('a disk that cannot be written says so, and nothing is asked for', () => {
  const { moves, first, store, booked } = desk()
  const mend = breakDisk(store)
  expect(moves.askCancel([first], WHO)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  expect(moves.askChange(first, RED, WHO)).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  mend()
  expect(states(of(moves.getBooking(booked.id)))).toEqual(['none', 'none'])
})
