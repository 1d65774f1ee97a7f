import { describe, expect, test } from 'vitest'
import {
  TERMINAL_CANCEL_STATUSES,
  CANCEL_PENDING,
  endsMove,
  parseCancelStatus,
  type CancelStatus,
} from '../../../../shared/move/cancel-status.ts'

const READ: readonly (readonly [word: string | null, standing: CancelStatus])[] = [
  [null, 'none'],
  ['', 'none'],
  ['not cancelled', 'none'],
  ['Not Canceled', 'none'],
  ['pending', 'pending'],
  ['started', 'pending'],
  ['succeeded', 'free'],
  [' SUCCEEDED ', 'free'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['partial', 'partial'],
  ['failed', 'failed'],
  ['rescheduled', 'rescheduled'],
  ['under review', 'other'],
]

describe('`parseCancelStatus`', () => {
  test.for(READ)('The cancel_status %j is read as %s', ([word, standing]) =>
    expect(parseCancelStatus(word)).toBe(standing),
  )

  test('A cancel_status ends a move exactly when the store lists its word as terminal', () => {
    for (const word of TERMINAL_CANCEL_STATUSES) expect(endsMove(parseCancelStatus(word)), word).toBe(true)
    for (const [word, standing] of READ) {
      const ends = TERMINAL_CANCEL_STATUSES.some((end) => end === word?.trim().toLowerCase())
      expect(endsMove(standing), String(word)).toBe(ends)
    }
  })

  test('Every word of `CANCEL_PENDING` is read as pending', () => {
    for (const word of CANCEL_PENDING) expect(parseCancelStatus(word), word).toBe('pending')
  })
})
