import { describe, expect, test } from 'vitest'
import { moveFlag, MOVE_FLAGS, moveFlagLabel, type MoveMark } from '../../../../shared/outbox/amendment.ts'
import type { AmendmentState } from '../../../../shared/outbox/amendment-state.ts'

type Told = {
  cancelStatus?: string
  isDelivered?: boolean
  isGone?: boolean
  cancel?: AmendmentState
  change?: AmendmentState
}

const mark = (told: Told) =>
  moveFlag({ cancelStatus: null, isDelivered: false, isGone: false, cancel: null, change: null, ...told })

describe('the mark of a move', () => {
  test.for<readonly [Told, MoveMark | null]>([
    [{}, null],
    [{ cancel: 'waiting' }, 'cancel-requested'],
    [{ cancel: 'sending' }, 'cancel-requested'],
    [{ cancel: 'submitted' }, 'cancel-requested'],
    [{ cancelStatus: 'pending' }, 'cancel-requested'],
    [{ cancel: 'withdrawn' }, null],
    [{ cancel: 'refused' }, 'cancel-refused'],
    [{ cancel: 'refused', isDelivered: true }, null],
    [{ cancel: 'refused', cancelStatus: 'succeeded' }, 'canceled'],
    [{ cancelStatus: 'partial', change: 'refused' }, 'canceled'],
    [{ cancelStatus: 'rescheduled', cancel: 'completed' }, 'moved'],
    [{ change: 'waiting' }, 'change-requested'],
    [{ change: 'refused' }, 'change-refused'],
    [{ change: 'completed' }, null],
    [{ isGone: true }, 'missing'],
    [{ isGone: true, cancel: 'submitted' }, 'missing'],
    [{ isGone: true, cancelStatus: 'succeeded' }, 'canceled'],
    [{ isGone: true, isDelivered: true }, null],
    [{ change: 'waiting', cancel: 'waiting' }, 'cancel-requested'],
  ])('%j: %s', ([told, expected]) => expect(mark(told)).toBe(expected))

  test('every one has words of its own', () => {
    expect(new Set(MOVE_FLAGS.map(moveFlagLabel)).size).toBe(MOVE_FLAGS.length)
  })
})
