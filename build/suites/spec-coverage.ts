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

/** Writes out/reports/service.md from the reports of the suites. Each fault from `faultsOf` counts as a failure. */
export function checkSpecCoverage(): Results {
  const rows = JSON.parse(readFileSync(path.join(REPO_ROOT, 'test', 'spec', 'rows.json'), 'utf8')) as readonly Row[]
  const proofs = SUITES_WITH_SPEC_ROWS.flatMap((height) => {
    const file = path.join(REPO_ROOT, 'out', 'test', `${height}.json`)
    return existsSync(file) ? proofsOf(JSON.parse(readFileSync(file, 'utf8')), REPO_ROOT) : []
  })
  const faults = faultsOf(rows, proofs, (file) => existsSync(path.join(REPO_ROOT, file)))
  for (const fault of faults) tell(`service: ${fault}`)
  const folder = path.join(REPO_ROOT, 'out', 'reports')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'service.md'), describeReport(rows, proofs))
  return { passed: Math.max(0, rows.length - faults.length), failed: faults.length, skipped: 0, failures: faults }
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

/** The faults of the table, one line each: rows without a proof, rows without a file, and files that do not exist. */
export function faultsOf(
  rows: readonly Row[],
  proofs: readonly Proof[],
  exists: (file: string) => boolean,
): readonly string[] {
  const proved = new Set(proofs.flatMap((proof) => proof.rows))
  return rows.flatMap(({ id, files }) => [
    ...(proved.has(id) ? [] : [`${id} is proved by no test that passed`]),
    ...(files.length === 0 ? [`${id} is implemented nowhere`] : []),
    ...files.filter((file) => !exists(file)).map((file) => `${id} names ${file}, which is not there`),
  ])
}

/** Formats the table as Markdown, in the order of the rows. The order of the tests does not change the result. */
export function describeReport(rows: readonly Row[], proofs: readonly Proof[]): string {
  const sections = [...new Set(rows.map(sectionOf))]
  const tables = sections.map((section) => {
    const lines = rows
      .filter((row) => sectionOf(row) === section)
      .map((row) => `| ${row.id} | ${row.says} | ${row.files.join('<br>')} | ${describeProofs(row, proofs)} |`)
    return `## Section ${section}\n\n| row | what it says | where | proved by |\n| --- | --- | --- | --- |\n${lines.join('\n')}`
  })
  return `# The service description, row by row

Written by \`npm run test:full\` from the marks of the tests that passed; a row without one fails the run. The rows stand in test/spec/rows.json, the marks in the tests (\`proves\`).

${tables.join('\n\n')}
`
}

function sectionOf({ id }: Row): string {
  return /^\d+(\.\d+)?/.exec(id)?.[0] ?? id
}

/** The most tests that a row names for each test file, because a test with many cases would fill the page. */
const NAMED = 2

function describeProofs({ id }: Row, proofs: readonly Proof[]): string {
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
