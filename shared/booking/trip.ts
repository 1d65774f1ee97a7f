import { addMinutes, toMillis, type UtcInstant } from '../time/time.ts'
import { driveMinutes } from './ready-by.ts'

/*
 * The planned trip of a booking's driver and the load of a day: how many trips are under way in each quarter hour. All
 * times are estimates of this desk, but for a ready-by that the provider returned.
 */

/** Time for the swap at the customer. */
const HANDOVER_MINUTES = 10

const QUARTER_MINUTES = 15

/**
 * The driver's planned trip. A pair has two legs, from `leaves` to `arrives` and from `departs` to `returns`, with the
 * swap between them; a one-way has the first leg alone, and its last three times are equal.
 */
export type Trip = {
  /** The ready-by time: the driver collects the first vehicle. */
  readonly leaves: UtcInstant
  /** A pair's appointment at the customer; a one-way's estimated arrival at the destination. */
  readonly arrives: UtcInstant
  readonly departs: UtcInstant
  /** The second vehicle is back. */
  readonly returns: UtcInstant
  /** Estimated drive of one leg. */
  readonly driveMinutes: number
}

/** The values that a trip is planned from. `time` is the appointment of a pair, the ready-by time of a one-way. */
export type TripPlan = {
  readonly kind: 'pair' | 'one-way'
  readonly time: UtcInstant
  readonly readyBy: UtcInstant
  /** Straight-line miles between the two places of the customer's move; null if unknown. */
  readonly miles: number | null
}

/** Plans the trip of a booking. For a booking in the form, `readyBy` is `estimateReadyBy` of the form's values. */
export function planTrip({ kind, time, readyBy, miles }: TripPlan): Trip {
  const drive = driveMinutes(miles)
  if (kind === 'one-way') {
    const arrives = addMinutes(readyBy, drive)
    return { leaves: readyBy, arrives, departs: arrives, returns: arrives, driveMinutes: drive }
  }
  const leaves = toMillis(readyBy) < toMillis(time) ? readyBy : time
  const departs = addMinutes(time, HANDOVER_MINUTES)
  return { leaves, arrives: time, departs, returns: addMinutes(departs, drive), driveMinutes: drive }
}

/**
 * Counts the trips under way in each quarter hour from `from` until `to`: 96 counts for most days, 92 and 100 for the
 * days of 23 and 25 hours (`dayOfDate`). A trip that only touches the edge of a quarter hour does not count there.
 */
export function countTripsByQuarter(
  trips: readonly Pick<Trip, 'leaves' | 'returns'>[],
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
): readonly number[] {
  const quarterMs = QUARTER_MINUTES * 60_000
  const start = toMillis(from)
  const counts = Array.from({ length: Math.ceil((toMillis(to) - start) / quarterMs) }, () => 0)
  for (const { leaves, returns } of trips) {
    const first = Math.max(0, Math.floor((toMillis(leaves) - start) / quarterMs))
    const end = Math.min(counts.length, Math.ceil((toMillis(returns) - start) / quarterMs))
    for (let at = first; at < end; at += 1) counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** Returns the start of a quarter hour of `countTripsByQuarter`, counted from 0. */
export function quarterStart(from: UtcInstant, quarter: number): UtcInstant {
  return addMinutes(from, quarter * QUARTER_MINUTES)
}
