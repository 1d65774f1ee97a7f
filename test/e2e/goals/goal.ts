import { test } from '@playwright/test'
import { makeGoal, type Goal, type GoalOptions } from '../../support/goal-parts.ts'

/** As `openGoal` of test/support/goals.ts, of a goal that needs the window: Playwright's report keeps what it did. */
export function openGoal(id: string, says: string, options: GoalOptions = {}): Goal {
  return makeGoal(id, says, options, (goal) => {
    test.info().annotations.push({ type: 'goal', description: JSON.stringify(goal) })
  })
}
