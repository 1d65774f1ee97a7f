import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCorrectedClock, offsetFromDate } from '../../../electron/clock/corrected-clock.ts'
import { momentOf } from '../../../electron/clock/moment.ts'
import { checkSendGuards } from '../../../electron/sync/send-guards.ts'
import { checkAgainstClock, parseBooking } from '../../../shared/booking/booking.ts'
import { sendBy } from '../../../shared/booking/send-by.ts'
import { describeFieldIssue } from '../../../renderer/app/text/field-issue-text.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import { formatHttpDate } from '../../../shared/time/http-date.ts'
import { addMinutes, fromMillis, instantsOf, isZone, toLocal, toMillis } from '../../../shared/time/time.ts'
import { zonedTimeSchema } from '../../../shared/time/zoned-time.ts'
import { PAIR } from '../../support/builders/booked-moves.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { oneWayInput } from '../../support/builders/form-input.ts'
import { seedOf, virtualClock } from '../../support/fakes/system.ts'

const SEED = seedOf('time')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Zone names that old settings may hold and that `supportedValuesOf` does not list. */
const OLD_NAMES = ['US/Eastern', 'US/Pacific', 'Asia/Calcutta', 'Europe/Kiev', 'GMT', 'Etc/GMT+12', 'EST5EDT']
const ZONES = [...Intl.supportedValuesOf('timeZone'), ...OLD_NAMES]

/**
 * The instants of a wall time in a zone, found without the code under test: each offset of the zone within two days of
 * the wall time is tried, as the system's own formatter writes the offset.
 */
function judge(zone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const offsetAt = (ms: number) => {
    const { year, month, day, hour, minute, second } = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, value]),
    )
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - ms
  }
  return {
    offsetAt,
    meant(local: string): readonly string[] {
      const wall = Date.parse(`${local}:00Z`)
      const offsets = new Set([-2, -1, 0, 1, 2].map((days) => offsetAt(wall + days * DAY)))
      const found = [...offsets].map((offset) => wall - offset).filter((ms) => offsetAt(ms) === wall - ms)
      return found.sort((a, b) => a - b).map(fromMillis)
    },
  }
}

/** The moments at which the clocks of a zone change in these years, to the minute. */
function changesIn(offsetAt: (ms: number) => number, years: readonly number[]): readonly number[] {
  const changes: number[] = []
  for (const year of years) {
    for (let from = Date.UTC(year, 0); from < Date.UTC(year + 1, 0); from += 15 * DAY) {
      let [before, after] = [from, from + 15 * DAY]
      if (offsetAt(before) === offsetAt(after)) continue
      while (after - before > MINUTE) {
        const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
        if (offsetAt(middle) === offsetAt(before)) before = middle
        else after = middle
      }
      changes.push(after)
    }
  }
  return changes
}

test(
  'A local time in any zone makes a round trip, is refused in a gap and is asked about in an overlap',
  { tags: ['g17'] },
  () => {
    const goal = openGoal(
      'G17',
      'a local time in any zone makes a round trip, is refused in a gap, asked about in an overlap',
    )
    const did = { pairs: 0, gaps: 0, overlaps: 0 }
    for (const zone of ZONES) {
      expect(isZone(zone), zone).toBe(true)
      const { offsetAt, meant } = judge(zone)
      const near = changesIn(offsetAt, [2026, 2027]).flatMap((at) =>
        [-61, -31, -1, 0, 1, 15, 30, 59, 60, 61].flatMap((minutes) =>
          [offsetAt(at - MINUTE), offsetAt(at)].map((offset) => at + offset + minutes * MINUTE),
        ),
      )
      const far = fc.sample(fc.integer({ min: Date.UTC(2000, 0) / MINUTE, max: Date.UTC(2038, 0) / MINUTE }), {
        numRuns: 12,
        seed: SEED,
      })
      for (const wall of new Set([...near, ...far.map((minutes) => minutes * MINUTE)])) {
        const local = fromMillis(wall).slice(0, 16)
        const instants = instantsOf(local, zone)
        expect(instants, `${local} ${zone}`).toEqual(meant(local))
        for (const utc of instants) {
          expect(toLocal(utc, zone)).toBe(local)
          expect(zonedTimeSchema.safeParse({ local, zone, utc })).toMatchObject({
            success: true,
            data: { local, zone, utc },
          })
        }
        // The schema never chooses an instant for a person. A time without the meant instant is refused.
        const guess = zonedTimeSchema.safeParse({ local, zone, utc: '' })
        const [issue] = guess.success ? [] : fieldIssues(guess.error)
        const words = issue === undefined ? '' : describeFieldIssue(issue)
        did.pairs += 1
        if (instants.length === 0) {
          did.gaps += 1
          expect(words).toMatch(/does not exist .* Choose a time before /)
        } else if (instants.length === 2) {
          did.overlaps += 1
          expect(words).toMatch(/happens twice .* Choose the first or the second\.$/)
        } else expect(words).toContain('do not match')
      }
    }
    goal.held(
      {
        'zone and local time': { did: did.pairs, floor: 10_000 },
        'in a gap': { did: did.gaps, floor: 1_000 },
        'in an overlap': { did: did.overlaps, floor: 1_000 },
        zones: { did: ZONES.length, floor: 400 },
      },
      SEED,
    )
  },
)

