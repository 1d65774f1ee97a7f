import { expect, test } from 'vitest'
import { sayEndurance, type Goal } from '../../build/testing/endurance-report.ts'

const goal = (name: string, more: Partial<Goal> = {}): Goal => ({
  goal: name,
  says: 'What it says',
  floor: '10 kills',
  did: { kills: 12_345, 'inside a step': 40 },
  seed: 7,
  seconds: 61,
  ...more,
})

test('the table of the long run has a line for each goal, by their numbers', () => {
  const lines = sayEndurance([goal('G11'), goal('G8', { seed: null }), goal('G10')])
    .split('\n')
    .filter((line) => line.startsWith('| G'))
  expect(lines).toEqual([
    '| G8 | What it says | 10 kills | 12,345 kills, 40 inside a step |  | 61 |',
    '| G10 | What it says | 10 kills | 12,345 kills, 40 inside a step | 7 | 61 |',
    '| G11 | What it says | 10 kills | 12,345 kills, 40 inside a step | 7 | 61 |',
  ])
})
