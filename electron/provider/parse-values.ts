import type { ProviderBookingValues, ProviderMoveValues } from '../../shared/move/provider-values.ts'
import { asObject, text, unreadable, type Json } from './json-value.ts'
import { parseTime } from './parse-stamp.ts'

/*
 * Reads what a response holds of the values that the desk sent. A field that the response does not have is left out,
 * because a kind of response that lacks a field says nothing about the value.
 */

/** Reads the values of a move; `top` is the object around the move where the places stand beside the move. */
export function parseMoveValues(move: Json, top: Json | null): ProviderMoveValues {
  const place = (name: string) => asObject(move[name]) ?? asObject(top?.[name])
  const carrier = [move, top].find((json) => json !== null && ('reference_num' in json || 'reference_id' in json))
  return {
    ...(carrier === undefined || carrier === null
      ? {}
      : { reference: text(carrier['reference_num'] ?? carrier['reference_id']) }),
    ...carried(move, { dealer_contact: 'dealerContact', special_instructions: 'specialInstructions' }),
    ...vehicleValues(asObject(move['vehicle'])),
    ...placeValues('pickup', place('pickup_location')),
    ...placeValues('delivery', place('delivery_location')),
  }
}

/** Reads the values of a pair that stand beside its moves (test/spec/service.md#pair-response). */
export function parseBookingValues(top: Json): ProviderBookingValues {
  const appointment = top['appointment_time_utc']
  return {
    ...carried(top, { customer_name: 'customerName', customer_phone: 'customerPhone', customer_action: 'action' }),
    ...('appointment_time_utc' in top ? { appointment: parseTime(appointment) ?? text(appointment) } : {}),
  }
}

/**
 * Reads from when on the move can start, and the provider's words about the time (test/spec/provider.md#times), from
 * the objects of a response that may hold both. The latest time counts; null, and an unreadable time, leave the time of
 * an earlier response, because only a person or another time ends the need to tell the customer.
 */
export function parseNews(carriers: readonly (Json | null)[]): ProviderBookingValues {
  const valuesOf = (field: string) => carriers.flatMap((json) => (json !== null && field in json ? [json[field]] : []))
  const earliest = earliestOf(valuesOf('earliest_available_time'))
  const messages = valuesOf('message')
  const words = [...new Set(messages.flatMap((message) => text(message) ?? []))].filter((line) => line.trim() !== '')
  if (words.length > 0) return { message: words.join(' '), ...earliest }
  // A message belongs to its time, so only a response with a time takes an earlier message back.
  return messages.length > 0 && earliest.earliest !== undefined ? { message: null, ...earliest } : earliest
}

function earliestOf(values: readonly unknown[]): ProviderBookingValues {
  const set = values.filter((value) => value !== null && value !== '')
  if (set.length === 0) return {}
  const readable = set.flatMap((value) => parseTime(value) ?? [])
  if (readable.length > 0) return { earliest: readable.toSorted().at(-1) ?? null, unreadableEarliest: null }
  return { unreadableEarliest: unreadable(set[0]) }
}

function vehicleValues(vehicle: Json | null): ProviderMoveValues {
  if (vehicle === null) return {}
  const { manual } = vehicle
  return {
    ...carried(vehicle, { stock: 'stock', vin: 'vin', year: 'year', make: 'make', model: 'model', color: 'color' }),
    ...(typeof manual === 'boolean' ? { gearbox: manual ? 'manual' : 'automatic' } : {}),
  }
}

/** A response leaves out an `address_two` that was not given, so a street without `address_two` has no unit. */
function placeValues(end: 'pickup' | 'delivery', place: Json | null): ProviderMoveValues {
  if (place === null) return {}
  return {
    ...('address_one' in place ? { [`${end}Unit`]: null } : {}),
    ...carried(place, {
      name: `${end}Name`,
      address_one: `${end}Street`,
      address_two: `${end}Unit`,
      city: `${end}City`,
      state: `${end}State`,
      zip: `${end}Zip`,
    }),
  }
}

/** The fields that `json` has, under our names. A year or a stock number may come as a number. */
function carried<Name extends string>(
  json: Json,
  names: Readonly<Record<string, Name>>,
): Readonly<Partial<Record<Name, string | null>>> {
  const found = Object.entries(names).flatMap(([field, name]): [Name, string | null][] => {
    if (!(field in json)) return []
    const value = json[field]
    return [[name, text(typeof value === 'number' ? String(value) : value)]]
  })
  return Object.fromEntries(found) as Partial<Record<Name, string | null>>
}
