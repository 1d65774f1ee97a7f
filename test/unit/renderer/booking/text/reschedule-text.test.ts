import { beforeEach, describe, expect, test } from 'vitest'
import { nameProvider } from '../../../../../renderer/booking/text/phone-text.ts'
import { describePlan, rescheduleNotes } from '../../../../../renderer/booking/text/reschedule-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { RESCHEDULE_STEPS, type RescheduleStep } from '../../../../../shared/outbox/reschedule-link.ts'
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
})

beforeEach(() => nameProvider({ name: 'Meridian Drivers', phone: '+18045550100' }))

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

test('The dialog says beforehand what the booking and its provider mean for the reschedule', () => {
  const takes = { ...BOOKED, capabilities: { cancel: true, change: true } }
  expect(describePlan(takes)).toContain('Once it is booked, the old one is canceled.')
  expect(describePlan(BOOKED)).toContain('Once it is booked, call Meridian Drivers')
  expect(describePlan({ ...BOOKED, entry: { ...BOOKED.entry, state: 'waiting' } })).toBe(
    'It has not been sent yet, so only its time changes.',
  )
})
