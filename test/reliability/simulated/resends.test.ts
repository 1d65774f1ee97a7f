import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDuplicateGuarantee } from '../../../electron/settings/duplicate-guarantee-file.ts'
import {
  GUARANTEE_CASES,
  duplicateGuaranteeSchema,
  isHonored,
  type DuplicateGuarantee,
  type Evidence,
} from '../../../shared/outbox/duplicate-guarantee.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { seededChance, type Chance } from '../../support/sim/seeded-rng.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { openSimDesk } from '../../support/sim/desk.ts'
import { judgeDesk } from '../../support/oracle/sim-oracle.ts'
import { bookingAhead } from '../../support/sim/simulated-users.ts'
import { simRemote, type Fate } from '../../support/sim/remote.ts'
import { virtualClock } from '../../support/fakes/system.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const WHERE = { address: 'https://provider.example', profile: 'hopdrive' }

/** Fates that leave a first attempt unproved and that a resend may prove. */
const LOST = ['reset', 'silence', 'fault', 'stopped', 'request-timeout'] as const satisfies readonly Fate[]
/** Successes that cannot be read. Only applied requests have this fate, or the resend would break the guarantee. */
const UNREAD = ['page, applied', 'cut, applied'] as const satisfies readonly Fate[]

/** The provider's handling of the duplicate check. `races` is the time for which a request may run unseen. */
type Kept = 'honors' | 'ignores' | { readonly races: number }

/** The record that a test of this provider's duplicate check would have written. */
function recordOf(remote: Kept): DuplicateGuarantee {
  const evidence: Evidence[] = GUARANTEE_CASES.map((seen) => {
    const again = seen === 'one-way-again' || seen === 'pair-again'
    const booked = again && remote === 'ignores'
    return {
      seen,
      status: again && !booked ? 400 : 200,
      code: again && !booked ? 'move_duplication' : null,
      moves: [1],
      agrees: seen === 'letter-case' || seen === 'after-cancelation' ? null : !booked,
    }
  })
  return { ...WHERE, profile: 'hopdrive', at: '2026-11-01T10:00:00Z', honored: isHonored(evidence), evidence }
}

/** Counts the outcomes of bookings whose first attempt is often lost, at a desk that relies on the record. */
async function doubted(chance: Chance, kind: Kept, wanted: number, { jumps = false } = {}) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'duplicate-check.json'), JSON.stringify(recordOf(kind)))
  const clock = virtualClock()
  const remote = simRemote()
  const contract = readDuplicateGuarantee(folder, WHERE, () => {})
  let withdrawn = false
  const desk = openSimDesk({
    clock,
    remote,
    where: WHERE,
    random: chance,
    sync: {
      rejectsDuplicates: () => contract !== null && !withdrawn,
      revokeDuplicateGuarantee: () => ((withdrawn = true), WHERE.address),
    },
    kept: true,
  })
  const judge = judgeDesk(desk)
  const tried = new Map<string, number>()
  let [lost, applied] = [0, 0]
  remote.fate = ([reference = '']) => {
    const before = tried.get(reference) ?? 0
    tried.set(reference, before + 1)
    if (kind !== 'ignores' && remote.applied(reference) > 0) return 'somebody-else'
    if (before > 0 || chance.fraction() < 0.7) return 'booked'
    lost += 1
    const fate = chance.pick(LOST)
    if (chance.fraction() < 0.5) return fate
    applied += 1
    if (typeof kind === 'object') {
      // The request runs on at the provider, which checks for duplicates before the request is stored.
      clock.schedule(chance.upTo(kind.races), () => remote.applyLate([reference]))
      return fate
    }
    return chance.upTo(3) === 0 ? chance.pick(UNREAD) : `${fate}, applied`
  }
  let number = 0
  while (lost < wanted) {
    number += 1
    desk.book(bookingAhead(number, clock.now(), 300, { kind: 'one-way' }))
    await desk.pass(chance.upTo(2) * MINUTE + chance.upTo(999))
    if (chance.upTo(49) === 0) desk.restart()
    if (jumps && chance.upTo(9) === 0) {
      const by = chance.pick([-4, -2, 2, 4, 10]) * MINUTE
      clock.setWall(fromMillis(toMillis(clock.now()) + by))
    }
    judge.check('touched')
  }
  await desk.pass(20 * MINUTE)
  const counts = {
    lost,
    applied,
    doubles: judge.doubles(),
    person: desk
      .store()
      .read((view) => view.sql(`SELECT count(*) AS n FROM outbox WHERE state = 'in-doubt'`).get()) as { n: number },
    repeats: [...tried.values()].reduce((sum, times) => sum + times - 1, 0),
    proved: (
      desk
        .store()
        .read((view) => view.sql(`SELECT count(*) AS n FROM outbox WHERE state = 'booked-awaiting-number'`).get()) as {
        n: number
      }
    ).n,
    contract,
  }
  desk.close()
  return counts
}

test(
  'A resend at a provider that honors the duplicate check books nothing twice and leaves at most 1 % in doubt',
  { tags: ['g23'] },
  async () => {
    const goal = openGoal('G23', 'repeats at a remote that refuses them', { share: 0.05 })
    const chance = seededChance('resends, honored')
    const did = await doubted(chance, 'honors', goal.floor(2000))
    expect(did.doubles).toBe(0)
    expect(did.person.n / did.lost).toBeLessThanOrEqual(0.01)
    goal.held(
      {
        'in doubt': { did: did.lost, floor: 2000 },
        'applied all the same': { did: did.applied, floor: 500 },
        'repeats sent': { did: did.repeats, floor: 1800 },
        'proved by a refusal as a repeat': { did: did.proved, floor: 500 },
        'left to a person': { did: did.person.n },
      },
      chance.seed,
    )
  },
)

test(
  'A provider that ignores the duplicate check gets no resend, even when its record claims the check',
  { tags: ['g23'] },
  async () => {
    const goal = openGoal('G23', 'a remote that ignores the check is never leaned on', { share: 0.05 })
    const chance = seededChance('resends, ignored')
    const did = await doubted(chance, 'ignores', goal.floor(2000))
    expect(did.contract).toBeNull()
    expect([did.doubles, did.repeats, did.person.n]).toEqual([0, 0, did.lost])
    const record = recordOf('ignores')
    expect(record.honored).toBe(false)
    expect(duplicateGuaranteeSchema.safeParse({ ...record, honored: true }).success).toBe(false)
    goal.held({ 'in doubt': { did: did.lost, floor: 2000 }, 'repeats sent': { did: did.repeats } }, chance.seed)
  },
)

test(
  'A resend at a provider whose duplicate check races books nothing twice while the clock is set',
  { tags: ['g23'] },
  async () => {
    const goal = openGoal('G23', 'repeats at a remote whose check races, with a clock that is set', { share: 0.05 })
    const chance = seededChance('resends, raced')
    const did = await doubted(chance, { races: 180 * SECOND }, goal.floor(2000), { jumps: true })
    expect(did.doubles).toBe(0)
    goal.held(
      {
        'in doubt': { did: did.lost, floor: 2000 },
        'applied late': { did: did.applied, floor: 500 },
        'repeats sent': { did: did.repeats, floor: 1000 },
        'left to a person': { did: did.person.n },
      },
      chance.seed,
    )
  },
)
