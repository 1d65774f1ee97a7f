import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '../support/source.ts'

/*
 * The table of outcomes of the reliability design has 34 rows, and each is a test that says so at the start of its name: "row 9: …", or
 * "rows 8 to 10: …" for what holds for all of them.
 */

const ROWS = 34
const NAMED = /['"`]rows? (\d+)(?: to (\d+))?[:,]/g

const sources = [...readSources(join(import.meta.dirname, '../..'), ['test'])].filter(([path]) =>
  /\.(test|spec)\.ts$/.test(path),
)

function namedRows(text: string): readonly number[] {
  return [...text.matchAll(NAMED)].flatMap(([, from, to]) => {
    const first = Number(from)
    return Array.from({ length: Number(to ?? first) - first + 1 }, (_, at) => first + at)
  })
}

describe('the rows of the table of outcomes', () => {
  const named = new Set(
    sources.filter(([path]) => !path.endsWith('outcome-rows.test.ts')).flatMap(([, text]) => namedRows(text)),
  )

  test.for(Array.from({ length: ROWS }, (_, at) => at + 1))('row %i is a named test', (row) => {
    expect(named).toContain(row)
  })

  test('a name is read off a test, a table of tests and a range', () => {
    const text = ["test('row 7: x'", "test.for([1, 2])('row 9: %i'", "describe('rows 3 to 5: y'", '// row 8: z'].join(
      '\n',
    )
    expect(namedRows(text)).toEqual([7, 9, 3, 4, 5])
  })
})
