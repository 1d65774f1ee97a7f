import type { Chance } from './seeded-rng.ts'
import type { SimDesk } from './desk.ts'
import type { Judge } from '../oracle/sim-oracle.ts'
import type { Persons } from './simulated-users.ts'
import { FATES, type Fate } from './remote.ts'

/*
 * Requests that run on at a simulated remote after the desk was told nothing of them, and persons who do not wait for them:
 * they ask, are told that it is not there, and would have it sent again at once.
 */

const SECOND = 1000
/** So long a request may run at most: just within the desk's quarantine, as it left before the desk counts. */
const LONGEST = 179 * SECOND

export type Haste = {
  /** A request has this fate: if nothing proves it, it may be applied yet, and persons may come too early. */
  after(fate: Fate, references: readonly string[]): void
  /** The desk's machine sleeps for hours, and the remote does not: what ran on has ended. */
  sleep(): void
  /** Requests that were applied after the desk had been told nothing of them. */
  appliedLate(): number
  /** "Not there", said by them for the second time: how often the desk took it, and how often it did not. */
  confirmed(): number
  refused(): number
}

const DOUBTED = `SELECT booking_id FROM outbox WHERE state = 'in-doubt'`

export function hasteAt(desk: SimDesk, judge: Judge, persons: Persons, chance: Chance): Haste {
  const { clock, remote } = desk
  const running = new Set<() => void>()
  let [appliedLate, confirmed, refused] = [0, 0, 0]
  const often = (share: number) => chance.fraction() < share

  const hurry = () => {
    // Its end is found by whoever lets things run, and another process begins then.
    if (!desk.at().alive()) return
    judge.check('touched')
    const doubted = desk.store().read((view) => view.sql(DOUBTED).pluck().all()) as string[]
    for (const id of doubted) {
      if (!desk.at().alive() || !persons.deny(id, false)) continue
      if (persons.deny(id, true)) confirmed += 1
      else refused += 1
    }
  }
  return {
    after(fate, references) {
      const { means, applied } = FATES[fate]
      if (means !== 'doubt') return
      if (often(0.5)) clock.schedule(chance.upTo(LONGEST), hurry)
      if (applied || often(0.6)) return
      const apply = () => {
        if (!running.delete(apply)) return
        appliedLate += 1
        remote.applyLate(references)
      }
      running.add(apply)
      clock.schedule(chance.upTo(LONGEST), apply)
    },
    sleep() {
      for (const apply of running) apply()
    },
    appliedLate: () => appliedLate,
    confirmed: () => confirmed,
    refused: () => refused,
  }
}
