import { describe, expect, test } from 'vitest'
import { isZone } from '../../../../shared/time/time.ts'
import { zonedTimeSchema } from '../../../../shared/time/zoned-time.ts'

const NOON = '2026-11-24T19:00:00Z'
const NEW_YORK = 'America/New_York'

describe('The schema of a chosen time', () => {
  const chosen = (local: unknown, utc: unknown, zone: unknown = NEW_YORK) =>
    zonedTimeSchema.safeParse({ local, zone, utc })
  const words = (...of: Parameters<typeof chosen>) => chosen(...of).error?.issues.map((issue) => issue.message)

  test('A chosen time is taken only when its instant fits its wall time in the zone', () => {
    expect(chosen('2026-11-24T14:00', NOON).success).toBe(true)
    expect(words('2026-11-24T14:00', '2026-11-24T18:00:00Z')).toEqual([
      'Date and time do not fit together. Choose them again.',
    ])
    expect(words('2026-11-24T14:00', '2026-11-24 19:00:00')).toEqual([
      'Date and time do not fit together. Choose them again.',
    ])
  })

  test('A chosen time in a gap is refused with any instant beside it', () => {
    for (const utc of ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', '']) {
      expect(words('2026-03-08T02:30', utc)).toEqual([
        '2:30 AM does not exist on Sun 8 Mar: the clocks go forward from 2:00 AM (EST) to 3:00 AM (EDT). ' +
          'Choose a time before 2:00 AM, or 3:00 AM or later.',
      ])
    }
  })

  test('A chosen time in an overlap needs a choice, and either of its two instants is taken', () => {
    expect(words('2026-11-01T01:30', '')).toEqual([
      '1:30 AM comes twice on Sun 1 Nov: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST). ' +
        'Choose the first or the second.',
    ])
    expect(words('2026-11-01T01:30', '2026-11-01T04:30:00Z')).toEqual([expect.stringContaining('first or the second')])
    for (const utc of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']) {
      expect(chosen('2026-11-01T01:30', utc).data).toEqual({ local: '2026-11-01T01:30', zone: NEW_YORK, utc })
    }
  })

  test('A chosen time that is missing, incomplete, impossible or no text is refused with its own message', () => {
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

  test('A chosen time from the year 2200 on is refused, by its wall time and by its instant', () => {
    expect(words('2200-01-01T00:00', '2200-01-01T05:00:00Z')).toEqual([expect.stringContaining('too far ahead')])
    expect(words('2199-12-31T19:00', '2200-01-01T00:00:00Z')).toEqual([expect.stringContaining('too far ahead')])
    expect(chosen('2199-12-31T18:59', '2199-12-31T23:59:00Z').success).toBe(true)
  })

  test('A chosen time in an unknown zone is refused', () => {
    for (const zone of ['', 'Mars/Olympus', '+05:00', '../etc/localtime', 'America/New_York; x']) {
      expect(words('2026-11-24T14:00', NOON, zone)?.[0]).toMatch(/zone/)
    }
    expect(isZone('UTC')).toBe(true)
    expect(isZone('x'.repeat(10_000))).toBe(false)
  })
})
