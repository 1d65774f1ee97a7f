import { provideSystem } from '../runtime/system.ts'
import { sum } from './tally.ts'
import type { Tally } from './tally.ts'
import { runVitest } from './vitest.ts'

const SIMULATED = 'test/goals/simulated/'

/** The reports of the two rows of goals that run beside each other. */
export const GOAL_REPORTS = ['goals-simulated.json', 'goals-real.json'] as const

/**
 * Runs the goals of the reliability design in two rows beside each other: those that simulate a desk in their own process,
 * which share nothing, and one by one those that kill, trace and cut off real ones.
 */
export async function runGoals(env: Readonly<Record<string, string>> = {}): Promise<Tally> {
  // Here and not in the set-up: nothing else needs it.
  await provideSystem({ exe: null, display: false, compiler: false, tracer: true })
  const [simulated, real] = GOAL_REPORTS
  return sum(
    await Promise.all([
      runVitest('goals', { env, report: simulated, files: [SIMULATED] }),
      runVitest('goals', { oneByOne: true, env, report: real, files: ['--exclude', `${SIMULATED}**`] }),
    ]),
  )
}
