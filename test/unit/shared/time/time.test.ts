import { describe, expect, test } from 'vitest'
import {
  addMinutes,
  fromMillis,
  instantsOf,
  parseUtc,
  toLocal,
  toMillis,
  formatUtc,
} from '../../../../shared/time/time.ts'
import { proves } from '../../../support/spec-rows.ts'

const NOON = '2026-11-24T19:00:00Z'
const NEW_YORK = 'America/New_York'

describe('`parseUtc`', () => {
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
    '2026-11-24T14:00-0500',
    '2026-11-24T19:00Z',
    '2026-11-24 19:00',
    '2026-11-24T19:00:00+0000',
    '2026-11-25T00:30:00+05:30',
    '2026-11-24T14:00:00.5 -05: 00',
    '  2026-11-24 19:00:00\n',
  ]
  test.for(forms)('`parseUtc` reads %j as the instant', (text) => expect(parseUtc(text)).toBe(NOON))

  const none = [
    '',
    'now',
    '2026-11-24',
    '19:00:00',
    '2026-11-24T19Z',
    '2026-11-24T19:00.5Z',
    '2026-11-24 7:00:00',
    '2026-13-01 00:00:00',
    '2026-02-30 00:00:00',
    '2026-11-24 25:00:00',
    '2026-11-24 19:60:00',
    '11/24/2026 19:00:00',
    '1795546800',
    '2026-11-24T19:00:00+99:99',
    '2026-11-24T19:00:00[America/New_York]',
    '2026-11-24T19:00:00Z x',
    `2026-11-24 19:00:00${'0'.repeat(100_000)}`,
    '٢٠٢٦-١١-٢٤ 19:00:00',
  ]
  test.for(none)('`parseUtc` refuses "$0"', (text) => expect(parseUtc(text)).toBeNull())

  test('`parseUtc` cuts a fraction of a second and never rounds up, also before 1970', () => {
    expect(parseUtc('2026-12-31 23:59:59.9999')).toBe('2026-12-31T23:59:59Z')
    expect(parseUtc('1969-12-31T23:59:59.5Z')).toBe('1969-12-31T23:59:59Z')
  })

  test('`formatUtc` writes an instant in the form of the provider, and `parseUtc` reads that form back', () => {
    proves('4.2: ready_by_time_utc', '4.3: appointment_time_utc', '8: utc')
    expect(formatUtc(NOON)).toBe('2026-11-24 19:00:00')
    expect(parseUtc(formatUtc(NOON))).toBe(NOON)
  })
})

describe('An instant', () => {
  test('An instant is a whole number of seconds', () => {
    expect(fromMillis(1_795_546_800_999)).toBe('2026-11-24T19:00:00Z')
    expect(toMillis(NOON)).toBe(1_795_546_800_000)
    expect(addMinutes(NOON, -60)).toBe('2026-11-24T18:00:00Z')
    expect(addMinutes(NOON, 24 * 60)).toBe('2026-11-25T19:00:00Z')
  })
})

describe('A wall time', () => {
  test('A wall time on an ordinary day means one instant', () => {
    expect(instantsOf('2026-11-24T14:00', NEW_YORK)).toEqual([NOON])
    expect(toLocal(NOON, NEW_YORK)).toBe('2026-11-24T14:00')
  })

  test.for([
    ['2026-03-08T02:30', NEW_YORK],
    ['2026-03-08T02:00', NEW_YORK],
    ['2026-03-29T01:30', 'Europe/London'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ] as const)('The wall time %s in %s falls into a gap and means no instant', ([local, zone]) => {
    expect(instantsOf(local, zone)).toEqual([])
  })

  test('A wall time in an overlap means two instants, the earlier first', () => {
    expect(instantsOf('2026-11-01T01:30', NEW_YORK)).toEqual(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    expect(instantsOf('2026-04-05T01:45', 'Australia/Lord_Howe')).toEqual([
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
    ])
  })
})
