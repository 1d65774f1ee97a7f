import type { Difference, DifferenceName } from '../../../shared/move/provider-differences.ts'
import { formatPhone } from '../../../shared/booking/phone.ts'
import { parseUtc } from '../../../shared/time/time.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { FIELD_LABELS } from './amendment-text.ts'

/** Words about what the provider has, where that is not what was sent. */

const NAMES: Readonly<Record<DifferenceName, string>> = {
  reference: 'Reference',
  dealerContact: 'Contact',
  specialInstructions: 'Instructions',
  destination: 'To',
  ...FIELD_LABELS,
  gearbox: 'Transmission',
  pickupName: 'From, name',
  pickupStreet: 'From, street',
  pickupUnit: 'From, unit',
  pickupCity: 'From, city',
  pickupState: 'From, state',
  pickupZip: 'From, ZIP',
  deliveryName: 'To, name',
  deliveryStreet: 'To, street',
  deliveryUnit: 'To, unit',
  deliveryCity: 'To, city',
  deliveryState: 'To, state',
  deliveryZip: 'To, ZIP',
  customerName: 'Customer',
  customerPhone: 'Phone',
  action: 'Kind',
  appointment: 'Appointment',
}

/** A difference in words, for example "Color: Green"; "none" stands for a value that the provider dropped. */
export function describeDifference({ name, has }: Difference, zone: string): string {
  return `${NAMES[name]}: ${formatValue(name, has, zone)}`
}

function formatValue(name: DifferenceName, has: string | null, zone: string): string {
  if (has === null) return 'none'
  if (name === 'customerPhone') return formatPhone(has)
  return name === 'appointment' && parseUtc(has) !== null ? formatTime(has, zone) : has
}

/** The lane of a move: the number at the end of its address, or the whole address. */
export function formatLane(laneUri: string): string {
  return /\/(\d+)\/?$/.exec(laneUri)?.[1] ?? laneUri
}

/** An address as the provider reads it, with the provider's id of the place. */
export function formatProviderPlace(address: string | null, locationId: number | null): string | null {
  const id = locationId === null ? null : `location ${locationId}`
  return address === null ? id : id === null ? address : `${address} (${id})`
}
