import { ok } from 'node:assert/strict'
import type { HeldGoal } from '../../../build/suites/reliability-report.ts'

/*
 * The numeric goals of the reliability design (G1 to G25). Each is one test, of which `npm test` runs a share and
 * `npm run test:long` all of it. A goal asserts the floor of what the run really did, never only that nothing was wrong:
 * a run that did little proves little. This part of it knows no test runner.
 */

/** All of it under `npm run test:long`; else the part that the test names. */
export const WHOLE = process.env['LANEKEEPER_WHOLE'] === '1'

export type Goal = {
  /** The part of the floors that this run must reach, above 0 and at most 1. */
  readonly share: number
  /** A floor as the design states it, scaled to this run's share. */
  floor(whole: number): number
  /** Asserts that the run reached its floors, and keeps what it did for the report, also where that was not enough. Floors are given whole. */
  held(counts: Readonly<Record<string, { readonly did: number; readonly floor?: number }>>, seed?: number): void
}

export type GoalOptions = { readonly share?: number }

/**
 * A goal, of which `share` is the part that `npm test` runs. `keep` is given it without counts at once, so that one which
 * never says its figures is noticed, and with them when it says them.
 */
export function createGoal(id: string, says: string, { share = 1 }: GoalOptions, keep: (goal: HeldGoal) => void): Goal {
  const part = WHOLE ? 1 : share
  const floor = (whole: number) => Math.max(1, Math.ceil(whole * part))
  const known = { id, says, share: part }
  keep({ ...known, seed: null, counts: [] })
  return {
    share: part,
    floor,
    held(counts, seed) {
      const told = Object.entries(counts).map(([what, count]) => ({
        what,
        did: count.did,
        floor: count.floor === undefined ? null : floor(count.floor),
      }))
      keep({ ...known, seed: seed ?? null, counts: told })
      for (const { what, did, floor: least } of told) {
        ok(least === null || did >= least, `${id}: ${what}: ${did}, the floor is ${least}, seed ${seed ?? 'none'}`)
      }
    },
  }
}
