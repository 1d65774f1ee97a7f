import {
  groupLoaners,
  loanerKeys,
  recognizedBy,
  type KnownLoaner,
  type LoanerParts,
  type LoanerVisit,
} from '../../shared/booking/loaners.ts'
import { isReturn } from '../../shared/booking/open-pickup.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'
import { loanerVisitsBetween, loanerVisitsOf, type LoanerRange, type LoanerVisitRow } from '../store/queries/loaners.ts'
import type { Store } from '../store/store.ts'
import type { View } from '../store/tx.ts'

/**
 * The loaner visits of a span of time, in memory. A later read fetches the bookings that have changed since, and those
 * of the time that the new range has and the span has not: the window asks each minute and after each change, each save
 * of a pickup asks for its loaner, and the range has the bookings of three months.
 */
export type KeptLoaners = {
  /** Returns the loaners of the bookings of a range, without the booking `except`. */
  readonly read: (view: View, range: LoanerRange, except: string | null) => readonly KnownLoaner[]
  /**
   * Returns the loaners that have this stock number or VIN, of the bookings of a range without the booking `except`.
   * Returns null if the range is not in memory.
   */
  readonly loanersOf: (
    view: View,
    range: LoanerRange,
    sought: Pick<LoanerParts, 'stock' | 'vin'> & { readonly except: string | null },
  ) => readonly KnownLoaner[] | null
  /** Reads some visits of the range that are not in memory, the latest first. Returns false if none are left. */
  readonly readAhead: (view: View, range: LoanerRange) => boolean
}

type KeptLoanersDeps = {
  readonly onChange: Store['onChange']
  /** The largest number of bookings in a range, of which the latest count. */
  readonly limit: number
  readonly visitOf: (view: View, row: LoanerVisitRow) => LoanerVisit
}

/** After so many changes nobody asks for the loaners any more, for example because another provider was chosen. */
const MAX_OUTDATED = 500

const DAY_MINUTES = 24 * 60
/** A longer span would keep what nobody asks for. */
const MAX_SPAN_MINUTES = 200 * DAY_MINUTES
/** A save reads no more days of the past than these. */
const MAX_SAVE_MINUTES = 2 * DAY_MINUTES
/** Days beyond the end of a range, so that the next range of a later time is in memory. */
const BEYOND_MINUTES = 10 * DAY_MINUTES
/** About so many visits are one step of reading ahead, because the disk is cold after a start. */
const VISITS_PER_STEP = 16

type Visit = LoanerVisit & Pick<LoanerVisitRow, 'savedAt'>

type Index = Map<string, Set<Visit>>

/** The loaners of the visits of `list` from `first` until `end`. */
type Listed = { readonly first: number; readonly end: number; readonly loaners: readonly KnownLoaner[] }

