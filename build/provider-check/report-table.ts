import { PROFILES, type ProviderProfile } from '../../shared/desk/provider-profile.ts'

/* The table of a check: the findings row by row, and the profiles that each row speaks against. */

/** `other`: there, but not as described. `not tried`: nothing was sent, or nothing was there to look at. */
export type Verdict = 'yes' | 'no' | 'other' | 'not tried'

export type ReportRow = {
  /** A section of the service description, or `hopdrive` and a section of the provider's own pages. */
  readonly section: string
  readonly what: string
  readonly found: string
  readonly verdict: Verdict
}

export type CheckResult = {
  readonly found: string
  readonly verdict: Verdict
  /** True when the desk cannot work with such a remote: the result speaks against each profile that needs the row. */
  readonly breaking: boolean
}

type Severity = { readonly breaking: boolean }
const HARMLESS: Severity = { breaking: false }
export const BREAKING: Severity = { breaking: true }

export const conforms = (found: string): CheckResult => ({ found, verdict: 'yes', ...HARMLESS })
export const skipped = (reason: string): CheckResult => ({ found: reason, verdict: 'not tried', ...HARMLESS })
/** Returns a result with the verdict `other`, which speaks against no profile unless it is breaking. */
export const deviation = (found: string, { breaking } = HARMLESS): CheckResult => ({
  found,
  verdict: 'other',
  breaking,
})
/** Returns a result with the verdict `no`, which speaks against no profile unless it is breaking. */
export const missing = (found: string, { breaking } = HARMLESS): CheckResult => ({ found, verdict: 'no', breaking })

/** `yes` when the condition holds, else a breaking deviation. */
export const requires = (holds: boolean, found: string, otherwise = found): CheckResult =>
  holds ? conforms(found) : deviation(otherwise, BREAKING)
/** `yes` when the condition holds, else a deviation that speaks against no profile. */
export const prefers = (holds: boolean, found: string, otherwise = found): CheckResult =>
  holds ? conforms(found) : deviation(otherwise)

export type ReportTable = {
  /**
   * Adds a result; `profiles` are those that need the row, and an unknown section throws. A row with several results
   * shows the worst of them.
   */
  add(section: string, what: string, result: CheckResult, profiles?: readonly ProviderProfile[]): void
  /** The rows by section, then in the order in which they were added. */
  rows(): readonly ReportRow[]
  /** The rows that speak against a profile. */
  failuresFor(profile: ProviderProfile): readonly ReportRow[]
}

const SECTIONS = (
  '5|hopdrive 2|7|8|9|hopdrive 3.2|4.1|2.1|2.4|2.5|hopdrive 6.1|hopdrive 6.2|' +
  '4.2|hopdrive 5.1|4.3|hopdrive 5.2|hopdrive 7|hopdrive 8'
).split('|')
const WORST_FIRST: readonly Verdict[] = ['no', 'other', 'yes', 'not tried']

type Entry = { readonly result: CheckResult; readonly profiles: readonly ProviderProfile[] }
type Row = { readonly section: string; readonly what: string; readonly entries: Entry[] }

export function createReportTable(): ReportTable {
  const rows = new Map<string, Row>()
  const inOrder = () =>
    [...rows.values()].sort((one, two) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(two.section))
  return {
    add(section, what, result, profiles = PROFILES) {
      if (!SECTIONS.includes(section)) throw new Error(`the table has no section ${section}`)
      const key = `${section}|${what}`
      const row = rows.get(key) ?? { section, what, entries: [] }
      row.entries.push({ result, profiles })
      rows.set(key, row)
    },
    rows: () => inOrder().map(summarize),
    failuresFor: (profile) =>
      inOrder()
        .filter(({ entries }) => entries.some(({ result, profiles }) => result.breaking && profiles.includes(profile)))
        .map(summarize),
  }
}

function summarize({ section, what, entries }: Row): ReportRow {
  const results = entries.map(({ result }) => result)
  const verdict = WORST_FIRST.find((one) => results.some((result) => result.verdict === one)) ?? 'not tried'
  const worst = results.filter((result) => result.verdict === verdict)
  const found = [...new Set(worst.map((result) => result.found))].join('; ')
  const tried = results.filter((result) => result.verdict !== 'not tried').length
  const share = verdict === 'yes' || worst.length >= tried ? '' : ` (${worst.length} of ${tried})`
  return { section, what, found: `${found}${share}`, verdict }
}
