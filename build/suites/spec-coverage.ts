import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { tell } from './results.ts'
import type { Results } from './results.ts'

/** One row of the service description, as in test/spec/rows.json. */
export interface Row {
  readonly id: string
  readonly says: string
  /** The files that implement the row, as paths from the root of the checkout. */
  readonly files: readonly string[]
  /** Why the practice service does not implement the row; only where it does not. */
  readonly notPractice?: string
  /** Why the desk does not implement the row; only where it does not. */
  readonly notDesk?: string
}

/** The two sides that the description has rules for: the desk sends and reads, the practice service answers. */
export const SIDES = ['practice', 'desk'] as const

export type Side = (typeof SIDES)[number]

/** The side of a file that implements a row: the practice service has one folder, and all other code is the desk's. */
function sideOfFile(file: string): Side {
  return file.startsWith('electron/practice/') ? 'practice' : 'desk'
}

/**
 * The sides that a test proves, by its folder: a test of `practice/` proves the practice service, a system test runs
 * the desk against the practice service and proves both, and every other test proves the desk.
 */
function sidesOfTest(file: string): readonly Side[] {
  if (file.startsWith('test/system/')) return SIDES
  return file.split('/').includes('practice') ? ['practice'] : ['desk']
}

function reasonWithout({ notPractice, notDesk }: Row, side: Side): string | undefined {
  return side === 'practice' ? notPractice : notDesk
}

function isImplementedBy({ files }: Row, side: Side): boolean {
  return files.some((file) => sideOfFile(file) === side)
}

function isProvedFor({ id }: Row, side: Side, proofs: readonly Proof[]): boolean {
  return proofs.some(({ file, rows }) => rows.includes(id) && sidesOfTest(file).includes(side))
}

/** A test that passed, with the rows that the test is marked to prove. */
export interface Proof {
  readonly file: string
  readonly name: string
  readonly rows: readonly string[]
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly meta?: { readonly proves?: readonly string[] }
    }[]
  }[]
}

/** The suites whose tests may call `proves`. The report needs the results of all these suites. */
export const SUITES_WITH_SPEC_ROWS = ['unit', 'integration', 'system'] as const

/** A failure of the board, as in test/spec/board-rows.json. */
export interface BoardRow {
  readonly id: string
  readonly says: string
  /** Why no test proves the row yet. */
  readonly pending?: string
}

/**
 * Writes out/reports/service.md from the reports of the suites. Each fault from `faultsOf` and `boardFaultsOf` counts
 * as a failure.
 */
export function checkSpecCoverage(): Results {
  const rows = readRows<Row>('rows.json')
  const boardRows = readRows<BoardRow>('board-rows.json')
  const proofs = SUITES_WITH_SPEC_ROWS.flatMap((height) => {
    const file = path.join(REPO_ROOT, 'out', 'test', `${height}.json`)
    return existsSync(file) ? proofsOf(JSON.parse(readFileSync(file, 'utf8')), REPO_ROOT) : []
  })
  const faults = [
    ...faultsOf(rows, proofs, (file) => existsSync(path.join(REPO_ROOT, file))),
    ...boardFaultsOf(boardRows, proofs),
  ]
  for (const fault of faults) tell(`service: ${fault}`)
  const folder = path.join(REPO_ROOT, 'out', 'reports')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'service.md'), `${describeReport(rows, proofs)}\n${describeBoard(boardRows, proofs)}`)
  return {
    passed: Math.max(0, rows.length + boardRows.length - faults.length),
    failed: faults.length,
    skipped: 0,
    failures: faults,
  }
}

function readRows<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(path.join(REPO_ROOT, 'test', 'spec', name), 'utf8')) as readonly T[]
}

/** The failures of the board without a test that passed, and those that have one although they are called pending. */
export function boardFaultsOf(rows: readonly BoardRow[], proofs: readonly Proof[]): readonly string[] {
  return rows.flatMap(({ id, pending }) => {
    const isProved = proofs.some((proof) => proof.rows.includes(id))
    if (isProved === (pending === undefined)) return []
    return [isProved ? `${id} is proved and still called pending` : `${id} is proved by no test that passed`]
  })
}

/** Returns the passed tests of a vitest report that call `proves`, with file paths relative to `base`. */
export function proofsOf(report: unknown, base: string): readonly Proof[] {
  return (report as Report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((one) => one.status === 'passed' && (one.meta?.proves ?? []).length > 0)
      .map((one) => ({
        file: path.relative(base, name).split(path.sep).join('/'),
        name: [...one.ancestorTitles.filter((title) => title !== ''), one.title].join(' › '),
        rows: one.meta?.proves ?? [],
      })),
  )
}

