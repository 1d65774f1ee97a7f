import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readCommit } from '../../build/suites/commit.ts'
import { isEquivalent } from './equivalent.ts'
import { createMutants, filesOf } from './instrument.ts'
import { drawSample, SENDING_CORE, type Mutant } from './mutant.ts'
import { findReach, reachingTests } from './reach.ts'
import { formatReport, formatScore, formatSurvivor, type MutantResult } from './report.ts'
import { startTestRuns, type FileReach, type TestRuns } from './test-runs.ts'

const root = path.join(import.meta.dirname, '../..')
const tell = (line: string) => void process.stdout.write(`${line}\n`)

const { values: options } = parseArgs({
  options: {
    /** How many mutants are drawn; 0 takes all. */
    count: { type: 'string', default: '160' },
    seed: { type: 'string', default: '16' },
    /** Draws from these files only; a folder ends with a slash. */
    file: { type: 'string', multiple: true },
    /** The folders of `test/` whose tests run. */
    suite: { type: 'string', multiple: true, default: ['unit', 'integration'] },
    /** Tries again only what survived the last run of this sample. */
    survivors: { type: 'boolean', default: false },
    /** So many seconds of tests, by their usual time, may look for one mutant. */
    budget: { type: 'string', default: '45' },
    report: { type: 'string', default: 'out/mutation/report.md' },
  },
})

const reportFile = path.resolve(root, options.report)
/** What the run found, for `--survivors`. */
const lastRun = path.join(root, 'out', 'mutation', `${path.basename(reportFile, '.md')}.json`)

// As the suites' runner: the zone of the PC is none of the rooftops'.
process.env['TZ'] = 'Pacific/Auckland'

const core = filesOf(
  root,
  SENDING_CORE.filter((name) => existsSync(path.join(root, name))),
)
const wanted = options.file === undefined ? core : filesOf(root, options.file)
// What the tests reach is remembered by the mutants of all files, so a run of one file uses it too.
const mutants = createMutants(root, wanted.every((file) => core.includes(file)) ? core : wanted)
const candidates = mutants.filter(({ file }) => wanted.includes(file))
const last = options.survivors ? (JSON.parse(readFileSync(lastRun, 'utf8')) as readonly MutantResult[]) : []
const sample = drawSample(candidates, Number(options.count) || candidates.length, Number(options.seed))

const runs = await startTestRuns(root, options.suite, mutants)
try {
  const reach = await findReach(root, mutants, runs, tell)
  const judged: MutantResult[] = []
  for (const [place, mutant] of sample.entries()) {
    const one = killedBefore(mutant) ?? (await judge(mutant, reach, runs))
    judged.push(one)
    tell(`${place + 1}/${sample.length} ${one.result} ${formatSurvivor(one)}`)
    if (one.by !== null) tell(`    ${one.by.split('\n')[0]?.slice(0, 200)}`)
    writeFileSync(lastRun, JSON.stringify(judged, null, 1))
  }
  writeFileSync(
    reportFile,
    formatReport(judged, {
      drawn: `The run drew ${sample.length} of ${candidates.length} mutants with seed ${options.seed}.`,
      command: ['npm run mutation --', ...process.argv.slice(2)].join(' '),
      where: `${new Date().toISOString().slice(0, 10)} at ${readCommit(root)}, ${availableParallelism()} cores, ${process.platform}`,
    }),
  )
  tell(`score: ${formatScore(judged)}, written to ${options.report}`)
} finally {
  await runs.close()
}

/** What the last run found killed; more tests do not change that. */
function killedBefore({ file, start, after }: Mutant): MutantResult | undefined {
  return last.find((one) => one.result === 'killed' && one.file === file && one.start === start && one.after === after)
}

async function judge(mutant: Mutant, reach: readonly FileReach[], runs: TestRuns): Promise<MutantResult> {
  if (isEquivalent(mutant)) return { ...mutant, result: 'equivalent', by: null }
  const sameFile = new Set(mutants.filter(({ file }) => file === mutant.file).map(({ id }) => id))
  for (const reaching of reachingTests(reach, mutant, sameFile, Number(options.budget) * 1000)) {
    const { killed, by } = await runs.runMutant(mutant.id, reaching)
    if (killed) return { ...mutant, result: 'killed', by }
  }
  return { ...mutant, result: 'survived', by: null }
}
