import { expect, test } from 'vitest'
import { describeMeasures, measuresOf } from '../../build/suites/measures-report.ts'

const measure = { what: 'keys of a return', value: 8, unit: 'keys', bound: 9, is: 'most' } as const
const ended = (status: string) => ({
  title: 'a test',
  tests: [
    {
      status,
      annotations: [
        { type: 'time', description: '{}' },
        { type: 'measure', description: JSON.stringify(measure) },
      ],
      results: [{ duration: 1 }],
    },
  ],
})

test('`measuresOf` reads the measures of passed tests alone', () => {
  expect(measuresOf({ suites: [{ specs: [ended('expected'), ended('unexpected')] }] })).toEqual([measure])
  expect(measuresOf(null)).toEqual([])
})

test('`describeMeasures` writes a line for each measure with its bound and unit', () => {
  const table = describeMeasures([measure, { ...measure, what: 'rows', is: 'least' }], '2026-11-24, linux')
  expect(table.split('\n').slice(-3)).toEqual([
    '| keys of a return | 8 | at most 9 | keys |',
    '| rows | 8 | at least 9 | keys |',
    '',
  ])
  expect(table).toContain('on 2026-11-24, linux.')
})
