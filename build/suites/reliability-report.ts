import { windowTestsOf } from './e2e-report.ts'

/** The goals of test/spec/reliability.md. */
export const GOALS: readonly string[] = Array.from({ length: 25 }, (_, at) => `G${at + 1}`)

/** The result of a goal in one run, for the report. */
export interface HeldGoal {
  readonly id: string
  readonly says: string
  /** The fraction of the goal's floors (minimum counts) that the run had to reach, above 0 and at most 1. */
  readonly share: number
  readonly seed: number | null
  /** What the run counted, empty until the test reports counts. `floor` is null for a count without a minimum. */
  readonly counts: readonly { readonly what: string; readonly did: number; readonly floor: number | null }[]
}

/** A test of a soak run and how the test ended. `goal` is the goal that the test opened, or null. */
export interface GoalRun {
  readonly test: string
  readonly ended: 'passed' | 'failed' | 'skipped'
  readonly goal: HeldGoal | null
  readonly seconds: number
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly duration?: number | null
      readonly meta?: { readonly goal?: HeldGoal }
    }[]
  }[]
}

/** Returns the tests of a vitest report; none if `report` is null, because the run wrote no report. */
export function goalsOf(report: unknown): readonly GoalRun[] {
  const { testResults } = (report ?? { testResults: [] }) as VitestReport
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status, title, duration, meta }) => ({
      test: title,
      ended: status === 'passed' || status === 'failed' ? status : 'skipped',
      goal: meta?.goal ?? null,
      seconds: inSeconds(duration ?? 0),
    })),
  )
}

/**
 * Returns the tests of a Playwright report; none if `report` is null, because the run wrote no report. The last `goal`
 * annotation of a test counts.
 */
export function windowGoalsOf(report: unknown): readonly GoalRun[] {
  return windowTestsOf(report).map(({ title, status, annotations, results }) => {
    const said = annotations.findLast(({ type }) => type === 'goal')?.description
    return {
      test: title,
      ended: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      goal: said === undefined ? null : (JSON.parse(said) as HeldGoal),
      seconds: inSeconds(results.at(-1)?.duration ?? 0),
    }
  })
}

function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000)
}

/** A line of the table. `lacks` says why the goal is not held or the test without a goal did not pass, or is null. */
export interface GoalLine {
  readonly id: string | null
  readonly says: string
  readonly goal: HeldGoal | null
  readonly seconds: number | null
  readonly lacks: string | null
  /** True if the runner has already counted this line as a failure. */
  readonly counted: boolean
}

/**
 * Returns a line for each test that opened no goal and did not pass, then the lines of the goals in their order. Each
 * goal has at least one line: a goal that no test opened has a line that says so.
 */
export function judgeGoals(runs: readonly GoalRun[]): readonly GoalLine[] {
  const ran = runs.flatMap(lineOf)
  const named = new Set(ran.map(({ id }) => id))
  const missing = GOALS.filter((id) => !named.has(id)).map((id) => {
    const lacks = 'no test of it ran'
    return { id, says: '', goal: null, seconds: null, lacks, counted: false }
  })
  return [...ran, ...missing].toSorted((a, b) => placeOf(a) - placeOf(b) || a.says.localeCompare(b.says))
}

function placeOf({ id }: GoalLine): number {
  return Number(id?.slice(1) ?? 0)
}

function lineOf({ test, ended, goal, seconds }: GoalRun): readonly GoalLine[] {
  const lacks = notHeldReason(ended, goal)
  if (goal === null && lacks === null) return []
  return [{ id: goal?.id ?? null, says: goal?.says ?? test, goal, seconds, lacks, counted: ended === 'failed' }]
}

/** Goals whose counts have no floors, because their times depend on the machine. */
const MEASURED: readonly string[] = ['G24']

function notHeldReason(ended: GoalRun['ended'], goal: HeldGoal | null): string | null {
  if (ended !== 'passed') return ended
  if (goal === null) return null
  if (goal.counts.length === 0) return 'did not say its figures'
  const below = goal.counts.filter(({ did, floor }) => floor !== null && !(did >= floor)).map(({ what }) => what)
  if (below.length > 0) return `below its floor: ${below.join(', ')}`
  if (!MEASURED.includes(goal.id) && goal.counts.every(({ floor }) => floor === null)) return 'has no floor'
  return goal.share < 1 ? `ran a share of ${goal.share} alone` : null
}

/** The contents of test/reports/goals.md. */
export interface LongRun {
  readonly lines: readonly GoalLine[]
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly commit: string
  readonly day: string
  readonly cores: number
  readonly minutes: number
}

/** Formats test/reports/goals.md. */
export function describeGoals({ lines, passed, failed, skipped, commit, day, cores, minutes }: LongRun): string {
  const lacking = lines.filter(({ lacks }) => lacks !== null).length
  return `# The goals of the reliability design, as the last soak held them

Written by \`npm run test:soak\` on ${day}, of commit ${commit}, on ${cores} cores, in ${minutes} min: ${passed} passed, ${failed} failed, ${skipped} skipped. ${
    lacking + failed + skipped === 0
      ? `All of ${GOALS[0]} to ${GOALS.at(-1)} are held; ${MEASURED.join(' and ')} is measured and not asserted.`
      : `**Not held: ${lacking}, in bold.**`
  } Floors are those of the design; what is counted is what the run really did. \`LANEKEEPER_SEED\` runs a seed again. Mode K is left out, so G23 is of mode D alone.

| goal | what holds | counted (floor) | seed | seconds |
| --- | --- | --- | --- | --- |
${lines.map(describeLine).join('\n')}
`
}

function describeLine({ id, says, goal, seconds, lacks }: GoalLine): string {
  const words = [lacks === null ? '' : `**${lacks}**`, says].filter((one) => one !== '').join(': ')
  return `| ${id ?? ''} | ${words} | ${(goal?.counts ?? []).map(describeCount).join('<br>')} | ${goal?.seed ?? ''} | ${seconds ?? ''} |`
}

function describeCount({ what, did, floor }: HeldGoal['counts'][number]): string {
  return `${what}: ${did}${floor === null ? '' : ` (${floor})`}`
}
