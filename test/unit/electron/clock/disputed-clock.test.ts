import { describe, expect, test } from 'vitest'
import { createCorrectedClock, offsetFromDate } from '../../../../electron/clock/corrected-clock.ts'
import { momentOf } from '../../../../electron/clock/moment.ts'
import type { TimeSync } from '../../../../electron/platform/time-sync.ts'
import { formatHttpDate } from '../../../../shared/time/http-date.ts'
import { addMinutes, fromMillis, toMillis } from '../../../../shared/time/time.ts'
import { recordFacts } from '../../../support/builders/event-recorder.ts'
import { createDeferred } from '../../../support/deferred.ts'
import { START, virtualClock } from '../../../support/fakes/system.ts'

/* Two agreeing dates of the provider against what this PC knows about its own time. */

const MINUTE = 60_000

/** A machine whose operating system says `sync`, and a provider whose dates are wrong by `wrong` minutes. */
function machine(sync: TimeSync | Promise<TimeSync> = 'unknown') {
  const wall = virtualClock()
  const facts = recordFacts()
  const says = { sync, asked: 0 }
  const clock = createCorrectedClock(wall, facts.log, async () => {
    says.asked += 1
    return says.sync
  })
  let changes = 0
  clock.onChange(() => (changes += 1))
  const answers = () => new Promise(setImmediate)
  return {
    wall,
    clock,
    says,
    answers,
    changes: () => changes,
    codes: () => facts.all.map((fact) => ('code' in fact ? fact.code : '')),
    ask(wrong: number) {
      const at = momentOf(clock)
      const date = formatHttpDate(fromMillis(toMillis(wall.now()) + wrong * MINUTE))
      const offset = offsetFromDate({ date }, at, at)
      if (offset !== null) clock.follow(offset)
    },
    shows: () => [clock.skewMs() / MINUTE, clock.disputeMs() / MINUTE, clock.isSuspect()],
  }
}

describe('Two agreeing false dates', () => {
  test.for([180, -180, 3, 24 * 60])(
    'Two dates that are wrong by %i minutes do not change the time of a PC that follows a time server',
    async (wrong) => {
      const desk = machine('synchronized')
      await desk.answers()
      desk.ask(wrong)
      expect(desk.shows()).toEqual([0, 0, true])
      desk.ask(wrong)
      expect(desk.shows()).toEqual([0, -wrong, false])
      expect([desk.clock.now(), desk.codes(), desk.changes()]).toEqual([START, ['disputed'], 1])
      desk.ask(wrong)
      expect([desk.shows(), desk.changes()]).toEqual([[0, -wrong, false], 1])
    },
  )

  test.for(['unsynchronized', 'unknown'] as const)(
    'Two agreeing dates change the time of a PC whose clock is %s',
    async (sync) => {
      const desk = machine(sync)
      await desk.answers()
      desk.ask(180)
      desk.ask(180)
      expect([desk.shows(), desk.clock.now()]).toEqual([[-180, 0, false], addMinutes(START, 180)])
    },
  )

  test('Two agreeing dates change nothing before the operating system has answered', async () => {
    const answer = createDeferred<TimeSync>()
    const desk = machine(answer.promise)
    for (let count = 0; count < 3; count += 1) desk.ask(180)
    expect([desk.shows(), desk.changes()]).toEqual([[0, 0, true], 0])
    answer.resolve('synchronized')
    await desk.answers()
    expect([desk.shows(), desk.changes()]).toEqual([[0, -180, false], 1])
  })

  test('A true date takes back two false ones before the operating system has answered', async () => {
    const answer = createDeferred<TimeSync>()
    const desk = machine(answer.promise)
    for (const wrong of [180, 180, 0]) desk.ask(wrong)
    answer.resolve('unsynchronized')
    await desk.answers()
    expect([desk.shows(), desk.changes()]).toEqual([[0, 0, false], 0])
  })

  test('An operating system that cannot be asked vouches for nothing', async () => {
    const desk = machine(Promise.reject(new Error('no such command')))
    await desk.answers()
    desk.ask(180)
    desk.ask(180)
    expect(desk.shows()).toEqual([-180, 0, false])
  })
})

describe('A PC clock that the provider showed to be right', () => {
  test('Two agreeing dates are disputed while nobody set the clock since', async () => {
    const desk = machine()
    await desk.answers()
    desk.ask(0)
    desk.wall.advance(8 * 60 * MINUTE)
    desk.ask(180)
    await desk.answers()
    desk.ask(180)
    expect(desk.shows()).toEqual([0, -180, false])
  })

  test.for([180, -180, 2])('Two agreeing dates are followed after the clock was set by %i minutes', async (minutes) => {
    const desk = machine()
    await desk.answers()
    desk.ask(0)
    desk.wall.setWall(addMinutes(START, minutes))
    desk.ask(-minutes * 2)
    desk.ask(-minutes * 2)
    expect(desk.shows()).toEqual([minutes * 2, 0, false])
  })
})

describe('A dispute', () => {
  const disputed = async () => {
    const desk = machine('synchronized')
    await desk.answers()
    desk.ask(180)
    desk.ask(180)
    return desk
  }

  test('A dispute ends when two dates show the right time', async () => {
    const desk = await disputed()
    desk.ask(0)
    expect(desk.shows()).toEqual([0, -180, true])
    desk.ask(0)
    expect([desk.shows(), desk.codes()]).toEqual([
      [0, 0, false],
      ['disputed', 'right'],
    ])
  })

  test('A dispute becomes a correction when the operating system no longer vouches for the clock', async () => {
    const desk = await disputed()
    desk.says.sync = 'unsynchronized'
    desk.wall.advance(MINUTE)
    desk.ask(180)
    await desk.answers()
    expect(desk.shows()).toEqual([0, -180, false])
    desk.ask(180)
    expect([desk.shows(), desk.codes()]).toEqual([
      [-180, 0, false],
      ['disputed', 'behind'],
    ])
  })

  test('A correction becomes a dispute when the clock has reached a time server', async () => {
    const desk = machine('unsynchronized')
    await desk.answers()
    desk.ask(180)
    desk.ask(180)
    desk.says.sync = 'synchronized'
    desk.wall.advance(MINUTE)
    desk.ask(180)
    await desk.answers()
    desk.ask(180)
    expect([desk.shows(), desk.clock.now()]).toEqual([[0, -180, false], addMinutes(START, 1)])
  })

  test('The operating system is asked at most once a minute', async () => {
    const desk = await disputed()
    for (let count = 0; count < 5; count += 1) {
      desk.ask(180)
      await desk.answers()
    }
    expect(desk.says.asked).toBe(1)
    desk.wall.advance(MINUTE)
    desk.ask(180)
    await desk.answers()
    expect(desk.says.asked).toBe(2)
  })
})
