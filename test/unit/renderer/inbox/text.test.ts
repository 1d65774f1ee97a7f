import { describe, expect, test } from 'vitest'
import {
  describeDeadline,
  describeLookedUp,
  describeSendBy,
  describeSettlement,
  doubtSteps,
  inboxName,
  inboxReason,
  paneTitle,
  rowReason,
} from '../../../../renderer/inbox/text.ts'
import { spellReference } from '../../../../renderer/booking/text/phone-text.ts'
import type { DeskStatus } from '../../../../shared/bridge/calls.ts'
import type { BookedMoves, Move } from '../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import type { HistoryEvent } from '../../../../shared/views/history.ts'
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

test('`rowReason` says of a booking in doubt when its reply was lost', () => {
  const doubt: BookedMoves = { ...PAIR, state: 'in-doubt', entry: { ...PAIR.entry, sentAt: '2026-11-24T15:52:03Z' } }
  expect(rowReason(doubt, STATUS)).toBe('Check with provider · no clear reply at 10:52 AM')
  expect(rowReason({ ...PAIR, state: 'waiting' }, STATUS)).toMatch(/^Not sent · \w/)
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

const item = (minutes: number) => ({ booking: PAIR, turn: null, deadline: addMinutes(START, minutes) })

test('`describeSendBy` gives the send-by time of a waiting booking, also one that has passed', () => {
  const queued = { ...item(60), attention: false, sendBy: addMinutes(START, 60) }
  expect(describeSendBy(queued, STATUS)).toBe('Send by Sat, Nov 21, 11:00 AM ET. After that it stays on hold.')
  expect(describeSendBy({ ...queued, sendBy: null }, STATUS)).toBeNull()
  expect(describeSendBy({ ...queued, sendBy: addMinutes(START, -1) }, STATUS)).toMatch(/^Missed its send time, /)
})

test('`describeDeadline` says how long is left and until when, and marks the last hour', () => {
  expect(describeDeadline(item(58), STATUS)).toEqual({ left: '58 min', by: 'by 10:58 AM', isNear: true })
  expect(describeDeadline(item(60), STATUS).isNear).toBe(false)
  expect(describeDeadline(item(5 * 60), STATUS)).toEqual({ left: '5 hours', by: 'by 3:00 PM', isNear: false })
  expect(describeDeadline(item(3 * 24 * 60), STATUS)).toMatchObject({ left: '3 days', by: 'by Tue 10:00 AM' })
  expect(describeDeadline(item(7 * 24 * 60), STATUS)).toMatchObject({ left: '7 days', by: 'by Sat, Nov 28, 10:00 AM' })
  expect(describeDeadline(item(-1), STATUS)).toEqual({ left: 'missed', by: 'was 9:59 AM', isNear: true })
})

test('`spellReference` groups the unique part of a reference and changes no other reference', () => {
  expect(spellReference('RO 10454 LK-VXGGMCWQC')).toBe('RO 10454 LK-VXGG-MCWQ-C')
  expect(spellReference('RO 10454')).toBe('RO 10454')
})

test('`doubtSteps` names the lost connection or an unclear reply, with the times of the last attempt', () => {
  const sent = {
    kind: 'sent',
    at: START,
    endedAt: addMinutes(START, 1),
    code: 'connection-lost',
    status: null,
  } as const
  const labels = (events: readonly HistoryEvent[]) => doubtSteps(PAIR, events).map(({ label, at }) => `${label} ${at}`)
  expect(labels([{ ...sent, at: addMinutes(START, -9), code: 'server-error' }, sent]).slice(1)).toEqual([
    'Sent 10:00 AM',
    'Connection lost 10:01 AM',
    'Booked? unknown',
  ])
  expect(labels([{ ...sent, code: 'server-error' }])[2]).toBe('No clear reply 10:01 AM')
  expect(labels([])[2]).toBe('No clear reply unknown')
})

test.for(ENTRY_STATES)('`paneTitle` of a booking that is %s names its customer or its vehicle', (state) => {
  expect(paneTitle({ ...PAIR, state })).toContain(PAIR.customerName)
  const oneWay = { ...PAIR, kind: 'one-way', action: null, customerName: null, state } as const
  expect(paneTitle(oneWay)).toContain(inboxName(oneWay))
})

describe('`describeLookedUp`', () => {
  const at = (state: BookedMoves['state'], code: BookedMoves['entry']['code'], more: Partial<BookedMoves> = {}) =>
    describeLookedUp('provider-numbers', { ...PAIR, state, entry: { ...PAIR.entry, state, code }, ...more }, STATUS)

  test('A number that is still looked up has no result, and no other answer has one', () => {
    expect(at('booked-awaiting-number', null)).toBeNull()
    expect(describeLookedUp('placed-by-phone', { ...PAIR, state: 'placed-by-phone' }, STATUS)).toBeNull()
    expect(describeLookedUp('replacement-number', booked({ cancelStatus: known('rescheduled') }), STATUS)).toBeNull()
  })

  test('A right number is confirmed, and a wrong or missing one is not called good', () => {
    expect(at('booked', null)).toMatchObject({ good: true, words: expect.stringContaining('Confirmed') as string })
    expect(at('in-doubt', 'number-wrong')?.good).toBe(false)
    expect(at('booked-awaiting-number', 'number-wrong')?.good).toBe(false)
    expect(at('booked-awaiting-number', 'half-found')).toMatchObject({
      good: false,
      words: expect.stringContaining('The number of the other move is missing') as string,
    })
  })

  test('The new number of a rescheduled move is looked up as well', () => {
    const replacementMismatch = { mismatch: 'unknown-number', number: 205, value: null } as const
    const wrong = booked({ cancelStatus: known('rescheduled'), replacementMismatch })
    expect(describeLookedUp('replacement-number', wrong, STATUS)).toMatchObject({
      good: false,
      words: expect.stringContaining('has no move 205') as string,
    })
    expect(describeLookedUp('replacement-number', booked(), STATUS)?.good).toBe(true)
  })
})

test('`describeSettlement` names the numbers of a settled booking and the clock time', () => {
  expect(describeSettlement(booked(), START, STATUS)).toMatch(/^Moves 101 and 102\. Settled \d+:\d\d [AP]M\.$/)
  expect(describeSettlement(PAIR, START, STATUS)).toMatch(/^Settled \d+:\d\d [AP]M\.$/)
})
