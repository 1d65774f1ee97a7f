import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import type { BookedMoves } from '../move/move.ts'
import { parseUtc } from '../time/time.ts'
import { effectiveReference, effectiveVehicle } from './added-facts.ts'
import { bookingTime, type Booking } from './booking.ts'
import { phoneSchema } from './phone.ts'
import { isSameVin, normalizeVin } from './vehicle.ts'

/*
 * Which saved bookings may be the booking in the form once more. A pickup and a return are never duplicates of one
 * another, because the one is the other half of the same visit.
 */

/** What two bookings of one day share. `loaner`: a loaner of the one is a vehicle of the other. */
export type Likeness = 'vehicle' | 'repair-order' | 'phone' | 'name' | 'loaner'

export type DuplicateCandidate = {
  readonly booking: BookedMoves
  /**
   * `same`: the same direction and time for the same vehicle, repair order or customer, which the window asks about
   * before the save. `alike`: any other likeness, which the window tells beside the form.
   */
  readonly kind: 'same' | 'alike'
  /** At least one, in the order of `Likeness`. */
  readonly likenesses: readonly Likeness[]
}

const typed = (max: number) => z.nullable(z.string().check(z.maxLength(max)))

/**
 * The values by which duplicate candidates are found, as typed so far; null for a value that is not there yet. Without
 * `utc`, an instant as the desk writes them, no booking is found.
 */
export const duplicateQuerySchema = z.strictObject({
  kind: z.enum(['pair', 'one-way']),
  /** Null for a one-way. */
  action: z.nullable(z.enum(['pickup', 'return'])),
  utc: typed(40).check(z.refine((utc) => utc === null || parseUtc(utc) === utc, issueCode('time-not-real'))),
  reference: typed(40),
  name: typed(120),
  phone: typed(60),
  vin: typed(80),
  loanerVin: typed(80),
  /** The id of the booking that the form changes, or null. */
  except: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
})

export type DuplicateQuery = Readonly<z.output<typeof duplicateQuerySchema>>

/** Returns the query of a booking that is ready to be saved. */
export function duplicateQuery(booking: Booking, except: string | null): DuplicateQuery {
  const pair = booking.kind === 'pair' ? booking : null
  return {
    kind: booking.kind,
    action: pair?.action ?? null,
    utc: bookingTime(booking).utc,
    reference: booking.reference,
    name: pair?.customer.name ?? null,
    phone: pair?.customer.phone ?? null,
    vin: booking.vehicle.vin,
    loanerVin: pair?.loaner?.vin ?? null,
    except,
  }
}

/** Returns the query with the values as a saved booking has them, and with null for blank or unusable text. */
export function normalizeDuplicateQuery(query: DuplicateQuery): DuplicateQuery {
  const blank = (text: string | null) => text?.trim() || null
  const vin = (text: string | null) => normalizeVin(text ?? '') || null
  return {
    ...query,
    reference: blank(query.reference),
    name: blank(query.name),
    phone: normalizePhone(query.phone),
    vin: vin(query.vin),
    loanerVin: vin(query.loanerVin),
  }
}

/** Returns a typed phone as bookings store it; null for text that is no phone yet. */
export function normalizePhone(text: string | null): string | null {
  const read = phoneSchema.safeParse(text ?? '')
  return read.success ? read.data : null
}

/** Compares a saved booking of the same day with a normalized query. Null for a booking that shares nothing. */
export function compareWithQuery(booking: BookedMoves, query: DuplicateQuery): DuplicateCandidate | null {
  if (isOtherHalf(booking.action, query.action)) return null
  const likenesses = likenessesOf(booking, query)
  if (likenesses.length === 0) return null
  const isSame =
    booking.kind === query.kind &&
    booking.time.utc === query.utc &&
    likenesses.some((likeness) => likeness !== 'loaner')
  return { booking, kind: isSame ? 'same' : 'alike', likenesses }
}

type Action = BookedMoves['action']

function isOtherHalf(one: Action, other: Action): boolean {
  return one !== null && other !== null && one !== other
}

function likenessesOf(booking: BookedMoves, query: DuplicateQuery): readonly Likeness[] {
  const vehicles = booking.moves.map((move) => ({ ...move, vin: effectiveVehicle(booking, move)?.vin ?? null }))
  const vins = (isLoaner: boolean) => vehicles.flatMap(({ role, vin }) => ((role === 'loaner') === isLoaner ? vin : []))
  const shares = (stored: readonly (string | null)[], vin: string | null) =>
    vin !== null && stored.some((one) => one !== null && isSameVin(one, vin))
  const orders = [booking.reference, effectiveReference(booking)]
  const found: readonly (readonly [Likeness, boolean])[] = [
    ['vehicle', shares(vins(false), query.vin)],
    ['repair-order', orders.some((order) => isSameText(order, query.reference))],
    ['phone', isSamePhone(booking.customerPhone, query.phone)],
    ['name', isSameText(booking.customerName, query.name)],
    [
      'loaner',
      shares(vins(true), query.vin) || shares(vins(true), query.loanerVin) || shares(vins(false), query.loanerVin),
    ],
  ]
  return found.flatMap(([likeness, isShared]) => (isShared ? [likeness] : []))
}

/** True for two texts that differ in case alone. */
export function isSameText(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && (one === other || one.toLowerCase() === other.toLowerCase())
}

/** True for two stored phones that differ in the extension alone. */
export function isSamePhone(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && (one === other || one.split(' ')[0] === other.split(' ')[0])
}
