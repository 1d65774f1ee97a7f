import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMinutes,
  fromMillis,
  instantsOf,
  isZone,
  readUtc,
  sayClock,
  sayGap,
  sayOverlap,
  sayTime,
  sayTimeInColumn,
  sayZone,
  sayZoneName,
  toLocal,
  toMillis,
  writeUtc,
  zonedTimeSchema,
} from '../../../shared/time.ts'
import { proves } from '../../support/proves.ts'
import { seedOf } from '../../support/system.ts'

const SEED = seedOf('time')
const NOON = '2026-11-24T19:00:00Z'
const NEW_YORK = 'America/New_York'

describe('a time of the provider', () => {
  const forms = [
    '2026-11-24 19:00:00',
    '2026-11-24T19:00:00Z',
    '2026-11-24T19:00:00+00:00',
    '2026-11-24T19:00:00+00: 00',
    '2026-11-24 19:00:00Z',
    '2026-11-24 19:00:00 Z',
    '2026-11-24T19:00:00',
    '2026-11-24T19:00:00.000Z',
    '2026-11-24T19:00:00.999999999Z',
    '2026-11-24T14:00:00-05:00',
    '2026-11-25T00:30:00+05:30',
    '2026-11-24T14:00:00.5 -05: 00',
    '  2026-11-24 19:00:00\n',
  ]
  test.for(forms)('%j is read', (text) => expect(readUtc(text)).toBe(NOON))

  const none = [
    '',
    'now',
    '2026-11-24',
    '19:00:00',
    '2026-11-24T19:00Z',
    '2026-11-24 7:00:00',
    '2026-13-01 00:00:00',
    '2026-02-30 00:00:00',
    '2026-11-24 25:00:00',
    '2026-11-24 19:60:00',
    '11/24/2026 19:00:00',
    '1795546800',
    '2026-11-24T19:00:00+0000',
    '2026-11-24T19:00:00+99:99',
    '2026-11-24T19:00:00[America/New_York]',
    '2026-11-24T19:00:00Z x',
    `2026-11-24 19:00:00${'0'.repeat(100_000)}`,
    '٢٠٢٦-١١-٢٤ 19:00:00',
  ]
  test.for(none)('%j is none', (text) => expect(readUtc(text)).toBeNull())

  test('a fraction is cut, never rounded up, also before 1970', () => {
    expect(readUtc('2026-12-31 23:59:59.9999')).toBe('2026-12-31T23:59:59Z')
    expect(readUtc('1969-12-31T23:59:59.5Z')).toBe('1969-12-31T23:59:59Z')
  })

  test('is written as the service asks for it, and read back', () => {
    proves('4.2: ready_by_time_utc', '4.3: appointment_time_utc', '8: utc')
    expect(writeUtc(NOON)).toBe('2026-11-24 19:00:00')
    expect(readUtc(writeUtc(NOON))).toBe(NOON)
  })
})

describe('an instant', () => {
  test('is whole seconds', () => {
    expect(fromMillis(1_795_546_800_999)).toBe('2026-11-24T19:00:00Z')
    expect(toMillis(NOON)).toBe(1_795_546_800_000)
    expect(addMinutes(NOON, -60)).toBe('2026-11-24T18:00:00Z')
    expect(addMinutes(NOON, 24 * 60)).toBe('2026-11-25T19:00:00Z')
  })
})

