import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { addMinutes, parseUtc, type UtcInstant } from '../time/time.ts'
import { isSamePhone, isSameText } from './duplicates.ts'
import { plainStock } from './vehicle.ts'
import { formatLoaner, isSameLoaner, type KnownLoaner, type LoanerParts, type LoanerPromise } from './loaners.ts'

/* What a loaner does at a time, and whether a booking would promise a loaner that another customer has or gets. */

/** Without a return and without a later pickup, a loaner counts as back after this time. */
const OPEN_PROMISE_MINUTES = 30 * 24 * 60

/** The clocks go back on a day of 25 hours. */
const LONGEST_DAY_MINUTES = 25 * 60

const instant = z.string().check(
  z.maxLength(40),
  z.refine((utc) => parseUtc(utc) === utc, issueCode('time-not-real')),
)
const typed = (max: number) => z.nullable(z.string().check(z.maxLength(max)))
const except = z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))

/** The loaners at the instant `utc`, without the booking `except` that the form changes. */
export const loanersRequestSchema = z.strictObject({ utc: instant, except })

/** What a loaner does: `due` and `promised` mean back, or to leave, later on the same day. */
export type LoanerState = LoanerParts & {
  /** The name of the loaner on every screen, see `formatLoaner`. */
  readonly name: string
  readonly kind: 'free' | 'promised' | 'due' | 'out'
  /** When the loaner is back (`due`, `out`) or leaves next (`promised`, `free`); null if no booking tells. */
  readonly until: UtcInstant | null
  /** Who has the loaner or gets the loaner next; null for a free loaner without a next customer. */
  readonly customerName: string | null
  readonly bookingId: string | null
  /** When the loaner is away around that day, in order; `to` is null while no booking tells. */
  readonly away: readonly { readonly from: UtcInstant; readonly to: UtcInstant | null }[]
}

/** A loaner to be promised to a customer, with the values as typed so far. */
export const loanerCheckSchema = z.strictObject({
  stock: z.pipe(
    typed(40),
    z.transform((stock: string | null) => (stock === null ? null : plainStock(stock))),
  ),
  vin: typed(80),
  /** When the loaner leaves the lot. `returns` is when a return that is booked together brings it back, or null. */
  leaves: instant,
  returns: z.nullable(instant),
  name: typed(120),
  phone: typed(60),
  reference: typed(40),
  except,
})

export type LoanerCheck = Readonly<z.output<typeof loanerCheckSchema>>

/** Another customer has the loaner then (`out`), or gets it later that day or before its return (`promised`). */
export type LoanerConflict = {
  readonly kind: 'out' | 'promised'
  /** The name of the loaner. */
  readonly loaner: string
  readonly bookingId: string
  readonly customerName: string | null
  readonly from: UtcInstant
  /** When the loaner is back from that customer; null while no return is booked. */
  readonly until: UtcInstant | null
  /** The other desk of the rooftop that has the booking; null for a booking of this desk. */
  readonly desk: string | null
}

/** Returns the function that tells of a promise whether it has ended at `at`. */
function endedBy(at: UtcInstant): (promise: LoanerPromise) => boolean {
  const opened = addMinutes(at, -OPEN_PROMISE_MINUTES)
  return (promise) => {
    const until = promise.until()
    return until === null ? promise.from <= opened : until <= at
  }
}

type StateTime = {
  readonly at: UtcInstant
  /** The end of the day of `at`. */
  readonly dayEnd: UtcInstant
  /** True for a promise that has ended at `at`, and at a time before the day of `at`. */
  readonly hasEnded: (promise: LoanerPromise) => boolean
  readonly endedBefore: (promise: LoanerPromise) => boolean
}

/** Returns what a loaner does at `at`. */
function loanerStateAt(loaner: KnownLoaner, { at, dayEnd, hasEnded, endedBefore }: StateTime): LoanerState {
  const { stock, vin, year, make, model, promises } = loaner
  const near = promises.filter((promise) => promise.from < dayEnd && !endedBefore(promise))
  const away = near.map(({ from, until }) => ({ from, to: until() }))
  const common = { stock, vin, year, make, model, name: formatLoaner(loaner), away }
  const held = near.findLast((promise) => promise.from <= at && !hasEnded(promise))
  if (held !== undefined) {
    const { customerName, bookingId } = held
    const until = held.until()
    return { ...common, kind: until !== null && until < dayEnd ? 'due' : 'out', until, customerName, bookingId }
  }
  const next = promises.find(({ from }) => from > at)
  if (next === undefined) return { ...common, kind: 'free', until: null, customerName: null, bookingId: null }
  const { from: until, customerName, bookingId } = next
  return { ...common, kind: until < dayEnd ? 'promised' : 'free', until, customerName, bookingId }
}

const ORDER: readonly LoanerState['kind'][] = ['free', 'due', 'promised', 'out']

/** Returns the loaners at `at`: the free ones first, then those that are due, promised and out, each by name. */
export function loanerStatesAt(
  loaners: readonly KnownLoaner[],
  at: UtcInstant,
  dayEnd: UtcInstant,
): readonly LoanerState[] {
  const hasEnded = endedBy(at)
  const endedBefore = endedBy(addMinutes(dayEnd, -LONGEST_DAY_MINUTES))
  return loaners
    .map((loaner) => loanerStateAt(loaner, { at, dayEnd, hasEnded, endedBefore }))
    .toSorted(
      (one, other) =>
        ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
        one.name.localeCompare(other.name, 'en', { numeric: true }),
    )
}

/**
 * Returns the booking of another customer to whom the loaner is promised; null if there is none. `dayEnd` is the end of
 * the day on which the loaner leaves.
 */
export function findLoanerConflict(
  loaners: readonly KnownLoaner[],
  check: LoanerCheck,
  dayEnd: UtcInstant,
): Omit<LoanerConflict, 'desk'> | null {
  const sought = { stock: check.stock, vin: check.vin, year: null, make: null, model: null }
  const loaner = loaners.find((one) => isSameLoaner(one, sought))
  if (loaner === undefined) return null
  const isOther = (promise: LoanerPromise) => promise.bookingId !== check.except && !isSameCustomer(promise, check)
  const end = check.returns !== null && check.returns > dayEnd ? check.returns : dayEnd
  const hasEnded = endedBy(check.leaves)
  const { promises } = loaner
  const held = promises.findLast((promise) => promise.from <= check.leaves && !hasEnded(promise) && isOther(promise))
  const found =
    held ?? promises.find((promise) => promise.from > check.leaves && promise.from < end && isOther(promise))
  if (found === undefined) return null
  const { bookingId, customerName, from } = found
  const until = found.until()
  const name = formatLoaner(loaner)
  return { kind: held === undefined ? 'promised' : 'out', loaner: name, bookingId, customerName, from, until }
}

function isSameCustomer(promise: LoanerPromise, { name, phone, reference }: LoanerCheck): boolean {
  return (
    isSamePhone(promise.phone, phone) ||
    isSameText(promise.customerName, name) ||
    isSameText(promise.reference, reference)
  )
}
