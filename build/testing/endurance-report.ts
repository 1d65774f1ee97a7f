import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'

/** What a long test says of itself when it has passed its floors, see test/support/endurance.ts. */
export interface Goal {
  readonly goal: string
  readonly says: string
  readonly floor: string
  readonly did: Readonly<Record<string, number>>
  readonly seed: number | null
  readonly seconds: number
}

const folder = path.join(root, 'out', 'endurance')

/** Forgets what an earlier run did. */
export function beginEndurance(): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Writes test/reports/endurance.md from what the run left. */
export function reportEndurance(): void {
  mkdirSync(folder, { recursive: true })
  const goals = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Goal)
  writeFileSync(path.join(root, 'test', 'reports', 'endurance.md'), sayEndurance(goals))
}

/** The table for people, in the order of the goals' numbers. */
export function sayEndurance(goals: readonly Goal[]): string {
  const number = ({ goal }: Goal) => Number(/\d+/.exec(goal)?.[0] ?? 0)
  const lines = goals
    .toSorted((one, other) => number(one) - number(other) || one.goal.localeCompare(other.goal))
    .map(({ goal, says, floor, did, seed, seconds }) => {
      const done = Object.entries(did).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
      return `| ${goal} | ${says} | ${floor} | ${done.join(', ')} | ${seed ?? ''} | ${seconds} |`
    })
  return `# What the long run did

Written by \`npm run test:long\` from the tests that passed their floors; a goal that failed or did not run is not here. The goals stand in the reliability rules. \`LANEKEEPER_SEED=N\` runs a seed again.

| goal | what it says | at least | what was done | seed | seconds |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}
