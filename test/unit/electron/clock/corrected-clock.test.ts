import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCorrectedClock, offsetFromDate } from '../../../../electron/clock/corrected-clock.ts'
import { momentOf } from '../../../../electron/clock/moment.ts'
import { formatHttpDate } from '../../../../shared/time/http-date.ts'
import { addMinutes, fromMillis, toMillis } from '../../../../shared/time/time.ts'
import { recordFacts } from '../../../support/builders/event-recorder.ts'
import { seedOf, START, virtualClock } from '../../../support/fakes/system.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const moment = (utc: string, monotonic = 0) => ({ wall: toMillis(utc), monotonic })
const date = (utc: string) => ({ date: formatHttpDate(utc) })

describe('`offsetFromDate`', () => {
  test('`offsetFromDate` measures the skew from the date header less half of the round trip', () => {
    const asked = moment(START)
    const answered = { wall: asked.wall + 8 * SECOND, monotonic: 8 * SECOND }
    const read = (ahead: number) => offsetFromDate(date(fromMillis(asked.wall - ahead)), asked, answered)
    expect(read(-4 * SECOND)).toEqual({ skewMs: 0, toleranceMs: 5 * SECOND })
    expect(read(24 * 60 * MINUTE)).toEqual({ skewMs: 24 * 60 * MINUTE + 4 * SECOND, toleranceMs: 5 * SECOND })
    expect(read(-24 * 60 * MINUTE)).toEqual({ skewMs: -24 * 60 * MINUTE + 4 * SECOND, toleranceMs: 5 * SECOND })
  })

  test.for([
    ['without a date', {}],
    ['with an invalid date', { date: 'soon' }],
    ['with two dates', { date: `${formatHttpDate(START)}, ${formatHttpDate(START)}` }],
    ['from a cache', { ...date('2026-11-20T00:00:00Z'), age: '54000' }],
  ] as const)('`offsetFromDate` ignores an answer %s', ([, headers]) => {
    expect(offsetFromDate(headers, moment(START), moment(START))).toBeNull()
  })

  test('`offsetFromDate` takes an answer with an age of zero', () => {
    expect(offsetFromDate({ ...date(START), age: '0' }, moment(START), moment(START))).toEqual({
      skewMs: 0,
      toleranceMs: SECOND,
    })
  })

  test('`offsetFromDate` ignores a date older than the app', () => {
    for (const old of ['1970-01-01T00:00:00Z', '2025-12-31T23:59:59Z']) {
      expect(offsetFromDate(date(old), moment(START), moment(START))).toBeNull()
    }
  })

  test('`offsetFromDate` ignores an exchange during which the clock was set or the machine slept', () => {
    for (const minutes of [-180, -1, 1, 480]) {
      expect(offsetFromDate(date(START), moment(START), moment(addMinutes(START, minutes), SECOND))).toBeNull()
    }
  })
})

/** A machine with a wall clock that may differ from the clock of the provider, and the corrected clock of its desk. */
function machine() {
  const wall = virtualClock()
  const truth = virtualClock()
  const facts = recordFacts()
  const clock = createCorrectedClock(wall, facts.log)
  let changes = 0
  clock.onChange(() => (changes += 1))
  return {
    wall,
    truth,
    clock,
    changes: () => changes,
    log: () => facts.all,
    /** A new skew is believed after its second answer. */
    askTwice(took = 0) {
      this.ask(took)
      this.ask(took)
    },
    set: (ahead: number) => wall.setWall(fromMillis(toMillis(truth.now()) + ahead)),
    ask(took = 0) {
      const asked = momentOf(clock)
      wall.advance(took / 2)
      truth.advance(took / 2)
      const headers = date(truth.now())
      wall.advance(took / 2)
      truth.advance(took / 2)
      const offset = offsetFromDate(headers, asked, momentOf(clock))
      if (offset !== null) clock.follow(offset)
    },
  }
}

describe('The corrected clock', () => {
  test('The corrected clock follows the provider once two answers show an error of more than two minutes', () => {
    const desk = machine()
    desk.set(90 * MINUTE)
    for (const suspects of [false, true]) {
      expect([desk.clock.now(), desk.clock.skewMs()]).toEqual([addMinutes(START, 90), 0])
      expect(desk.clock.isSuspect()).toBe(suspects)
      desk.ask()
    }
    expect([desk.clock.now(), desk.clock.skewMs(), desk.clock.isSuspect()]).toEqual([START, 90 * MINUTE, false])
    desk.wall.advance(MINUTE)
    expect(desk.clock.now()).toBe(addMinutes(START, 1))
    expect(desk.log()).toEqual([{ event: 'clock', code: 'ahead', seconds: 5400 }])
  })

  test.for([-121, -119, 0, 119, 121])(
    'The corrected clock does not change after one answer with an error of %i seconds',
    (seconds) => {
      const desk = machine()
      desk.set(seconds * SECOND)
      desk.ask()
      expect([desk.clock.skewMs(), desk.log()]).toEqual([0, []])
    },
  )

  test.for([
    ['a true date', 0],
    ['another false date', 48 * 60],
  ] as const)('The corrected clock is not changed by one false date followed by %s', ([, minutes]) => {
    const desk = machine()
    desk.set(-24 * 60 * MINUTE)
    desk.ask()
    expect(desk.clock.isSuspect()).toBe(true)
    desk.set(minutes * MINUTE)
    desk.ask()
    expect([desk.clock.skewMs(), desk.clock.isSuspect()]).toEqual([0, minutes !== 0])
    desk.set(0)
    desk.ask()
    expect([desk.clock.skewMs(), desk.clock.isSuspect(), desk.log()]).toEqual([0, false, []])
  })

  test('The corrected clock changes once for each change of the wall clock and returns to a right wall clock', () => {
    const desk = machine()
    const seen = [-180, -180, -179.5, -5, 2.05, 1.99, 0, 0, 600].map((minutes) => {
      desk.set(minutes * MINUTE)
      desk.askTwice(2 * SECOND)
      return desk.clock.skewMs() / MINUTE
    })
    expect(seen).toEqual([-180, -180, -180, -5, 2.05, 2.05, 0, 0, 600].map((minutes) => expect.closeTo(minutes, 1)))
    expect(desk.changes()).toBe(5)
    expect(desk.log().map((fact) => ('code' in fact ? fact.code : ''))).toEqual([
      'behind',
      'behind',
      'ahead',
      'right',
      'ahead',
    ])
  })

  test('The corrected clock is off by at most two minutes and a round trip for any setting of the wall clock', () => {
    const DAY = 24 * 60 * MINUTE
    const steps = fc.array(fc.tuple(fc.integer({ min: -DAY, max: DAY }), fc.integer({ min: 0, max: 45 * SECOND })), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(steps, (settings) => {
        const desk = machine()
        for (const [ahead, took] of settings) {
          desk.set(ahead)
          desk.askTwice(2 * took)
          const off = toMillis(desk.clock.now()) - toMillis(desk.truth.now())
          expect(Math.abs(off)).toBeLessThanOrEqual(2 * MINUTE + 2 * took + 2 * SECOND)
        }
      }),
      { seed: seedOf('skew'), numRuns: 1000 },
    )
  })

  test('The corrected clock survives a listener that throws', () => {
    const desk = machine()
    desk.clock.onChange(() => {
      throw new Error('the page is gone')
    })
    desk.set(60 * MINUTE)
    desk.askTwice()
    expect(desk.clock.now()).toBe(START)
    expect(desk.log().at(-1)).toEqual({ event: 'internal-error', place: 'clock-listener', code: 'Error' })
  })
})
