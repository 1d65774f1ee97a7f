import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { instrument } from './instrument.ts'
import type { Mutant } from './mutant.ts'

/** What one test file reaches. */
export type FileReach = {
  readonly file: string
  readonly passed: boolean
  /** By what the file does outside of its tests: then each of them may take notice. */
  readonly outside: readonly number[]
  readonly tests: readonly { readonly id: string; readonly ms: number; readonly reached: readonly number[] }[]
}

/** The tests of one file that reach a mutant; all of them where `tests` is null. */
export type Reaching = { readonly file: string; readonly tests: readonly string[] | null; readonly ms: number }

/** `by` is the test that took notice, and how. */
export type Verdict = { readonly killed: boolean; readonly by: string | null }

export type TestRuns = {
  readonly files: () => Promise<readonly string[]>
  readonly reachOf: (file: string) => Promise<FileReach>
  readonly runMutant: (mutant: number, reaching: Reaching) => Promise<Verdict>
  readonly close: () => Promise<void>
}

const NO_MUTANT = -1
const DRY_LIMIT_MS = 600_000
const DRY_TEST_TIMEOUT_MS = 120_000
/** What a mutant's tests may take beyond their usual time. */
const TEST_GRACE_MS = 6_000
const FILE_GRACE_MS = 20_000
const SLOWER = 4

/** Runs test files one at a time in vitest, which stays loaded, with the mutants in the code that they import. */
export async function startTestRuns(
  root: string,
  suites: readonly string[],
  mutants: readonly Mutant[],
): Promise<TestRuns> {
  const instrumented = {
    name: 'mutants',
    enforce: 'pre' as const,
    transform(_code: string, id: string) {
      const own = mutants.filter(({ file }) => path.join(root, file) === id)
      return own.length === 0 ? null : instrument(readFileSync(id, 'utf8'), own)
    },
  }
  const vitest = await createVitest(
    {
      root,
      config: false,
      watch: false,
      include: suites.map((suite) => `test/${suite}/**/*.test.ts`),
      setupFiles: [path.join(import.meta.dirname, 'setup.ts')],
      pool: 'forks',
      maxWorkers: 1,
      reporters: [{}],
    },
    { plugins: [instrumented] },
  )
  const reporting = (file: string, run: Omit<Run, 'file'>) => runFile(vitest, { ...run, file: path.join(root, file) })
  return {
    async files() {
      const found = await vitest.globTestSpecifications()
      return found.map(({ moduleId }) => path.relative(root, moduleId).split(path.sep).join('/')).toSorted()
    },
    async reachOf(file) {
      const { ofFile, unhandledErrors } = await reporting(file, {
        mutant: NO_MUTANT,
        limitMs: DRY_LIMIT_MS,
        testTimeoutMs: DRY_TEST_TIMEOUT_MS,
        tests: null,
      })
      return {
        file,
        passed: ofFile !== undefined && ofFile.state() !== 'failed' && unhandledErrors.length === 0,
        outside: ofFile?.meta().reached ?? [],
        tests: [...(ofFile?.children.allTests() ?? [])].map((test) => ({
          id: test.id,
          ms: Math.round(test.diagnostic()?.duration ?? 0),
          reached: test.meta().reached ?? [],
        })),
      }
    },
    async runMutant(mutant, { file, tests, ms }) {
      return verdictOf(
        await reporting(file, {
          mutant,
          limitMs: FILE_GRACE_MS + SLOWER * ms,
          testTimeoutMs: TEST_GRACE_MS + SLOWER * ms,
          tests,
        }),
      )
    },
    close: () => vitest.close(),
  }
}

type Run = {
  readonly mutant: number
  readonly limitMs: number
  readonly testTimeoutMs: number
  readonly file: string
  readonly tests: readonly string[] | null
}

type RunEnd = { readonly ofFile: TestModule | undefined; readonly unhandledErrors: readonly unknown[] }

async function runFile(vitest: Vitest, { mutant, limitMs, testTimeoutMs, file, tests }: Run): Promise<RunEnd> {
  vitest.provide('mutant', mutant)
  vitest.provide('limitMs', limitMs)
  vitest.provide('testTimeoutMs', testTimeoutMs)
  vitest.state.clearErrors()
  const specification = vitest.getRootProject().createSpecification(file, tests === null ? {} : { testIds: [...tests] })
  const { unhandledErrors } = await vitest.runTestSpecifications([specification], false)
  return { ofFile: specification.testModule, unhandledErrors }
}

function verdictOf({ ofFile, unhandledErrors }: RunEnd): Verdict {
  const failed = [...(ofFile?.children.allTests('failed') ?? [])][0]
  if (failed !== undefined) return { killed: true, by: `${failed.fullName}: ${failed.result().errors?.[0]?.message}` }
  if (unhandledErrors.length > 0) return { killed: true, by: String(unhandledErrors[0]) }
  if (ofFile?.state() !== 'failed') return { killed: false, by: null }
  return { killed: true, by: ofFile.errors()[0]?.message ?? 'the file failed' }
}
