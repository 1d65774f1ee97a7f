import { describe, expect, test } from 'vitest'
import { sayNext, sayQueued, saySendBy, sayTally, whyQueued } from '../../../../renderer/state/queue-words.ts'
import type { DeskStatus } from '../../../../shared/bridge.ts'
import { ENTRY_STATES, type BookedMoves, type Move } from '../../../../shared/move.ts'
import { tallyOf } from '../../../../shared/queue.ts'
import { addMinutes } from '../../../../shared/time.ts'
import type { Wish } from '../../../../shared/wish.ts'
import { aMove, PAIR } from '../../../support/booked.ts'
import { FILE_ROOFTOP } from '../../../support/desk-file.ts'
import { START } from '../../../support/system.ts'

const known = <T>(value: T) => ({ known: true, value }) as const
const STATUS = {
  link: { kind: 'up', since: START },
  rooftop: { ...FILE_ROOFTOP, zone: 'America/New_York', noticeMinutes: 60 },
  now: START,
} as unknown as DeskStatus
const WISH: Wish = {
  id: 'w',
  kind: 'cancel',
  change: null,
  state: 'waiting',
  code: null,
  reason: null,
  who: 'Dana R.',
  madeAt: START,
  changedAt: START,
}

const booked = (changes: Partial<Move> = {}): BookedMoves => ({
  ...PAIR,
  state: 'booked',
  moves: [aMove('customer', { number: known(101), ...changes }), aMove('loaner', { number: known(102) })],
})

describe('why a booking stands in the queue', () => {
  test('one that should have left is not said to leave by itself', () => {
    const waiting: BookedMoves = { ...PAIR, state: 'waiting' }
    const far = addMinutes(PAIR.time.utc, 1)
    const down = { kind: 'down', since: START, cause: 'no-network', words: 'No network', until: null } as const
    expect(whyQueued(waiting, { ...STATUS, link: down })).toEqual([expect.stringContaining('when the link is back')])
    const said = whyQueued(waiting, { ...STATUS, link: down, now: far })
    expect(said).toEqual([expect.stringMatching(/should have left by now\. It is not sent late/)])
  })

  test.for(ENTRY_STATES)('%s: always in words', (state) => {
    const said = whyQueued({ ...booked(), state }, STATUS)
    expect(said.length).toBeGreaterThan(0)
    expect(said.every((words) => /\w.*\.$/.test(words))).toBe(true)
  })

  test('what was asked of a move is said with the move, and not that all is well', () => {
    const said = whyQueued(booked({ wishes: [WISH] }), STATUS)
    expect(said).toEqual([expect.stringMatching(/^Customer's car: .*cancel/)])
    const refused = whyQueued(booked({ wishes: [{ ...WISH, state: 'refused', reason: 'Too late.' }] }), STATUS)
    expect(refused).toEqual(["Customer's car: Too late."])
  })

  test('a wish that is done is no reason', () => {
    expect(whyQueued(booked({ wishes: [{ ...WISH, state: 'withdrawn' }] }), STATUS)).toEqual([
      expect.stringMatching(/^Confirmed/),
    ])
  })

  test('a move that the provider does not know is said with whom to call', () => {
    expect(whyQueued(booked({ goneAt: START }), STATUS)).toEqual([expect.stringMatching(/no longer shows move 101/)])
  })
})

test('by when it must leave is said only of what waits', () => {
  const queued = { booking: PAIR, attention: false, sendBy: addMinutes(START, 60) }
  expect(saySendBy(queued, STATUS)).toMatch(/^Must leave by Sat 21 Nov, 11:00 AM ET/)
  expect(saySendBy({ ...queued, sendBy: null }, STATUS)).toBeNull()
  expect(saySendBy({ ...queued, sendBy: addMinutes(START, -1) }, STATUS)).toMatch(/^Should have left by /)
})

test('the counts and the tally in words', () => {
  const one = { booking: PAIR, attention: true, sendBy: null }
  const queue = { bookings: [one, { ...one, attention: false }], more: false, tally: tallyOf([]) }
  expect(sayQueued(queue)).toBe('1 needs attention, 1 waiting')
  expect(sayQueued({ ...queue, bookings: [one, one] })).toBe('2 need attention')
  expect(sayQueued({ ...queue, more: true })).toBe('The first 2')
  expect(sayTally(tallyOf([]))).toBe('Nothing was booked here today.')
  expect(
    sayTally(
      tallyOf([
        { state: 'booked', count: 3 },
        { state: 'in-doubt', count: 1 },
      ]),
    ),
  ).toBe('Booked here today: 4. Of these 3 accepted by the provider, 1 not known yet.')
  expect(new Set(ENTRY_STATES.map(sayNext))).toEqual(new Set(['Open it', 'Decide…']))
})
