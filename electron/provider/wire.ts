import { addDestination } from './destination.ts'
import { never } from '../../shared/failure.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import type { Place } from '../../shared/place.ts'
import { writeUtc } from '../../shared/time.ts'
import type { Vehicle } from '../../shared/vehicle.ts'

/** What leaves for the provider: a path under its base address, and the exact bytes. */
export type Request = { readonly path: string; readonly body: string }

/** The request that creates a booking: a pair (4.3) or a one-way (4.2), written strictly. */
export function writeBooking(booking: BookedMoves): Request {
  switch (booking.kind) {
    case 'pair':
      return { path: '/v1/concierge-loaner-moves', body: JSON.stringify(pairBody(booking)) }
    case 'one-way':
      return { path: '/v1/one-way-moves', body: JSON.stringify(oneWayBody(booking)) }
    default:
      return never(booking.kind)
  }
}

function pairBody(booking: BookedMoves) {
  const customer = moveOf(booking, 'customer')
  const loaner = moveOf(booking, 'loaner')
  if (customer.vehicle === null) throw new Error('a pair without a customer vehicle')
  return {
    appointment_time_utc: writeUtc(booking.time.utc),
    customer_name: booking.customerName,
    customer_phone: booking.customerPhone,
    customer_action: booking.action,
    loaner_move: {
      ...moveBody(loaner),
      ...(loaner.vehicle === null ? {} : { vehicle: vehicleBody(loaner.vehicle) }),
      pickup_location: placeBody(loaner.pickup),
    },
    customer_move: {
      ...moveBody(customer),
      vehicle: vehicleBody(customer.vehicle),
      pickup_location: placeBody(customer.pickup),
    },
  }
}

/** The flat body of 4.2. It has no field for a destination, so that one is written into the driver's instructions. */
function oneWayBody(booking: BookedMoves) {
  const move = moveOf(booking, 'single')
  if (move.vehicle === null) throw new Error('a one-way move without a vehicle')
  return {
    ready_by_time_utc: writeUtc(booking.time.utc),
    ...moveBody({ ...move, specialInstructions: addDestination(move.specialInstructions, move.delivery) }),
    ...vehicleBody(move.vehicle),
    ...placeBody(move.pickup),
  }
}

function moveOf(booking: BookedMoves, role: Move['role']): Move {
  const move = booking.moves.find((one) => one.role === role)
  if (move === undefined) throw new Error(`a ${booking.kind} without its ${role} move`)
  return move
}

function moveBody(move: Move) {
  return given({
    dealer_contact: move.dealerContact,
    special_instructions: move.specialInstructions,
    reference_id: move.reference,
  })
}

function vehicleBody(vehicle: Vehicle) {
  return {
    ...given({
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
    ...given({ address_two: place.addressTwo }),
    city: place.city,
    state: place.state,
    zip: place.zip,
  }
}

/** Leaves out what was not given: an optional field is absent, never null. */
function given(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null))
}
