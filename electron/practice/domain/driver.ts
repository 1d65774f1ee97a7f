import { fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import type { ManualStep } from '../store/progress.ts'
import type { DriverBy } from '../store/store.ts'
import { formatWithOffset } from '../schemas/times.ts'

/*
 * The simulated driver, without timers. The progress of a move follows from stored facts (a `Trip`) and the time now,
 * so a restart or a cut connection changes nothing.
 *
 *   accepted -> pickup_started -> pickup_arrived -> pickup_successful
 *            -> delivery_started -> delivery_arrived -> delivery_successful      one step each `stepSeconds`
 */

/** The six progress fields of test/spec/service.md#move, in the order in which they are set. */
export const STAGES = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
] as const

export type Stage = (typeof STAGES)[number]

/** The stored facts of a move from which `progressOf` computes the driver's progress. */
export type Trip = {
  readonly acceptedAt: UtcInstant
  readonly leg: 0 | 1
  /** The driver sets out no earlier; null or absent for at once. */
  readonly setsOutAt?: UtcInstant | null
  /** Seconds from one stage to the next; more than 0, fractions allowed. */
  readonly stepSeconds: number
  /** Default: `clock`. */
  readonly driver?: DriverBy
  readonly steps?: readonly ManualStep[]
  /** No stage is set after this time. */
  readonly stoppedAt?: UtcInstant | null
  /**
   * The earlier trip of the same driver, leg 0 of the pair: leg 1 starts when that trip has ended or stopped. Without
   * this field, leg 1 starts when a leg 0 with the driver `clock` would end.
   */
  readonly before?: Trip
}

export type Progress = {
  /**
   * Null before the first stage, then the last stage's name with spaces: `pickup started` to `delivery successful`.
   * Since test/spec/service.md shows no value, these words follow the examples of test/spec/provider.md#status.
   */
  readonly status: string | null
  /** `2026-11-24T19:00:00+00:00`, in UTC; null until the stage is set. */
  readonly times: Readonly<Record<Stage, string | null>>
  /** The number of stages that are set, 0 to 6. */
  readonly reached: number
}

/**
 * The progress of a trip at `now`. A manual step sets the next stage, and a driver by the clock continues from there.
 */
export function progressOf(trip: Trip, now: UtcInstant): Progress {
  const due = stageTimes(trip)
  const at = (stage: Stage): string | null => {
    const ms = due[STAGES.indexOf(stage)] ?? null
    return ms !== null && ms <= toMillis(now) ? formatWithOffset(fromMillis(Math.floor(ms))) : null
  }
  const times = {
    pickup_started: at('pickup_started'),
    pickup_arrived: at('pickup_arrived'),
    pickup_successful: at('pickup_successful'),
    delivery_started: at('delivery_started'),
    delivery_arrived: at('delivery_arrived'),
    delivery_successful: at('delivery_successful'),
  }
  const last = STAGES.findLast((stage) => times[stage] !== null)
  return {
    status: last === undefined ? null : last.replace('_', ' '),
    times,
    reached: last === undefined ? 0 : STAGES.indexOf(last) + 1,
  }
}

const NAMES = ['Nadia Rowe', 'Marcus Bell', 'Ines Calder', 'Tobias Finch', 'June Okafor', 'Walter Simms'] as const

/** The invented name of the driver of a lane. One driver drives both moves of a pair. */
export function driverName(laneId: number): string {
  return NAMES[laneId % NAMES.length] ?? NAMES[0]
}

/** True if the driver is free at `now`, because the trip was driven to its end or stopped. */
export function hasEnded(trip: Trip, now: UtcInstant): boolean {
  const end = endOf(trip)
  return end !== null && end <= toMillis(now)
}

/**
 * The due time of each stage, in milliseconds since 1970. Null for a stage that waits for a manual step or for the end
 * of the earlier trip, and for a stage that a stop prevents.
 */
function stageTimes(trip: Trip): readonly (number | null)[] {
  const { stepSeconds, driver = 'clock', steps = [], stoppedAt = null } = trip
  let last = startOf(trip)
  return STAGES.map((_, place) => {
    const byHand = steps.find(({ stage }) => stage === place)
    if (byHand !== undefined) last = toMillis(byHand.at)
    else last = driver === 'manual' || last === null ? null : last + stepSeconds * 1000
    return last === null || (stoppedAt !== null && last > toMillis(stoppedAt)) ? null : last
  })
}

function startOf({ acceptedAt, setsOutAt = null, leg, stepSeconds, before }: Trip): number | null {
  const accepted = Math.max(toMillis(acceptedAt), setsOutAt === null ? 0 : toMillis(setsOutAt))
  if (before === undefined) return accepted + leg * STAGES.length * stepSeconds * 1000
  const end = endOf(before)
  return end === null ? null : Math.max(accepted, end)
}

function endOf(trip: Trip): number | null {
  const delivered = stageTimes(trip).at(-1) ?? null
  return delivered ?? (trip.stoppedAt ? toMillis(trip.stoppedAt) : null)
}

/**
 * The order in which the driver drives the moves of a pair: for `pickup` the loaner first, for `return` the customer's
 * vehicle first.
 */
export function legsOf(action: 'pickup' | 'return'): { readonly loaner: 0 | 1; readonly customer: 0 | 1 } {
  return action === 'pickup' ? { loaner: 0, customer: 1 } : { loaner: 1, customer: 0 }
}
