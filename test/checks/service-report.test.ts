import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultsOf, proofsOf, sayReport, type Row } from '../../build/testing/service-report.ts'
import { proves } from '../support/proves.ts'

const ROWS: readonly Row[] = [
  { id: '2.1.id', says: 'Integer', files: ['electron/a.ts'] },
  { id: '4.2.zip', says: 'Five digits', files: ['electron/a.ts', 'shared/b.ts'] },
]

function ran(...tests: readonly (readonly [status: string, title: string, rows?: readonly string[]])[]) {
  return {
    testResults: [
      {
        name: '/work/test/rules/x.test.ts',
        assertionResults: tests.map(([status, title, rows]) => ({
          status,
          title,
          ancestorTitles: ['a pair'],
          meta: rows === undefined ? {} : { proves: rows },
        })),
      },
    ],
  }
}

const faults = (report: unknown, exists: (file: string) => boolean = () => true) =>
  faultsOf(ROWS, proofsOf(report, '/work'), exists)

const BOTH = ran(['passed', 'one', ['2.1.id']], ['passed', 'two', ['4.2.zip']])

describe('the table of the service description', () => {
  test('is whole when each row has a test that passed', () => {
    expect(faults(BOTH)).toEqual([])
  })

  test.for(['skipped', 'todo', 'pending', 'failed', 'disabled'])('a test that is %s proves nothing', (status) => {
    expect(faults(ran(['passed', 'one', ['2.1.id']], [status, 'two', ['4.2.zip']]))).toEqual([
      '4.2.zip is proved by no test that passed',
    ])
  })

  test('a test without its mark proves nothing', () => {
    expect(faults(ran(['passed', 'one', ['2.1.id']], ['passed', 'two']))).toEqual([
      '4.2.zip is proved by no test that passed',
    ])
  })

  test('a file that is not there is seen', () => {
    expect(faults(BOTH, (file) => file !== 'shared/b.ts')).toEqual(['4.2.zip names shared/b.ts, which is not there'])
  })

  test('is the same whatever ran first, and names no machine', () => {
    const one = proofsOf(ran(['passed', 'b', ['2.1.id']], ['passed', 'a | c', ['2.1.id', '4.2.zip']]), '/work')
    const said = sayReport(ROWS, one)
    expect(sayReport(ROWS, [...one].reverse())).toBe(said)
    expect(said).toContain('| 2.1.id | Integer | electron/a.ts | test/rules/x.test.ts: a pair › a \\| c; a pair › b |')
    expect(said).not.toContain('/work')
  })
})

test('a mark for a row that there is not throws', () => {
  expect(() => proves('2.1: id, idd', '4.9: zip')).toThrow('has no row 2.1.idd, 4.9.zip')
})

test('the rows have ids of their own, in the order of the sections', () => {
  const rows = JSON.parse(readFileSync(join(import.meta.dirname, '../referee/rows.json'), 'utf8')) as readonly Row[]
  const ids = rows.map((row) => row.id)
  expect(new Set(ids).size).toBe(ids.length)
  const sections = ids.map((id) => Number.parseFloat(id))
  expect([...sections].sort((one, other) => one - other)).toEqual(sections)
})
