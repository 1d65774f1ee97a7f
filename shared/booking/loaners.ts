import type { UtcInstant } from '../time/time.ts'
import { isReturn, type Visit } from './open-pickup.ts'
import type { MoveRole } from '../move/move.ts'
import { bareVin, formatVehicle, isSameVin, type Vehicle } from './vehicle.ts'

/*
 * What the bookings alone tell of the loaners: a loaner is promised from its pickup until its return is done. Without a
 * return, a later pickup of the same loaner tells that the loaner came back.
 */

/** A pickup or return with a loaner, for which a driver is due. */
export type LoanerVisit = Visit & {
  readonly bookingId: string
  readonly customerName: string | null
  /** When the driver collects the first vehicle. */
  readonly leaves: UtcInstant
  /** The loaner that holds now; null while not known. */
  readonly loaner: LoanerParts | null
  /** When a return brings or brought the loaner to the lot. Called for the few of many visits whose end matters. */
  readonly backAt: () => UtcInstant
}

/** The values that name a loaner. */
export type LoanerParts = Pick<Vehicle, 'stock' | 'vin' | 'year' | 'make' | 'model'>

/** A time in which a customer has a loaner or is to get it. */
export type LoanerPromise = {
  readonly bookingId: string
  readonly customerName: string | null
  readonly phone: string | null
  readonly reference: string | null
  /** When the loaner leaves the lot. */
  readonly from: UtcInstant
  /** Returns when the loaner is back; null while no return is booked. */
  readonly until: () => UtcInstant | null
}

/** A loaner as its bookings show it, each value from the newest booking that has one. */
export type KnownLoaner = LoanerParts & {
  /** The stock number as `stockKey` makes it, else the VIN. */
  readonly key: string
  /** In order of `from`. */
  readonly promises: readonly LoanerPromise[]
}

/**
 * Returns a stock number without case, blanks and punctuation. The index `vehicles_stock` of the store has the same
 * text, for which SQLite knows only the letters of ASCII.
 */
