import { describe, expect, test } from 'vitest'
import { availableActs, canTakeBooking } from '../../../../../renderer/booking/state/booking-acts.ts'
import { availableResolutions } from '../../../../../renderer/booking/state/resolutions.ts'
import {
  describeOtherDesk,
  describeTakenBooking,
  takeBookingPlan,
  takeBookingTitle,
} from '../../../../../renderer/booking/text/desk-text.ts'
import { describeState } from '../../../../../renderer/booking/text/outcome-text.ts'
import { phonePurposes } from '../../../../../renderer/booking/text/phone-text.ts'
import { describeRow } from '../../../../../renderer/day/text/facts-text.ts'
import { describeCallInstead } from '../../../../../renderer/lookup/text/page-text.ts'
import { COMPARED_FIELDS, fromBooking } from '../../../../../renderer/scheduler/state/duplicate-comparison.ts'
import { describeDuplicate } from '../../../../../renderer/scheduler/text/ready-text.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import type { DeskStatus } from '../../../../../shared/bridge/calls.ts'
import type { BoardStatus } from '../../../../../shared/desk/board-status.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { ENTRY_STATES, type EntryState } from '../../../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const STATUS = { rooftop: PRACTICE_ROOFTOP, now: START, connection: { kind: 'up', since: START } } as DeskStatus
/** A time after the send-by time of `PAIR`. */
const LATE = { ...STATUS, now: addMinutes(PAIR.time.utc, 1) }

function inState(state: EntryState, desk: string | null): BookedMoves {
  const capabilities = desk === null ? { cancel: true, change: true } : { cancel: false, change: false }
  return { ...PAIR, state, entry: { ...PAIR.entry, state }, desk, capabilities }
}

const actsOf = (booking: BookedMoves) => {
  const { buttons, more } = availableActs(booking, STATUS)
  return [...buttons, ...more]
}
const CHANGES = ['resolve', 'reschedule', 'edit', 'withdraw', 'cancel', 'add']

test.for(ENTRY_STATES)('A booking of another desk that is %s offers no act that would change that booking', (state) => {
  const other = inState(state, 'Desk 2')
  expect(actsOf(other).filter((act) => CHANGES.includes(act))).toEqual([])
  expect(availableResolutions(other, STATUS)).toEqual([])
})

test('A booking of this desk offers acts in each state but the withdrawn one', () => {
  const silent = ENTRY_STATES.filter((state) => !actsOf(inState(state, null)).some((act) => CHANGES.includes(act)))
  expect(silent).toEqual(['withdrawn'])
})

test('A call, a duplicate and the return stay possible for a confirmed pickup of another desk', () => {
  expect(actsOf(inState('booked', 'Desk 2'))).toEqual(['return', 'duplicate', 'call'])
})

test('A call places no booking of another desk, which may send the booking meanwhile', () => {
  expect(phonePurposes(inState('waiting', null), LATE)).toEqual(['place'])
  for (const state of ['waiting', 'held', 'refused'] as const)
    expect(phonePurposes(inState(state, 'Desk 2'), LATE)).toEqual([])
  expect(describeState(inState('waiting', null), LATE)).toContain('Missed its send time.')
  expect(describeState(inState('waiting', 'Desk 2'), LATE)).toBe('Waits at Desk 2, and is not sent yet.')
})

test('The page says where a booking is changed, in place of whom to call about a change', () => {
  const moves = [aMove('customer', { number: { known: true, value: 70_001 } })]
  const other = { ...inState('booked', 'Desk 2'), moves }
  expect(describeOtherDesk(other)).toBe('Desk 2 has this booking. Make changes there.')
  expect(describeCallInstead(other)).toBeNull()
  expect(describeOtherDesk({ ...other, desk: null })).toBeNull()
  expect(describeCallInstead({ ...other, desk: null })).toContain('70001')
})

