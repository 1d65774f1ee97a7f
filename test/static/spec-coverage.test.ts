import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  boardFaultsOf,
  describeBoard,
  faultsOf,
  proofsOf,
  describeReport,
  type Row,
} from '../../build/suites/spec-coverage.ts'
import { proves } from '../support/spec-rows.ts'
import { readDocument } from '../support/oracle/referee.ts'

const ROWS: readonly Row[] = [
  { id: '2.1.id', says: 'Integer', files: ['electron/a.ts'], notPractice: 'Not there' },
  { id: '4.2.zip', says: 'Five digits', files: ['electron/a.ts', 'shared/b.ts'], notPractice: 'Not there' },
]

type Ran = readonly [status: string, title: string, rows?: readonly string[]]

const ran = (...tests: readonly Ran[]) => ranIn('test/rules/x.test.ts', ...tests)

function ranIn(file: string, ...tests: readonly Ran[]) {
  return {
    testResults: [
      {
        name: `/checkout/${file}`,
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
  faultsOf(ROWS, proofsOf(report, '/checkout'), exists)

const BOTH = ran(['passed', 'one', ['2.1.id']], ['passed', 'two', ['4.2.zip']])

describe('The table of the service description', () => {
  test('`faultsOf` finds no fault when each row has a test that passed', () => {
    expect(faults(BOTH)).toEqual([])
  })

  test.for(['skipped', 'todo', 'pending', 'failed', 'disabled'])('A test that is %s proves no row', (status) => {
    expect(faults(ran(['passed', 'one', ['2.1.id']], [status, 'two', ['4.2.zip']]))).toEqual([
      '4.2.zip is proved for the desk side by no test that passed',
    ])
  })

  test('A test without its mark proves no row', () => {
    expect(faults(ran(['passed', 'one', ['2.1.id']], ['passed', 'two']))).toEqual([
      '4.2.zip is proved for the desk side by no test that passed',
    ])
  })

  describe('The two sides of a row', () => {
    const ROW: Row = { id: '2.1.id', says: 'Integer', files: ['electron/a.ts', 'electron/practice/b.ts'] }
    const of = (row: Row, ...files: readonly string[]) => {
      const proofs = files.flatMap((file) => proofsOf(ranIn(file, ['passed', 'one', ['2.1.id']]), '/checkout'))
      return { faults: faultsOf([row], proofs, () => true), report: describeReport([row], proofs) }
    }
    const DESK = 'test/unit/electron/provider/x.test.ts'
    const PRACTICE = 'test/integration/practice/x.test.ts'
    const unproved = (side: string) => `2.1.id is proved for the ${side} side by no test that passed`

    test.for([
      ['a test of each side', [DESK, PRACTICE], []],
      ['a system test', ['test/system/x.test.ts'], []],
      ['a test of the desk alone', [DESK], [unproved('practice')]],
      ['a test of the practice service alone', [PRACTICE], [unproved('desk')]],
      ['no test', [], [unproved('practice'), unproved('desk')]],
    ] as const)('A row of both sides with %s has these faults', ([, files, expected]) => {
      expect(of(ROW, ...files).faults).toEqual(expected)
    })

    test('A side without a file needs a reason, and a side with a file has none', () => {
      const practiceOnly = { ...ROW, files: ['electron/practice/b.ts'] }
      expect(of(practiceOnly, PRACTICE).faults).toEqual(['2.1.id names neither a file nor a reason for the desk side'])
      expect(of({ ...practiceOnly, notDesk: 'No echo' }, PRACTICE).faults).toEqual([])
      expect(of({ ...ROW, notDesk: 'No echo' }, PRACTICE, DESK).faults).toEqual([
        '2.1.id names a file and a reason against one for the desk side',
      ])
    })

    test('The report marks each side and counts the rows of each', () => {
      const { report } = of(ROW, DESK)
      expect(report).toContain('| 2.1.id | Integer | **not proved** | proved |')
      expect(report).toContain('| practice | 1 | 0 | 0 |\n| desk | 1 | 1 | 0 |')
    })
  })

  test('`faultsOf` reports a file that does not exist', () => {
    expect(faults(BOTH, (file) => file !== 'shared/b.ts')).toEqual(['4.2.zip names shared/b.ts, which is not there'])
  })

  test('`describeReport` gives the same text for any order of tests and names no machine', () => {
    const one = proofsOf(ran(['passed', 'b', ['2.1.id']], ['passed', 'a | c', ['2.1.id', '4.2.zip']]), '/checkout')
    const report = describeReport(ROWS, one)
    expect(describeReport(ROWS, [...one].reverse())).toBe(report)
    expect(report).toContain(
      '| 2.1.id | Integer | – Not there | proved | electron/a.ts | test/rules/x.test.ts: a pair › a \\| c; a pair › b |',
    )
    expect(report).not.toContain('/checkout')
  })
})

test('`proves` throws for a row that does not exist', () => {
  expect(() => proves('2.1: id, idd', '4.9: zip')).toThrow('has no row 2.1.idd, 4.9.zip')
})

const ids = (JSON.parse(readFileSync(join(import.meta.dirname, '../spec/rows.json'), 'utf8')) as readonly Row[]).map(
  (row) => row.id,
)

/** The section of the service description for each schema of the referee's document. */
const SCHEMAS: readonly (readonly [schema: string, rows: string])[] = [
  ['MoveFields', '2.1'],
  ['CreatedMove', '2.1'],
  ['FetchedMove', '2.1'],
  ['Vehicle', '2.2'],
  ['ResolvedLocation', '2.3'],
  ['CreatedLocation', '2.3'],
  ['FetchAnswer', '2.4'],
  ['PairAnswer', '2.5'],
  ['OneWayRequest', '4.2'],
  ['PairRequest', '4.3'],
  ['CustomerMoveRequest', '4.3'],
  ['LoanerMoveRequest', '4.3'],
  ['CustomerVehicleRequest', '4.3.vehicle'],
  ['LoanerVehicleRequest', '4.3.vehicle'],
  ['LocationRequest', '4.3.pickup_location'],
]

test.for(SCHEMAS)('Each field of %s in the document of the referee has its row in section %s', ([schema, section]) => {
  const { properties = {} } = readDocument('baseline').components.schemas[schema] as { properties?: object }
  const fields = Object.keys(properties).filter((field) => field !== 'move_id')
  expect(fields.length).toBeGreaterThan(0)
  expect(fields.map((field) => `${section}.${field}`).filter((row) => !ids.includes(row))).toEqual([])
})

test('The rows have unique ids in the order of the sections', () => {
  expect(new Set(ids).size).toBe(ids.length)
  const sections = ids.map((id) => Number.parseFloat(id))
  expect([...sections].sort((one, other) => one - other)).toEqual(sections)
})

describe('The failures of the board', () => {
  const rows = [
    { id: 'board.1', says: 'Cable cut' },
    { id: 'board.2', says: 'Rogue PC', pending: 'Not built' },
  ]
  const proofs = (...ids: readonly string[]) => proofsOf(ran(['passed', 'one', ids]), '/checkout')

  test('A failure without a test that passed is a fault, and a pending one is none', () => {
    expect(boardFaultsOf(rows, proofs())).toEqual(['board.1 is proved by no test that passed'])
    expect(boardFaultsOf(rows, proofs('board.1'))).toEqual([])
  })

  test('A pending failure that a test proves is a fault, so that the reason goes', () => {
    expect(boardFaultsOf(rows, proofs('board.1', 'board.2'))).toEqual(['board.2 is proved and still called pending'])
  })

  test('The table names the test of a failure, and why another has none', () => {
    const table = describeBoard(rows, proofs('board.1'))
    expect(table).toContain('| board.1 | Cable cut | test/rules/x.test.ts: a pair › one |')
    expect(table).toContain('| board.2 | Rogue PC | – Not built |')
  })
})
