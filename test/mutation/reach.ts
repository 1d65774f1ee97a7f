import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { Mutant } from './mutant.ts'
import type { FileReach, Reaching, TestRuns } from './test-runs.ts'

type StoredReach = Readonly<Record<string, { readonly hash: string; readonly reach: FileReach }>>

/** Runs each test file once without a mutant. What ran before and did not change since comes from `out/mutation/`. */
export async function findReach(
  root: string,
  mutants: readonly Mutant[],
  runs: TestRuns,
  tell: (line: string) => void,
): Promise<readonly FileReach[]> {
  const folder = path.join(root, 'out', 'mutation')
  mkdirSync(folder, { recursive: true })
  const memory = path.join(folder, `reach-${hashOfCode(root, mutants)}.json`)
  let known: StoredReach = existsSync(memory) ? (JSON.parse(readFileSync(memory, 'utf8')) as StoredReach) : {}
  const mutated = new Set(mutants.map(({ file }) => path.join(root, file)))
  const found: FileReach[] = []
  for (const file of await runs.files()) {
    if (!importsAny(path.join(root, file), mutated)) continue
    const hash = hashOf(readFileSync(path.join(root, file)))
    const before = known[file]
    const reach = before?.hash === hash ? before.reach : await runs.reachOf(file)
    found.push(reach)
    if (before?.hash === hash) continue
    tell(`${file}: ${reach.passed ? `${reach.tests.length} tests` : 'fails without a mutant, so it is left out'}`)
    known = { ...known, [file]: { hash, reach } }
    writeFileSync(memory, JSON.stringify(known))
  }
  return found.filter(({ passed }) => passed)
}

/**
 * The tests that reach a mutant, the likeliest to notice it and then the cheapest first. More tests than usually take
 * `budgetMs` are left out: a mutant that only these would kill counts as one that survived.
 */
export function reachingTests(
  reach: readonly FileReach[],
  mutant: Mutant,
  sameFile: ReadonlySet<number>,
  budgetMs: number,
): readonly Reaching[] {
  const found = reach.flatMap(({ file, outside, tests }) => {
    const all = outside.includes(mutant.id)
    const reaching = all ? tests : tests.filter(({ reached }) => reached.includes(mutant.id))
    if (reaching.length === 0) return []
    const ms = reaching.reduce((sum, test) => sum + test.ms, 0)
    const isNamesake = path.basename(file).startsWith(path.basename(mutant.file, '.ts'))
    // A constant is reached while its file is loaded; the tests that use it reach other parts of that file.
    const uses = reaching.some(({ reached }) => reached.some((id) => sameFile.has(id)))
    const rank = isNamesake ? 0 : uses ? 1 : 2
    return [{ file, tests: all ? null : reaching.map(({ id }) => id), ms, rank }]
  })
  let spent = 0
  return found
    .toSorted((a, b) => a.rank - b.rank || a.ms - b.ms)
    .filter(({ ms }, place) => {
      spent += ms
      return place === 0 || spent <= budgetMs
    })
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** Changes with the mutants, and with all code that a test may import. */
function hashOfCode(root: string, mutants: readonly Mutant[]): string {
  const files = ['shared', 'electron', 'test/support'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted(),
  )
  return hashOf(JSON.stringify(mutants) + files.map((file) => hashOf(readFileSync(file))).join())
}

/** True when a test file imports one of these files, by however many steps. */
function importsAny(file: string, wanted: ReadonlySet<string>): boolean {
  const seen = new Set([file])
  for (const one of seen) {
    if (wanted.has(one)) return true
    if (!/\.[cm]?tsx?$/.test(one) || !existsSync(one)) continue
    for (const { fileName } of ts.preProcessFile(readFileSync(one, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) seen.add(path.join(path.dirname(one), fileName))
    }
  }
  return false
}
