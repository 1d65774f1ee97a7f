import { describe, expect, test } from 'vitest'
import { moveFlag, MOVE_FLAGS, moveFlagLabel, type MoveFlag } from '../../../../shared/outbox/amendment.ts'
import type { AmendmentState } from '../../../../shared/outbox/amendment-state.ts'

type MoveFacts = {
  cancelStatus?: string
  isDelivered?: boolean
  isMissing?: boolean
  cancel?: AmendmentState
  change?: AmendmentState
}

const mark = (facts: MoveFacts) =>
  moveFlag({ cancelStatus: null, isDelivered: false, isMissing: false, cancel: null, change: null, ...facts })

describe('The flag of a move', () => {
  test.for<readonly [MoveFacts, MoveFlag | null]>([
    [{}, null],
    [{ cancel: 'waiting' }, 'cancel-requested'],
    [{ cancel: 'sending' }, 'cancel-requested'],
    [{ cancel: 'submitted' }, 'cancel-requested'],
    [{ cancelStatus: 'pending' }, 'cancel-requested'],
    [{ cancel: 'withdrawn' }, null],
    [{ cancel: 'refused' }, 'cancel-refused'],
    [{ cancel: 'refused', isDelivered: true }, null],
    [{ cancel: 'refused', cancelStatus: 'succeeded' }, 'canceled'],
    [{ cancelStatus: 'partial', change: 'refused' }, 'stopped'],
    [{ cancelStatus: ' Partial ', isMissing: true }, 'stopped'],
    [{ cancelStatus: 'canceled' }, 'canceled'],
    [{ cancelStatus: 'started' }, 'cancel-started'],
    [{ cancelStatus: 'Started ', cancel: 'withdrawn' }, 'cancel-started'],
    [{ cancelStatus: 'started', cancel: 'submitted' }, 'cancel-requested'],
    [{ cancelStatus: 'started', cancel: 'refused' }, 'cancel-requested'],
    [{ cancelStatus: 'rescheduled', cancel: 'completed' }, 'moved'],
    [{ change: 'waiting' }, 'change-requested'],
    [{ change: 'refused' }, 'change-refused'],
    [{ change: 'completed' }, null],
    [{ isMissing: true }, 'missing'],
    [{ isMissing: true, cancel: 'submitted' }, 'missing'],
    [{ isMissing: true, cancelStatus: 'succeeded' }, 'canceled'],
    [{ isMissing: true, isDelivered: true }, null],
    [{ change: 'waiting', cancel: 'waiting' }, 'cancel-requested'],
  ])('A move with the facts %j has the flag %s', ([facts, expected]) => expect(mark(facts)).toBe(expected))

  test('Every flag of a move has its own label', () => {
    expect(new Set(MOVE_FLAGS.map(moveFlagLabel)).size).toBe(MOVE_FLAGS.length)
  })
})
