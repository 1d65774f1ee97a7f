import { windowTestsOf } from './e2e-report.ts'

/** What a test counted in the real window, with the bound that the test asserts. */
export interface Measure {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly bound: number
  /** `most` is an upper bound, `least` a lower bound. */
  readonly is: 'most' | 'least'
}

/** Returns the measures that passed tests recorded; none if `report` is null, because the run wrote no report. */
export function measuresOf(report: unknown): readonly Measure[] {
  return windowTestsOf(report)
    .filter(({ status }) => status === 'expected')
    .flatMap(({ annotations }) => annotations)
    .flatMap(({ type, description }) =>
      type === 'measure' && description !== undefined ? [JSON.parse(description) as Measure] : [],
    )
}

/** Formats the table as Markdown. `where` names the day and the system. */
export function describeMeasures(measures: readonly Measure[], where: string): string {
  const lines = measures.map(
    ({ what, value, unit, bound, is }) => `| ${what} | ${value} | at ${is} ${bound} | ${unit} |`,
  )
  return `# What the window asks of a person

Counted in the real window, written by \`npm test -- looks\` on ${where}. The window tests tagged \`@looks\` assert each bound.

| what | counted | bound | unit |
| --- | --- | --- | --- |
${lines.join('\n')}
`
}
