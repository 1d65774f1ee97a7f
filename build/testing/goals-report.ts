import type { Tally } from './tally.ts'

/** What a run did for a goal, for the report. */
export interface HeldGoal {
  readonly id: string
  readonly says: string
  readonly share: number
  readonly seed: number | null
  /** What was counted, with the floor that had to be reached; no floor where it is only told. */
  readonly counts: readonly { readonly what: string; readonly did: number; readonly floor: number | null }[]
}

/** A test of a goal as it ended. */
export interface GoalRun {
  readonly goal: HeldGoal
  readonly seconds: number
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly duration?: number
      readonly meta?: { readonly goal?: HeldGoal }
    }[]
  }[]
}

/** The goals that passed in a run of vitest; null is a run without a report. */
export function goalsOf(report: unknown): readonly GoalRun[] {
  const { testResults } = (report ?? { testResults: [] }) as VitestReport
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, duration, meta }) =>
      status === 'passed' && meta?.goal !== undefined ? [runOf(meta.goal, duration ?? 0)] : [],
    ),
  )
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly tests: readonly {
      readonly status: string
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly duration: number }[]
    }[]
  }[]
}

/** The same of a run of Playwright, where annotations tell of them. */
export function windowGoalsOf(report: unknown): readonly GoalRun[] {
  const { suites } = (report ?? { suites: [] }) as { readonly suites: readonly Suite[] }
  return suites.flatMap(goalsIn)
}

function goalsIn({ suites = [], specs }: Suite): readonly GoalRun[] {
  const own = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'expected')
    .flatMap(({ annotations, results }) =>
      annotations
        .filter(({ type }) => type === 'goal')
        .map(({ description = '' }) => runOf(JSON.parse(description) as HeldGoal, results.at(-1)?.duration ?? 0)),
    )
  return [...own, ...suites.flatMap(goalsIn)]
}

function runOf(goal: HeldGoal, milliseconds: number): GoalRun {
  return { goal, seconds: Math.round(milliseconds / 1000) }
}

/** The table for people, in the order of the goals. */
export function sayGoals(runs: readonly GoalRun[], { passed, failed }: Pick<Tally, 'passed' | 'failed'>): string {
  const lines = runs
    .toSorted(
      (a, b) => Number(a.goal.id.slice(1)) - Number(b.goal.id.slice(1)) || a.goal.says.localeCompare(b.goal.says),
    )
    .map(
      ({ goal, seconds }) =>
        `| ${goal.id} | ${goal.says} | ${goal.counts.map(sayCount).join('<br>')} | ${goal.seed ?? ''} | ${seconds} |`,
    )
  return `# The goals of the reliability design, as the last long run held them

Written by \`npm run test:long\`: ${passed} passed, ${failed} failed. Floors are those of the design; what is counted is what the run really did. \`LANEKEEPER_SEED\` runs a seed again.

| goal | what holds | counted (floor) | seed | seconds |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}

function sayCount({ what, did, floor }: HeldGoal['counts'][number]): string {
  return `${what}: ${did}${floor === null ? '' : ` (${floor})`}`
}
