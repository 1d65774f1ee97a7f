import { windowTestsOf } from './e2e-report.ts'

/** A time that a test measured in the real window, and its goal, which no test asserts. In milliseconds. */
export interface RecordedTime {
  readonly what: string
  readonly ms: number
  readonly goal: number
}

/** Returns the times that passed tests recorded; none if `report` is null, because the run wrote no report. */
export function timesOf(report: unknown): readonly RecordedTime[] {
  return windowTestsOf(report)
    .filter(({ status }) => status === 'expected')
    .flatMap(({ annotations }) => annotations)
    .flatMap(({ type, description }) =>
      type === 'time' && description !== undefined ? [JSON.parse(description) as RecordedTime] : [],
    )
}

/** Formats the table as Markdown. `where` names the day, the cores and the system. */
export function describeTimes(times: readonly RecordedTime[], where: string): string {
  const lines = [...new Set(times.map(({ what }) => what))].map((what) => {
    const recorded = times.filter((time) => time.what === what).map(({ ms }) => ms)
    const sorted = recorded.toSorted((a, b) => a - b)
    const [median = 0, most = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
    const goal = times.find((time) => time.what === what)?.goal ?? 0
    return `| ${what} | ${goal} | ${Math.round(median)} | ${Math.round(most)} | ${sorted.length} |`
  })
  return `# The times of the checklist, as recorded in the real window

Written by \`npm run bench\` on ${where}. In milliseconds; but for what counts from Enter, with the way to the window and back. The goals are those of the design. Records, not limits: nothing asserts them.

| what | goal | median | most | n |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}
