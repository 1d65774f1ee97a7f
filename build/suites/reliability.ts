import { provideSystem } from '../offline/system.ts'
import { sum } from './results.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

const SIMULATED = 'test/reliability/simulated/'

/** The reports of the two rows of goals that run beside each other. */
export const GOAL_REPORTS = ['reliability-simulated.json', 'reliability-real.json'] as const

/**
 * Runs the goals of test/spec/reliability.md in two rows beside each other: those that simulate a desk in their own
 * process, which share nothing, and one by one those that kill, trace and cut off real ones.
 */
export async function runReliability(env: Readonly<Record<string, string>> = {}): Promise<Results> {
  // Here and not in the set-up: nothing else needs it.
  await provideSystem({ exe: null, display: false, compiler: false, tracer: true })
  const [simulated, real] = GOAL_REPORTS
  return sum(
    await Promise.all([
      runVitest('reliability', { env, report: simulated, files: [SIMULATED] }),
      runVitest('reliability', { oneByOne: true, env, report: real, files: ['--exclude', `${SIMULATED}**`] }),
    ]),
  )
}
