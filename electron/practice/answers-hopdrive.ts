import { addMinutes, toMillis, type UtcInstant } from '../../shared/time.ts'
import {
  askedLocation,
  detailsUrl,
  echoOf,
  linksOf,
  notesOf,
  placedAt,
  resolvedFields,
  vehicleAnswer,
  type Placed,
} from './answers.ts'
import type { KeptPair } from './kept-progress.ts'
import type { KeptMove, PracticeStore } from './store.ts'
import { withOffset } from './times.ts'

/*
 * The answers of the profile `hopdrive` (provider.md 6): `reference_num`, `rooftop`, `settled`, `cancel_reason` and
 * `earliest_available_time`, which is the ready-by time, as the practice places are never closed. Workflows, photos and
 * charges are not in the practice service.
 */

const SETTLED_AFTER_MINUTES = 7 * 24 * 60

/** A one-way move, created or fetched (provider.md 6.1): the locations stand beside `move`. */
export function numberedSingle(placed: Placed, base: string, now: UtcInstant) {
  const { move, pickup, delivery, cancel } = placed
  return {
    ...timesOf(move, withOffset),
    move: { id: move.id, ...partsOf(placed, base, now), cancel_status: cancel.status },
    pickup_location: { name: move.pickupName, ...resolvedFields(pickup) },
    delivery_location: { name: move.deliveryName, ...resolvedFields(delivery) },
  }
}

/** A pair as its creation answers it: `cancel_status` is null, as in 2.5. */
export function numberedPair(pair: KeptPair, loaner: Placed, customer: Placed, base: string, now: UtcInstant) {
  return {
    loaner_move: { ...half(loaner, customer, base, now), cancel_status: null },
    customer_move: { ...half(customer, loaner, base, now), cancel_status: null },
    ...timesOf(loaner.move, (utc) => utc),
    ...echoOf(pair),
  }
}

/**
 * What a fetch answers: the pair for a member of one, in the form of its creation (provider.md 6.1, inferred there), else
 * the single move. The other member is the one that is driven, should it have been rescheduled.
 */
export function fetchedAnswer(store: PracticeStore, move: KeptMove, base: string, now: UtcInstant): object {
  const own = placedAt(store, move, now)
  const pair = store.pair(move.requestId)
  const partner = store.movesOfLane(move.laneId).findLast(({ role }) => role !== move.role)
  if (pair === null || partner === undefined) return numberedSingle(own, base, now)
  const other = placedAt(store, partner, now)
  const [loaner, customer] = move.role === 'loaner' ? [own, other] : [other, own]
  return {
    ...numberedPair(pair, loaner, customer, base, now),
    loaner_move: { ...half(loaner, customer, base, now), cancel_status: loaner.cancel.status },
    customer_move: { ...half(customer, loaner, base, now), cancel_status: customer.cancel.status },
  }
}

function half(placed: Placed, other: Placed, base: string, now: UtcInstant) {
  return {
    move_id: placed.move.id,
    ...partsOf(placed, base, now),
    pickup_location: askedLocation(placed),
    delivery_location: askedLocation(other),
  }
}

function partsOf(placed: Placed, base: string, now: UtcInstant) {
  const { move, progress, cancel } = placed
  const delivered = progress.times.delivery_successful
  return {
    status: progress.status,
    rooftop: move.rooftop,
    settled: delivered !== null && toMillis(addMinutes(delivered, SETTLED_AFTER_MINUTES)) <= toMillis(now),
    ...progress.times,
    cancel_reason: cancel.reason,
    reference_num: move.referenceId,
    ...notesOf(move),
    move_details_url: detailsUrl(move, base),
    ...linksOf(placed, base),
    vehicle: vehicleAnswer(move),
  }
}

function timesOf({ readyBy }: KeptMove, write: (utc: UtcInstant) => string) {
  return { ready_by_time_utc: write(readyBy), earliest_available_time: write(readyBy) }
}
