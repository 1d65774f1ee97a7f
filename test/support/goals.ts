import { expect, TestRunner } from 'vitest'
import type { HeldGoal } from '../../build/testing/long.ts'

/*
 * The numeric goals of the reliability design (G1 to G25). Each is one test, of which `npm test` runs a share and
 * `npm run test:long` all of it. A goal asserts the floor of what the run really did, never only that nothing was wrong:
 * a run that did little proves little.
 */

declare module 'vitest' {
  interface TaskMeta {
    goal?: HeldGoal
  }
}

/** All of it under `npm run test:long`; else the part that the test names. */
const WHOLE = process.env['LANEKEEPER_WHOLE'] === '1'

export type Goal = {
  /** The part of the floors that this run must reach, above 0 and at most 1. */
  readonly share: number
  /** A floor as the design states it, scaled to this run's share. */
  floor(whole: number): number
  /** Asserts that the run reached its floors, and keeps what it did for the report. Floors are given whole. */
  held(counts: Readonly<Record<string, { readonly did: number; readonly floor?: number }>>, seed?: number): void
}

/** Opens a goal in a test of its own: `share` is the part of its floors that `npm test` runs. */
export function openGoal(id: string, says: string, { share = 1 }: { readonly share?: number } = {}): Goal {
  const part = WHOLE ? 1 : share
  const floor = (whole: number) => Math.max(1, Math.ceil(whole * part))
  return {
    share: part,
    floor,
    held(counts, seed) {
      const told = Object.entries(counts).map(([what, count]) => ({
        what,
        did: count.did,
        floor: count.floor === undefined ? null : floor(count.floor),
      }))
      for (const { what, did, floor: least } of told) {
        if (least !== null) expect(did, `${id}: ${what}, seed ${seed ?? 'none'}`).toBeGreaterThanOrEqual(least)
      }
      const running = TestRunner.getCurrentTest()
      if (running === undefined) throw new Error('a goal is held inside a test')
      running.meta.goal = { id, says, share: part, seed: seed ?? null, counts: told }
    },
  }
}
