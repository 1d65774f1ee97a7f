import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../electron/platform/clock.ts'
import { quantile } from '../../support/reliability/quantile.ts'

/* The record of `npm run bench`: one table and, for each row, three lines that say where the time goes. */

const FILE = join(import.meta.dirname, '../../reports/bench.md')

/** One row of the record. Every value is text with its unit; `held` is null for a row without a goal. */
export type Row = {
  /** The goal of the performance plan, for example `P1`. */
  readonly goal: string
  readonly what: string
  readonly limit: string
  readonly peer: string
  readonly ours: string
  readonly ratio: string
  readonly bound: string
  readonly held: boolean | null
  /** Where the time goes, three lines. */
  readonly where: readonly [string, string, string]
}

/** Writes the rows of a goal over the rows of an earlier run; the rows of other goals stay. */
export function record(goal: string, rows: readonly Row[]): void {
  const day = `${systemClock.now().slice(0, 10)}, ${availableParallelism()} cores`
  const blocks = new Map(readBlocks())
  const lines = rows.flatMap((row, at) => linesOf(row, day, rows[at + 1]?.where))
  blocks.set(goal, lines)
  const sorted = [...blocks].toSorted(([one], [other]) => numberOf(one) - numberOf(other))
  writeFileSync(FILE, `${HEAD}${sorted.flatMap(([, lines]) => lines).join('\n')}\n`)
  console.log(lines.join('\n'))
}

const HEAD = `# Beside the limits and the peers

Written by \`npm run bench\`, which says in [test/bench/README.md](../bench/README.md) what is measured and how. A ratio is the median of its runs with the smallest and the largest; \`raw\` overwrites 4 KiB and flushes, \`floor\` is a commit of one row. Records, not limits: no test asserts a speed. The lines below some rows say where their time goes.

| goal | what | limit | peer | ours | ratio | goal value | held | measured |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

/** `next` are the lines of the next row: rows of one profile have its lines once, below the last of them. */
function linesOf(
  { goal, what, limit, peer, ours, ratio, bound, held, where }: Row,
  day: string,
  next: Row['where'] | undefined,
): readonly string[] {
  const verdict = held === null ? '' : held ? 'yes' : 'no'
  return [
    `| ${[goal, what, limit, peer, ours, ratio, bound, verdict, day].join(' | ')} |`,
    ...(where === next ? [] : where).map((line) => `| ${goal} | ↳ ${line} | | | | | | | |`),
  ]
}

function readBlocks(): readonly (readonly [string, readonly string[]])[] {
  if (!existsSync(FILE)) return []
  const lines = readFileSync(FILE, 'utf8').match(/^\| P\d+ \|.*$/gm) ?? []
  const goals = new Set(lines.map(goalOf))
  return [...goals].map((goal) => [goal, lines.filter((line) => goalOf(line) === goal)])
}

function goalOf(line: string): string {
  return line.split(' ')[1] ?? ''
}

function numberOf(goal: string): number {
  return Number(goal.slice(1))
}

/** The median with the smallest and the largest, for example `3.1 [2.9..3.4]`. */
export function spread(values: readonly number[], digits = 2): string {
  const at = (share: number) => quantile(values, share).toFixed(digits)
  return `${at(0.5)} [${at(0)}..${at(1)}]`
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The ratio of two measurements of each run, in the order of the runs. */
export function ratios(over: readonly number[], under: readonly number[]): readonly number[] {
  return over.map((value, run) => value / (under[run] ?? NaN))
}

/** `p50 / p99 / max` of the medians of the runs, in milliseconds. */
export function times(runs: readonly (readonly number[])[], digits = 2): string {
  const at = (share: number) => median(runs.map((run) => quantile(run, share))).toFixed(digits)
  return `${at(0.5)} / ${at(0.99)} / ${at(1)} ms`
}