describe('The takeover of one booking', () => {
  const LIVE = { kind: 'live', takeable: [], takenOver: [], sentTwice: [], handedOver: 0 } as const

  test('The takeover is offered while the board is live, for a booking of another desk that is not over', () => {
    const live = { ...STATUS, board: LIVE } as DeskStatus
    const offered = ENTRY_STATES.filter((state) => canTakeBooking(inState(state, 'Desk 2'), live))
    expect(ENTRY_STATES.filter((state) => !offered.includes(state))).toEqual(['withdrawn', 'placed-by-phone'])
    expect(canTakeBooking(inState('booked', null), live)).toBe(false)
    expect(canTakeBooking(inState('booked', 'Desk 2'), { ...STATUS, board: null })).toBe(false)
    const alone = { ...LIVE, kind: 'alone', fault: 'silent', since: START } as const
    expect(canTakeBooking(inState('booked', 'Desk 2'), { ...STATUS, board: alone })).toBe(false)
    expect(describeOtherDesk(inState('booked', 'Desk 2'), true)).toBe(
      'Desk 2 has this booking. Take it over to make changes here.',
    )
  })

  test('The question says what becomes of the booking, and that its desk is told', () => {
    const planOf = (state: EntryState) => takeBookingPlan(inState(state, 'Desk 2'))
    expect(planOf('booked')).toEqual([
      'It stays booked. Change, reschedule or cancel it here.',
      "Desk 2 can't change it anymore, and is told so.",
    ])
    for (const state of ['waiting', 'held', 'refused'] as const)
      expect(planOf(state)[0]).toBe('It has not left, and is sent from here instead. Edit or withdraw it here.')
    for (const state of ['sending', 'in-doubt', 'booked-awaiting-number'] as const)
      expect(planOf(state)[0]).toContain('It may have left and is not sent again.')
    const one = { customerName: 'Harriet Quill', desk: 'Desk 2' }
    expect(takeBookingTitle(one)).toBe("Take over Harriet Quill's booking from Desk 2?")
    expect(takeBookingTitle({ ...one, customerName: null })).toBe('Take over this booking from Desk 2?')
    expect(describeTakenBooking(one)).toBe("Took over Harriet Quill's booking from Desk 2.")
    expect(describeTakenBooking({ ...one, customerName: null })).toBe('Took over the booking from Desk 2.')
  })
})

test('A duplicate, a compared booking and the title of a row name the other desk', () => {
  const [own, other] = [inState('booked', null), inState('booked', 'Desk 2')]
  expect(describeDuplicate(other, PRACTICE_ROOFTOP.zone, START)).toMatch(/, Desk 2\.$/)
  expect(describeDuplicate(own, PRACTICE_ROOFTOP.zone, START)).not.toContain('Desk')
  expect([own, other].map((one) => fromBooking(one, START).desk)).toEqual(['Yours', 'Desk 2'])
  expect(COMPARED_FIELDS.at(-1)?.key).toBe('desk')
  expect(describeRow(other)).toBe(`${describeRow(own)} · Desk 2`)
})

describe('A booking that leaves with a claim', () => {
  const quiet = { takenOver: [], sentTwice: [], handedOver: 0 } as const
  const alone: BoardStatus = { kind: 'alone', fault: 'silent', since: START, ...quiet }
  const claimed = { ...inState('waiting', null), waitReason: { code: 'claim' } } as const

  test('The booking waits for the board while the board is away, and says that another desk may have taken over', () => {
    expect(describeState(claimed, { ...STATUS, board: alone })).toBe(
      'Saved. Sends when the board is back, unless another desk took this over.',
    )
    const late = describeState(claimed, { ...LATE, board: alone })
    expect(late).toContain('Missed its send time. Another desk may have taken this over')
  })

  test('The booking says nothing of the board while the board is live or connecting, and without a board', () => {
    for (const board of [
      { kind: 'live', takeable: [], ...quiet } as const,
      { kind: 'connecting', ...quiet } as const,
      null,
    ]) {
      expect(describeState(claimed, { ...STATUS, board })).toBe('Saved. Sends automatically.')
      expect(describeState(claimed, { ...LATE, board })).toContain('to book it, or withdraw it.')
    }
  })
})
