import { describe, expect, test } from 'vitest'
import {
  askedValues,
  otherVehicle,
  sayCancel,
  sayChange,
  sayCost,
  sayHalf,
} from '../../../../renderer/state/wish-words.ts'
import { markOfBooking, sayOutcome } from '../../../../renderer/state/words.ts'
import type { Link } from '../../../../shared/link.ts'
import { ENTRY_STATES, type BookedMoves, type Move } from '../../../../shared/move.ts'
import { changeSchema, WISH_STATES, type Wish } from '../../../../shared/wish.ts'
import { aMove, CAR, PAIR } from '../../../support/booked.ts'
import { START } from '../../../support/system.ts'

const UP: Link = { kind: 'up', since: START }
const DOWN: Link = { kind: 'down', since: START, cause: 'no-network', words: 'No network', until: null }
const REFUSED: Link = { ...DOWN, cause: 'token-refused' }
const BOOKED: BookedMoves = { ...PAIR, state: 'booked' }
const known = <T>(value: T) => ({ known: true, value }) as const

function wish(changes: Partial<Wish> = {}): Wish {
  const made = { who: 'Dana R.', madeAt: START, changedAt: START, code: null, reason: null }
  return { id: 'w', kind: 'cancel', change: null, state: 'waiting', ...made, ...changes }
}

const told = (cancelStatus: string | null, changes: Partial<Move> = {}) =>
  aMove('customer', { number: known(101), cancelStatus: known(cancelStatus), ...changes })

describe('a cancellation in words', () => {
  test.for([
    ['not cancelled', null],
    [null, null],
    ['pending', 'Asked; the provider has not decided.'],
    ['started', 'Asked; the provider has not decided.'],
    ['succeeded', 'Canceled, free of charge.'],
    ['partial', 'Canceled, charged in part.'],
    ['cancelled', 'Canceled. The provider does not say whether it is charged.'],
    ['failed', 'Too late to cancel: the provider drives this move to its end.'],
    ['under review', 'The provider says "under review".'],
  ] as const)('%j, whoever asked for it', ([status, words]) => {
    expect(sayCancel(BOOKED, told(status), UP)).toBe(words)
  })

  test('a move that was given another number names it where it is known', () => {
    expect(sayCancel(BOOKED, told('rescheduled', { replacedBy: 205 }), UP)).toContain('new number: move 205')
    expect(sayCancel(BOOKED, told('rescheduled'), UP)).toContain('does not tell')
    const said = sayCancel(BOOKED, told('rescheduled', { cancelReason: 'Rescheduled: move 205 takes its place.' }), UP)
    expect(said).toBe('Moved to a new number. This desk does not follow it.')
  })

  test('one that waits says for what, and never that it is canceled', () => {
    const waits = told('not cancelled', { wishes: [wish()] })
    expect(sayCancel(BOOKED, waits, UP)).toBe('Saved on this PC. Will ask to cancel by itself.')
    expect(sayCancel(BOOKED, waits, DOWN)).toBe('Saved on this PC. Will ask to cancel when the link is back.')
    expect(sayCancel(BOOKED, waits, REFUSED)).toContain('when the provider takes requests again')
    expect(sayCancel({ ...PAIR, state: 'in-doubt' }, waits, UP)).toContain('as soon as we know whether it is booked')
  })

  test('before the provider says so nothing is called canceled', () => {
    for (const state of WISH_STATES) {
      for (const status of [null, 'not cancelled', 'pending', 'failed']) {
        for (const booking of ENTRY_STATES) {
          const words = sayCancel({ ...PAIR, state: booking }, told(status, { wishes: [wish({ state })] }), DOWN) ?? ''
          expect(words).not.toMatch(/^Canceled/)
          if (state === 'asked' || state === 'waiting' || state === 'sending') expect(words).not.toBe('')
        }
      }
    }
  })

  test('a refusal is in the provider’s words, unless the move is canceled all the same', () => {
    const wishes = [wish({ state: 'refused', reason: 'The provider does not cancel this move: No.' })]
    expect(sayCancel(BOOKED, told('not cancelled', { wishes }), UP)).toBe('The provider does not cancel this move: No.')
    expect(sayCancel(BOOKED, told('pending', { wishes }), UP)).toBe('The provider does not cancel this move: No.')
    expect(sayCancel(BOOKED, told('succeeded', { wishes }), UP)).toBe('Canceled, free of charge.')
  })

  test('what was taken back is as if nobody had asked', () => {
    expect(sayCancel(BOOKED, told('not cancelled', { wishes: [wish({ state: 'withdrawn' })] }), UP)).toBeNull()
  })
})

