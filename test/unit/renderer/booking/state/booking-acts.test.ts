import { describe, expect, test } from 'vitest'
import { availableActs } from '../../../../../renderer/booking/state/booking-acts.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import type { DeskStatus } from '../../../../../shared/bridge/calls.ts'
import type { BookedMoves, Move } from '../../../../../shared/move/move.ts'
import type { RescheduleLink } from '../../../../../shared/outbox/reschedule-link.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const STATUS = { rooftop: PRACTICE_ROOFTOP, now: START } as unknown as DeskStatus
const LINK: RescheduleLink = {
  bookingId: 'new',
  time: PAIR.time,
  state: 'booked',
  step: 'cancel-pending',
  settled: null,
  who: 'Dana R.',
  numbers: [],
  live: [],
  canceling: [],
}

const rebooking = (changes: Partial<BookedMoves>) => {
  const { buttons, more } = availableActs({ ...PAIR, state: 'booked', ...changes }, STATUS)
  return [...buttons, ...more].filter((act) => act === 'return' || act === 'reschedule')
}
const movesWith = (customer: Partial<Move>, loaner = customer) => [aMove('customer', customer), aMove('loaner', loaner)]
const status = (value: string) => ({ cancelStatus: { known: true, value } }) as const
const requested: Partial<Move> = {
  amendments: [
    {
      id: 'a',
      kind: 'cancel',
      change: null,
      state: 'submitted',
      code: null,
      fields: {},
      providerMessage: null,
      who: 'Dana R.',
      madeAt: START,
      changedAt: START,
    },
  ],
}

describe('The actions of a confirmed pickup', () => {
  test('The return and another time are offered while the pickup is live', () => {
    expect(rebooking({})).toEqual(['return', 'reschedule'])
    expect(rebooking({ moves: movesWith({}, requested) })).toEqual(['return', 'reschedule'])
  })

  test.for([
    ['requested at this desk', requested],
    ['pending at the provider', status('pending')],
    ['done', status('succeeded')],
  ] as const)('Neither is offered once the cancellation is %s', ([, changes]) => {
    expect(rebooking({ moves: movesWith(changes) })).toEqual([])
  })

  test.for(['new-waiting', 'call-to-cancel', 'cancel-pending', 'done'] as const)(
    'Neither is offered for a rescheduled pickup whose step is %s',
    (step) => expect(rebooking({ replacement: { ...LINK, step } })).toEqual([]),
  )

  test.for([
    { ...LINK, step: 'new-dropped', state: 'withdrawn' },
    { ...LINK, step: 'new-not-booked', state: 'refused' },
    { ...LINK, step: 'done', settled: 'old' },
  ] as const)('Both are offered again after a reschedule that leaves the pickup as it was: $step', (replacement) => {
    expect(rebooking({ replacement })).toEqual(['return', 'reschedule'])
  })
})