export function keepLoaners({ onChange, limit, visitOf }: KeptLoanersDeps): KeptLoaners {
  let span: LoanerRange | null = null
  const visits = new Map<string, Visit>()
  const byLoaner: Index = new Map()
  /** The returns by each value that recognizes their pickup. */
  const returns: Index = new Map()
  /** All visits, the latest first; null after a change. */
  let list: readonly Visit[] | null = null
  let listed: Listed | null = null
  const outdated = new Set<string>()
  let ignoreChanges: (() => void) | null = null

  const forget = () => {
    span = null
    for (const kept of [visits, byLoaner, returns, outdated]) kept.clear()
    list = null
    ignoreChanges?.()
    ignoreChanges = null
  }
  const noteChanges = (bookingIds: readonly string[], hasNews: boolean) => {
    if (!hasNews) return
    for (const id of bookingIds) outdated.add(id)
    if (outdated.size > MAX_OUTDATED) forget()
  }
  /** Forgets everything and begins with a span without a length. */
  const begin = (at: UtcInstant): LoanerRange => {
    forget()
    ignoreChanges = onChange(noteChanges)
    return (span = { from: at, to: at })
  }

  const made = (view: View, rows: readonly LoanerVisitRow[]): readonly Visit[] =>
    rows.map((row) => ({ ...visitOf(view, row), savedAt: row.savedAt }))
  const between = (view: View, from: string, to: string) =>
    from < to ? made(view, loanerVisitsBetween(view, { from, to, limit })) : []

  const indexesOf = (visit: Visit): readonly (readonly [Index, readonly string[]])[] => [
    [byLoaner, loanerKeys(visit.loaner)],
    [returns, visit.action === 'return' ? recognizedBy(visit) : []],
  ]
  const add = (visit: Visit) => {
    visits.set(visit.bookingId, visit)
    for (const [index, keys] of indexesOf(visit)) {
      for (const key of keys) index.set(key, (index.get(key) ?? new Set()).add(visit))
    }
    list = null
  }
  const remove = (visit: Visit) => {
    visits.delete(visit.bookingId)
    for (const [index, keys] of indexesOf(visit)) for (const key of keys) index.get(key)?.delete(visit)
    list = null
  }
  const refresh = (view: View, within: LoanerRange) => {
    if (outdated.size === 0) return
    const again = made(view, loanerVisitsOf(view, within, outdated))
    for (const id of outdated) {
      const before = visits.get(id)
      if (before !== undefined) remove(before)
    }
    again.forEach(add)
    outdated.clear()
  }

  /** Reads what the span lacks of `range`. Returns false, and keeps nothing, if that would be too many visits. */
  function extend(view: View, range: LoanerRange): boolean {
    const before = span !== null && canJoin(span, range) ? span : begin(range.from)
    const next = joined(before, range)
    refresh(view, before)
    const read = [...between(view, before.to, next.to), ...between(view, next.from, before.from)]
    for (const visit of read) {
      add(visit)
      // A save asks when each earlier customer brought the loaner back.
      if (visit.action === 'return') visit.backAt()
    }
    span = next
    if (visits.size < limit) return true
    forget()
    return false
  }

  function listOf(range: LoanerRange, except: string | null): readonly KnownLoaner[] {
    if (list === null) {
      list = [...visits.values()].toSorted(latestFirst)
      listed = null
    }
    const [first, end] = [countAtOrAfter(list, range.to), countAtOrAfter(list, range.from)]
    const within = list.slice(first, end)
    if (except !== null) return groupLoaners(within.filter(({ bookingId }) => bookingId !== except))
    if (listed === null || listed.first !== first || listed.end !== end) {
      listed = { first, end, loaners: groupLoaners(within) }
    }
    return listed.loaners
  }

  /**
   * The visits that have one of these keys, and those linked to any of them by another key of their loaner, the latest
   * first.
   */
  function linkedTo(keys: readonly string[], counts: (visit: Visit) => boolean): readonly Visit[] {
    const sought = new Set(keys)
    const found = new Set<Visit>()
    // A set that grows while it is walked through is walked through to its new end.
    for (const key of sought) {
      byLoaner.get(key)?.forEach((visit) => {
        if (!counts(visit)) return
        found.add(visit)
        for (const other of loanerKeys(visit.loaner)) sought.add(other)
      })
    }
    return [...found].sort(latestFirst)
  }

  /** The earliest of these visits that returns the car of a pickup by each value in turn. */
  function returnOf(pickup: LoanerVisit, counts: (visit: Visit) => boolean): Visit | undefined {
    let first: Visit | undefined
    for (const key of recognizedBy(pickup)) {
      let back: Visit | undefined
      returns.get(key)?.forEach((visit) => {
        if (back !== undefined && latestFirst(visit, back) < 0) return
        if (counts(visit) && isReturn(visit, pickup)) back = visit
      })
      if (back !== undefined && (first === undefined || back.time < first.time)) first = back
    }
    return first
  }

  return {
    read(view, range, except) {
      if (extend(view, range)) return listOf(range, except)
      return groupLoaners(between(view, range.from, range.to).filter(({ bookingId }) => bookingId !== except))
    },
    loanersOf(view, range, sought) {
      const wide = { from: range.from, to: addMinutes(range.to, BEYOND_MINUTES) }
      if (span === null || addMinutes(range.from, MAX_SAVE_MINUTES) < span.from || !canJoin(span, wide)) return null
      const isKept = span.from <= range.from && range.to <= span.to
      if (!isKept && !extend(view, wide)) return null
      refresh(view, span)
      const counts = (visit: Visit) => isWithin(visit, range) && visit.bookingId !== sought.except
      return groupLoaners(linkedTo(loanerKeys(sought), counts), (pickup) => returnOf(pickup, counts))
    },
    readAhead(view, range) {
      if (span !== null && !canJoin(span, range)) return false
      const before = visits.size
      for (let { from } = span ?? begin(range.to); from > range.from;) {
        const part = { from: later(addMinutes(from, -DAY_MINUTES), range.from), to: from }
        if (!extend(view, part)) return false
        if (visits.size - before >= VISITS_PER_STEP) return true
        from = part.from
      }
      return false
    },
  }
}

function isWithin({ time }: Visit, { from, to }: LoanerRange): boolean {
  return from <= time && time < to
}

/** How many visits of `list`, which has the latest first, are at or after `time`. */
function countAtOrAfter(list: readonly Visit[], time: UtcInstant): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const visit = list[middle]
    if (visit !== undefined && visit.time >= time) low = middle + 1
    else high = middle
  }
  return low
}

function canJoin(one: LoanerRange, other: LoanerRange): boolean {
  const { from, to } = joined(one, other)
  return other.from <= one.to && one.from <= other.to && to <= addMinutes(from, MAX_SPAN_MINUTES)
}

function joined(one: LoanerRange, other: LoanerRange): LoanerRange {
  return { from: earlier(one.from, other.from), to: later(one.to, other.to) }
}

function earlier(one: UtcInstant, other: UtcInstant): UtcInstant {
  return one < other ? one : other
}

function later(one: UtcInstant, other: UtcInstant): UtcInstant {
  return one > other ? one : other
}

/** The order of `loanerVisitsBetween`. */
function latestFirst(one: Visit, other: Visit): number {
  return compare(other.time, one.time) || compare(other.savedAt, one.savedAt) || compare(other.bookingId, one.bookingId)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