describe('a wall time', () => {
  test('means one instant on a plain day', () => {
    expect(instantsOf('2026-11-24T14:00', NEW_YORK)).toEqual([NOON])
    expect(toLocal(NOON, NEW_YORK)).toBe('2026-11-24T14:00')
  })

  test.for([
    ['2026-03-08T02:30', NEW_YORK],
    ['2026-03-08T02:00', NEW_YORK],
    ['2026-03-29T01:30', 'Europe/London'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ] as const)('%s in %s falls into a gap and means none', ([local, zone]) => {
    expect(instantsOf(local, zone)).toEqual([])
  })

  test('in an overlap means two, the earlier first', () => {
    expect(instantsOf('2026-11-01T01:30', NEW_YORK)).toEqual(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    expect(instantsOf('2026-04-05T01:45', 'Australia/Lord_Howe')).toEqual([
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
    ])
  })
})

describe('a time that a person chose', () => {
  const chosen = (local: unknown, utc: unknown, zone: unknown = NEW_YORK) =>
    zonedTimeSchema.safeParse({ local, zone, utc })
  const words = (...of: Parameters<typeof chosen>) => chosen(...of).error?.issues.map((issue) => issue.message)

  test('is taken when its instant is what the wall time means there', () => {
    expect(chosen('2026-11-24T14:00', NOON).success).toBe(true)
    expect(words('2026-11-24T14:00', '2026-11-24T18:00:00Z')).toEqual([
      'Date and time do not fit together. Choose them again.',
    ])
    expect(words('2026-11-24T14:00', '2026-11-24 19:00:00')).toEqual([
      'Date and time do not fit together. Choose them again.',
    ])
  })

  test('in a gap is refused, whatever instant stands beside it', () => {
    for (const utc of ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', '']) {
      expect(words('2026-03-08T02:30', utc)).toEqual([
        '2:30 AM does not exist on Sun 8 Mar: the clocks go forward from 2:00 AM (EST) to 3:00 AM (EDT). ' +
          'Choose a time before 2:00 AM, or 3:00 AM or later.',
      ])
    }
  })

  test('in an overlap is asked about, and either answer is taken', () => {
    expect(words('2026-11-01T01:30', '')).toEqual([
      '1:30 AM comes twice on Sun 1 Nov: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST). ' +
        'Choose the first or the second.',
    ])
    expect(words('2026-11-01T01:30', '2026-11-01T04:30:00Z')).toEqual([expect.stringContaining('first or the second')])
    for (const utc of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']) {
      expect(chosen('2026-11-01T01:30', utc).data).toEqual({ local: '2026-11-01T01:30', zone: NEW_YORK, utc })
    }
  })

  test('that is missing, half typed, impossible or no text is said so', () => {
    for (const local of ['', '  ']) expect(words(local, '')).toEqual(['Date and time are missing.'])
    for (const local of [
      '2026-11-24',
      '2026-11-24T',
      'T14:00',
      '2026-11-24 14:00',
      '2026-11-24T14:00:00',
      'tomorrow',
    ]) {
      expect(words(local, NOON)).toEqual(['Date and time are not complete.'])
    }
    for (const local of ['2026-02-30T10:00', '2026-11-24T24:00', '2026-11-24T14:60', '2026-00-10T10:00']) {
      expect(words(local, NOON)).toEqual(['There is no such date or time.'])
    }
    for (const wrong of [undefined, null, 5, {}]) expect(words(wrong, NOON)).toEqual(['Date and time are missing.'])
    expect(words('2'.repeat(100_000), NOON)?.[0]).toBe('Date and time are too long.')
  })

  test('of a year that is a slip of the hand is refused, here and in UTC', () => {
    expect(words('2200-01-01T00:00', '2200-01-01T05:00:00Z')).toEqual([expect.stringContaining('too far ahead')])
    expect(words('2199-12-31T19:00', '2200-01-01T00:00:00Z')).toEqual([expect.stringContaining('too far ahead')])
    expect(chosen('2199-12-31T18:59', '2199-12-31T23:59:00Z').success).toBe(true)
  })

  test('in a zone that is not known is refused', () => {
    for (const zone of ['', 'Mars/Olympus', '+05:00', '../etc/localtime', 'America/New_York; x']) {
      expect(words('2026-11-24T14:00', NOON, zone)?.[0]).toMatch(/zone/)
    }
    expect(isZone('UTC')).toBe(true)
    expect(isZone('x'.repeat(10_000))).toBe(false)
  })
})

describe('a time for people', () => {
  test('has the day, the clock and the zone’s name, and the year when it is another', () => {
    expect(sayTime(NOON, NEW_YORK)).toBe('Tue 24 Nov, 2:00 PM ET')
    expect(sayTime(NOON, NEW_YORK, '2025-01-02T00:00:00Z')).toBe('Tue 24 Nov 2026, 2:00 PM ET')
    expect(sayTime(NOON, NEW_YORK, '2026-01-02T12:00:00Z')).toBe('Tue 24 Nov, 2:00 PM ET')
    expect(sayTimeInColumn(NOON, NEW_YORK, '2025-01-02T00:00:00Z')).toBe('24 Nov 2026, 2:00 PM ET')
    expect(sayTimeInColumn(NOON, NEW_YORK, '2026-01-02T12:00:00Z')).toBe('Tue 24 Nov, 2:00 PM ET')
    expect(sayClock('2026-11-24T05:05:00Z', NEW_YORK)).toBe('12:05 AM')
    expect(sayZoneName(NOON, NEW_YORK)).toBe('EST')
    expect(sayZone(NEW_YORK, NOON)).toBe('Eastern Time')
  })
})

describe('a change of the clocks in words', () => {
  test('names the times and the zone on both sides, with their days where a day is left out', () => {
    expect(sayGap('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe(
      '2:15 AM does not exist on Sun 4 Oct: the clocks go forward from 2:00 AM (GMT+10:30) to 2:30 AM (GMT+11). ' +
        'Choose a time before 2:00 AM, or 2:30 AM or later.',
    )
    expect(sayGap('2011-12-30T12:00', 'Pacific/Apia')).toBe(
      '12:00 PM does not exist on Fri 30 Dec: the clocks go forward from Fri 30 Dec, 12:00 AM (GMT-10) ' +
        'to Sat 31 Dec, 12:00 AM (GMT+14). Choose a time before Fri 30 Dec, 12:00 AM, or Sat 31 Dec, 12:00 AM or later.',
    )
    expect(sayOverlap('2026-10-25T01:30', 'Europe/London')).toBe(
      '1:30 AM comes twice on Sun 25 Oct: the clocks go back from 2:00 AM (GMT+1) to 1:00 AM (GMT).',
    )
  })

  test('tells the two times of an overlap apart wherever they are shown', () => {
    const said = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'].map((utc) =>
      sayTime(utc, NEW_YORK),
    )
    expect(said).toEqual(['Sun 1 Nov, 1:30 AM EDT', 'Sun 1 Nov, 1:30 AM EST', 'Sun 1 Nov, 2:30 AM ET'])
  })
})

test('every time is said by its parts, and names its half of an overlap wherever the clocks are put back', () => {
  const said = (utc: string, zone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).formatToParts(new Date(utc))
  const one = (utc: string, zone: string, options: Intl.DateTimeFormatOptions) =>
    said(utc, zone, options).find(({ type }) => type in options)?.value ?? ''
  // In and around the hours that come twice or never, and anywhere.
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
      expect(sayTime(utc, zone)).toBe(`${weekday} ${day} ${month}, ${sayClock(utc, zone)} ${name}`)
    }),
    { seed: SEED, numRuns: 2_000 },
  )
  expect(twice).toBeGreaterThan(100)
})
