import type { UtcInstant } from '../../shared/time.ts'
import type { Progress } from './driver.ts'
import type { KeptPair } from './kept-progress.ts'
import type { Address } from './places.ts'
import type { KeptLocation, KeptMove, PracticeStore } from './store.ts'
import { withOffset } from './times.ts'
import { cancelState, whereabouts, type CancelState } from './trips.ts'

/*
 * The answers of the baseline, field by field as sections 2.1 to 2.5 have them. `base` is the service's address without a
 * slash at its end.
 */

/** One move as it is at some time, with the locations that its numbers mean. */
export type Placed = {
  readonly move: KeptMove
  readonly pickup: KeptLocation
  readonly delivery: KeptLocation
  readonly progress: Progress
  readonly cancel: CancelState
}

export function placedAt(store: PracticeStore, move: KeptMove, now: UtcInstant): Placed {
  return {
    move,
    pickup: store.location(move.pickupLocationId),
    delivery: store.location(move.deliveryLocationId),
    progress: whereabouts(store, move, now),
    cancel: cancelState(store.cancelation(move.id), now),
  }
}

/**
 * The answer to a fetch (2.4), and to a one-way's creation (4.2, whose answer is not shown): the locations carry their
 * name and the resolved fields only.
 */
export function fetchAnswer(placed: Placed, base: string) {
  const { move, pickup, delivery, progress, cancel } = placed
  return {
    ready_by_time_utc: withOffset(move.readyBy),
    move: {
      id: move.id,
      status: progress.status,
      cancel_status: cancel.status,
      ...progress.times,
      ...linksOf(placed, base),
      move_details_url: detailsUrl(move, base),
      reference_id: move.referenceId,
      ...notesOf(move),
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
export function pairAnswer(pair: KeptPair, loaner: Placed, customer: Placed, base: string) {
  return {
    loaner_move: pairHalf(loaner, base),
    customer_move: pairHalf(customer, base),
    ready_by_time_utc: loaner.move.readyBy,
    ...echoOf(pair),
  }
}

function pairHalf(placed: Placed, base: string) {
  const { move, progress } = placed
  return {
    move_id: move.id,
    status: progress.status,
    cancel_status: null,
    ...progress.times,
    ...linksOf(placed, base),
    reference_id: move.referenceId,
    ...notesOf(move),
    vehicle: vehicleAnswer(move),
    pickup_location: askedLocation(placed),
  }
}

/**
 * The answer to a fetch of a lane. The description shows the lane's address alone (2.1) and no lane; these fields are
 * ours, named as those of a move are.
 */
export function laneAnswer(
  lane: { readonly id: number; readonly readyBy: UtcInstant },
  moves: readonly Placed[],
  base: string,
) {
  return {
    lane_id: lane.id,
    lane_uri: `${base}/v1/lanes/${lane.id}`,
    ready_by_time_utc: withOffset(lane.readyBy),
    moves: moves.map(({ move, progress, cancel }) => ({
      move_id: move.id,
      move_uri: `${base}/v1/moves/${move.id}`,
      status: progress.status,
      cancel_status: cancel.status,
    })),
  }
}

export function echoOf({ appointment, customerName, customerPhone, action }: KeptPair) {
  return {
    appointment_time_utc: appointment,
    customer_name: customerName,
    customer_phone: customerPhone,
    customer_action: action,
  }
}

export function linksOf({ move, progress }: Placed, base: string) {
  return {
    tracking_link: progress.status === null ? null : `${base}/track/${trackingCode(move)}`,
    move_uri: `${base}/v1/moves/${move.id}`,
    lane_uri: `${base}/v1/lanes/${move.laneId}`,
  }
}

export function detailsUrl(move: KeptMove, base: string): string {
  return `${base}/portal/moves/${move.id}`
}

export function notesOf({ dealerContact, specialInstructions }: KeptMove) {
  return { dealer_contact: dealerContact, special_instructions: specialInstructions }
}

/** The last part of a tracking link: the move's number and a piece of chance, so that links cannot be guessed. */
export function trackingCode(move: KeptMove): string {
  return `${move.id}-${move.trackingChance}`
}

export function vehicleAnswer({ stock, vin, year, make, model, color, manual }: KeptMove) {
  return { stock, vin, year, make, model, color, manual: manual === 1 }
}

/** A location as a request gives it (2.3); `address_two` is left out when it was not given. */
export function wirePlace({ name, addressOne, addressTwo, city, state, zip }: Address) {
  return {
    name,
    address_one: addressOne,
    ...(addressTwo === null ? {} : { address_two: addressTwo }),
    city,
    state,
    zip,
  }
}

/** The pickup place as it was asked for, with the resolved fields (2.3); of an older version's moves only its name. */
export function askedLocation({ move, pickup }: Placed) {
  const asked =
    move.askedPickup === null
      ? { name: move.pickupName }
      : (JSON.parse(move.askedPickup) as ReturnType<typeof wirePlace>)
  return { ...asked, ...resolvedFields(pickup) }
}

export function resolvedFields({ lat, lon, googlePlaceId, id, fullAddress }: KeptLocation) {
  return { lat, lon, google_place_id: googlePlaceId, location_id: id, full_address: fullAddress }
}
