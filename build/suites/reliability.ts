import { provideSystem } from '../offline/system.ts'
import { sum } from './results.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

const SIMULATED = 'test/reliability/simulated/'

/** The reports of the two groups of goals that run in parallel. */
export const GOAL_REPORTS = ['reliability-simulated.json', 'reliability-real.json'] as const

/**
 * Runs the goals of test/spec/reliability.md that are tested in test/reliability, in two parallel groups. Simulated
 * goals share nothing and run together; goals that kill, trace and disconnect real desks run one by one.
 */
export async function runReliability(env: Readonly<Record<string, string>> = {}): Promise<Results> {
  // The set-up does not install strace, because only tests of these goals trace system calls.
  await provideSystem({ exe: null, display: false, compiler: false, tracer: true, database: true })
  const [simulated, real] = GOAL_REPORTS
  return sum(
    await Promise.all([
      runVitest('reliability', { env, report: simulated, files: [SIMULATED] }),
      runVitest('reliability', { oneByOne: true, env, report: real, files: ['--exclude', `${SIMULATED}**`] }),
    ]),
  )
}
