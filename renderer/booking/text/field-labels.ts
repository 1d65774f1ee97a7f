/** Labels of the provider's fields, by the last part of the field's path. */
const LABELS: Readonly<Record<string, string>> = {
  appointment_time_utc: 'Appointment',
  ready_by_time_utc: 'Ready by',
  customer_name: 'Customer name',
  customer_phone: 'Mobile phone',
  customer_action: 'Pickup or return',
  third_party_payer: 'Payer number',
  dealer_contact: 'Contact for the driver',
  special_instructions: 'Instructions for the driver',
  reference_id: 'Reference',
  reference_num: 'Reference',
  stock: 'Stock',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  manual: 'Transmission',
  name: 'Name of the place',
  address_one: 'Street',
  address_two: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
}

/**
 * Returns the label of a provider's field, for example "Make of the loaner's move" for `loaner_move.vehicle.make`. An
 * unknown field keeps the provider's name.
 */
export function fieldLabel(param: string): string {
  const parts = param.split('.')
  const word = LABELS[parts.at(-1) ?? ''] ?? param
  if (parts[0] === 'loaner_move') return `${word} of the loaner's move`
  if (parts[0] === 'customer_move') return `${word} of the customer's move`
  if (parts.includes('delivery_location')) return `${word} of the destination`
  if (parts.includes('pickup_location')) return `${word} of the pickup place`
  return word
}