/** A PC whose clock is `ahead` milliseconds ahead of the provider's, after two exchanges of `there` plus `back`. */
function answered(truth: number, { ahead, there, back }: { ahead: number; there: number; back: number }) {
  const machine = virtualClock(fromMillis(truth + ahead))
  const desk = createCorrectedClock(machine, () => {})
  let now = truth
  for (const _ of ['what shows it', 'what shows it again']) {
    const asked = momentOf(desk)
    machine.advance(there + back)
    const offset = offsetFromDate({ date: formatHttpDate(fromMillis(now + there)) }, asked, momentOf(desk))
    if (offset !== null) desk.follow(offset)
    now += there + back
  }
  return { desk, now }
}

test(
  'The corrected clock follows a skew above two minutes at the second response and leaves a right clock alone',
  { tags: ['g17'] },
  () => {
    const goal = openGoal('G17', 'clock skew of more than 2 minutes up to a day is detected from the Date header')
    const did = { wrong: 0, right: 0 }
    const truth = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) })
    const trip = fc.integer({ min: 0, max: 45_000 })
    const ahead = fc.oneof(fc.integer({ min: -DAY, max: DAY }), fc.integer({ min: -4 * MINUTE, max: 4 * MINUTE }))
    fc.assert(
      fc.property(truth, ahead, trip, trip, (at, off, there, back) => {
        const { desk, now } = answered(at, { ahead: off, there, back })
        // The length of the trip and the whole seconds of both clocks leave this much open.
        const open = there + back + 2_000
        // The measured skew is in whole seconds too, so that a skew at the limit may be measured as two minutes.
        if (Math.abs(off) > 2 * MINUTE + open + 1_000) {
          did.wrong += 1
          expect(Math.sign(desk.skewMs())).toBe(Math.sign(off))
          expect(Math.abs(toMillis(desk.now()) - now)).toBeLessThanOrEqual(open)
        } else if (Math.abs(off) < 2 * MINUTE - 2_000) {
          // Both clocks show whole seconds, so a clock nearer to the limit may be measured beyond it.
          did.right += 1
          expect(desk.skewMs()).toBe(0)
        }
      }),
      {
        seed: SEED,
        numRuns: 4_000,
        examples: [
          [Date.UTC(2026, 10), DAY, 0, 0],
          [Date.UTC(2026, 10), -DAY, 0, 0],
        ],
      },
    )
    goal.held({ wrong: { did: did.wrong, floor: 1_500 }, right: { did: did.right, floor: 500 } }, SEED)
  },
)

test(
  '`checkAgainstClock` and `checkSendGuards` go by the true time under any clock of the PC',
  { tags: ['g17'] },
  () => {
    const goal = openGoal('G17', 'the gates for what has passed and what is too late go by the true time, 100 %')
    const did = { late: 0, past: 0, inTime: 0 }
    const read = parseBooking(oneWayInput())
    if (!read.ok || read.value.kind !== 'one-way') throw new Error('no booking')
    const booking = read.value
    const own = toMillis(booking.readyBy.utc)
    const minutes = fc.integer({ min: -2 * 24 * 60, max: 2 * 24 * 60 })
    const wrong = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 5 * MINUTE, max: DAY }),
      fc.integer({ min: -DAY, max: -5 * MINUTE }),
    )
    fc.assert(
      fc.property(minutes, wrong, fc.nat({ max: 600 }), (before, ahead, noticeMinutes) => {
        const { desk, now } = answered(own - before * MINUTE, { ahead, there: 200, back: 200 })
        const booked = {
          ...PAIR,
          time: booking.readyBy,
          readyBy: { utc: booking.readyBy.utc, source: 'requested' },
          savedAt: addMinutes(booking.readyBy.utc, -7 * 24 * 60),
        } as const
        const by = toMillis(sendBy(booked, noticeMinutes))
        // Within the seconds that the response leaves open either result is right.
        if (Math.min(Math.abs(now - by), Math.abs(now - own)) < 3_000) return
        const seen = {
          now: desk.now(),
          noticeMinutes,
          vanished: 0,
          duplicate: false,
          unseenActs: [],
          disputedNow: null,
        }
        expect(checkAgainstClock(booking, desk.now()).length).toBe(now >= own ? 1 : 0)
        expect(checkSendGuards(booked, seen)?.reason ?? null).toBe(
          now >= own ? 'too-late' : now > by ? 'send-by-passed' : null,
        )
        did[now >= own ? 'past' : now > by ? 'late' : 'inTime'] += 1
      }),
      { seed: SEED, numRuns: 4_000 },
    )
    goal.held(
      {
        past: { did: did.past, floor: 1_000 },
        'too late': { did: did.late, floor: 200 },
        'in time': { did: did.inTime, floor: 1_000 },
      },
      SEED,
    )
  },
)
