import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retryAfter } from '../../../../electron/provider/retry-after.ts'
import { backoff } from '../../../../electron/sync/backoff.ts'
import { fromMillis, toMillis } from '../../../../shared/time/time.ts'
import { DATE_AHEAD, retryAfterValues } from '../../../support/faults/retry-after.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'

const SEED = seedOf('backoff')
const SECOND = 1000
const DAY = 86_400 * SECOND

describe('`backoff`', () => {
  test('The backoff is at most two seconds at first and doubles up to five minutes', () => {
    const most = Array.from({ length: 12 }, (_, at) => backoff(at + 1, 1 - 1e-9) + 1)
    expect(most).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300].map((seconds) => seconds * SECOND))
  })

  test('The backoff is at least 250 milliseconds and at most five minutes after any number of failures', () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fraction, (failures, chance) => {
        const ms = backoff(failures, chance)
        expect(Number.isInteger(ms)).toBe(true)
        expect(ms).toBeGreaterThanOrEqual(250)
        expect(ms).toBeLessThanOrEqual(Math.min(300_000, 2000 * 2 ** Math.min(30, failures - 1)))
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  test('The backoff is spread over its whole range', () => {
    expect([0, 0.25, 0.5, 0.75].map((chance) => backoff(9, chance))).toEqual([250, 75_000, 150_000, 225_000])
  })
})

describe('`retryAfter`', () => {
  const httpDate = (ms: number) => new Date(ms).toUTCString()
  const says = (text: string | undefined): Readonly<Record<string, string>> =>
    text === undefined ? {} : { 'retry-after': text }

  test('A Retry-After in seconds is taken between a second and a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (seconds) => {
        expect(retryAfter(says(String(seconds)), START)).toBe(Math.min(DAY, Math.max(SECOND, seconds * SECOND)))
      }),
      { seed: SEED, numRuns: 1000 },
    )
    expect(retryAfter(says(' 90 '), START)).toBe(90 * SECOND)
  })

  test('A Retry-After with a date is the time until that date, between a second and a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3 * 86_400, max: 3 * 86_400 }), (seconds) => {
        const date = httpDate(toMillis(START) + seconds * SECOND)
        expect(retryAfter(says(date), START)).toBe(Math.min(DAY, Math.max(SECOND, seconds * SECOND)))
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })

  test('A Retry-After with a date counts from the date header of the answer and not from the wall clock', () => {
    const headers = { date: httpDate(toMillis(START)), ...says(httpDate(toMillis(START) + 600 * SECOND)) }
    for (const wrong of [-DAY, 0, DAY]) {
      expect(retryAfter(headers, fromMillis(toMillis(START) + wrong))).toBe(600 * SECOND)
    }
    expect(retryAfter({ ...headers, date: 'today' }, START)).toBe(600 * SECOND)
  })

  test.for(['imf-date', 'rfc850-date', 'asctime-date'] as const)(
    'A Retry-After in the form %s is understood',
    (form) => {
      expect(retryAfter(says(retryAfterValues(form, toMillis(START))[0]), START)).toBe(DATE_AHEAD)
    },
  )

  test.for([
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '٣',
    fromMillis(0),
    'Sun, 06 Nov 1994 08:49:37 CET',
    '5 minutes',
  ])('A Retry-After of %j means one minute', (header) => {
    expect(retryAfter(says(header), START)).toBe(60 * SECOND)
  })

  test('A Retry-After with any text is between a second and a day', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,40}$/)), (text) => {
        const ms = retryAfter(says(text), START)
        expect(ms).toBeGreaterThanOrEqual(SECOND)
        expect(ms).toBeLessThanOrEqual(DAY)
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })
})
