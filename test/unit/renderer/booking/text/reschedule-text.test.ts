import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nameProvider } from '../../../../../renderer/booking/text/phone-text.ts'
import {
  describePlan,
  rescheduleNotes,
  settleLabel,
  settleQuestion,
} from '../../../../../renderer/booking/text/reschedule-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import {
  RESCHEDULE_STEPS,
  type RescheduleLink,
  type RescheduleStep,
} from '../../../../../shared/outbox/reschedule-link.ts'
import { needsPerson } from '../../../../../shared/outbox/reschedule.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const known = <T>(value: T) => ({ known: true, value }) as const
const BOOKED: BookedMoves = {
  ...PAIR,
  state: 'booked',
  entry: { ...PAIR.entry, state: 'booked' },
  moves: [aMove('customer', { number: known(70_212) }), aMove('loaner', { number: known(70_213) })],
}
const linkAt = (step: RescheduleStep) => ({
  bookingId: 'other',
  state: 'booked' as const,
  who: 'Dana R.',
  step,
  time: { local: '2026-11-26T09:00', zone: 'America/New_York', utc: '2026-11-26T14:00:00Z' },
  numbers: [70_300, 70_301],
  live: [70_300, 70_301],
  canceling: [],
  settled: null,
})

beforeEach(() => nameProvider({ name: 'Meridian Drivers', phone: '+18045550100' }))
afterEach(() => nameProvider({ name: null, phone: null }))

describe('The notes about a reschedule', () => {
  test.for(RESCHEDULE_STEPS)(
    'The step %s is said on both pages, with both pairs of numbers where a person is needed',
    (step) => {
      const [old] = rescheduleNotes({ ...BOOKED, replacement: linkAt(step) }, START)
      const [replacing] = rescheduleNotes({ ...BOOKED, replaces: linkAt(step) }, START)
      for (const note of [old, replacing]) {
        expect(note?.isAlarm).toBe(needsPerson(step))
        if (needsPerson(step))
          for (const number of ['70212', '70213', '70300', '70301']) expect(note?.text).toContain(number)
        expect(note?.text).toContain('Nov 26')
      }
      expect(replacing?.text).toMatch(/^Replaces moves 70300 and 70301, /)
    },
  )

  test('A booking without a reschedule has no note', () => {
    expect(rescheduleNotes(BOOKED, START)).toEqual([])
  })

  test('The old moves are named for the call at a provider that takes no cancellations', () => {
    const [note] = rescheduleNotes({ ...BOOKED, replacement: linkAt('call-to-cancel') }, START)
    expect(note?.text).toContain('Call Meridian Drivers at (804) 555-0100 to cancel moves 70212 and 70213.')
  })
})

