import { addMinutes, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { chargeOf } from '../domain/charge.ts'
import { driverName } from '../domain/driver.ts'
import {
  requestedLocation,
  detailsUrl,
  requestEcho,
  linksOf,
  notesOf,
  placedAt,
  resolvedFields,
  vehicleAnswer,
  type MoveView,
} from './baseline.ts'
import type { PairRow } from '../store/progress.ts'
import type { MoveRow, PracticeStore } from '../store/store.ts'
import { formatWithOffset } from '../schemas/times.ts'

/*
 * The responses of the profile `hopdrive` (test/spec/provider.md#fetch), without the provider's workflows and
 * photos. `earliest_available_time` equals the ready-by time, because practice places never close.
 */

const SETTLED_AFTER_MINUTES = 7 * 24 * 60

/** A created or fetched one-way: the locations and the charge are beside `move`. */
export function numberedSingle(placed: MoveView, base: string, now: UtcInstant) {
  const { move, pickup, delivery, cancel } = placed
  return {
    ...timesOf(move, formatWithOffset),
    move: { id: move.id, ...partsOf(placed, base, now), cancel_status: cancel.status },
    pickup_location: { name: move.pickupName, ...resolvedFields(pickup) },
    delivery_location: { name: move.deliveryName, ...resolvedFields(delivery) },
    ...chargedFor(placed),
  }
}

/** A pair as its creation returns it: `cancel_status` is null. */
export function numberedPair(pair: PairRow, loaner: MoveView, customer: MoveView, base: string, now: UtcInstant) {
  return {
    loaner_move: { ...half(loaner, customer, base, now), cancel_status: null },
    customer_move: { ...half(customer, loaner, base, now), cancel_status: null },
    ...around(pair, loaner),
  }
}

/**
 * A pair without a loaner, in the form of `numberedPair` (inferred, see
 * test/spec/provider.md#concierge-without-a-loaner). `cancel_status` is null in the response to its creation.
 */
export function numberedConcierge(pair: PairRow, placed: MoveView, base: string, now: UtcInstant) {
  return { customer_move: { ...onlyHalf(placed, base, now), cancel_status: null }, ...around(pair, placed) }
}

/**
 * The response to a fetch: the pair for a member of a pair (inferred, see test/spec/provider.md#fetch), else the
 * single move. A rescheduled partner is represented by its replacement.
 */
export function fetchedAnswer(store: PracticeStore, move: MoveRow, base: string, now: UtcInstant): object {
  const own = placedAt(store, move, now)
  const pair = store.pair(move.requestId)
  const partner = store.movesOfLane(move.laneId).findLast(({ role }) => role !== move.role)
  if (pair === null) return numberedSingle(own, base, now)
  if (partner === undefined) {
    return { customer_move: { ...onlyHalf(own, base, now), cancel_status: own.cancel.status }, ...around(pair, own) }
  }
  const other = placedAt(store, partner, now)
  const [loaner, customer] = move.role === 'loaner' ? [own, other] : [other, own]
  return {
    ...numberedPair(pair, loaner, customer, base, now),
    loaner_move: { ...half(loaner, customer, base, now), cancel_status: loaner.cancel.status },
    customer_move: { ...half(customer, loaner, base, now), cancel_status: customer.cancel.status },
  }
}

function around(pair: PairRow, { move }: MoveView) {
  return { ...timesOf(move, (utc) => utc), ...requestEcho(pair) }
}

function half(placed: MoveView, other: MoveView, base: string, now: UtcInstant) {
  return {
    move_id: placed.move.id,
    ...partsOf(placed, base, now),
    pickup_location: requestedLocation(placed),
    delivery_location: requestedLocation(other),
    ...chargedFor(placed),
  }
}

/** The file keeps no requested delivery place, so the delivery location has its name and the resolved address. */
function onlyHalf(placed: MoveView, base: string, now: UtcInstant) {
  return {
    move_id: placed.move.id,
    ...partsOf(placed, base, now),
    pickup_location: requestedLocation(placed),
    delivery_location: { name: placed.move.deliveryName, ...resolvedFields(placed.delivery) },
    ...chargedFor(placed),
  }
}

function partsOf(placed: MoveView, base: string, now: UtcInstant) {
  const { move, progress, cancel } = placed
  const completed = completedAt(placed)
  return {
    status: progress.status,
    rooftop: move.rooftop,
    settled: completed !== null && toMillis(addMinutes(completed, SETTLED_AFTER_MINUTES)) <= toMillis(now),
    driver_name: progress.status === null ? null : driverName(move.laneId),
    ...progress.times,
    cancel_reason: cancel.reason,
    reference_num: move.referenceId,
    ...notesOf(move),
    move_details_url: detailsUrl(move, base),
    ...linksOf(placed, base),
    vehicle: vehicleAnswer(move),
  }
}

/** When the move was delivered, or when a cancellation stopped the move on the way; null before. */
function completedAt({ progress, cancel }: MoveView): UtcInstant | null {
  return progress.times.delivery_successful ?? (cancel.status === 'partial' ? cancel.decidedAt : null)
}

/** A response has no `charge` until there is one. */
function chargedFor(placed: MoveView) {
  if (completedAt(placed) === null) return {}
  return { charge: chargeOf(placed.pickup, placed.delivery, placed.cancel.status === 'partial') }
}

function timesOf({ readyBy }: MoveRow, write: (utc: UtcInstant) => string) {
  return { ready_by_time_utc: write(readyBy), earliest_available_time: write(readyBy) }
}
