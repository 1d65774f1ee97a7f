import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'
import { GOAL_REPORTS, runGoals } from './goals.ts'
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

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly duration?: number
      readonly meta?: { readonly goal?: HeldGoal }
    }[]
  }[]
}

/** A test of a goal as it ended. */
export interface GoalRun {
  readonly goal: HeldGoal
  readonly seconds: number
}

/** Runs the goals of the reliability design whole, and writes what the run did into test/reports/goals.md. */
export async function runLong(): Promise<Tally> {
  const tally = await runGoals({ LANEKEEPER_WHOLE: '1' })
  const reports = GOAL_REPORTS.map(
    (name) => JSON.parse(readFileSync(path.join(root, 'out', 'test', name), 'utf8')) as Report,
  )
  const runs = goalsOf({ testResults: reports.flatMap(({ testResults }) => testResults) })
  writeFileSync(path.join(root, 'test', 'reports', 'goals.md'), sayGoals(runs, tally))
  return tally
}

/** The goals that passed, in their order. */
export function goalsOf(report: unknown): readonly GoalRun[] {
  return (report as Report).testResults
    .flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ status, duration, meta }) =>
        status === 'passed' && meta?.goal !== undefined
          ? [{ goal: meta.goal, seconds: Math.round((duration ?? 0) / 1000) }]
          : [],
      ),
    )
    .sort((a, b) => Number(a.goal.id.slice(1)) - Number(b.goal.id.slice(1)) || a.goal.says.localeCompare(b.goal.says))
}

/** The table for people. */
export function sayGoals(runs: readonly GoalRun[], { passed, failed }: Pick<Tally, 'passed' | 'failed'>): string {
  const lines = runs.map(
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
