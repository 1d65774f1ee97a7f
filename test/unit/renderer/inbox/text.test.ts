import { describe, expect, test } from 'vitest'
import {
  describeNext,
  describeInboxItem,
  describeSendBy,
  describeTally,
  inboxReason,
} from '../../../../renderer/inbox/text.ts'
import type { DeskStatus } from '../../../../shared/bridge/calls.ts'
import type { BookedMoves, Move } from '../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { tallyOf } from '../../../../shared/views/inbox.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import type { Amendment } from '../../../../shared/outbox/amendment.ts'
import { aMove, PAIR } from '../../../support/builders/booked-moves.ts'
import { FILE_ROOFTOP } from '../../../support/builders/settings-file.ts'
import { START } from '../../../support/fakes/system.ts'

const known = <T>(value: T) => ({ known: true, value }) as const
const STATUS = {
  connection: { kind: 'up', since: START },
  rooftop: { ...FILE_ROOFTOP, zone: 'America/New_York', noticeMinutes: 60 },
  now: START,
} as unknown as DeskStatus
const AMENDMENT: Amendment = {
  id: 'w',
  kind: 'cancel',
  change: null,
  state: 'waiting',
  code: null,
  fields: {},
  providerMessage: null,
  who: 'Dana R.',
  madeAt: START,
  changedAt: START,
}

const booked = (changes: Partial<Move> = {}): BookedMoves => ({
  ...PAIR,
  state: 'booked',
  moves: [aMove('customer', { number: known(101), ...changes }), aMove('loaner', { number: known(102) })],
})

describe('`inboxReason`', () => {
  test('`inboxReason` does not promise that an overdue booking is sent by itself', () => {
    const waiting: BookedMoves = { ...PAIR, state: 'waiting' }
    const far = addMinutes(PAIR.time.utc, 1)
    const down = { kind: 'down', since: START, cause: 'no-network', detail: null, fields: {}, until: null } as const
    expect(inboxReason(waiting, { ...STATUS, connection: down })).toEqual([
      expect.stringContaining("when you're back online"),
    ])
    const reasons = inboxReason(waiting, { ...STATUS, connection: down, now: far })
    expect(reasons).toEqual([expect.stringMatching(/^Missed its send time\. Call/)])
  })

  test.for(ENTRY_STATES)('`inboxReason` of a booking that is %s is one or more sentences', (state) => {
    const reasons = inboxReason({ ...booked(), state }, STATUS)
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons.every((words) => /\w.*\.$/.test(words))).toBe(true)
  })

  test('`inboxReason` of an open or refused amendment names the move and its amendment only', () => {
    const reasons = inboxReason(booked({ amendments: [AMENDMENT] }), STATUS)
    expect(reasons).toEqual([expect.stringMatching(/^Customer's car: Cancel request saved/)])
    const refused = inboxReason(booked({ amendments: [{ ...AMENDMENT, state: 'refused', code: 'failed' }] }), STATUS)
    expect(refused).toEqual(["Customer's car: Too late to cancel: the driver service continues with this move."])
  })

  test('`inboxReason` leaves out a withdrawn amendment', () => {
    expect(inboxReason(booked({ amendments: [{ ...AMENDMENT, state: 'withdrawn' }] }), STATUS)).toEqual([
      expect.stringMatching(/^Confirmed/),
    ])
  })

  test('`inboxReason` names a move that the provider no longer shows', () => {
    expect(inboxReason(booked({ missingSince: START }), STATUS)).toEqual([
      expect.stringMatching(/no longer shows move 101/),
    ])
  })
})

test('`describeSendBy` gives the send-by time of a waiting booking, also one that has passed', () => {
  const queued = { booking: PAIR, attention: false, sendBy: addMinutes(START, 60) }
  expect(describeSendBy(queued, STATUS)).toMatch(/^Must leave by Sat, Nov 21, 11:00 AM ET/)
  expect(describeSendBy({ ...queued, sendBy: null }, STATUS)).toBeNull()
  expect(describeSendBy({ ...queued, sendBy: addMinutes(START, -1) }, STATUS)).toMatch(/^Should have left by /)
})

test('`describeInboxItem`, `describeTally` and `describeNext` describe the counts of the inbox', () => {
  const one = { booking: PAIR, attention: true, sendBy: null }
  const queue = { bookings: [one, { ...one, attention: false }], more: false, tally: tallyOf([]) }
  expect(describeInboxItem(queue)).toBe('1 needs attention, 1 waiting')
  expect(describeInboxItem({ ...queue, bookings: [one, one] })).toBe('2 need attention')
  expect(describeInboxItem({ ...queue, more: true })).toBe('The first 2')
  expect(describeTally(tallyOf([]))).toBe('Nothing was booked here today.')
  expect(
    describeTally(
      tallyOf([
        { state: 'booked', count: 3 },
        { state: 'in-doubt', count: 1 },
      ]),
    ),
  ).toBe('Booked here today: 4. Of these 3 confirmed, 1 to check.')
  expect(new Set(ENTRY_STATES.map(describeNext))).toEqual(new Set(['Open it', 'Decide…']))
})
