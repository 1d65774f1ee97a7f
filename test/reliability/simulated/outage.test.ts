import { expect, test } from 'vitest'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { toMillis } from '../../../shared/time/time.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { seededChance, type Chance } from '../../support/sim/seeded-rng.ts'
import { answered } from '../../support/builders/sent-request.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { bookedAnswer, openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'
import { openSimDesk } from '../../support/sim/desk.ts'
import { judgeDesk } from '../../support/oracle/sim-oracle.ts'
import { bookingAhead } from '../../support/sim/simulated-users.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
/** The duration of each leg of a call. */
const LEG = 100

/** Counts the desk's work in and after an outage of so many hours in which bookings are saved. */
async function outage(chance: Chance, hours: number, rows: number) {
  const desk = openSimDesk({ kept: true, random: chance })
  const judge = judgeDesk(desk)
  desk.remote.travel = () => new Promise((resolve) => void desk.clock.schedule(LEG, resolve))
  desk.remote.link = 'down'
  await desk.settle()
  const began = desk.remote.tries()
  for (let row = 0; row < rows; row += 1) {
    desk.book(bookingAhead(row, desk.clock.now(), 14 * 24 * 60, { kind: row % 2 === 0 ? 'pair' : 'one-way' }))
    await desk.pass((hours * HOUR) / rows)
  }
  const tries = desk.remote.tries() - began
  desk.remote.link = 'up'
  const back = desk.clock.monotonic()
  const since = () => (desk.clock.monotonic() - back) / SECOND
  while (desk.remote.ledger.length === 0) await desk.pass(LEG)
  const first = since()
  while (desk.remote.ledger.length < rows) await desk.pass(SECOND)
  const drained = since()
  await desk.pass(SECOND)
  judge.check()
  expect(judge.count('booked')).toBe(rows)
  desk.close()
  return { tries, first, drained, most: desk.remote.mostInFlight() }
}

test(
  'A desk drains 500 bookings within ten minutes after an outage of three days, one request at a time',
  { tags: ['g15'] },
  async () => {
    const goal = openGoal('G15', 'an outage: one POST at a time, few tries, drained in ten minutes', { share: 0.05 })
    const chance = seededChance('outage')
    const long = []
    for (let round = 0; round < goal.floor(20); round += 1) long.push(await outage(chance, 72, 500))
    const short = []
    while (short.length < goal.floor(400)) short.push(await outage(chance, 1 + chance.upTo(11), 3))
    const firsts = [...long, ...short].map(({ first }) => first).sort((a, b) => a - b)
    const p99 = firsts[Math.ceil(firsts.length * 0.99) - 1] ?? Infinity
    const worst = (of: readonly number[]) => Math.ceil(Math.max(...of))
    expect(Math.max(...long.map(({ most }) => most))).toBe(1)
    expect(worst(long.map(({ tries }) => tries))).toBeLessThanOrEqual(2000)
    expect(worst(long.map(({ drained }) => drained))).toBeLessThanOrEqual(600)
    expect(p99).toBeLessThanOrEqual(300)
    goal.held(
      {
        'outages of 72 hours with 500 bookings': { did: long.length, floor: 20 },
        'most tries in one': { did: worst(long.map(({ tries }) => tries)) },
        'seconds until drained, at most': { did: worst(long.map(({ drained }) => drained)) },
        'outages of 1 to 12 hours': { did: short.length, floor: 400 },
        'seconds until the first success, p99': { did: Math.ceil(p99) },
      },
      chance.seed,
    )
  },
)

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const GARBAGE = ['', 'soon', '-5', '1.5', '5 minutes', '0x10', 'Sun, 06 Nov 1994', 'NaN', '١٢']

/** A value of `Retry-After` in one of the forms of RFC 9110, with the seconds that the value asks for, if any. */
function retryAfter(
  chance: Chance,
  now: number,
): { readonly form: string; readonly text: string; asks: number | null } {
  const asks = chance.pick([chance.upTo(120), chance.upTo(7200), chance.upTo(200_000)])
  // The date has whole seconds, from the same clock.
  const at = new Date(now + asks * SECOND)
  const [weekday = '', day = '', month = '', year = '', clock = ''] = at.toUTCString().replace(',', '').split(' ')
  const date = { asks: (at.getTime() - now) / SECOND }
  switch (chance.upTo(5)) {
    case 0:
      return { form: 'seconds', text: chance.pick([String(asks), ` ${asks} `, `00${asks}`]), asks }
    case 1:
      return { form: 'date', text: at.toUTCString(), ...date }
    case 2: {
      const text = `${DAYS[at.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${clock} GMT`
      return { form: 'date as in RFC 850', text, ...date }
    }
    case 3:
      return {
        form: 'date as asctime',
        text: `${weekday} ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
        ...date,
      }
    case 4:
      return { form: 'past', text: new Date(now - asks * SECOND).toUTCString(), asks: 0 }
    default:
      return { form: 'garbage', text: chance.pick(GARBAGE), asks: null }
  }
}

test('The send queue waits exactly as long as Retry-After asks, in every form', { tags: ['g15'] }, async () => {
  const goal = openGoal('G15', 'Retry-After is honored in every form', { share: 0.1 })
  const chance = seededChance('retry-after')
  const desk = openSyncDesk(POLL_INTERVALS)
  desk.start()
  await settled()
  const forms = new Map<string, number>()
  const values = goal.floor(1000)
  for (let value = 0; value < values; value += 1) {
    const { form, text, asks } = retryAfter(chance, toMillis(desk.clock.now()))
    const busy = answered(429, '', { headers: { 'retry-after': text } })
    desk.script.send = () => busy
    desk.book(oneWayBooking(2 * value))
    await settled()
    const ms = Math.min(86_400, Math.max(1, asks ?? 60)) * SECOND
    const calls = desk.calls.length
    const says = `${form}: ${text}, at ${desk.clock.now()}`
    desk.clock.advance(Math.floor(ms / 2))
    // A booking saved meanwhile waits as well.
    desk.book(oneWayBooking(2 * value + 1))
    await settled()
    desk.clock.advance(Math.ceil(ms / 2) - 1)
    await settled()
    expect(desk.calls.length, `too early: ${says}`).toBe(calls)
    desk.script.send = bookedAnswer
    const sent = desk.sent.length
    desk.clock.advance(1)
    await settled()
    expect(desk.sent.length, `too late: ${says}`).toBe(sent + 2)
    forms.set(form, (forms.get(form) ?? 0) + 1)
    // The next value begins at another moment of the second.
    desk.clock.advance(15_000 + chance.upTo(999))
    await settled()
  }
  goal.held(
    {
      values: { did: [...forms.values()].reduce((all, one) => all + one, 0), floor: 1000 },
      forms: { did: forms.size },
      'least of a form': { did: Math.min(...forms.values()), floor: 40 },
    },
    chance.seed,
  )
  expect(forms.size).toBe(6)
})
