import { addDestination } from './destination-note.ts'
import { assertNever } from '../../shared/result.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import type { Place } from '../../shared/booking/place.ts'
import { PROFILE_FACTS, type ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { formatUtc } from '../../shared/time/time.ts'
import type { Vehicle } from '../../shared/booking/vehicle.ts'
import type { Change } from '../../shared/outbox/amendment.ts'

/** A request to the provider: a path under the base address, and the exact bytes of the body. */
export type Request = { readonly path: string; readonly body: string }

/** The profile of the provider, and the number under which the provider knows this rooftop, if any. */
export type RequestTarget = { readonly profile: ProviderProfile; readonly rooftop: number | null }

/** The request that creates a pair or a one-way, strictly in the format of the profile. */
export function bookingRequest(booking: BookedMoves, to: RequestTarget): Request {
  switch (booking.kind) {
    case 'pair':
      return { path: '/v1/concierge-loaner-moves', body: JSON.stringify(pairBody(booking, to)) }
    case 'one-way':
      return { path: '/v1/one-way-moves', body: JSON.stringify(oneWayBody(booking, to)) }
    default:
      return assertNever(booking.kind)
  }
}

/** Requests the cancellation of one move, without a reason (test/spec/provider.md#cancellations). */
export function cancellationRequest(number: number): Request {
  return { path: '/v1/cancelation', body: JSON.stringify({ move_id: number }) }
}

/** Requests new values of a move: only changed fields, under the names of the endpoint, with the time in ISO 8601. */
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
  const customer = moveOf(booking, 'customer')
  const loaner = moveOf(booking, 'loaner')
  if (customer.vehicle === null) throw new Error('a pair without a customer vehicle')
  return {
    ...accountBody(to),
    appointment_time_utc: formatUtc(booking.time.utc),
    customer_name: booking.customerName,
    customer_phone: booking.customerPhone,
    customer_action: booking.action,
    loaner_move: {
      ...moveBody(loaner, to),
      ...(loaner.vehicle === null ? {} : { vehicle: vehicleBody(loaner.vehicle) }),
      pickup_location: placeBody(loaner.pickup),
    },
    customer_move: {
      ...moveBody(customer, to),
      vehicle: vehicleBody(customer.vehicle),
      pickup_location: placeBody(customer.pickup),
    },
  }
}

/**
 * A one-way in the flat body of test/spec/service.md#one-way, with the destination in the driver's instructions
 * because that body has no field for it. Or nested with both places (test/spec/provider.md#request-bodies).
 */
function oneWayBody(booking: BookedMoves, to: RequestTarget) {
  const move = moveOf(booking, 'single')
  if (move.vehicle === null) throw new Error('a one-way move without a vehicle')
  const time = { ready_by_time_utc: formatUtc(booking.time.utc) }
  if (PROFILE_FACTS[to.profile].supportsDestination) {
    return {
      ...accountBody(to),
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

/** The account fields of a booking: the rooftop of a group, and the duplicate check. */
function accountBody({ profile, rooftop }: RequestTarget) {
  const { checksDuplicates, referenceField } = PROFILE_FACTS[profile]
  return {
    ...(rooftop === null ? {} : { rooftop }),
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

/** Drops null fields, because an optional field must be absent and not null. */
function withoutNulls(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null))
}
