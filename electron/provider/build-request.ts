import { addDestination } from '../../shared/move/destination-line.ts'
import { assertNever } from '../../shared/result.ts'
import { hasLoaner, type BookedMoves, type Move } from '../../shared/move/move.ts'
import type { Place } from '../../shared/booking/place.ts'
import { PROFILE_FACTS, type ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { formatUtc } from '../../shared/time/time.ts'
import type { Vehicle } from '../../shared/booking/vehicle.ts'
import type { Change } from '../../shared/outbox/amendment.ts'

/** A request to the provider: the path under its base address, and the exact bytes. */
export type Request = { readonly path: string; readonly body: string }

/**
 * The provider's profile, and the number by which the provider knows this rooftop; null where the settings have none.
 */
export type RequestTarget = { readonly profile: ProviderProfile; readonly rooftop: number | null }

/** Returns the request that creates a booking, a pair or a one-way, in the fields of the profile. */
export function bookingRequest(booking: BookedMoves, to: RequestTarget): Request {
  switch (booking.kind) {
    case 'pair':
      return PROFILE_FACTS[to.profile].takesConcierge && !hasLoaner(booking)
        ? { path: '/v1/concierge-moves', body: JSON.stringify(conciergeBody(booking, to)) }
        : { path: '/v1/concierge-loaner-moves', body: JSON.stringify(pairBody(booking, to)) }
    case 'one-way':
      return { path: '/v1/one-way-moves', body: JSON.stringify(oneWayBody(booking, to)) }
    default:
      return assertNever(booking.kind)
  }
}

/** Returns the request to cancel one move, without a reason (test/spec/provider.md#cancellations). */
export function cancellationRequest(number: number): Request {
  return { path: '/v1/cancelation', body: JSON.stringify({ move_id: number }) }
}

/**
 * Returns the request to change a move (test/spec/provider.md#changes). The body holds changed values only, with the
 * time in ISO 8601.
 */
export function changeRequest(number: number, change: Change): Request {
  const body = withoutNulls({
    ready_by: change.readyBy?.utc ?? null,
    vehicle_stock: change.stock,
    vehicle_vin: change.vin,
    vehicle_year: change.year,
    vehicle_make: change.make,
    vehicle_model: change.model,
    vehicle_color: change.color,
  })
  return { path: `/v1/moves/${number}`, body: JSON.stringify(body) }
}

function pairBody(booking: BookedMoves, to: RequestTarget) {
  const loaner = moveOf(booking, 'loaner')
  return {
    ...customerBody(booking, to),
    loaner_move: {
      ...moveBody(loaner, to),
      ...(loaner.vehicle === null ? {} : { vehicle: vehicleBody(loaner.vehicle) }),
      pickup_location: placeBody(loaner.pickup),
    },
    customer_move: customerMoveBody(booking, to),
  }
}

/** Without a loaner's move to tell the other end, the customer's move has both places. */
function conciergeBody(booking: BookedMoves, to: RequestTarget) {
  const { delivery } = moveOf(booking, 'customer')
  return {
    ...customerBody(booking, to),
    customer_move: { ...customerMoveBody(booking, to), delivery_location: placeBody(delivery) },
  }
}

function customerBody(booking: BookedMoves, to: RequestTarget) {
  return {
    ...accountBody(booking, to),
    appointment_time_utc: formatUtc(booking.time.utc),
    customer_name: booking.customerName,
    customer_phone: booking.customerPhone,
    customer_action: booking.action,
  }
}

function customerMoveBody(booking: BookedMoves, to: RequestTarget) {
  const customer = moveOf(booking, 'customer')
  if (customer.vehicle === null) throw new Error('a pair without a customer vehicle')
  return {
    ...moveBody(customer, to),
    vehicle: vehicleBody(customer.vehicle),
    pickup_location: placeBody(customer.pickup),
  }
}

/**
 * The flat body of test/spec/service.md#one-way has no field for a destination, so the driver's instructions carry the
 * destination. A profile with such a field gets a nested body with both places (test/spec/provider.md#request-bodies).
 */
function oneWayBody(booking: BookedMoves, to: RequestTarget) {
  const move = moveOf(booking, 'single')
  if (move.vehicle === null) throw new Error('a one-way move without a vehicle')
  const time = { ready_by_time_utc: formatUtc(booking.time.utc) }
  if (PROFILE_FACTS[to.profile].supportsDestination) {
    return {
      ...accountBody(booking, to),
      ...time,
      move: {
        ...moveBody(move, to),
        vehicle: vehicleBody(move.vehicle),
        pickup_location: placeBody(move.pickup),
        delivery_location: placeBody(move.delivery),
      },
    }
  }
  return {
    ...time,
    ...moveBody({ ...move, specialInstructions: addDestination(move.specialInstructions, move.delivery) }, to),
    ...vehicleBody(move.vehicle),
    ...placeBody(move.pickup),
  }
}

/**
 * Returns the fields about the account: the rooftop's number within a dealer group, the payer as stored with the
 * booking, and `duplicate_check`.
 */
function accountBody({ payerNumber }: BookedMoves, { profile, rooftop }: RequestTarget) {
  const { checksDuplicates, referenceField, takesPayer, takesRooftop } = PROFILE_FACTS[profile]
  return {
    ...(takesRooftop && rooftop !== null ? { rooftop } : {}),
    ...(takesPayer && payerNumber !== null ? { third_party_payer: payerNumber } : {}),
    ...(checksDuplicates ? { duplicate_check: referenceField } : {}),
  }
}

function moveOf(booking: BookedMoves, role: Move['role']): Move {
  const move = booking.moves.find((one) => one.role === role)
  if (move === undefined) throw new Error(`a ${booking.kind} without its ${role} move`)
  return move
}

function moveBody(move: Move, { profile }: RequestTarget) {
  return withoutNulls({
    dealer_contact: move.dealerContact,
    special_instructions: move.specialInstructions,
    [PROFILE_FACTS[profile].referenceField]: move.reference,
  })
}

function vehicleBody(vehicle: Vehicle) {
  return {
    ...withoutNulls({
      stock: vehicle.stock,
      vin: vehicle.vin,
      year: vehicle.year,
      make: vehicle.make,
      model: vehicle.model,
      color: vehicle.color,
    }),
    manual: vehicle.manual,
  }
}

function placeBody(place: Place) {
  return {
    name: place.name,
    address_one: place.addressOne,
    ...withoutNulls({ address_two: place.addressTwo }),
    city: place.city,
    state: place.state,
    zip: place.zip,
  }
}

/** Leaves out null values, because the provider expects an optional field without a value to be absent. */
function withoutNulls(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null))
}
