import { deskOfBooking } from '../store/board/link.ts'
import { effectiveReference, effectiveVehicle } from '../../shared/booking/added-facts.ts'
import type { Booking } from '../../shared/booking/booking.ts'
import {
  findLoanerConflict,
  loanerStatesAt,
  type LoanerCheck,
  type LoanerConflict,
  type LoanerState,
} from '../../shared/booking/loaner-state.ts'
import { groupLoaners, stockKey, type LoanerParts, type LoanerVisit } from '../../shared/booking/loaners.ts'
import { planTrip } from '../../shared/booking/trip.ts'
import { addMinutes, dayOf, parseUtc, type UtcInstant } from '../../shared/time/time.ts'
import { normalizeVin } from '../../shared/booking/vehicle.ts'
import {
  bookingsOfLoaner,
  loanerVisitsOf,
  returnsAlike,
  zipOf,
  type LoanerRange,
  type LoanerVisitRow,
  type StockSpan,
} from '../store/queries/loaners.ts'
import type { Store } from '../store/store.ts'
import { addedFactsOf } from '../store/tables/added-facts.ts'
import { amendmentsOfMove } from '../store/tables/amendments.ts'
import type { View } from '../store/tx.ts'
import type { DistanceLookup } from './distance.ts'
import { keepLoaners, type KeptLoaners } from './kept-loaners.ts'

/** The loaners of the last two months are known, and each promise of the next month. */
const KNOWN_MINUTES = 60 * 24 * 60
const AHEAD_MINUTES = 30 * 24 * 60

/** More than the rooftops of a group book in these three months. */
const MAX_VISITS = 40_000

/** Largest number of loaners in one list: ten times a large fleet. */
const MAX_LOANERS = 400

export type LoanerDeps = {
  readonly zone: string
  readonly miles: DistanceLookup
  readonly kept: KeptLoaners
}

/** Keeps the bookings that tell of the loaners, see `KeptLoaners`; `limit` is the most that a range has. */
export function createKeptLoaners(
  { onChange }: Pick<Store, 'onChange'>,
  miles: DistanceLookup,
  limit = MAX_VISITS,
): KeptLoaners {
  return keepLoaners({ onChange, limit, visitOf: (view, row) => visitOf(view, row, { miles }) })
}

/**
 * Reads some of the bookings around `now` that tell of the loaners, in a moment without work, so that no save and no
 * screen waits for them. Returns false if all have been read.
 */
export function readLoanersAhead(view: View, now: UtcInstant, kept: KeptLoaners): boolean {
  const { from, to } = rangeAround(now)
  return kept.readAhead(view, { from, to: addMinutes(to, AHEAD_MINUTES) })
}

/** Returns what each known loaner does at `utc`, without the booking `except`. */
export function readLoaners(
  view: View,
  { utc, except }: { readonly utc: UtcInstant; readonly except: string | null },
  { zone, kept }: { readonly zone: string; readonly kept: KeptLoaners },
): readonly LoanerState[] {
  const loaners = kept.read(view, rangeAround(utc), except)
  return loanerStatesAt(loaners, utc, dayEndOf(utc, zone)).slice(0, MAX_LOANERS)
}

/** Returns the booking of another customer to whom the loaner is promised; null if there is none. */
export function checkLoaner(view: View, check: LoanerCheck, deps: LoanerDeps): LoanerConflict | null {
  if ((check.stock?.trim() ?? '') === '' && (check.vin?.trim() ?? '') === '') return null
  const loaners =
    deps.kept.loanersOf(view, rangeAround(check.leaves), check) ?? groupLoaners(visitsOf(view, check, deps))
  const found = findLoanerConflict(loaners, check, dayEndOf(check.leaves, deps.zone))
  return found === null ? null : { ...found, desk: deskOfBooking(view, found.bookingId) }
}

/** Returns the check of a booking that is about to be saved; null for a booking that promises no loaner. */
export function loanerCheckOf(
  booking: Booking,
  times: Pick<LoanerCheck, 'leaves' | 'returns'>,
  except: string | null,
): LoanerCheck | null {
  if (booking.kind !== 'pair' || booking.action !== 'pickup' || booking.loaner === null) return null
  const { customer, reference, loaner } = booking
  return { stock: loaner.stock, vin: loaner.vin, ...times, ...customer, reference, except }
}

function dayEndOf(utc: UtcInstant, zone: string): UtcInstant {
  return dayOf(utc, zone).to
}

function rangeAround(utc: UtcInstant): LoanerRange {
  return { from: addMinutes(utc, -KNOWN_MINUTES), to: addMinutes(utc, AHEAD_MINUTES) }
}

