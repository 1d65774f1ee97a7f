import { expect, test } from 'vitest'
import { seededChance, type Chance } from '../../support/chance.ts'
import { openGoal } from '../../support/goals.ts'
import { daysAt, type Did } from '../../support/sim-days.ts'
import { openSimDesk } from '../../support/sim-desk.ts'
import { judgeDesk } from '../../support/sim-judge.ts'
import { simRemote } from '../../support/sim-remote.ts'
import { askForTokens } from '../../support/sim-session.ts'
import { virtualClock } from '../../support/system.ts'
import { toMillis } from '../../../shared/time.ts'

const DAYS = 14
const A_DAY = 200
const HOUR = 3_600_000

/** Each has the clocks of Europe and of North America set within its fortnight, once forward and once back. */
const FORTNIGHTS = ['2026-10-25T00:00:00Z', '2027-03-14T06:00:00Z']
const CHANGES = ['2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2027-03-14T07:00:00Z', '2027-03-28T01:00:00Z']

async function soak(chance: Chance, start: string, days: number) {
  const clock = virtualClock(start)
  const remote = simRemote()
  let now = () => 0
  const tokens = askForTokens(remote, clock, HOUR, () => now())
  const desk = openSimDesk({ clock, remote, random: chance, kept: true })
  const judge = judgeDesk(desk)
  const at = daysAt(desk, judge, chance, A_DAY)
  now = at.now
  remote.fate = tokens.guard(remote.fate)
  const did: Did = await at.live(days)
  // What may leave has left: the link was up for an hour.
  expect(judge.count('sending')).toBe(0)
  const passed = CHANGES.filter((change) => {
    const since = toMillis(change) - toMillis(start)
    return since >= 0 && since <= did.hours * HOUR
  })
  const told = {
    ...did,
    changes: passed.length,
    ends: desk.ends(),
    booked: judge.count('booked'),
    tokens: tokens.signedIn(),
    refusedTokens: tokens.refused(),
    applied: remote.ledger.length,
    waiting: judge.count('waiting'),
  }
  desk.close()
  return told
}

test('weeks at a desk whose link, machine, clock and tokens come and go', async () => {
  const goal = openGoal('G13', 'a simulated soak: nothing lost, nothing twice, each entry says what is so', {
    share: 0.005,
  })
  const chance = seededChance('g13-soak')
  const rounds: Awaited<ReturnType<typeof soak>>[] = []
  for (let days = goal.floor(50 * DAYS); days > 0; days -= DAYS) {
    rounds.push(await soak(chance, FORTNIGHTS[rounds.length % 2] ?? '', Math.min(DAYS, days)))
  }
  const all = (of: (round: (typeof rounds)[number]) => number) =>
    Math.round(rounds.reduce((sum, one) => sum + of(one), 0))
  expect(rounds.every(({ applied, booked }) => applied >= booked)).toBe(true)
  goal.held(
    {
      seeds: { did: rounds.length, floor: 50 },
      hours: { did: all((one) => one.hours), floor: 50 * DAYS * 24 },
      bookings: { did: all((one) => one.bookings), floor: 50 * DAYS * A_DAY },
      confirmed: { did: all((one) => one.booked), floor: 50 * DAYS * 100 },
      'hours offline': { did: all((one) => one.offline / HOUR), floor: 50 * DAYS * 3 },
      'decisions of persons': { did: all((one) => one.decisions), floor: 50 * DAYS * 10 },
      'ends of the process': { did: all((one) => one.ends), floor: 50 * DAYS * 2 },
      sleeps: { did: all((one) => one.sleeps), floor: 15 * DAYS },
      'jumps of the clock': { did: all((one) => one.jumps), floor: 50 * DAYS },
      'changes of daylight saving': { did: all((one) => one.changes), floor: 100 },
      'tokens signed in for': { did: all((one) => one.tokens), floor: 50 * DAYS * 6 },
      'requests with a token that had run out': { did: all((one) => one.refusedTokens) },
      'waiting at the end': { did: all((one) => one.waiting) },
    },
    chance.seed,
  )
})
