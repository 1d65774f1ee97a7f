import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Progress } from '../domain/driver.ts'
import type { PairRow } from '../store/progress.ts'
import type { Address } from '../domain/geocode.ts'
import type { LocationRow, MoveRow, PracticeStore } from '../store/store.ts'
import { formatWithOffset } from '../schemas/times.ts'
import { cancelState, progressAt, type CancelState } from '../domain/move-progress.ts'

/*
 * The responses of the baseline, field by field as in test/spec/service.md. `base` is the service's address without a
 * slash at the end.
 */

/** A move with its locations, and with the progress and the cancel state at one time. */
export type MoveView = {
  readonly move: MoveRow
  readonly pickup: LocationRow
  readonly delivery: LocationRow
  readonly progress: Progress
  readonly cancel: CancelState
}

export function placedAt(store: PracticeStore, move: MoveRow, now: UtcInstant): MoveView {
  return {
    move,
    pickup: store.location(move.pickupLocationId),
    delivery: store.location(move.deliveryLocationId),
    progress: progressAt(store, move, now),
    cancel: cancelState(store.cancelation(move.id), now),
  }
}

/**
 * The response to the fetch of any move, also of one half of a pair (test/spec/service.md#fetch-response). The creation
 * of a one-way returns the same, because test/spec/service.md does not show that response.
 */
export function fetchAnswer(placed: MoveView, base: string) {
  const { move, pickup, delivery, progress, cancel } = placed
  return {
    ready_by_time_utc: formatWithOffset(move.readyBy),
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
 * The response to the creation of a pair: `move_id` instead of `id`, `cancel_status` null, no `move_details_url` and
 * no delivery location. Each pickup location echoes the request and adds the resolved fields.
 */
export function pairAnswer(pair: PairRow, loaner: MoveView, customer: MoveView, base: string) {
  return {
    loaner_move: pairHalf(loaner, base),
    customer_move: pairHalf(customer, base),
    ready_by_time_utc: loaner.move.readyBy,
    ...requestEcho(pair),
  }
}

function pairHalf(placed: MoveView, base: string) {
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
    pickup_location: requestedLocation(placed),
  }
}

/**
 * The response to a fetch of a lane. Since test/spec/service.md shows only the lane's address, these fields are our
 * choice, named like the fields of a move.
 */
export function laneAnswer(
  lane: { readonly id: number; readonly readyBy: UtcInstant },
  moves: readonly MoveView[],
  base: string,
) {
  return {
    lane_id: lane.id,
    lane_uri: `${base}/v1/lanes/${lane.id}`,
    ready_by_time_utc: formatWithOffset(lane.readyBy),
    moves: moves.map(({ move, progress, cancel }) => ({
      move_id: move.id,
      move_uri: `${base}/v1/moves/${move.id}`,
      status: progress.status,
      cancel_status: cancel.status,
    })),
  }
}

export function requestEcho({ appointment, customerName, customerPhone, action }: PairRow) {
  return {
    appointment_time_utc: appointment,
    customer_name: customerName,
    customer_phone: customerPhone,
    customer_action: action,
  }
}

/** `tracking_link` is null until the driver's first stage is set. */
export function linksOf({ move, progress }: MoveView, base: string) {
  return {
    tracking_link: progress.status === null ? null : `${base}/track/${trackingCode(move)}`,
    move_uri: `${base}/v1/moves/${move.id}`,
    lane_uri: `${base}/v1/lanes/${move.laneId}`,
  }
}

export function detailsUrl(move: MoveRow, base: string): string {
  return `${base}/portal/moves/${move.id}`
}

export function notesOf({ dealerContact, specialInstructions }: MoveRow) {
  return { dealer_contact: dealerContact, special_instructions: specialInstructions }
}

/** The last part of a tracking link. Its random part protects the page, which needs no token, from guessed links. */
export function trackingCode(move: MoveRow): string {
  return `${move.id}-${move.trackingChance}`
}

export function vehicleAnswer({ stock, vin, year, make, model, color, manual }: MoveRow) {
  return { stock, vin, year, make, model, color, manual: manual === 1 }
}

/** A location in the format of a request; an absent `address_two` stays absent. */
export function placeResponse({ name, addressOne, addressTwo, city, state, zip }: Address) {
  return {
    name,
    address_one: addressOne,
    ...(addressTwo === null ? {} : { address_two: addressTwo }),
    city,
    state,
    zip,
  }
}

/** The requested pickup place with the resolved fields. */
export function requestedLocation({ move, pickup }: MoveView) {
  const requested = JSON.parse(move.requestedPickup) as ReturnType<typeof placeResponse>
  return { ...requested, ...resolvedFields(pickup) }
}

export function resolvedFields({ lat, lon, googlePlaceId, id, fullAddress }: LocationRow) {
  return { lat, lon, google_place_id: googlePlaceId, location_id: id, full_address: fullAddress }
}