/** The visits of one loaner, with the returns of its pickups, which may name another loaner or none. */
function visitsOf(
  view: View,
  { stock, vin, leaves, except }: Pick<LoanerCheck, 'stock' | 'vin' | 'leaves' | 'except'>,
  deps: LoanerDeps,
): readonly LoanerVisit[] {
  const range = rangeAround(leaves)
  const read = (ids: Iterable<string>) =>
    loanerVisitsOf(view, range, ids)
      .filter(({ bookingId }) => bookingId !== except)
      .map((row) => visitOf(view, row, deps))
  const ids = bookingsNaming(view, range, { stock, vin })
  const visits = read(ids)
  // Also a pickup that a known return ended: another return with an earlier time may still be the one that counts.
  const pickups = visits.filter(({ action }) => action === 'pickup')
  const values = (of: (visit: LoanerVisit) => string | null) => pickups.flatMap((visit) => of(visit) ?? [])
  const returns = returnsAlike(view, range, {
    vins: values((visit) => visit.vin),
    references: values(({ reference }) => reference),
    phones: values(({ phone }) => phone?.split(' ')[0] ?? null),
  })
  return [...visits, ...read(returns.filter((id) => !ids.has(id)))]
}

/**
 * The bookings that name a loaner, those whose stock number only begins alike, and those linked to any of them by
 * another stock number or VIN. `groupLoaners` decides which of them are of one loaner.
 */
function bookingsNaming(
  view: View,
  range: LoanerRange,
  { stock, vin }: Pick<LoanerCheck, 'stock' | 'vin'>,
): ReadonlySet<string> {
  const ids = new Set<string>()
  const keys = new Set<string>()
  const vins = new Set<string>()
  let named: readonly Pick<LoanerCheck, 'stock' | 'vin'>[] = [{ stock, vin: vin === null ? null : normalizeVin(vin) }]
  for (;;) {
    const before = keys.size + vins.size
    for (const one of named) {
      if (one.stock !== null && stockKey(one.stock) !== '') keys.add(stockKey(one.stock))
      if (one.vin !== null && one.vin !== '') vins.add(one.vin)
    }
    if (keys.size + vins.size === before) return ids
    const spans = [...keys].flatMap(spansOf)
    const found = bookingsOfLoaner(view, range, { stocks: [...keys], spans, vins: [...vins] })
    for (const { bookingId } of found) ids.add(bookingId)
    named = found
  }
}

/** Most zeros that a person types before a number, as in "LN-0011". */
const MOST_ZEROS = 3

/** Between which texts the bare stock numbers lie that may have this key: all but those with another digit behind. */
function spansOf(key: string): readonly StockSpan[] {
  const [, letters, number = ''] = /^(\D*)(\d*)/.exec(key) ?? []
  if (number === '') return []
  return Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => `${letters}${'0'.repeat(zeros)}${number}`).flatMap(
    (begin) =>
      [
        ['', '0'],
        // The year of "LN-11 2024 Buick Encore".
        ['19', '1:'],
        ['20', '21'],
        [':', '\u{10ffff}'],
      ].map(([low, high]) => [`${begin}${low}`, `${begin}${high}`] as const),
  )
}

/** Returns a visit with the repair order and the loaner that hold now, which persons may have added later. */
function visitOf(view: View, row: LoanerVisitRow, { miles }: Pick<LoanerDeps, 'miles'>): LoanerVisit {
  const { bookingId, action, time, readyBy, customerName, phone, vin, fromPlace, toPlace, deliveredAt } = row
  const leaves = readyBy < time ? readyBy : time
  return {
    bookingId,
    action,
    time,
    customerName,
    phone,
    vin,
    leaves,
    ...(row.hasFacts === 1 ? withFacts(view, row) : { reference: row.reference, loaner: sentLoaner(row) }),
    backAt: once(() => {
      // A delivery without a readable time keeps the planned end.
      const at = deliveredAt === null ? null : parseUtc(deliveredAt)
      if (at !== null) return at
      const drive = miles(zipOf(view, fromPlace), zipOf(view, toPlace))
      return planTrip({ kind: 'pair', time, readyBy: leaves, miles: drive }).returns
    }),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function sentLoaner({ stock, loanerVin, year, make, model }: LoanerVisitRow): LoanerParts {
  return { stock, vin: loanerVin, year, make, model }
}

function withFacts(view: View, row: LoanerVisitRow): Pick<LoanerVisit, 'reference' | 'loaner'> {
  const facts = { reference: row.reference, addedFacts: addedFactsOf(view, row.bookingId) }
  const vehicle = { ...sentLoaner(row), color: null, manual: false }
  const amendments = facts.addedFacts.length === 0 ? [] : amendmentsOfMove(view, row.moveId)
  return {
    reference: effectiveReference(facts),
    loaner: effectiveVehicle(facts, { role: 'loaner', vehicle, amendments }),
  }
}
