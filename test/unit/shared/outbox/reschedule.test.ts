import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookedMoves, Move } from '../../../../shared/move/move.ts'
import { AMENDMENT_STATES, type AmendmentState } from '../../../../shared/outbox/amendment-state.ts'
import { ENTRY_STATES, type EntryState } from '../../../../shared/outbox/entry-state.ts'
import {
  isOver,
  needsPerson,
  notReschedulableReason,
  rescheduleStep,
  type Reschedule,
  type RescheduleSide,
} from '../../../../shared/outbox/reschedule.ts'
import { RESCHEDULE_STEPS } from '../../../../shared/outbox/reschedule-link.ts'
import { aMove, anAmendment, PAIR } from '../../../support/builders/booked-moves.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'

const SEED = seedOf('reschedule')

const known = <T>(value: T) => ({ known: true, value }) as const
const collected = { ...aMove('customer').stages, pickup_successful: known(START) }
const canceling = (state: (typeof AMENDMENT_STATES)[number]) => [anAmendment({ state })]

const STATUSES = [
  null,
  'not cancelled',
  'pending',
  'started',
  'succeeded',
  'canceled',
  'partial',
  'failed',
  'rescheduled',
]
const ENDED = ['succeeded', 'canceled', 'partial']

/** The usual value in three of four cases, because the cancellation needs many usual values together. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: fc.constantFrom(...others), weight: 1 })
}

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc
    .record({
      status: mostly<string | null>(null, ...STATUSES),
      isCollected: mostly(false, true),
      isMissing: mostly(false, true),
      cancel: mostly<AmendmentState | null>(null, ...AMENDMENT_STATES),
    })
    .map(({ status, isCollected, isMissing, cancel }) =>
      aMove('customer', {
        cancelStatus: known(status),
        missingSince: isMissing ? START : null,
        amendments: cancel === null ? [] : canceling(cancel),
        ...(isCollected ? { stages: collected } : {}),
      }),
    ),
  { minLength: 1, maxLength: 2 },
)

const side = (): fc.Arbitrary<RescheduleSide> =>
  fc.record({
    state: mostly<EntryState>('booked', ...ENTRY_STATES),
    capabilities: fc.record({ cancel: fc.boolean(), change: fc.boolean() }),
    moves,
  })

const reschedules: fc.Arbitrary<Reschedule> = fc.record({
  old: side(),
  replacement: side(),
  isCancelAsked: fc.boolean(),
  isSettled: mostly(false, true),
})

const statusOf = ({ cancelStatus }: RescheduleSide['moves'][number]) => (cancelStatus.known ? cancelStatus.value : null)
const isEnded = (move: RescheduleSide['moves'][number]) => ENDED.includes(statusOf(move) ?? '')

const isUndecided = (move: RescheduleSide['moves'][number]) =>
  ['pending', 'started'].includes(statusOf(move) ?? '') ||
  move.amendments.some(({ state }) => ['waiting', 'sending', 'submitted'].includes(state))

function holds(property: (reschedule: Reschedule, step: (typeof RESCHEDULE_STEPS)[number]) => void) {
  fc.assert(
    fc.property(reschedules, (reschedule) => property(reschedule, rescheduleStep(reschedule))),
    { seed: SEED, numRuns: 20_000 },
  )
}

describe('`rescheduleStep` over all pairs of bookings', () => {
  test('A cancellation is requested only for a replacement that is proved booked and wholly kept', () => {
    holds(({ replacement, old }, step) => {
      if (step !== 'ask-cancel') return
      expect([replacement.state, old.state, old.capabilities.cancel]).toEqual(['booked', 'booked', true])
      for (const move of replacement.moves) {
        expect(isEnded(move) || ['pending', 'started', 'rescheduled'].includes(statusOf(move) ?? '')).toBe(false)
        expect(move.missingSince).toBeNull()
      }
    })
  })

  test('A cancellation is requested at most once, and never after a person settled the reschedule', () => {
    expect.hasAssertions()
    holds(({ isCancelAsked, isSettled }, step) => {
      if (isCancelAsked || isSettled) expect(step).not.toBe('ask-cancel')
      if (isSettled) expect(step).toBe('done')
    })
  })

  test('No cancellation is requested once a vehicle of the old booking is collected or the old booking has ended', () => {
    expect.hasAssertions()
    holds(({ old }, step) => {
      const isDriven = old.moves.some((move) => !isEnded(move) && move.stages.pickup_successful.known)
      if (isDriven || old.moves.every(isEnded)) expect(step).not.toBe('ask-cancel')
      if (old.moves.every(isEnded)) expect(step).toBe('done')
    })
  })

  test('Every state of the replacement but `booked` and `placed-by-phone` leaves the old booking without a request and without an alarm', () => {
    holds(({ replacement: { state } }, step) => {
      if (state === 'booked' || state === 'placed-by-phone') return
      expect(needsPerson(step) || step.startsWith('cancel') || step === 'ask-cancel').toBe(false)
    })
  })

  test('A person is called whenever both bookings are live and no request leaves by itself', () => {
    holds(({ old, replacement, isSettled }, step) => {
      const isKept = (move: RescheduleSide['moves'][number]) => !isEnded(move) && !isUndecided(move)
      const areLive =
        !isSettled && replacement.state === 'booked' && replacement.moves.every(isKept) && !old.moves.every(isEnded)
      if (!areLive || step === 'ask-cancel' || step === 'cancel-waiting') return
      const areBothDriven = [old, replacement].every(({ moves }) =>
        moves.some((move) => move.stages.pickup_successful.known),
      )
      expect(needsPerson(step), step).toBe(!areBothDriven || step !== 'done')
    })
  })

  test('The old booking is said to stay only if the replacement is gone as a whole and no part of the old one is', () => {
    expect.hasAssertions()
    holds(({ old, replacement }, step) => {
      if (step !== 'new-dropped') return
      if (replacement.state === 'withdrawn') return
      expect(replacement.moves.every(isEnded)).toBe(true)
      expect(old.moves.some((move) => isEnded(move) || isUndecided(move))).toBe(false)
    })
  })

  test('A person stays asked while a cancellation of the replacement is undecided or a booking that is driven twice is half canceled', () => {
    expect.hasAssertions()
    holds(({ old, replacement, isSettled }, step) => {
      if (isSettled || replacement.state !== 'booked' || old.moves.every(isEnded)) return
      const left = replacement.moves.filter((move) => !isEnded(move))
      if (left.length > 0 && left.every(isUndecided) && step !== 'done') expect(needsPerson(step), step).toBe(true)
      if (step === 'done') expect([...old.moves, ...replacement.moves].some(isEnded)).toBe(false)
    })
  })

  test('Every step is reached', () => {
    const reached = new Set<string>()
    holds((_reschedule, step) => void reached.add(step))
    expect([...reached].sort()).toEqual([...RESCHEDULE_STEPS].sort())
  })
})

const BOTH = { cancel: true, change: true }
const booked = (move: Partial<Move> = {}): RescheduleSide => ({
  state: 'booked',
  capabilities: BOTH,
  moves: [aMove('customer', move), aMove('loaner', move)],
})
const stepOf = (more: Partial<Reschedule>) =>
  rescheduleStep({ old: booked(), replacement: booked(), isCancelAsked: false, isSettled: false, ...more })

const HALF_CANCELED = {
  ...booked(),
  moves: [aMove('customer'), aMove('loaner', { cancelStatus: known('succeeded') })] as const,
}

describe('`rescheduleStep`', () => {
  test.for([
    ['waiting', 'new-waiting'],
    ['sending', 'new-waiting'],
    ['in-doubt', 'new-in-doubt'],
    ['booked-awaiting-number', 'new-in-doubt'],
    ['refused', 'new-not-booked'],
    ['held', 'new-not-booked'],
    ['withdrawn', 'new-dropped'],
    ['placed-by-phone', 'check-both'],
    ['booked', 'ask-cancel'],
  ] as const)('A replacement that is %s makes the step %s', ([state, step]) => {
    expect(stepOf({ replacement: { ...booked(), state } })).toBe(step)
  })

  test.for([
    ['waiting', 'cancel-waiting'],
    ['sending', 'cancel-waiting'],
    ['submitted', 'cancel-pending'],
    ['refused', 'cancel-failed'],
    ['withdrawn', 'cancel-failed'],
  ] as const)('A requested cancellation that is %s makes the step %s', ([state, step]) => {
    expect(stepOf({ isCancelAsked: true, old: booked({ amendments: canceling(state) }) })).toBe(step)
  })

  test('The worse half of a pair decides the step', () => {
    const [customer, loaner] = [canceling('submitted'), canceling('refused')]
    const old = {
      ...booked(),
      moves: [aMove('customer', { amendments: customer }), aMove('loaner', { amendments: loaner })],
    }
    expect(stepOf({ isCancelAsked: true, old })).toBe('cancel-failed')
  })

  test('A replacement that the provider canceled keeps an old booking that nobody cancels', () => {
    const replacement = booked({ cancelStatus: known('succeeded') })
    expect(stepOf({ replacement })).toBe('new-dropped')
    const refused = booked({ amendments: canceling('refused') })
    expect(stepOf({ replacement, isCancelAsked: true, old: refused })).toBe('new-dropped')
    // The request that already exists still leaves, so the step does not promise that the old booking stays.
    const waiting = booked({ amendments: canceling('waiting') })
    expect(stepOf({ replacement, isCancelAsked: true, old: waiting })).toBe('cancel-waiting')
    expect(stepOf({ replacement, old: booked({ cancelStatus: known('pending') }) })).toBe('cancel-pending')
  })

  test('An undecided cancellation of the replacement drops nothing and calls a person', () => {
    for (const replacement of [
      booked({ amendments: canceling('waiting') }),
      booked({ cancelStatus: known('pending'), amendments: canceling('submitted') }),
    ]) {
      for (const old of [booked(), booked({ amendments: canceling('submitted') }), HALF_CANCELED]) {
        expect(stepOf({ replacement, isCancelAsked: true, old })).toBe('new-canceling')
      }
    }
  })

  test('An old booking that is half canceled is checked by a person after the replacement was canceled', () => {
    const replacement = booked({ cancelStatus: known('succeeded') })
    expect(stepOf({ replacement, isCancelAsked: true, old: HALF_CANCELED })).toBe('check-both')
  })

  test('A provider that takes no cancellations leaves the cancellation to a person by phone', () => {
    const old = { ...booked(), capabilities: { cancel: false, change: false } }
    expect(stepOf({ old })).toBe('call-to-cancel')
    expect(stepOf({ old, isSettled: true })).toBe('done')
  })

  test('An old booking that is driven is said, until the replacement is driven too', () => {
    const driven = booked({ stages: collected })
    expect(stepOf({ old: driven })).toBe('old-driven')
    expect(stepOf({ old: driven, replacement: driven })).toBe('done')
    const halfDriven = { ...booked(), moves: [aMove('customer', { stages: collected }), HALF_CANCELED.moves[1]] }
    expect(stepOf({ old: halfDriven, replacement: halfDriven })).toBe('check-both')
  })

  test('A replacement that is half canceled, missing or moved to another number is checked by a person', () => {
    const half = [aMove('customer'), aMove('loaner', { cancelStatus: known('succeeded') })]
    expect(stepOf({ replacement: { ...booked(), moves: half } })).toBe('check-both')
    expect(stepOf({ replacement: booked({ missingSince: START }) })).toBe('check-both')
    expect(stepOf({ replacement: booked({ cancelStatus: known('rescheduled') }) })).toBe('check-both')
    expect(stepOf({ old: booked({ cancelStatus: known('rescheduled') }) })).toBe('check-both')
  })
})

describe('`notReschedulableReason`', () => {
  const at = (state: EntryState, more: Partial<BookedMoves> = {}): BookedMoves => ({ ...PAIR, state, ...more })
  const detailOf = (booking: BookedMoves) => notReschedulableReason(booking)?.failure.detail ?? null

  test.for([
    ['booked', null],
    ['sending', 'outcome-unknown'],
    ['in-doubt', 'outcome-unknown'],
    ['booked-awaiting-number', 'outcome-unknown'],
    ['placed-by-phone', 'placed-by-phone'],
    ['withdrawn', 'withdrawn'],
  ] as const)('A booking that is %s is refused because of: %s', ([state, detail]) => {
    expect(detailOf(at(state))).toBe(detail)
  })

  test('A move that is canceled, to be canceled or collected refuses a reschedule', () => {
    const one = (move: Partial<Move>) => at('booked', { moves: [aMove('customer'), aMove('loaner', move)] })
    expect(detailOf(one({ cancelStatus: known('succeeded') }))).toBe('already-canceled')
    expect(detailOf(one({ amendments: canceling('waiting') }))).toBe('cancel-already-requested')
    expect(detailOf(one({ stages: collected }))).toBe('collected')
  })

  test.for(RESCHEDULE_STEPS)(
    'A booking with a replacement at the step %s is rescheduled again only if that is over',
    (step) => {
      const replacement = {
        bookingId: 'new',
        time: PAIR.time,
        state: 'waiting',
        numbers: [],
        live: [],
        canceling: [],
        settled: null,
        step,
        who: 'Dana R.',
      } as const
      expect(detailOf(at('booked', { replacement }))).toBe(isOver(step) ? null : 'reschedule-open')
    },
  )
})
