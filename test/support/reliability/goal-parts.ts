import { ok } from 'node:assert/strict'
import type { HeldGoal } from '../../../build/suites/reliability-report.ts'

/*
 * The goals of test/spec/reliability.md, without a test runner. A goal asserts floors of the work that a run did,
 * because a run that did little proves little.
 */

/** True in a soak, which runs the whole floors. Other runs take the share that the test names. */
export const WHOLE = process.env['LANEKEEPER_WHOLE'] === '1'

export type Goal = {
  /** The part of the floors that this run must reach, above 0 and at most 1. */
  readonly share: number
  /** Scales a floor of the specification to the share of this run. */
  floor(whole: number): number
  /** Keeps the counts for the report, then asserts that the run reached its floors, which are given whole. */
  held(counts: Readonly<Record<string, { readonly did: number; readonly floor?: number }>>, seed?: number): void
}

export type GoalOptions = { readonly share?: number }

/**
 * Creates a goal. `keep` gets the goal without counts at once, so that a goal without a report is noticed, and again
 * with its counts.
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
      const reported = Object.entries(counts).map(([what, count]) => ({
        what,
        did: count.did,
        floor: count.floor === undefined ? null : floor(count.floor),
      }))
      keep({ ...known, seed: seed ?? null, counts: reported })
      for (const { what, did, floor: least } of reported) {
        ok(least === null || did >= least, `${id}: ${what}: ${did}, the floor is ${least}, seed ${seed ?? 'none'}`)
      }
    },
  }
}
