import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMillis, instantsOf, parseUtc, toLocal, toMillis, formatUtc } from '../../../../shared/time/time.ts'
import { zonedTimeSchema } from '../../../../shared/time/zoned-time.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('time-any')
const ZONES = Intl.supportedValuesOf('timeZone')

const minute = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 }).map((at) => at * 60_000)
const wall = minute.map((ms) => fromMillis(ms).slice(0, 16))
const zone = fc.constantFrom(...ZONES)

/** Wall times near the changes of the clocks, where gaps and overlaps lie. */
const nearChange = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04'),
    fc.integer({ min: 0, max: 239 }),
  )
  .map(([day, at]) => `${day}T${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
const changing = fc.constantFrom(
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
  'Australia/Lord_Howe',
  'Australia/Sydney',
)

describe('Any wall time in any zone', () => {
  test('A wall time comes back exactly, is refused in a gap, or needs a choice in an overlap', () => {
    const seen = { none: 0, one: 0, two: 0 }
    fc.assert(
      fc.property(fc.oneof(fc.tuple(wall, zone), fc.tuple(nearChange, changing)), ([local, where]) => {
        const meant = instantsOf(local, where)
        seen[meant.length === 0 ? 'none' : meant.length === 1 ? 'one' : 'two'] += 1
        for (const utc of meant) {
          expect(toLocal(utc, where)).toBe(local)
          expect(zonedTimeSchema.parse({ local, zone: where, utc })).toEqual({ local, zone: where, utc })
        }
        expect([...meant].sort()).toEqual(meant)
        const guess = zonedTimeSchema.safeParse({ local, zone: where, utc: '' })
        expect(guess.success).toBe(false)
        if (meant.length === 0) expect(guess.error?.issues[0]?.message).toBe('time-skipped')
        if (meant.length === 2) expect(guess.error?.issues[0]?.message).toBe('time-repeated')
      }),
      { seed: SEED, numRuns: 5000 },
    )
    expect(seen.one).toBeGreaterThan(1800)
    expect(seen.none).toBeGreaterThan(20)
    expect(seen.two).toBeGreaterThan(20)
  })

  test('Every instant is among the instants that its own wall time means', () => {
    fc.assert(
      fc.property(minute, zone, (ms, where) => {
        const utc = fromMillis(ms)
        expect(instantsOf(toLocal(utc, where), where)).toContain(utc)
      }),
      { seed: SEED, numRuns: 3000 },
    )
  })
})

describe('Any instant', () => {
  test('An instant is written and read back exactly in each form and offset', () => {
    fc.assert(
      fc.property(
        minute,
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        fc.integer({ min: 0, max: 59 }),
        (ms, offset, second) => {
          const at = ms + second * 1000
          const utc = fromMillis(at)
          expect(toMillis(utc)).toBe(at)
          expect(parseUtc(formatUtc(utc))).toBe(utc)
          const shown = fromMillis(at + offset * 60_000).replace('Z', '')
          const size = Math.abs(offset)
          const sign = `${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
          expect(parseUtc(`${shown}${sign}`)).toBe(utc)
        },
      ),
      { seed: SEED, numRuns: 2000 },
    )
  })

  test('`parseUtc` never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9T :.Z+]{0,40}$/)), (text) => {
        expect(parseUtc(text) ?? '0000-01-01T00:00:00Z').toMatch(/^[-+]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      }),
      { seed: SEED, numRuns: 3000 },
    )
  })
})
