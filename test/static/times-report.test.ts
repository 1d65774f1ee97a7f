import { expect, test } from 'vitest'
import { describeTimes, timesOf } from '../../build/suites/times-report.ts'

const time = (what: string, ms: number) => ({ type: 'time', description: JSON.stringify({ what, ms, goal: 50 }) })
const ended = (status: string, ...annotations: readonly object[]) => ({
  title: 'a test',
  tests: [{ status, annotations, results: [{ duration: 1 }] }],
})

test('`timesOf` reads the times of passed tests alone, also in nested suites', () => {
  const report = {
    suites: [
      {
        specs: [ended('expected', time('one', 10), { type: 'goal', description: '{}' }, time('two', 3))],
        suites: [{ specs: [ended('expected', time('one', 30)), ended('unexpected', time('one', 9_000))] }],
      },
    ],
  }
  expect(timesOf(report)).toEqual([
    { what: 'one', ms: 10, goal: 50 },
    { what: 'two', ms: 3, goal: 50 },
    { what: 'one', ms: 30, goal: 50 },
  ])
  expect(timesOf(null)).toEqual([])
})

test('`describeTimes` writes a line for each measured thing with its median and its maximum', () => {
  const times = [30.4, 10, 20].map((ms) => ({ what: 'one', ms, goal: 50 }))
  const table = describeTimes([...times, { what: 'two', ms: 4, goal: 100 }], '2026-11-22, 2 cores, linux')
  expect(table.split('\n').slice(-3)).toEqual(['| one | 50 | 20 | 30 | 3 |', '| two | 100 | 4 | 4 | 1 |', ''])
  expect(table).toContain('on 2026-11-22, 2 cores, linux.')
})
