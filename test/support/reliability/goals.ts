import { TestRunner } from 'vitest'
import type { HeldGoal } from '../../../build/suites/reliability-report.ts'
import { createGoal, type Goal, type GoalOptions } from './goal-parts.ts'

declare module 'vitest' {
  interface TaskMeta {
    goal?: HeldGoal
  }
}

/** Opens a goal in the running test. `share` is the part of the floors that a run other than a soak must reach. */
export function openGoal(id: string, says: string, options: GoalOptions = {}): Goal {
  return createGoal(id, says, options, (goal) => {
    const running = TestRunner.getCurrentTest()
    if (running === undefined) throw new Error('a goal is held inside a test')
    const before = running.meta.goal ?? goal
    // The report of a test has room for a single goal.
    if (before.id !== goal.id || before.says !== goal.says)
      throw new Error(`a test holds one goal, and not ${goal.id} too`)
    running.meta.goal = goal
  })
}
