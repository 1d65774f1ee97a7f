import { expect, test } from 'vitest'
import { goalsOf, sayGoals } from '../../build/testing/long.ts'

const goal = (id: string, status = 'passed') => ({
  status,
  title: id,
  duration: 1_600,
  meta: { goal: { id, says: `says ${id}`, share: 1, seed: 7, counts: [{ what: 'kills', did: 510, floor: 500 }] } },
})

test('the table tells of the goals that passed, in their order, what was counted with its floor', () => {
  const report = {
    testResults: [
      { assertionResults: [goal('G12'), goal('G3', 'failed'), { status: 'passed', title: 'x' }] },
      { assertionResults: [goal('G2')] },
    ],
  }
  const runs = goalsOf(report)
  expect(runs.map(({ goal: { id }, seconds }) => [id, seconds])).toEqual([
    ['G2', 2],
    ['G12', 2],
  ])
  const table = sayGoals(runs, { passed: 2, failed: 1 })
  expect(table).toContain('2 passed, 1 failed')
  expect(table).toContain('| G2 | says G2 | kills: 510 (500) | 7 | 2 |')
})
