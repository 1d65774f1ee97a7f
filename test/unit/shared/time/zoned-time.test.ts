import { describe, expect, test } from 'vitest'
import { isZone } from '../../../../shared/time/time.ts'
import { zonedTimeSchema } from '../../../../shared/time/zoned-time.ts'

const NOON = '2026-11-24T19:00:00Z'
const NEW_YORK = 'America/New_York'

describe('The schema of a chosen time', () => {
  const chosen = (local: unknown, utc: unknown, zone: unknown = NEW_YORK) =>
    zonedTimeSchema.safeParse({ local, zone, utc })
  const codes = (...of: Parameters<typeof chosen>) => chosen(...of).error?.issues.map((issue) => issue.message)

  test('A chosen time is taken only when its instant fits its wall time in the zone', () => {
    expect(chosen('2026-11-24T14:00', NOON).success).toBe(true)
    expect(codes('2026-11-24T14:00', '2026-11-24T18:00:00Z')).toEqual(['time-mismatch'])
    expect(codes('2026-11-24T14:00', '2026-11-24 19:00:00')).toEqual(['time-mismatch'])
  })

  test('A chosen time in a gap is refused with any instant beside it', () => {
    for (const utc of ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', '']) {
      expect(codes('2026-03-08T02:30', utc)).toEqual(['time-skipped'])
    }
  })

  test('A chosen time in an overlap needs a choice, and either of its two instants is taken', () => {
    expect(codes('2026-11-01T01:30', '')).toEqual(['time-repeated'])
    expect(codes('2026-11-01T01:30', '2026-11-01T04:30:00Z')).toEqual(['time-repeated'])
    for (const utc of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']) {
      expect(chosen('2026-11-01T01:30', utc).data).toEqual({ local: '2026-11-01T01:30', zone: NEW_YORK, utc })
    }
  })

  test('A chosen time that is missing, incomplete, impossible or no text is refused with its own code', () => {
    for (const local of ['', '  ']) expect(codes(local, '')).toEqual(['time-missing'])
    for (const local of [
      '2026-11-24',
      '2026-11-24T',
      'T14:00',
      '2026-11-24 14:00',
      '2026-11-24T14:00:00',
      'tomorrow',
    ]) {
      expect(codes(local, NOON)).toEqual(['time-incomplete'])
    }
    for (const local of ['2026-02-30T10:00', '2026-11-24T24:00', '2026-11-24T14:60', '2026-00-10T10:00']) {
      expect(codes(local, NOON)).toEqual(['time-not-real'])
    }
    for (const wrong of [undefined, null, 5, {}]) expect(codes(wrong, NOON)).toEqual(['time-missing'])
    expect(codes('2'.repeat(100_000), NOON)?.[0]).toBe('time-not-real')
  })

  test('A chosen time from the year 2200 on is refused, by its wall time and by its instant', () => {
    expect(codes('2200-01-01T00:00', '2200-01-01T05:00:00Z')).toEqual(['time-too-far-ahead'])
    expect(codes('2199-12-31T19:00', '2200-01-01T00:00:00Z')).toEqual(['time-too-far-ahead'])
    expect(chosen('2199-12-31T18:59', '2199-12-31T23:59:00Z').success).toBe(true)
  })

  test('A chosen time in an unknown zone is refused', () => {
    for (const zone of ['', 'Mars/Olympus', '+05:00', '../etc/localtime', 'America/New_York; x']) {
      expect(codes('2026-11-24T14:00', NOON, zone)?.[0]).toBe('zone-unknown')
    }
    expect(isZone('UTC')).toBe(true)
    expect(isZone('x'.repeat(10_000))).toBe(false)
  })
})