describe('a change in words', () => {
  const change = changeSchema.parse({
    color: 'Red',
    stock: 'S-9',
    readyBy: { local: '2026-11-24T15:00', zone: 'America/New_York', utc: '2026-11-24T20:00:00Z' },
  })
  const asked = (state: Wish['state'], more: Partial<Wish> = {}) =>
    told(null, {
      vehicleTold: { ...CAR, color: 'Green' },
      wishes: [wish({ kind: 'change', change, state, ...more })],
    })
  const values = (move: Move) => askedValues(BOOKED, move, 'America/New_York', START)

  test('what was asked stands beside what the provider has, until it holds', () => {
    for (const state of ['waiting', 'sending', 'asked', 'refused'] as const) {
      expect(values(asked(state))).toEqual([
        { label: 'Ready by', asked: 'Tue 24 Nov, 3:00 PM ET', has: 'Tue 24 Nov, 1:00 PM ET' },
        { label: 'Stock', asked: 'S-9', has: null },
        { label: 'Color', asked: 'Red', has: 'Green' },
      ])
      expect(sayChange(BOOKED, asked(state), UP)).not.toBeNull()
    }
    expect(values(asked('done'))).toEqual([])
    expect(sayChange(BOOKED, asked('done'), UP)).toBeNull()
    expect(sayChange(BOOKED, asked('withdrawn'), UP)).toBeNull()
    expect(sayChange(BOOKED, asked('done', { code: 'taken-otherwise' }), UP)).toContain('something else')
  })

  test('another vehicle at the provider is said, another way of writing it is not', () => {
    expect(otherVehicle(told(null))).toBeNull()
    expect(otherVehicle(told(null, { vehicleTold: { ...CAR, stock: null } }))).toBeNull()
    expect(otherVehicle(told(null, { vehicleTold: { ...CAR, vin: '1m8gdm9a-xkp042788' } }))).toBeNull()
    expect(otherVehicle(told(null, { vehicleTold: { ...CAR, color: 'Green' } }))).toBe('Color Green')
    expect(otherVehicle(told(null, { vehicle: null, vehicleTold: { ...CAR, stock: 'S' } }))).toContain('Stock S')
  })
})

describe('the question before it', () => {
  test('says what it costs by how far the driver has come', () => {
    const { stages } = aMove('customer')
    expect(sayCost([told(null)])).toContain('usually free')
    const started = { ...stages, pickup_started: known(START) }
    expect(sayCost([told(null), told(null, { stages: started })])).toContain('a part is usually charged')
    const collected = { ...started, pickup_successful: known(START) }
    expect(sayCost([told(null, { stages: collected })])).toContain('probably too late')
  })

  test('says which car is left where, for either half of either pair', () => {
    const halves = (['pickup', 'return'] as const).flatMap((action) =>
      (['customer', 'loaner'] as const).map((role) => sayHalf({ ...BOOKED, action }, aMove(role))),
    )
    expect(new Set(halves).size).toBe(4)
    expect(halves.filter((words) => words.includes('left without a car'))).toHaveLength(2)
  })
})

describe('a booking of which every move is canceled', () => {
  test('is no longer called confirmed', () => {
    const over: BookedMoves = { ...BOOKED, moves: [told('succeeded'), told('partial')] }
    expect(sayOutcome(over, UP)).not.toContain('Confirmed')
    expect(markOfBooking(over)).toBe('canceled')
    const half: BookedMoves = { ...BOOKED, moves: [told('succeeded'), told(null)] }
    expect(sayOutcome(half, UP)).toContain('Confirmed')
    expect(markOfBooking(half)).toBeNull()
  })
})
