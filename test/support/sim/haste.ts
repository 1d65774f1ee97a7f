import type { Chance } from './seeded-rng.ts'
import type { SimDesk } from './desk.ts'
import type { Judge } from '../oracle/sim-oracle.ts'
import type { Persons } from './simulated-users.ts'
import { FATES, type Fate } from './remote.ts'

/*
 * Requests that go on at a simulated remote although the desk got no response, and hasty persons: they ask, hear that
 * the provider does not have the booking, and want to send the booking again at once.
 */

const SECOND = 1000
/**
 * The longest time of a request at the remote, just within the desk's quarantine, which starts after the request left.
 */
const LONGEST = 179 * SECOND

export type Haste = {
  /** A request has this fate: without a proof it may still be applied, and persons may come too early. */
  after(fate: Fate, references: readonly string[]): void
  /** The desk's machine sleeps for hours while the remote goes on, so every old request has ended. */
  sleep(): void
  /** Requests that were applied although the desk got no response. */
  appliedLate(): number
  /** Second reports of "not booked": how many the desk accepted and how many it refused. */
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
    // The next run of the desk's work finds the end of the process and starts another one.
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
