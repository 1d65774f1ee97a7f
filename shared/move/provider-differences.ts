import { phoneDigits } from '../booking/phone.ts'
import { parseUtc } from '../time/time.ts'
import { formatDestination, splitDestination } from './destination-line.ts'
import type { BookedMoves, Move, MovePlace } from './move.ts'
import { MOVE_VALUES, PLACE_VALUES, type BookingValue, type MoveValue, type PlaceValue } from './provider-values.ts'

/* What the provider changed, cut or dropped of the values that the desk sent. */

/** `destination` is the last line of a one-way's instructions. */
export type DifferenceName = MoveValue | 'destination' | BookingValue

/** A value in which the provider differs from the desk; `has` is null if the provider dropped the value. */
export type Difference = { readonly name: DifferenceName; readonly has: string | null }

/**
 * Lists the values of a move in which the provider differs. `supportsDestination` is false for a provider that gets a
 * one-way's destination in the last line of the instructions, and `withLoaner` is false for a pair without a loaner.
 */
export function moveDifferences(
  move: Move,
  { supportsDestination }: { readonly supportsDestination: boolean },
  { withLoaner = true }: { readonly withLoaner?: boolean } = {},
): readonly Difference[] {
  const { specialInstructions, ...carried } = move.providerValues
  // Of a pair with a loaner each move's request has the pickup place alone.
  const sendsDelivery = move.role === 'single' ? supportsDestination : !withLoaner
  const own = ownValues(move)
  const isSent = (name: MoveValue) => !name.startsWith('delivery') || sendsDelivery
  const plain = MOVE_VALUES.flatMap((name) =>
    name === 'specialInstructions' ? [] : differenceOf(name, carried[name], own[name], isSent(name)),
  )
  if (specialInstructions === undefined) return plain
  if (move.role !== 'single' || supportsDestination)
    return [...plain, ...differenceOf('specialInstructions', specialInstructions, move.specialInstructions)]
  const { instructions, destination } = splitDestination(specialInstructions)
  return [
    ...plain,
    ...differenceOf('specialInstructions', instructions, move.specialInstructions),
    ...differenceOf('destination', destination, formatDestination(move.delivery)),
  ]
}

/** Lists the values of a booking as a whole in which the provider differs. */
export function bookingDifferences(booking: BookedMoves): readonly Difference[] {
  const { customerName, customerPhone, action, appointment } = booking.providerValues
  const time = booking.kind === 'pair' ? booking.time.utc : null
  return [
    ...differenceOf('customerName', customerName, booking.customerName),
    ...(isSamePhone(customerPhone, booking.customerPhone)
      ? []
      : differenceOf('customerPhone', customerPhone, booking.customerPhone)),
    ...differenceOf('action', action, booking.action),
    ...differenceOf('appointment', parseUtc(appointment ?? '') ?? appointment, time),
  ]
}

function differenceOf(
  name: DifferenceName,
  has: string | null | undefined,
  own: string | null,
  isSent = true,
): readonly Difference[] {
  if (has === undefined) return []
  if (has === null || bare(has) === '') return isSent && own !== null && bare(own) !== '' ? [{ name, has: null }] : []
  return own !== null && bare(own) === bare(has) ? [] : [{ name, has }]
}

/** A provider may change case, blanks and dashes, which loses nothing. */
function bare(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

function isSamePhone(has: string | null | undefined, own: string | null): boolean {
  if (has === undefined || has === null || own === null) return false
  const national = (phone: string) => phoneDigits(phone).replace(/^1(?=\d{10}$)/, '')
  return national(has) === national(own)
}

function ownValues(move: Move): Readonly<Record<MoveValue, string | null>> {
  const { vehicle } = move
  return {
    reference: move.reference,
    dealerContact: move.dealerContact,
    specialInstructions: move.specialInstructions,
    stock: vehicle?.stock ?? null,
    vin: vehicle?.vin ?? null,
    year: vehicle?.year ?? null,
    make: vehicle?.make ?? null,
    model: vehicle?.model ?? null,
    color: vehicle?.color ?? null,
    // A loaner without a vehicle is automatic in every response (test/spec/service.md#vehicle).
    gearbox: vehicle?.manual === true ? 'manual' : 'automatic',
    ...placeValues('pickup', move.pickup),
    ...placeValues('delivery', move.delivery),
  }
}

function placeValues<End extends 'pickup' | 'delivery'>(
  end: End,
  place: MovePlace,
): Readonly<Record<`${End}${PlaceValue}`, string | null>> {
  const values: Readonly<Record<PlaceValue, string | null>> = {
    Name: place.name,
    Street: place.addressOne,
    Unit: place.addressTwo,
    City: place.city,
    State: place.state,
    Zip: place.zip,
  }
  const named = PLACE_VALUES.map((part) => [`${end}${part}`, values[part]])
  return Object.fromEntries(named) as Record<`${End}${PlaceValue}`, string | null>
}