describe('The words about the two bookings of a reschedule', () => {
  const canceled = { cancelStatus: known('succeeded') }
  const half = [aMove('customer', { number: known(70_212), ...canceled }), aMove('loaner', { number: known(70_213) })]
  const textOf = (booking: Partial<BookedMoves>, step: RescheduleStep, link: Partial<RescheduleLink> = {}) =>
    rescheduleNotes({ ...BOOKED, ...booking, replacement: { ...linkAt(step), ...link } }, START)[0]?.text

  test.for(RESCHEDULE_STEPS)(
    'At the step %s no canceled move is called live and none that is live is called canceled',
    (step) => {
      const text = textOf({ moves: half }, step) ?? ''
      if (needsPerson(step)) expect(text).toContain('70213')
      expect(text).not.toContain('70212')
      expect(text).not.toContain('Both are live')
      expect(text).not.toContain('the old one stays')
      expect(text).not.toContain('The old booking stays')
      expect(text).not.toContain('The old booking is not canceled')
      expect(text).not.toContain('Only one booking')
    },
  )

  test('While nothing is decided both bookings are live', () => {
    expect(textOf({}, 'cancel-pending')).toContain('Both are live: old 70212 + 70213, new 70300 + 70301.')
    expect(textOf({}, 'cancel-pending')).toContain(
      "The new time is booked. Meridian Drivers hasn't answered the cancel request for the old one yet, so wait. Both",
    )
    expect(textOf({ moves: half }, 'cancel-pending')).toContain('Still live: old 70213, new 70300 + 70301.')
    expect(textOf({}, 'new-canceling', { canceling: [70_300, 70_301] })).toContain(
      "Cancel requested for the new booking, Meridian Drivers hasn't decided yet. Both are live: ",
    )
  })

  test('A dropped replacement names the moves of an old booking whose cancellation is still undecided', () => {
    const moves = half.map((move) => ({ ...move, cancelStatus: known('pending') }))
    expect(textOf({}, 'new-dropped')).toContain('The new booking is canceled, so the old one stays.')
    expect(textOf({ moves }, 'new-dropped', { state: 'withdrawn' })).toContain(
      'The new booking was withdrawn. Of the old one moves 70212 and 70213 are live, and the cancellation of moves 70212 and 70213 is requested.',
    )
  })

  test.for([
    [{}, 'The old booking is canceled. Only the new one is left.'],
    [{ live: [70_301] }, 'The old booking is canceled, and of the new one only move 70301 is left.'],
    [{ live: [] }, 'Both bookings are canceled.'],
    [{ canceling: [70_300, 70_301] }, 'The old booking is canceled. A cancel request for the new one is sent.'],
    [{ state: 'withdrawn', numbers: [], live: [] }, 'The old booking is canceled, and the new one is not booked.'],
    [
      { state: 'in-doubt', numbers: [], live: [] },
      'The old booking is canceled, and the new one may already be booked.',
    ],
  ] as const)('A reschedule that is over with a replacement of %j ends with: %s', ([link, words]) => {
    const moves = half.map((move) => ({ ...move, ...canceled }))
    expect(textOf({ moves }, 'done', link)).toContain(words)
  })

  test('Two bookings that were both driven are not called one', () => {
    expect(textOf({}, 'done')).toContain('Drivers have picked up vehicles of both. Both are live: ')
  })

  test('What a person said is told with what the provider shows, where the two differ', () => {
    const moves = half.map((move) => ({ ...move, ...canceled }))
    expect(textOf({ moves }, 'done', { settled: 'new' })).toMatch(/keeps the new booking\.$/)
    expect(textOf({ moves: half }, 'done', { settled: 'one', live: [70_301] })).toContain(
      'Checked by phone: only one booking is left. Meridian Drivers still shows otherwise. Still live: old 70213, new 70301.',
    )
    expect(textOf({ moves: half }, 'done', { settled: 'old', live: [] })).toMatch(
      /^Not rescheduled to .* keeps the old booking\. .* Still live: old 70213\.$/,
    )
  })
})

describe('The question before a reschedule is settled', () => {
  const times = { old: BOOKED.time, next: linkAt('done').time }

  test('Each answer names the booking that the provider keeps', () => {
    const { title, answers } = settleQuestion('cancel-failed', times, START)
    expect(title).toBe('Which one did Meridian Drivers keep?')
    expect(answers).toEqual([
      { kept: 'old', label: 'They kept Tue, Nov 24, 2:00 PM' },
      { kept: 'new', label: 'They kept Thu, Nov 26, 9:00 AM' },
    ])
  })

  test('After the old booking was driven the question is whether a driver comes again', () => {
    expect(settleLabel('old-driven', times, START)).toBe('Keep Thu, Nov 26, 9:00 AM…')
    const { title, text, answers } = settleQuestion('old-driven', times, START)
    expect(title).toBe('Should a driver come again on Thu, Nov 26, 9:00 AM?')
    expect(text).toContain('cancel the new booking instead')
    expect(answers).toEqual([{ kept: 'both', label: 'Keep Thu, Nov 26, 9:00 AM' }])
  })
})

test('The dialog says beforehand what the booking and its provider mean for the reschedule', () => {
  const takes = { ...BOOKED, capabilities: { cancel: true, change: true } }
  expect(describePlan(takes)).toContain('Once it is booked, the old one is canceled.')
  expect(describePlan(BOOKED)).toContain('Once it is booked, call Meridian Drivers')
  expect(describePlan({ ...BOOKED, entry: { ...BOOKED.entry, state: 'waiting' } })).toBe(
    'It has not been sent yet, so only its time changes.',
  )
})
