import type { BookedMoves } from '../../../shared/move/move.ts'

/** Labels of the form's fields by the last part of the path of the provider's field. */
const LABELS: Readonly<Record<string, string>> = {
  appointment_time_utc: 'Appointment',
  appointment_time: 'Appointment',
  ready_by_time_utc: 'Ready by',
  ready_by: 'Ready by',
  customer_name: 'Name',
  customer_phone: 'Mobile phone',
  customer_action: 'Pickup or return',
  third_party_payer: 'Payer number',
  dealer_contact: 'Driver asks for',
  special_instructions: 'Note for driver',
  reference_id: 'RO number',
  reference_num: 'RO number',
  stock: 'Stock number',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  manual: 'Transmission',
  name: 'Location name',
  address_one: 'Street',
  address_two: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
}

const PLACES = new Set(['pickup_location', 'delivery_location'])

export type LabeledBooking = Pick<BookedMoves, 'kind' | 'action'>

/**
 * Returns the label that the screen has for a field of the provider, for example "Make (loaner)" for
 * `loaner_move.vehicle.make`; null for an unknown field, whose name a person must not read.
 */
export function fieldLabel(param: string, booking: LabeledBooking): string | null {
  const parts = param.split('.')
  const last = parts.at(-1) ?? ''
  const place = parts.find((part) => PLACES.has(part))
  const group = place === undefined ? vehicleOf(parts) : placeLabel(parts, booking)
  if (PLACES.has(last) || last === 'vehicle') return group
  const label = Object.hasOwn(LABELS, last) ? LABELS[last] : undefined
  if (label === undefined) return null
  return group === null ? label : `${label} (${group})`
}

function vehicleOf(parts: readonly string[]): string | null {
  if (parts.includes('loaner_move')) return 'Loaner'
  return parts.includes('customer_move') ? "Customer's car" : parts.includes('vehicle') ? 'Vehicle' : null
}

/** Of a pair only the pickup places are sent: one of them is the customer's address, the other one is the lot. */
function placeLabel(parts: readonly string[], { kind, action }: LabeledBooking): string {
  if (kind === 'one-way') return parts.includes('delivery_location') ? 'To' : 'From'
  const isLoaner = parts.includes('loaner_move')
  return isLoaner === (action === 'return') ? 'Customer address' : 'Service lot'
}
