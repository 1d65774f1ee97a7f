import { PROFILES } from '../../shared/desk/provider-profile.ts'
import type { LeftoverBookings, Report } from './check.ts'

/** The columns of a terminal. */
const MAX_LINE_LENGTH = 120
const GAP = '  '
const HEADER = ['section', 'what', 'found', 'verdict'] as const
const VERDICT_LENGTH = 'not tried'.length
const MAX_WHAT_LENGTH = 56

/** The table, the bookings left at the remote, and the profile that the remote fits: plain text. */
export function printTable(report: Report): string {
  const rows = [HEADER, ...report.rows.map((row) => [row.section, row.what, row.found, row.verdict] as const)]
  const section = Math.max(...rows.map(([name]) => name.length))
  const what = Math.min(MAX_WHAT_LENGTH, Math.max(...rows.map(([, name]) => name.length)))
  const widths = [section, what, MAX_LINE_LENGTH - section - what - VERDICT_LENGTH - 3 * GAP.length, VERDICT_LENGTH]
  const lines = rows.map((cells) =>
    cells
      .map((cell, at) => clip(cell, widths[at] ?? 0).padEnd(widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
  const leftovers = hasLeftovers(report.leftovers) ? ['', ...describeLeftovers(report.leftovers)] : []
  return [...lines, ...leftovers, '', clip(describeFit(report), MAX_LINE_LENGTH), ''].join('\n')
}

function describeFit({ fits, failures, rows }: Report): string {
  const skipped = rows.filter(({ verdict }) => verdict === 'not tried').length
  if (fits !== null)
    return `fits: ${fits}${skipped === 0 ? '' : `, as far as it was asked (${skipped} rows were not tried)`}`
  const reasons = PROFILES.map((profile) => {
    const [first, ...more] = failures[profile]
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    return first === undefined ? '' : `${profile}: ${first.section} ${first.what}, ${first.found}${others}`
  })
  return `fits: neither. ${reasons.map((text) => clip(text, (MAX_LINE_LENGTH - 18) / PROFILES.length)).join('; ')}`
}

export function hasLeftovers({ canceled, pending, booked, uncertain }: LeftoverBookings): boolean {
  return canceled.length + pending.length + booked.length + uncertain.length > 0
}

/** Describes the state of the created bookings, in lines that fit a terminal. */
export function describeLeftovers({ canceled, pending, booked, uncertain }: LeftoverBookings): readonly string[] {
  const line = (text: string, of: readonly (number | string)[]) =>
    of.length === 0 ? [] : wrap(`${text}: ${of.join(', ')}`)
  return [
    ...line('canceled again', canceled),
    ...line('asked to be canceled, and not decided by the provider yet', pending),
    ...line('could not be canceled and are still booked; ask the provider to cancel them', booked),
    ...line('perhaps booked, as no clear answer came; look for them at the provider by reference', uncertain),
  ]
}

function wrap(text: string): readonly string[] {
  return text.split(' ').reduce<readonly string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined) return [word]
    const isShort = last.length + 1 + word.length <= MAX_LINE_LENGTH
    return isShort ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, `  ${word}`]
  }, [])
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 3)}...`
}
