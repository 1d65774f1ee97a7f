import { groupLoaners, type KnownLoaner, type LoanerVisit } from '../../shared/booking/loaners.ts'
import { loanerVisitsBetween, loanerVisitsOf, type LoanerRange, type LoanerVisitRow } from '../store/queries/loaners.ts'
import type { Store } from '../store/store.ts'
import type { View } from '../store/tx.ts'

/**
 * The loaners of the range that was read last. A later read fetches the bookings that have changed since, and those of
 * the time that the new range has and the last one had not: the window asks each minute and after each change, and the
 * range has the bookings of three months.
 */
export type KeptLoaners = {
  /** Returns the loaners of the bookings of a range, without the booking `except`. */
  readonly read: (view: View, range: LoanerRange, except: string | null) => readonly KnownLoaner[]
}

type KeptLoanersDeps = {
  readonly onChange: Store['onChange']
  /** The largest number of bookings in a range, of which the latest count. */
  readonly limit: number
  readonly visitOf: (view: View, row: LoanerVisitRow) => LoanerVisit
}

/** After so many changes nobody asks for the loaners any more, for example because another provider was chosen. */
const MAX_OUTDATED = 500

type Visit = LoanerVisit & Pick<LoanerVisitRow, 'savedAt'>

type Kept = { readonly range: LoanerRange; readonly visits: readonly Visit[] }

export function keepLoaners({ onChange, limit, visitOf }: KeptLoanersDeps): KeptLoaners {
  let kept: Kept | null = null
  let loaners: readonly KnownLoaner[] | null = null
  const outdated = new Set<string>()
  let ignoreChanges: (() => void) | null = null

  const forget = () => {
    kept = null
    loaners = null
    outdated.clear()
    ignoreChanges?.()
    ignoreChanges = null
  }
  const noteChanges = (bookingIds: readonly string[]) => {
    for (const id of bookingIds) outdated.add(id)
    if (outdated.size > MAX_OUTDATED) forget()
  }

  const made = (view: View, rows: readonly LoanerVisitRow[]): readonly Visit[] =>
    rows.map((row) => ({ ...visitOf(view, row), savedAt: row.savedAt }))
  const between = (view: View, from: string, to: string) =>
    from < to ? made(view, loanerVisitsBetween(view, { from, to, limit })) : []

  /** The visits of `range`, the latest first; null if nothing that is kept helps. */
  function renewed(view: View, range: LoanerRange): readonly Visit[] | null {
    if (kept === null || kept.range.to <= range.from || range.to <= kept.range.from) return null
    const isSure = ({ time, bookingId }: Visit) => range.from <= time && time < range.to && !outdated.has(bookingId)
    const before = kept.visits.filter(isSure)
    const read = [...between(view, kept.range.to, range.to), ...between(view, range.from, kept.range.from)].filter(
      isSure,
    )
    const again = outdated.size === 0 ? [] : made(view, loanerVisitsOf(view, range, outdated))
    const isSame = read.length + again.length === 0 && before.length === kept.visits.length
    return isSame ? kept.visits : [...before, ...read, ...again].toSorted(latestFirst)
  }

  function visitsOf(view: View, range: LoanerRange): readonly Visit[] {
    const known = renewed(view, range)
    const visits = known !== null && known.length < limit ? known : between(view, range.from, range.to)
    if (kept !== null && visits === kept.visits) {
      kept = { range, visits }
      outdated.clear()
      return visits
    }
    forget()
    // A range that is cut at its limit lacks visits that a later range may need.
    if (visits.length === limit) return visits
    kept = { range, visits }
    ignoreChanges = onChange(noteChanges)
    return visits
  }

  return {
    read(view, range, except) {
      const visits = visitsOf(view, range)
      if (except !== null) return groupLoaners(visits.filter(({ bookingId }) => bookingId !== except))
      loaners ??= groupLoaners(visits)
      return loaners
    },
  }
}

/** The order of `loanerVisitsBetween`. */
function latestFirst(one: Visit, other: Visit): number {
  return compare(other.time, one.time) || compare(other.savedAt, one.savedAt) || compare(other.bookingId, one.bookingId)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
