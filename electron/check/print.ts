import { PROFILES } from '../../shared/profile.ts'
import type { Left, Report } from './check.ts'
import type { Row } from './sheet.ts'

/** The columns of a terminal. */
const WIDTH = 120
const GAP = '  '
const HEADER: Row = { section: 'section', what: 'what', found: 'found', verdict: 'yes' }
const VERDICT_WIDTH = 'not tried'.length
const WHAT_WIDTH = 56

/** The table, what is left at the remote, and which profile it fits: plain text of at most 120 columns. */
export function printTable(report: Report): string {
  const { rows } = report
  const widest = (cell: (row: Row) => string, most: number) =>
    Math.min(most, Math.max(...[HEADER, ...rows].map((row) => cell(row).length)))
  const section = widest((row) => row.section, 12)
  const what = widest((row) => row.what, WHAT_WIDTH)
  const found = WIDTH - section - what - VERDICT_WIDTH - 3 * GAP.length
  const line = (cells: readonly [string, string, string, string]) =>
    [cells[0].padEnd(section), clip(cells[1], what).padEnd(what), clip(cells[2], found).padEnd(found), cells[3]]
      .join(GAP)
      .trimEnd()
  return [
    line(['section', 'what', 'found', 'verdict']),
    ...rows.map((row) => line([row.section, row.what, row.found, row.verdict])),
    ...(hasLeft(report.left) ? ['', ...sayLeft(report.left)] : []),
    '',
    clip(sayFit(report), WIDTH),
    '',
  ].join('\n')
}

export function printJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

function sayFit({ fits, against, rows }: Report): string {
  const open = rows.filter(({ verdict }) => verdict === 'not tried').length
  if (fits !== null) return `fits: ${fits}${open === 0 ? '' : `, as far as it was asked (${open} rows were not tried)`}`
  const why = PROFILES.map((profile) => {
    const [first, ...more] = against[profile]
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    return first === undefined ? '' : `${profile}: ${first.section} ${first.what}, ${first.found}${others}`
  })
  return `fits: neither. ${why.map((words) => clip(words, (WIDTH - 18) / PROFILES.length)).join('; ')}`
}

export function hasLeft({ canceled, pending, standing, unclear }: Left): boolean {
  return canceled.length + pending.length + standing.length + unclear.length > 0
}

/** What a check has made, in lines of at most 120 columns. */
export function sayLeft({ canceled, pending, standing, unclear }: Left): readonly string[] {
  const line = (words: string, of: readonly (number | string)[]) =>
    of.length === 0 ? [] : wrap(`${words}: ${of.join(', ')}`)
  return [
    ...line('canceled again', canceled),
    ...line('asked to be canceled, and not decided by the provider yet', pending),
    ...line('could not be canceled and are still booked; ask the provider to cancel them', standing),
    ...line('perhaps booked, as no clear answer came; look for them at the provider by reference', unclear),
  ]
}

function wrap(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(lines.length === 0 ? word : `  ${word}`)
  }
  return lines
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`
}
