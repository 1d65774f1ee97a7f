import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRACTICE_POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { openSimDesk, type SimDesk } from '../../support/sim/desk.ts'
import { judgeDesk } from '../../support/oracle/sim-oracle.ts'
import { bookingAhead, personsAt, type Persons } from '../../support/sim/simulated-users.ts'
import { ALL_FATES } from '../../support/sim/remote.ts'
import { seedOf } from '../../support/fakes/system.ts'

const SEED = seedOf('interleavings')
const BOOKINGS = 3

type Act = (desk: SimDesk, persons: Persons, id: string) => unknown

/** The acts of persons and of the machine while calls are under way. */
const ACTS: Readonly<Record<string, Act>> = {
  withdraw: (_, persons, id) => persons.withdraw(id),
  release: (_, persons, id) => persons.release(id),
  'by phone': (_, persons, id) => persons.byPhone(id),
  name: (_, persons, id) => persons.name(id),
  misname: (_, persons, id) => persons.name(id, 1),
  deny: (_, persons, id) => persons.deny(id, false),
  'deny again': (_, persons, id) => persons.deny(id, true),
  wake: (desk) => desk.at().sync.wake(),
  look: (desk) => desk.at().sync.checkConnection(),
  'start over': (desk) => desk.at().sync.reset(),
  'next timer': (desk) => desk.clock.advance(desk.clock.pending()[0] ?? 0),
  'five minutes': (desk) => desk.clock.advance(300_000),
  restart: (desk) => desk.restart(),
  'end before a commit': (desk) => desk.endAt({ commit: 1, when: 'before' }),
  'end after a commit': (desk) => desk.endAt({ commit: 1, when: 'after' }),
}

const acts = fc.array(
  fc.record({ what: fc.constantFrom(...Object.keys(ACTS)), which: fc.nat({ max: BOOKINGS - 1 }) }),
  { minLength: 3, maxLength: 12 },
)
// Half of the requests are booked, so that moves exist that can be fetched.
const fates = fc.array(fc.oneof(fc.constant('booked' as const), fc.constantFrom(...ALL_FATES)), { maxLength: 6 })

test(
  'A simulated desk keeps its promises in any order of user actions, calls under way and process ends',
  { tags: ['g12'] },
  async () => {
    const goal = openGoal('G12', 'interleavings of persons, sender, refresh and ends of the process', { share: 0.03 })
    const did = { runs: 0, steps: 0, decided: 0, ends: 0, asked: 0, booked: 0 }
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), acts, fates, async (scheduler, plan, coming) => {
        const desk = openSimDesk({ kept: true, sync: { pollIntervals: PRACTICE_POLL_INTERVALS } })
        try {
          const judge = judgeDesk(desk)
          const persons = personsAt(desk, judge)
          const queue = [...coming]
          desk.remote.fate = () => queue.shift() ?? 'booked'
          desk.remote.travel = (leg) => scheduler.schedule(Promise.resolve(), leg)
          for (let number = 0; number < BOOKINGS; number += 1) {
            const kind = number === 0 ? 'pair' : 'one-way'
            // Two bookings share a repair order, so that one is held or waits for the other.
            desk.book(bookingAhead(number, desk.clock.now(), 200, { kind, reference: `RO ${Math.min(1, number)}` }))
          }
          const ids = [...desk.saved.keys()]
          const steps = plan.map(({ what, which }) => ({
            label: `${what} ${which}`,
            builder: async () => {
              desk.revive()
              if (ACTS[what]?.(desk, persons, ids[which] ?? '') === true) did.decided += 1
            },
          }))
          void scheduler.scheduleSequence(steps)
          while (scheduler.count() > 0) {
            await scheduler.waitNext(1)
            await desk.settle()
            judge.check()
            did.steps += 1
          }
          desk.remote.fate = () => 'booked'
          desk.remote.travel = () => Promise.resolve()
          // An end that is still armed ends the process before the first reset is on disk, so a second reset follows.
          for (const _ of [1, 2]) {
            desk.at().sync.reset()
            await desk.settle()
          }
          judge.check()
          judge.drained()
          did.runs += 1
          did.ends += desk.ends()
          did.asked += desk.remote.tries()
          did.booked += judge.count('booked')
        } finally {
          desk.close()
        }
      }),
      { seed: SEED, numRuns: goal.floor(10_000), endOnFailure: true },
    )
    expect(did.steps).toBeGreaterThan(did.runs)
    goal.held(
      {
        interleavings: { did: did.runs, floor: 10_000 },
        steps: { did: did.steps, floor: 100_000 },
        'decisions of persons': { did: did.decided, floor: 2500 },
        'ends of the process': { did: did.ends, floor: 5000 },
        'connections and questions': { did: did.asked, floor: 40_000 },
        'bookings confirmed': { did: did.booked, floor: 5000 },
      },
      SEED,
    )
  },
)
