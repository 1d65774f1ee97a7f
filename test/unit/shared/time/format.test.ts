import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatClock,
  formatSureClock,
  formatDate,
  describeSpringGap,
  describeAutumnOverlap,
  formatTime,
  formatZone,
  formatColumnTime,
  formatZoneName,
  timeParts,
} from '../../../../shared/time/format.ts'
import { fromMillis, instantsOf, toLocal, toMillis } from '../../../../shared/time/time.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('time-words')
const NOON = '2026-11-24T19:00:00Z'
const NEW_YORK = 'America/New_York'

test('`formatSureClock` names the zone of a clock time that comes twice, and of no other', () => {
  const [first = '', second = ''] = instantsOf('2026-11-01T01:30', NEW_YORK)
  expect([first, second, NOON].map((utc) => formatSureClock(utc, NEW_YORK))).toEqual([
    '1:30 AM EDT',
    '1:30 AM EST',
    '2:00 PM',
  ])
})

describe('`formatTime`', () => {
  test('`formatTime` gives the day, the clock and the zone, and the year if it is another year', () => {
    expect(formatTime(NOON, NEW_YORK)).toBe('Tue, Nov 24, 2:00 PM ET')
    expect(formatTime(NOON, NEW_YORK, '2025-01-02T00:00:00Z')).toBe('Tue, Nov 24, 2026, 2:00 PM ET')
    expect(formatTime(NOON, NEW_YORK, '2026-01-02T12:00:00Z')).toBe('Tue, Nov 24, 2:00 PM ET')
    expect(formatColumnTime(NOON, NEW_YORK, '2025-01-02T00:00:00Z')).toEqual({
      time: 'Nov 24, 2026, 2:00 PM',
      zone: 'ET',
      isTwice: false,
    })
    expect(formatColumnTime(NOON, NEW_YORK, '2026-01-02T12:00:00Z').time).toBe('Tue, Nov 24, 2:00 PM')
    expect(formatColumnTime('2026-11-01T06:30:00Z', NEW_YORK, '2026-01-02T12:00:00Z')).toEqual({
      time: 'Sun, Nov 1, 1:30 AM',
      zone: 'EST',
      isTwice: true,
    })
    const parts = { weekday: 'Tue', date: 'Nov 24', clock: '2:00 PM', zone: 'ET', isTwice: false }
    expect(timeParts(NOON, NEW_YORK, '2025-01-02T00:00:00Z')).toEqual({ ...parts, year: ', 2026' })
    expect(timeParts(NOON, NEW_YORK, '2026-01-02T12:00:00Z')).toEqual({ ...parts, year: '' })
    expect(timeParts('2026-11-01T06:30:00Z', NEW_YORK, '2026-01-02T12:00:00Z')).toMatchObject({
      clock: '1:30 AM',
      zone: 'EST',
      isTwice: true,
    })
    expect(formatClock('2026-11-24T05:05:00Z', NEW_YORK)).toBe('12:05 AM')
    expect(formatZoneName(NOON, NEW_YORK)).toBe('EST')
    expect(formatZone(NEW_YORK, NOON)).toBe('Eastern Time')
    expect(formatDate('2026-11-21')).toBe('Sat, Nov 21, 2026')
  })

  test('`formatTime` gives the same text again after thousands of other times', () => {
    const all = Array.from({ length: 5000 }, (_, at) => fromMillis(toMillis(NOON) + at * 3_600_000))
    const said = all.map((utc) => formatTime(utc, NEW_YORK, NOON))
    expect(all.map((utc) => formatTime(utc, NEW_YORK, NOON))).toEqual(said)
    expect(new Set(said).size).toBe(all.length)
    expect(formatTime(NOON, NEW_YORK, NOON)).toBe('Tue, Nov 24, 2:00 PM ET')
    expect(formatTime(NOON, 'America/Chicago', NOON)).toBe('Tue, Nov 24, 1:00 PM CT')
  })
})

describe('The description of a clock change', () => {
  test('A clock change is described with the times and zones on both sides, and with both days if a day is skipped', () => {
    expect(describeSpringGap('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe(
      '2:15 AM does not exist on Sun, Oct 4: the clocks go forward from 2:00 AM (GMT+10:30) to 2:30 AM (GMT+11). ' +
        'Choose a time before 2:00 AM, or 2:30 AM or later.',
    )
    expect(describeSpringGap('2011-12-30T12:00', 'Pacific/Apia')).toBe(
      '12:00 PM does not exist on Fri, Dec 30: the clocks go forward from Fri, Dec 30, 12:00 AM (GMT-10) ' +
        'to Sat, Dec 31, 12:00 AM (GMT+14). Choose a time before Fri, Dec 30, 12:00 AM, or Sat, Dec 31, 12:00 AM or later.',
    )
    expect(describeAutumnOverlap('2026-10-25T01:30', 'Europe/London')).toBe(
      '1:30 AM happens twice on Sun, Oct 25: the clocks go back from 2:00 AM (GMT+1) to 1:00 AM (GMT).',
    )
  })

  test('`formatTime` tells the two times of an overlap apart by their zones', () => {
    const said = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'].map((utc) =>
      formatTime(utc, NEW_YORK),
    )
    expect(said).toEqual(['Sun, Nov 1, 1:30 AM EDT', 'Sun, Nov 1, 1:30 AM EST', 'Sun, Nov 1, 2:30 AM ET'])
  })
})

test('`formatTime` builds every time from its parts and names the exact zone within an overlap', () => {
  const said = (utc: string, zone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).formatToParts(new Date(utc))
  const one = (utc: string, zone: string, options: Intl.DateTimeFormatOptions) =>
    said(utc, zone, options).find(({ type }) => type in options)?.value ?? ''
  // Instants near clock changes are rare in a random sample, so half of the sample is drawn there.
  const changes = [
    ['2026-11-01T06:00:00Z', NEW_YORK],
    ['2026-03-08T07:00:00Z', NEW_YORK],
    ['2026-11-01T09:00:00Z', 'America/Los_Angeles'],
    ['2026-04-04T15:00:00Z', 'Australia/Lord_Howe'],
    ['2026-10-25T01:00:00Z', 'Europe/London'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia'],
    ['2027-01-01T00:00:00Z', 'UTC'],
  ] as const
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -180, max: 180 }))
    .map(([[utc, zone], minutes]) => [toMillis(utc) + minutes * 60_000, zone] as const)
  const anywhere = fc.tuple(
    fc.integer({ min: 1_500_000_000, max: 2_000_000_000 }).map((at) => at * 1000),
    fc.constantFrom(...changes.map(([, zone]) => zone)),
  )
  let twice = 0
  fc.assert(
    fc.property(fc.oneof(near, anywhere), ([at, zone]) => {
      const utc = fromMillis(at)
      const isTwice = instantsOf(toLocal(utc, zone), zone).length > 1
      twice += isTwice ? 1 : 0
      const [weekday, day, month] = (['weekday', 'day', 'month'] as const).map((name) =>
        one(utc, zone, { [name]: name === 'day' ? 'numeric' : 'short' }),
      )
      const name = one(utc, zone, { timeZoneName: isTwice ? 'short' : 'shortGeneric' })
      expect(formatTime(utc, zone)).toBe(`${weekday}, ${month} ${day}, ${formatClock(utc, zone)} ${name}`)
    }),
    { seed: SEED, numRuns: 2_000 },
  )
  expect(twice).toBeGreaterThan(100)
})
