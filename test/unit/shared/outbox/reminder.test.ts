import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reminderOf, reminderStep, type InDoubtBooking } from '../../../../shared/outbox/reminder.ts'
import { addMinutes, fromMillis, toMillis } from '../../../../shared/time/time.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'

const SEED = seedOf('reminder')
const RUNS = { seed: SEED, numRuns: 2000 }
const FAR = addMinutes(START, 3 * 24 * 60)
const after = (minutes: number) => addMinutes(START, minutes)

describe('The reminder steps of a booking in the far future', () => {
  const ordinary = { since: START, time: FAR }

  test('A reminder is due at once and stays due until a person snoozes it', () => {
    for (const minutes of [0, 1, 5, 29, 600]) {
      expect(reminderStep(ordinary, null, after(minutes))).toMatchObject({ due: true, urgent: false, nextAt: null })
    }
  })

  test.for([
    [0, 5],
    [4, 5],
    [5, 15],
    [14, 15],
    [15, 30],
    [30, 60],
    [59, 60],
    [60, 90],
    [299, 300],
    [300, 330],
  ] as const)('A reminder snoozed %d minutes after its start is due again at minute %d', ([putOff, back]) => {
    const on = (at: number) => reminderStep(ordinary, after(putOff), after(at))
    expect(on(putOff)).toMatchObject({ due: false, nextAt: after(back) })
    expect(reminderStep(ordinary, after(putOff), fromMillis(toMillis(after(back)) - 1000)).due).toBe(false)
    expect(on(back)).toMatchObject({ due: true, nextAt: null })
  })

  test('A reminder climbs one step at each of its times', () => {
    const steps = [0, 4, 5, 14, 15, 29, 30, 59, 60, 90].map(
      (minutes) => reminderStep(ordinary, null, after(minutes)).step,
    )
    expect(steps).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 6])
  })

  test('A snooze from before the doubt began does not silence the reminder', () => {
    expect(reminderStep(ordinary, after(-1), START).due).toBe(true)
  })
})

describe('The reminder within two hours of the booking', () => {
  const time = after(180)
  const booking = { since: START, time }

  test('A snoozed reminder becomes urgent and due two hours before the time of the booking', () => {
    expect(reminderStep(booking, after(59), fromMillis(toMillis(after(60)) - 1000))).toMatchObject({
      due: false,
      urgent: false,
      nextAt: after(60),
    })
    expect(reminderStep({ since: START, time: after(170) }, after(45), after(50))).toMatchObject({
      due: true,
      urgent: true,
    })
  })

  test('An urgent reminder is snoozed for five minutes at most, also after the time of the booking', () => {
    for (const minutes of [60, 100, 179, 180, 500, 5000]) {
      expect(reminderStep(booking, after(minutes), after(minutes + 4))).toMatchObject({ due: false, urgent: true })
      expect(reminderStep(booking, after(minutes), after(minutes + 5))).toMatchObject({ due: true, urgent: true })
    }
  })
})

test('A reminder of a booking with an unreadable time is urgent', () => {
  for (const time of ['', 'soon']) {
    expect(reminderStep({ since: START, time }, START, after(4))).toMatchObject({ due: false, urgent: true })
    expect(reminderStep({ since: START, time }, after(31), after(36))).toMatchObject({ due: true, urgent: true })
  }
})

describe('A clock that was set back', () => {
  test('A clock set back before the snooze or before the start does not silence the reminder', () => {
    expect(reminderStep({ since: START, time: FAR }, after(10), after(9)).due).toBe(true)
    expect(reminderStep({ since: START, time: FAR }, null, after(-600)).due).toBe(true)
    // Under that clock the age of the doubt is unknown, so the shortest snooze applies.
    expect(reminderStep({ since: START, time: FAR }, after(-600), after(-596)).due).toBe(false)
    expect(reminderStep({ since: START, time: FAR }, after(-600), after(-595)).due).toBe(true)
  })
})

const minutes = fc.integer({ min: -3000, max: 3000 })
const seconds = fc.integer({ min: -200_000, max: 200_000 })
const at = (second: number) => fromMillis(toMillis(START) + second * 1000)
const instant = seconds.map(at)
const anyText = fc.oneof(instant, fc.constantFrom('', 'soon', '2026-13-45T00:00:00Z', '\u0000'), fc.string())

