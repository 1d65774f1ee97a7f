import { describe, expect, test } from 'vitest'
import { CANCEL_ENDS, CANCEL_PENDING, endsMove, readCancelStatus, type CancelStanding } from '../../../shared/cancel.ts'

const READ: readonly (readonly [word: string | null, standing: CancelStanding])[] = [
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

describe('a cancel_status', () => {
  test.for(READ)('%j is read as %s', ([word, standing]) => expect(readCancelStatus(word)).toBe(standing))

  test('ends a move for every word that the store counts as an end, and for no other', () => {
    for (const word of CANCEL_ENDS) expect(endsMove(readCancelStatus(word)), word).toBe(true)
    for (const [word, standing] of READ) {
      const ends = CANCEL_ENDS.some((end) => end === word?.trim().toLowerCase())
      expect(endsMove(standing), String(word)).toBe(ends)
    }
  })

  test('is undecided for every word that is asked about as near', () => {
    for (const word of CANCEL_PENDING) expect(readCancelStatus(word), word).toBe('pending')
  })
})
