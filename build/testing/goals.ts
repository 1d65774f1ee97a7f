import { provideSystem } from '../runtime/system.ts'
import type { Tally } from './tally.ts'
import { runVitest } from './vitest.ts'

/** Runs the goals of the reliability design one by one, as they share the machine with nobody. */
export async function runGoals(env: Readonly<Record<string, string>> = {}): Promise<Tally> {
  // Here and not in the set-up: nothing else needs it.
  await provideSystem({ exe: null, display: false, compiler: false, tracer: true })
  return runVitest('goals', { oneByOne: true, env })
}
