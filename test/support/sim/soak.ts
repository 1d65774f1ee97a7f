import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { chanceOf, seededChance, type Chance } from './seeded-rng.ts'
import { openGoal } from '../reliability/goals.ts'
import { nextStep } from '../crash/migration-kills.ts'
import { daysAt, type Did } from './days.ts'
import { openSimDesk } from './desk.ts'
import { judgeDesk } from '../oracle/sim-oracle.ts'
import { simRemote } from './remote.ts'
import { askForTokens } from './session.ts'
import { columnStep } from '../test-steps.ts'
import { virtualClock } from '../fakes/system.ts'

/*
 * Goal G13: fortnights at a desk with failing links, sleep, clock changes and tokens. One half of the seeds has the
 * spring change and the other half the autumn change, so that both halves can run side by side.
 */

/** The seeds of one half. */
const SEEDS = 25

const DAYS = 14
const A_DAY = 200
/** The plan exceeds the floor, so that chance does not fall short. */
const MEANT = 206
/** Of the hours in which the machine is awake. */
const OFFLINE = 0.3
const HOUR = 3_600_000

const CHANGES = ['2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2027-03-14T07:00:00Z', '2027-03-28T01:00:00Z']

/** A small schema step comes first, then a step that rewrites every row. */
const NEXT = DESK_MIGRATIONS.length + 1
const UPGRADES = [
  [...DESK_MIGRATIONS, columnStep(NEXT)],
  [...DESK_MIGRATIONS, columnStep(NEXT), nextStep(NEXT + 1)],
]

async function soak(chance: Chance, start: string, days: number) {
  const clock = virtualClock(start)
  const remote = simRemote()
  let now = () => 0
  const tokens = askForTokens(remote, clock, HOUR, () => now())
  const desk = openSimDesk({
    clock,
    remote,
    random: chance,
    steps: DESK_MIGRATIONS,
    kept: true,
  })
  const judge = judgeDesk(desk)
  const at = daysAt(desk, judge, chance, MEANT)
  now = at.now
  remote.fate = tokens.guard(remote.fate)
  const did: Did = await at.live(days, UPGRADES)
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

type Round = Awaited<ReturnType<typeof soak>>

/** Runs one half: fortnights from `start` that contain the clock changes of Europe and North America. */
export async function soakFrom(start: UtcInstant, named: 'autumn' | 'spring'): Promise<readonly Round[]> {
  const goal = openGoal(
    'G13',
    `a simulated soak in ${named}: nothing lost, nothing twice, each entry says what is so`,
    {
      share: 0.012,
    },
  )
  const { seed } = seededChance(`g13-soak in ${named}`)
  // Both halves may have the same seed, but must not repeat the same random choices.
  const first = seed + (named === 'autumn' ? 0 : SEEDS)
  const rounds: Round[] = []
  for (let days = goal.floor(SEEDS * DAYS); days > 0; days -= DAYS) {
    rounds.push(await soak(chanceOf(first + rounds.length), start, Math.min(DAYS, days)))
  }
  const all = (of: (round: Round) => number) => Math.round(rounds.reduce((sum, one) => sum + of(one), 0))
  const awake = all((one) => one.awake / HOUR)
  goal.held(
    {
      seeds: { did: rounds.length, floor: SEEDS },
      hours: { did: all((one) => one.hours), floor: SEEDS * DAYS * 24 },
      bookings: { did: all((one) => one.bookings), floor: SEEDS * DAYS * A_DAY },
      confirmed: { did: all((one) => one.booked), floor: SEEDS * DAYS * 100 },
      'hours awake': { did: awake, floor: SEEDS * DAYS * 8 },
      'hours offline': { did: all((one) => one.offline / HOUR), floor: (OFFLINE * awake) / goal.share },
      'decisions of persons': { did: all((one) => one.decisions), floor: SEEDS * DAYS * 10 },
      'found not to be there': { did: all((one) => one.denials), floor: SEEDS * DAYS },
      'said too early not to be there': { did: all((one) => one.early), floor: SEEDS * DAYS },
      'applied late': { did: all((one) => one.late), floor: SEEDS * DAYS },
      'ends of the process': { did: all((one) => one.ends), floor: SEEDS * DAYS * 2 },
      sleeps: { did: all((one) => one.sleeps), floor: 7 * DAYS },
      upgrades: { did: all((one) => one.upgrades), floor: SEEDS * UPGRADES.length },
      'jumps of the clock': { did: all((one) => one.jumps), floor: SEEDS * DAYS },
      'changes of daylight saving': { did: all((one) => one.changes), floor: 50 },
      'tokens signed in for': { did: all((one) => one.tokens), floor: SEEDS * DAYS * 6 },
      'requests with a token that had run out': { did: all((one) => one.refusedTokens) },
      'waiting at the end': { did: all((one) => one.waiting) },
    },
    seed,
  )
  return rounds
}
