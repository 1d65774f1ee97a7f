import { expect, test } from 'vitest'
import { goalsOf, sayGoals, windowGoalsOf } from '../../build/testing/goals-report.ts'

const held = (id: string) => ({
  id,
  says: `says ${id}`,
  share: 1,
  seed: 7,
  counts: [{ what: 'kills', did: 510, floor: 500 }],
})

const goal = (id: string, status = 'passed') => ({ status, title: id, duration: 1_600, meta: { goal: held(id) } })

const windowGoal = (id: string, status = 'expected') => ({
  tests: [
    {
      status,
      annotations: [{ type: 'goal', description: JSON.stringify(held(id)) }],
      results: [{ duration: 1_600 }],
    },
  ],
})

test('the table tells of the goals that passed, in their order, what was counted with its floor', () => {
  const runs = [
    ...goalsOf({
      testResults: [
        { assertionResults: [goal('G12'), goal('G3', 'failed'), { status: 'passed', title: 'x' }] },
        { assertionResults: [goal('G2')] },
      ],
    }),
    ...windowGoalsOf({
      suites: [
        {
          specs: [windowGoal('G14'), { tests: [{ status: 'expected', annotations: [], results: [{ duration: 1 }] }] }],
        },
        { specs: [], suites: [{ specs: [windowGoal('G1'), windowGoal('G20', 'unexpected')] }] },
      ],
    }),
  ]
  const table = sayGoals(runs, { passed: 4, failed: 2 })
  expect(table).toContain('4 passed, 2 failed')
  expect(table.split('\n').filter((line) => line.startsWith('| G'))).toEqual(
    ['G1', 'G2', 'G12', 'G14'].map((id) => `| ${id} | says ${id} | kills: 510 (500) | 7 | 2 |`),
  )
})

test('a run that left no report has no goals', () => {
  expect([...goalsOf(null), ...windowGoalsOf(null)]).toEqual([])
})