export function bareStock(stock: string): string {
  return stock.replace(/[ \-./_#]/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** A stock number with the name of the car behind it, but not a model year with a name. */
const NAMED_STOCK = /^(?!(?:19|20)\d\d\s)(.*?\d[^\s,(]*)[\s,(-]+(?:\d{4} )?[a-z]{3}.*/i

/**
 * Returns the text by which stock numbers are compared: `LN-11`, `ln11`, `Ln.011` and `LN-11 Encore` are one number. A
 * letter behind the number makes another one, because a trade-in has the number of the sold car with a letter.
 */
export function stockKey(stock: string): string {
  return bareStock(stock.replace(NAMED_STOCK, '$1').replace(/^(\D*)0+(?=\d)/, '$1'))
}

/** True if two loaners are one car: the same stock number or the same VIN. */
export function isSameLoaner(one: LoanerParts, other: LoanerParts): boolean {
  if (one.stock !== null && other.stock !== null && stockKey(one.stock) === stockKey(other.stock)) return true
  return one.vin !== null && other.vin !== null && isSameVin(one.vin, other.vin)
}

/**
 * Returns the one name of a loaner for every screen: the stock number first, then make and model, for example "LN-11
 * Buick Encore". Without a stock number the name is that of any vehicle.
 */
export function formatLoaner(loaner: LoanerParts | null, nothing = 'Loaner not assigned yet'): string {
  if (loaner === null) return nothing
  const { stock, make, model } = loaner
  if (stock === null) return formatVehicle({ ...loaner, color: null, manual: false }, nothing)
  return [stock, make, model].filter((part) => part !== null).join(' ')
}

/** Returns the name of a move's vehicle: `formatLoaner` for a loaner, `formatVehicle` for any other vehicle. */
export function formatVehicleOf(role: MoveRole, vehicle: Vehicle | null, nothing?: string): string {
  return role === 'loaner' ? formatLoaner(vehicle, nothing ?? formatVehicle(null)) : formatVehicle(vehicle, nothing)
}

/**
 * Returns the loaners of these visits, the visits in any order: visits that share a stock number or a VIN are one.
 * Without `returnOf` the returns are among the visits.
 */
export function groupLoaners(visits: readonly LoanerVisit[], returnOf?: ReturnOf): readonly KnownLoaner[] {
  const newestFirst = visits.toSorted((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
  const findReturn = returnOf ?? indexReturns(newestFirst.toReversed())
  return groupsOf(newestFirst).map((group) => {
    const value = (part: keyof LoanerParts) =>
      group.find(({ loaner }) => loaner !== null && loaner[part] !== null)?.loaner?.[part] ?? null
    const parts = {
      stock: value('stock'),
      vin: value('vin'),
      year: value('year'),
      make: value('make'),
      model: value('model'),
    }
    const key = parts.stock === null ? bareVin(parts.vin ?? '') : stockKey(parts.stock)
    return { ...parts, key, promises: promisesOf(group.toReversed(), findReturn) }
  })
}

/** Groups the visits that name a loaner, in their order: two visits that share a key, and all linked by others. */
function groupsOf(visits: readonly LoanerVisit[]): readonly (readonly LoanerVisit[])[] {
  const linkedTo = new Map<string, string>()
  const root = (key: string): string => {
    const next = linkedTo.get(key)
    return next === undefined ? key : root(next)
  }
  const keys = visits.map(({ loaner }) => loanerKeys(loaner))
  // An array pattern would make an iterator for each visit.
  for (const { 0: first, 1: second } of keys) {
    if (first !== undefined && second !== undefined && root(first) !== root(second)) {
      linkedTo.set(root(first), root(second))
    }
  }
  const groups = new Map<string, LoanerVisit[]>()
  visits.forEach((visit, at) => {
    const key = keys[at]?.[0]
    if (key === undefined) return
    const group = groups.get(root(key))
    if (group === undefined) groups.set(root(key), [visit])
    else group.push(visit)
  })
  return [...groups.values()]
}

/** The keys of `loanerKeys`, because each save and each screen ask for the same loaners. */
const keysOfLoaners = new WeakMap<object, readonly string[]>()

/** The keys by which a loaner is known. */
export function loanerKeys(loaner: Pick<LoanerParts, 'stock' | 'vin'> | null): readonly string[] {
  if (loaner === null) return []
  const known = keysOfLoaners.get(loaner)
  if (known !== undefined) return known
  const { stock, vin } = loaner
  const keys = [
    ...(stock === null || stockKey(stock) === '' ? [] : [`stock ${stockKey(stock)}`]),
    ...(vin === null || bareVin(vin) === '' ? [] : [`vin ${bareVin(vin)}`]),
  ]
  keysOfLoaners.set(loaner, keys)
  return keys
}

/** Finds the earliest return of a pickup. */
export type ReturnOf = (pickup: LoanerVisit) => LoanerVisit | undefined

/** Returns the function that finds the earliest return of a pickup. `visits` has the earliest first. */
function indexReturns(visits: readonly LoanerVisit[]): ReturnOf {
  const byValue = new Map<string, LoanerVisit[]>()
  for (const visit of visits) {
    if (visit.action !== 'return') continue
    for (const value of recognizedBy(visit)) {
      const known = byValue.get(value)
      if (known === undefined) byValue.set(value, [visit])
      else known.push(visit)
    }
  }
  return (pickup) => {
    let first: LoanerVisit | undefined
    for (const value of recognizedBy(pickup)) {
      const back = byValue.get(value)?.find((visit) => isReturn(visit, pickup))
      if (back !== undefined && (first === undefined || back.time < first.time)) first = back
    }
    return first
  }
}

/** The keys of `recognizedBy`, because each save and each screen ask for the same visits. */
const recognized = new WeakMap<LoanerVisit, readonly string[]>()

/** The keys by which a return and its pickup recognize each other. */
export function recognizedBy(visit: LoanerVisit): readonly string[] {
  const known = recognized.get(visit)
  if (known !== undefined) return known
  const { vin, reference, phone } = visit
  const keys = [
    ...(vin === null ? [] : [`vin ${bareVin(vin)}`]),
    ...(reference === null ? [] : [`order ${reference.toLowerCase()}`]),
    ...(phone === null ? [] : [`phone ${phone.split(' ')[0]}`]),
  ]
  recognized.set(visit, keys)
  return keys
}

/** Returns the promises of one loaner. `group` has the earliest visit first. */
function promisesOf(group: readonly LoanerVisit[], returnOf: ReturnOf): readonly LoanerPromise[] {
  const pickups = group.filter(({ action }) => action === 'pickup')
  return pickups.map((pickup, at) => {
    const next = pickups[at + 1]
    let until: UtcInstant | null | undefined
    return {
      bookingId: pickup.bookingId,
      customerName: pickup.customerName,
      phone: pickup.phone,
      reference: pickup.reference,
      from: pickup.leaves,
      // Nobody asks of most promises of three months, which ended long ago or come later than the next one.
      until: () => {
        if (until === undefined) {
          const back = returnOf(pickup) ?? returnBefore(group, pickups, pickup, next)
          until = back === undefined ? (next?.leaves ?? null) : back.backAt()
        }
        return until
      },
    }
  })
}

/** A return that names the loaner and belongs to no other pickup of the loaner, before the next pickup. */
function returnBefore(
  group: readonly LoanerVisit[],
  pickups: readonly LoanerVisit[],
  pickup: LoanerVisit,
  next: LoanerVisit | undefined,
): LoanerVisit | undefined {
  return group.find(
    (visit) =>
      visit.action === 'return' &&
      visit.time > pickup.time &&
      (next === undefined || visit.time <= next.time) &&
      !pickups.some((one) => isReturn(visit, one)),
  )
}
