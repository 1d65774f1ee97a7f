import { test } from '@playwright/test'
import type { HeldGoal } from '../../../build/suites/reliability-report.ts'
import { createGoal, type Goal, type GoalOptions } from '../../support/reliability/goal-parts.ts'

/** The counterpart of `openGoal` in test/support/reliability/goals.ts for the window, kept in Playwright's report. */
export function openGoal(id: string, says: string, options: GoalOptions = {}): Goal {
  return createGoal(id, says, options, (goal) => {
    const { annotations } = test.info()
    const before = annotations.find(({ type }) => type === 'goal')
    const known = before?.description === undefined ? goal : (JSON.parse(before.description) as HeldGoal)
    if (known.id !== goal.id || known.says !== goal.says)
      throw new Error(`a test holds one goal, and not ${goal.id} too`)
    annotations.push({ type: 'goal', description: JSON.stringify(goal) })
  })
}