/**
 * The faults of the table, one line each: a side that implements a row without a proof of that side, a side with
 * neither a file nor a reason, or with both, rows without a file, and files that do not exist.
 */
export function faultsOf(
  rows: readonly Row[],
  proofs: readonly Proof[],
  exists: (file: string) => boolean,
): readonly string[] {
  return rows.flatMap((row) => [
    ...(row.files.length === 0
      ? [`${row.id} is implemented nowhere`]
      : SIDES.flatMap((side) => sideFaults(row, side, proofs))),
    ...row.files.filter((file) => !exists(file)).map((file) => `${row.id} names ${file}, which is not there`),
  ])
}

function sideFaults(row: Row, side: Side, proofs: readonly Proof[]): readonly string[] {
  const reason = reasonWithout(row, side) ?? ''
  if (!isImplementedBy(row, side))
    return reason === '' ? [`${row.id} names neither a file nor a reason for the ${side} side`] : []
  return [
    ...(reason === '' ? [] : [`${row.id} names a file and a reason against one for the ${side} side`]),
    ...(isProvedFor(row, side, proofs) ? [] : [`${row.id} is proved for the ${side} side by no test that passed`]),
  ]
}

/** Formats the table as Markdown, in the order of the rows. The order of the tests does not change the result. */
export function describeReport(rows: readonly Row[], proofs: readonly Proof[]): string {
  const sections = [...new Set(rows.map(sectionOf))]
  const tables = sections.map((section) => {
    const lines = rows
      .filter((row) => sectionOf(row) === section)
      .map((row) => {
        const [practice, desk] = SIDES.map((side) => markOf(row, side, proofs))
        return `| ${row.id} | ${row.says} | ${practice} | ${desk} | ${row.files.join('<br>')} | ${describeProofs(row, proofs)} |`
      })
    return `## Section ${section}\n\n| row | what it says | practice | desk | where | proved by |\n| --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}`
  })
  return `# The service description, row by row

Written by \`npm run test:full\` from the marks of the tests that passed; a side without one fails the run. The rows stand in test/spec/rows.json, the marks in the tests (\`proves\`). The folder of a test tells its side: \`practice/\` the practice service, \`test/system/\` both, every other folder the desk.

${describeCounts(rows, proofs)}

${tables.join('\n\n')}
`
}

/** Formats the failures of the board as Markdown, in the order of the rows. */
export function describeBoard(rows: readonly BoardRow[], proofs: readonly Proof[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.id} | ${row.says} | ${row.pending === undefined ? describeProofs(row, proofs) : `– ${row.pending}`} |`,
  )
  return `# The failures of the board, row by row

The rows stand in test/spec/board-rows.json, the marks in the tests (\`proves('board: N')\`).

| row | what fails, and what follows | proved by |
| --- | --- | --- |
${lines.join('\n')}
`
}

function markOf(row: Row, side: Side, proofs: readonly Proof[]): string {
  if (!isImplementedBy(row, side)) return `– ${inCell(reasonWithout(row, side) ?? 'no reason')}`
  return isProvedFor(row, side, proofs) ? 'proved' : '**not proved**'
}

/** How many rows each side implements and proves, and how many do not apply to the side. */
function describeCounts(rows: readonly Row[], proofs: readonly Proof[]): string {
  const lines = SIDES.map((side) => {
    const ours = rows.filter((row) => isImplementedBy(row, side))
    const proved = ours.filter((row) => isProvedFor(row, side, proofs))
    return `| ${side} | ${ours.length} | ${proved.length} | ${rows.length - ours.length} |`
  })
  return `| side | implements | proved | does not apply |\n| --- | --- | --- | --- |\n${lines.join('\n')}`
}

function sectionOf({ id }: Row): string {
  return /^\d+(\.\d+)?/.exec(id)?.[0] ?? id
}

/** The most tests that a row names for each test file, because a test with many cases would fill the page. */
const NAMED = 2

function describeProofs({ id }: Pick<Row, 'id'>, proofs: readonly Proof[]): string {
  const ours = proofs.filter((proof) => proof.rows.includes(id))
  if (ours.length === 0) return '**nothing**'
  const files = [...new Set(ours.map((proof) => proof.file))].sort()
  return files
    .map((file) => {
      const names = [...new Set(ours.filter((proof) => proof.file === file).map((proof) => proof.name))].sort()
      const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : ''
      return `${file}: ${names.slice(0, NAMED).map(inCell).join('; ')}${more}`
    })
    .join('<br>')
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ')
}
