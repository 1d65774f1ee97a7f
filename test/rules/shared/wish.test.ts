import { describe, expect, test } from 'vitest'
import { markOf, MOVE_MARKS, sayMark, type MoveMark, type WishState } from '../../../shared/wish.ts'

type Told = { cancelStatus?: string; isDelivered?: boolean; isGone?: boolean; cancel?: WishState; change?: WishState }

const mark = (told: Told) =>
  markOf({ cancelStatus: null, isDelivered: false, isGone: false, cancel: null, change: null, ...told })

describe('the mark of a move', () => {
  test.for<readonly [Told, MoveMark | null]>([
    [{}, null],
    [{ cancel: 'waiting' }, 'cancel-asked'],
    [{ cancel: 'sending' }, 'cancel-asked'],
    [{ cancel: 'asked' }, 'cancel-asked'],
    [{ cancelStatus: 'pending' }, 'cancel-asked'],
    [{ cancel: 'withdrawn' }, null],
    [{ cancel: 'refused' }, 'cancel-refused'],
    [{ cancel: 'refused', isDelivered: true }, null],
    [{ cancel: 'refused', cancelStatus: 'succeeded' }, 'canceled'],
    [{ cancelStatus: 'partial', change: 'refused' }, 'canceled'],
    [{ cancelStatus: 'rescheduled', cancel: 'done' }, 'moved'],
    [{ change: 'waiting' }, 'change-asked'],
    [{ change: 'refused' }, 'change-refused'],
    [{ change: 'done' }, null],
    [{ isGone: true }, 'gone'],
    [{ isGone: true, cancel: 'asked' }, 'gone'],
    [{ isGone: true, cancelStatus: 'succeeded' }, 'canceled'],
    [{ isGone: true, isDelivered: true }, null],
    [{ change: 'waiting', cancel: 'waiting' }, 'cancel-asked'],
  ])('%j: %s', ([told, expected]) => expect(mark(told)).toBe(expected))

  test('every one has words of its own', () => {
    expect(new Set(MOVE_MARKS.map(sayMark)).size).toBe(MOVE_MARKS.length)
  })
})
