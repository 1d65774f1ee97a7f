import { progressOf } from './driver.ts'
import type { Address } from './places.ts'
import type { KeptLocation, KeptMove } from './store.ts'
import { withOffset } from './times.ts'
import type { AskedPair } from './wire.ts'
import type { UtcInstant } from '../../shared/time.ts'

/*
 * The answers, field by field as sections 2.1 to 2.5 have them. `base` is the service's address without a slash at its
 * end; `now` is the time from which the driver's progress follows.
 */

/** One move with the locations that its numbers mean. */
export type Placed = { readonly move: KeptMove; readonly pickup: KeptLocation; readonly delivery: KeptLocation }

/**
 * The answer to a fetch (2.4), and to a one-way's creation (4.2, whose answer is not shown): `cancel_status` is
 * `not cancelled`, the locations carry their name and the resolved fields only.
 */
export function fetchAnswer({ move, pickup, delivery }: Placed, base: string, now: UtcInstant) {
  const { links, progress, notes } = moveParts(move, base, now)
  return {
    ready_by_time_utc: withOffset(move.readyBy),
    move: {
      id: move.id,
      status: progress.status,
      cancel_status: 'not cancelled',
      ...progress.times,
      ...links,
      move_details_url: `${base}/portal/moves/${move.id}`,
      ...notes,
      vehicle: vehicleAnswer(move),
    },
    pickup_location: { name: move.pickupName, ...resolvedFields(pickup) },
    delivery_location: { name: move.deliveryName, ...resolvedFields(delivery) },
  }
}

/**
 * The answer to the creation of a pair (2.5): `move_id` in place of `id`, `cancel_status` null, no `move_details_url` and
 * no delivery location; each pickup location echoes the request and adds the resolved fields.
 */
export function pairAnswer(asked: AskedPair, loaner: Placed, customer: Placed, base: string, now: UtcInstant) {
  return {
    loaner_move: pairHalf(loaner, asked.loaner.pickup, base, now),
    customer_move: pairHalf(customer, asked.customer.pickup, base, now),
    ready_by_time_utc: loaner.move.readyBy,
    ...asked.echo,
  }
}

function pairHalf({ move, pickup }: Placed, asked: Address, base: string, now: UtcInstant) {
  const { links, progress, notes } = moveParts(move, base, now)
  return {
    move_id: move.id,
    status: progress.status,
    cancel_status: null,
    ...progress.times,
    ...links,
    ...notes,
    vehicle: vehicleAnswer(move),
    pickup_location: {
      name: asked.name,
      address_one: asked.addressOne,
      ...(asked.addressTwo === null ? {} : { address_two: asked.addressTwo }),
      city: asked.city,
      state: asked.state,
      zip: asked.zip,
      ...resolvedFields(pickup),
    },
  }
}

function moveParts(move: KeptMove, base: string, now: UtcInstant) {
  const progress = progressOf(move, now)
  return {
    progress,
    links: {
      tracking_link: progress.status === null ? null : `${base}/track/${trackingCode(move)}`,
      move_uri: `${base}/v1/moves/${move.id}`,
      lane_uri: `${base}/v1/lanes/${move.laneId}`,
    },
    notes: {
      reference_id: move.referenceId,
      dealer_contact: move.dealerContact,
      special_instructions: move.specialInstructions,
    },
  }
}

/** The last part of a tracking link: the move's number and a piece of chance, so that links cannot be guessed. */
export function trackingCode(move: KeptMove): string {
  return `${move.id}-${move.trackingChance}`
}

function vehicleAnswer({ stock, vin, year, make, model, color, manual }: KeptMove) {
  return { stock, vin, year, make, model, color, manual: manual === 1 }
}

/** `lat` and `lon` are null for a ZIP that the offline data does not hold. */
function resolvedFields({ lat, lon, googlePlaceId, id, fullAddress }: KeptLocation) {
  return { lat, lon, google_place_id: googlePlaceId, location_id: id, full_address: fullAddress }
}
