import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { dateAfter, dayOfDate, instantsOf, toLocal, weekdayOf } from '../../../../shared/time/time.ts'
import { changeBetween } from '../../../../shared/time/zone-offset.ts'
import { seedOf } from '../../../support/fakes/system.ts'

/* The zones of a desk beside a polyfill of `Temporal`, around each change of the clocks and at any time. */

const SEED = seedOf('time-oracle')
const ZONES = Intl.supportedValuesOf('timeZone')
const BEGIN = Temporal.Instant.from('2000-01-01T00:00:00Z')
const END = Temporal.Instant.from('2040-01-01T00:00:00Z')
const HOURS = [-25, -24, -3, -2, -1, -0.5, -1 / 60, 0, 1 / 60, 0.5, 1, 2, 3, 24, 25]

const text = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'second' })

function changesOf(zone: string): readonly Temporal.Instant[] {
  const found: Temporal.Instant[] = []
  let at: Temporal.ZonedDateTime | null = BEGIN.toZonedDateTimeISO(zone)
  for (;;) {
    at = at.getTimeZoneTransition('next')
    if (at === null || Temporal.Instant.compare(at.toInstant(), END) > 0) return found
    found.push(at.toInstant())
  }
}

function expectSame(instant: Temporal.Instant, zone: string): void {
  const zoned = instant.toZonedDateTimeISO(zone)
  const local = zoned.toPlainDateTime().toString({ smallestUnit: 'minute' })
  const where = `${text(instant)} in ${zone}`
  expect(toLocal(text(instant), zone), where).toBe(local)
  const wall = Temporal.PlainDateTime.from(local)
  const meant = (['earlier', 'later'] as const)
    .map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }))
    .filter((one) => one.toPlainDateTime().equals(wall))
    .map((one) => text(one.toInstant()))
  expect(instantsOf(local, zone), where).toEqual([...new Set(meant)])
  const day = wall.toPlainDate()
  const [from, to] = [day, day.add({ days: 1 })].map((date) => text(date.toZonedDateTime(zone).toInstant()))
  expect(dayOfDate(day.toString(), zone), where).toEqual({ from, to })
}

test('Times around each change of the clocks of forty years are those of `Temporal`, in every zone', () => {
  let changes = 0
  for (const zone of ZONES) {
    // All zones change their clocks often, so a part of the changes shows each kind.
    for (const change of changesOf(zone).filter((_, nth) => nth % 21 === SEED % 21)) {
      changes += 1
      for (const hours of HOURS) expectSame(change.add({ seconds: hours * 3600 }), zone)
      const ms = change.epochMilliseconds
      expect(changeBetween(ms - 3_600_000, ms + 3_600_000, zone), zone).toBe(ms)
    }
  }
  expect(changes).toBeGreaterThan(150)
})

test('Any time of forty years is that of `Temporal`, in every zone', () => {
  const instant = fc
    .integer({ min: BEGIN.epochMilliseconds / 60_000, max: END.epochMilliseconds / 60_000 })
    .map((minute) => Temporal.Instant.fromEpochMilliseconds(minute * 60_000))
  fc.assert(fc.property(instant, fc.constantFrom(...ZONES), expectSame), {
    seed: SEED,
    numRuns: 3_000,
    endOnFailure: true,
  })
})

test('Any day of four centuries has the weekday and the days after that `Temporal` has', () => {
  const date = fc.integer({ min: 0, max: 400 * 365 }).map((days) => Temporal.PlainDate.from('1850-01-01').add({ days }))
  fc.assert(
    fc.property(date, fc.integer({ min: -5_000, max: 5_000 }), (day, days) => {
      expect(weekdayOf(day.toString())).toBe(day.dayOfWeek)
      expect(dateAfter(day.toString(), days)).toBe(day.add({ days }).toString())
    }),
    { seed: SEED, numRuns: 3_000 },
  )
})
