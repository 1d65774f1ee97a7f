import { describe, expect, test } from 'vitest'
import type { Move, Stage } from '../../../../shared/move/move.ts'
import { notCancelableReason, notChangeableReason } from '../../../../shared/outbox/amendment-rules.ts'
import type { AmendmentKind, AmendmentState } from '../../../../shared/outbox/amendment-state.ts'
import type { Amendment } from '../../../../shared/outbox/amendment.ts'
import type { EntryState } from '../../../../shared/outbox/entry-state.ts'
import { aMove, PAIR } from '../../../support/builders/booked-moves.ts'
import { START } from '../../../support/fakes/system.ts'

const at = (state: EntryState, capabilities = { cancel: true, change: true }) => ({ ...PAIR, state, capabilities })
const BOOKED = at('booked')
const known = <T>(value: T) => ({ known: true, value }) as const
const reached = (stage: Stage): Partial<Move> => ({ stages: { ...aMove('customer').stages, [stage]: known(START) } })
const asked = (kind: AmendmentKind, state: AmendmentState): Partial<Move> => ({
  amendments: [{ id: 'a', kind, state } as Amendment],
})

/** Why a move cannot be canceled, and why it cannot be changed, each as `code detail`. */
function reasons(booking: typeof PAIR, changes: Partial<Move> = {}) {
  const move = aMove('customer', changes)
  return [notCancelableReason(booking, move), notChangeableReason(booking, move)].map((reason) =>
    reason === null ? null : `${reason.failure.code} ${reason.failure.detail}`,
  )
}

describe('The rules of amendments', () => {
  test.for([
    ['waiting', 'not-possible not-left', 'not-possible not-left'],
    ['held', 'not-possible not-left', 'not-possible not-left'],
    ['refused', 'not-possible not-left', 'not-possible not-left'],
    ['withdrawn', 'not-possible withdrawn', 'not-possible withdrawn'],
    ['placed-by-phone', 'not-possible placed-by-phone', 'not-possible placed-by-phone'],
    ['sending', null, 'not-possible outcome-unknown'],
    ['in-doubt', null, 'not-possible outcome-unknown'],
    ['booked-awaiting-number', null, 'not-possible outcome-unknown'],
    ['booked', null, null],
  ] as const)('A booking that is %s is amended only when its state allows that', ([state, cancel, change]) => {
    expect(reasons(at(state))).toEqual([cancel, change])
  })

  test.for([
    ['pending', 'already-asked cancel-already-requested', null],
    ['succeeded', 'already-asked already-canceled', 'too-late canceled'],
    ['partial', 'already-asked already-canceled', 'too-late canceled'],
    ['rescheduled', 'already-asked already-canceled', 'too-late canceled'],
    ['failed', null, null],
    ['not cancelled', null, null],
  ] as const)(
    'A move with the cancellation status %s is amended only when the status allows that',
    ([status, cancel, change]) => {
      expect(reasons(BOOKED, { cancelStatus: known(status) })).toEqual([cancel, change])
    },
  )

  test.for([
    ['pickup_arrived', null, null],
    ['pickup_successful', null, 'too-late collected'],
    ['delivery_started', null, 'too-late collected'],
    ['delivery_successful', 'too-late delivered', 'too-late collected'],
  ] as const)('A move that has reached %s without a time is amended as one with a time', ([stage, cancel, change]) => {
    const stages = { ...aMove('customer').stages, [stage]: known(true) }
    expect(reasons(BOOKED, { stages })).toEqual([cancel, change])
  })

  test.for([
    ['pickup_started', null, null],
    ['pickup_arrived', null, null],
    ['pickup_successful', null, 'too-late collected'],
    ['delivery_started', null, 'too-late collected'],
    ['delivery_arrived', null, 'too-late collected'],
    ['delivery_successful', 'too-late delivered', 'too-late collected'],
  ] as const)(
    'A move that reached %s is amended only when the driver can still act on that',
    ([stage, cancel, change]) => {
      expect(reasons(BOOKED, reached(stage))).toEqual([cancel, change])
      const empty = { stages: { ...aMove('customer').stages, [stage]: known(null) } }
      expect(reasons(BOOKED, empty)).toEqual([null, null])
    },
  )

  test.for(['waiting', 'sending', 'submitted'] as const)(
    'An amendment that is %s excludes another of its kind, and a cancellation excludes a change',
    (state) => {
      expect(reasons(BOOKED, asked('cancel', state))).toEqual([
        'already-asked cancel-already-requested',
        'already-asked cancel-pending',
      ])
      expect(reasons(BOOKED, asked('change', state))).toEqual([null, 'already-asked change-pending'])
    },
  )

  test.for(['completed', 'refused', 'withdrawn'] as const)(
    'A move may be amended again after an amendment that is %s',
    (state) => {
      expect(reasons(BOOKED, asked('cancel', state))).toEqual([null, null])
      expect(reasons(BOOKED, asked('change', state))).toEqual([null, null])
    },
  )

  test('An amendment that the provider does not support is refused with its kind', () => {
    expect(reasons(at('booked', { cancel: false, change: true }))).toEqual(['not-possible not-offered', null])
    expect(reasons(at('booked', { cancel: true, change: false }))).toEqual([null, 'not-possible not-offered'])
    const refused = notChangeableReason(at('booked', { cancel: true, change: false }), aMove('customer'))
    expect(refused?.failure.fields).toEqual({ kind: 'change' })
  })
})
