import type { ProviderProfile } from '../../shared/profile.ts'

/* The table of a check: what was seen, row by row, and which profiles it speaks against. */

/** `other`: there, in another way than described. `not tried`: nothing was asked, or nothing was there to ask about. */
export type Verdict = 'yes' | 'no' | 'other' | 'not tried'

export type Row = {
  /** Of the service description, or `hopdrive` and the section of provider.md. */
  readonly section: string
  readonly what: string
  readonly found: string
  readonly verdict: Verdict
}

export type Judged = {
  readonly found: string
  readonly verdict: Verdict
  /** It speaks against the profiles that need the row. */
  readonly breaks: boolean
}

export const yes = (found: string): Judged => ({ found, verdict: 'yes', breaks: false })
export const notTried = (found: string): Judged => ({ found, verdict: 'not tried', breaks: false })
/** Worth knowing, and no reason not to work with the remote. */
export const other = (found: string): Judged => ({ found, verdict: 'other', breaks: false })
export const otherAndBreaks = (found: string): Judged => ({ found, verdict: 'other', breaks: true })
export const no = (found: string): Judged => ({ found, verdict: 'no', breaks: false })
export const noAndBreaks = (found: string): Judged => ({ found, verdict: 'no', breaks: true })

export const BOTH: readonly ProviderProfile[] = ['baseline', 'hopdrive']
export const BASELINE: readonly ProviderProfile[] = ['baseline']
export const HOPDRIVE: readonly ProviderProfile[] = ['hopdrive']

export type Sheet = {
  /** Adds what was seen; `needs` are the profiles that cannot do without it. A row seen again keeps its worst verdict. */
  see(section: string, what: string, judged: Judged, needs?: readonly ProviderProfile[]): void
  /** By section, then in the order in which they were first seen. */
  rows(): readonly Row[]
  /** The rows that speak against a profile. */
  against(profile: ProviderProfile): readonly Row[]
}

/** In the order of the table. */
const SECTIONS = [
  '5',
  'hopdrive 2',
  '7',
  '8',
  '9',
  'hopdrive 3.2',
  '4.1',
  '2.1',
  '2.4',
  '2.5',
  'hopdrive 6.1',
  'hopdrive 6.2',
  '4.2',
  'hopdrive 5.1',
  '4.3',
  'hopdrive 5.2',
  'hopdrive 7',
  'hopdrive 8',
]
const WORST: readonly Verdict[] = ['no', 'other', 'yes', 'not tried']

type Seen = { readonly judged: Judged; readonly needs: readonly ProviderProfile[] }
type Kept = { readonly section: string; readonly what: string; readonly seen: Seen[] }

export function makeSheet(): Sheet {
  const kept = new Map<string, Kept>()
  const inOrder = () =>
    [...kept.values()].sort((one, two) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(two.section))
  return {
    see(section, what, judged, needs = BOTH) {
      if (!SECTIONS.includes(section)) throw new Error(`the table has no section ${section}`)
      const key = `${section}|${what}`
      const row = kept.get(key) ?? { section, what, seen: [] }
      row.seen.push({ judged, needs })
      kept.set(key, row)
    },
    rows: () => inOrder().map(rowOf),
    against: (profile) =>
      inOrder()
        .filter(({ seen }) => seen.some(({ judged, needs }) => judged.breaks && needs.includes(profile)))
        .map(rowOf),
  }
}

function rowOf({ section, what, seen }: Kept): Row {
  const verdict = WORST.find((one) => seen.some(({ judged }) => judged.verdict === one)) ?? 'not tried'
  const worst = seen.filter(({ judged }) => judged.verdict === verdict)
  const founds = [...new Set(worst.map(({ judged }) => judged.found))]
  const tried = seen.filter(({ judged }) => judged.verdict !== 'not tried').length
  const share = verdict === 'yes' || worst.length >= tried ? '' : ` (${worst.length} of ${tried})`
  return { section, what, found: `${founds.join('; ')}${share}`, verdict }
}
