import { describe, expect, test } from 'vitest'
import {
  describeFetched,
  describeFetchedAt,
  describeExternalMove,
} from '../../../../../renderer/lookup/text/external-move-text.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import { ASKED } from '../../../../support/builders/external-move.ts'

const here = { now: '2026-11-24T15:30:00Z', rooftop: { ...PRACTICE_ROOFTOP, zone: 'America/New_York' } }
const shown = { move: ASKED, fetchedAt: '2026-11-24T15:02:00Z', old: null, notKept: null }
const say = (changes: object = {}, fetching = false) =>
  describeFetched({ shown: { ...shown, ...changes }, fetching }, here)

test('`describeFetchedAt` gives the clock alone today, and the day for any other day of the rooftop', () => {
  expect(describeFetchedAt('2026-11-24T15:02:00Z', here)).toBe('10:02 AM')
  // In the zone of the rooftop this is yesterday, in UTC today.
  expect(describeFetchedAt('2026-11-24T04:59:00Z', here)).toBe('Mon, Nov 23, 11:59 PM ET')
  expect(describeFetchedAt('2025-11-24T15:02:00Z', here)).toBe('Mon, Nov 24, 2025, 10:02 AM ET')
})

describe('`describeFetched`', () => {
  test('`describeFetched` gives the time of a fresh fetch', () => expect(say()).toBe('Asked 10:02 AM.'))
  test('`describeFetched` says that an older move is being fetched again', () =>
    expect(say({}, true)).toBe('This is as of 10:02 AM. Asking again…'))
  test('`describeFetched` says that an older move is fetched again when the link is back', () =>
    expect(say({ old: { reason: 'The provider does not answer', retryAt: '2026-11-24T15:31:00Z' } })).toBe(
      "This is as of 10:02 AM. The provider does not answer. We'll ask again when you're back online.",
    ))
  test('`describeFetched` promises no further fetch for an older move without a retry time', () =>
    expect(say({ old: { reason: 'Ask them by phone.', retryAt: null } })).toBe(
      'This is as of 10:02 AM. Ask them by phone.',
    ))
  test('`describeFetched` is empty without a move', () =>
    expect(describeFetched({ shown: null, fetching: true }, here)).toBe(''))
})

test('`describeExternalMove` writes the known facts of a move on one line', () => {
  expect(describeExternalMove(ASKED)).toBe(
    'RO 10412 · 1M8GDM9AXKP042788 · 2019 Buick Enclave · 4100 W Broad St, Richmond, VA 23230 → 12-14 S Mulberry St, Richmond, VA 23220',
  )
  expect(describeExternalMove({ ...ASKED, reference: null, vehicle: null, delivery: null })).toBe(
    '4100 W Broad St, Richmond, VA 23230',
  )
})