describe('`reminderStep` of any booking at any time', () => {
  test('A reminder without a snooze is due for any text in its row', () => {
    fc.assert(
      fc.property(anyText, anyText, instant, (since, time, now) => {
        expect(reminderStep({ since, time }, null, now)).toMatchObject({ due: true, nextAt: null })
      }),
      RUNS,
    )
  })

  test('A snooze lasts at most 30 minutes, and at most 5 minutes when the reminder is urgent', () => {
    const seen = { quiet: 0, back: 0 }
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.oneof(instant, anyText),
        fc.integer({ min: 0, max: 3000 }),
        (since, time, put, wait) => {
          const putOff = /^2026-1[12]-\d\dT/.test(put) ? put : at(0)
          const now = fromMillis(toMillis(putOff) + wait * 1000)
          const on = reminderStep({ since, time }, putOff, now)
          if (on.due) {
            seen.back += 1
            return
          }
          seen.quiet += 1
          const left = toMillis(on.nextAt ?? '') - toMillis(now)
          expect(left).toBeGreaterThan(0)
          expect(wait * 1000 + left).toBeLessThanOrEqual((on.urgent ? 5 : 30) * 60_000)
          expect(reminderStep({ since, time }, putOff, on.nextAt ?? '').due).toBe(true)
          expect(reminderStep({ since, time }, putOff, fromMillis(toMillis(on.nextAt ?? '') - 1000)).due).toBe(false)
        },
      ),
      RUNS,
    )
    expect(seen.quiet).toBeGreaterThan(200)
    expect(seen.back).toBeGreaterThan(200)
  })

  test('A due reminder stays due, and neither its step nor its urgency falls as time goes on', () => {
    fc.assert(
      fc.property(instant, instant, instant, fc.nat(100_000), fc.nat(100_000), (since, time, putOff, first, then) => {
        const start = Math.max(toMillis(putOff), toMillis(since))
        const [early, late] = [start + first * 1000, start + (first + then) * 1000].map(fromMillis)
        const [one, other] = [early, late].map((now) => reminderStep({ since, time }, putOff, now ?? ''))
        expect(Number(other?.due)).toBeGreaterThanOrEqual(Number(one?.due))
        expect(Number(other?.urgent)).toBeGreaterThanOrEqual(Number(one?.urgent))
        expect(other?.step).toBeGreaterThanOrEqual(one?.step ?? Infinity)
      }),
      RUNS,
    )
  })

  test('A clock set back to before the snooze never silences a reminder', () => {
    fc.assert(
      fc.property(anyText, anyText, instant, fc.integer({ min: 1, max: 1_000_000 }), (since, time, putOff, back) => {
        expect(reminderStep({ since, time }, putOff, fromMillis(toMillis(putOff) - back * 1000)).due).toBe(true)
      }),
      RUNS,
    )
  })
})

function doubted(bookingId: string, time: string, since = START): InDoubtBooking {
  return {
    bookingId,
    kind: 'pair',
    action: 'pickup',
    customerName: 'Harriet Quill',
    vehicle: '2019 Buick',
    since,
    time,
  }
}

describe('`reminderOf`', () => {
  test('`reminderOf` gives no reminder without a booking in doubt', () =>
    expect(reminderOf([], null, START)).toBeNull())

  test('`reminderOf` counts all bookings in doubt and is due as soon as one of them is', () => {
    const doubts = [doubted('old', FAR), doubted('new', FAR, after(2))]
    expect(reminderOf(doubts, after(1), after(3))).toMatchObject({ count: 2, due: true, nextAt: null })
    expect(reminderOf(doubts, after(3), after(4))).toMatchObject({ count: 2, due: false, nextAt: after(5) })
  })

  test('`reminderOf` names the booking nearest to its time, urgent bookings first', () => {
    const name = (...doubts: InDoubtBooking[]) => reminderOf(doubts, null, START)?.first.bookingId
    expect(name(doubted('later', after(900)), doubted('sooner', after(600)))).toBe('sooner')
    expect(name(doubted('long past', after(-600)), doubted('can be met', after(60)))).toBe('can be met')
    expect(name(doubted('in three hours', after(180)), doubted('past', after(-300)))).toBe('past')
    expect(name(doubted('later', FAR), doubted('no time', 'soon'))).toBe('no time')
  })

  test('`reminderOf` combines rows with any text without a throw', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 6 }),
        fc.option(anyText),
        minutes.map(after),
        (rows, putOff, now) => {
          const doubts = rows.map(([since, time], place) => doubted(String(place), time, since))
          const all = reminderOf(doubts, putOff, now)
          expect(all?.count).toBe(rows.length)
          expect(all?.due).toBe(doubts.some((doubt) => reminderStep(doubt, putOff, now).due))
          expect(all?.urgent).toBe(doubts.some((doubt) => reminderStep(doubt, putOff, now).urgent))
          expect(all?.nextAt === null).toBe(all?.due)
        },
      ),
      RUNS,
    )
  })
})
