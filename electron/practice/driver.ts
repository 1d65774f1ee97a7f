import { fromMillis, toMillis, type UtcInstant } from '../../shared/time.ts'
import { withOffset } from './times.ts'

/*
 * The simulated driver. It keeps no timers and no state: where a move stands follows from when it was accepted, the
 * driver's speed and the time now, so a restart or a cut link changes nothing.
 *
 *   accepted -> pickup_started -> pickup_arrived -> pickup_successful
 *            -> delivery_started -> delivery_arrived -> delivery_successful      one step each `stepSeconds`
 *
 * The move of a pair whose turn is 1 starts when the other one has ended.
 */

/** The six progress fields of section 2.1, in the order in which they are set. */
export const STAGES = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
] as const

export type Stage = (typeof STAGES)[number]

export type Trip = {
  readonly acceptedAt: UtcInstant
  readonly turn: 0 | 1
  /** Seconds from one stage to the next; more than 0, fractions allowed. */
  readonly stepSeconds: number
}

export type Progress = {
  /**
   * Null before the first stage, then the last stage's name with spaces: `pickup started` to `delivery successful`. The
   * description shows no value (section 3); these are the words of the provider's newer pages.
   */
  readonly status: string | null
  /** `2026-11-24T19:00:00+00:00`, UTC; null until set. */
  readonly times: Readonly<Record<Stage, string | null>>
}

/** Where a move stands at `now` (sections 2.1 and 3). */
export function progressOf(trip: Trip, now: UtcInstant): Progress {
  const start = toMillis(trip.acceptedAt) + trip.turn * STAGES.length * trip.stepSeconds * 1000
  const at = (stage: Stage): string | null => {
    const due = start + (STAGES.indexOf(stage) + 1) * trip.stepSeconds * 1000
    return due <= toMillis(now) ? withOffset(fromMillis(Math.floor(due))) : null
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
  return { status: last === undefined ? null : last.replace('_', ' '), times }
}

/**
 * Which move of a pair the driver drives first (section 1): on `pickup` the loaner goes out first, on `return` the
 * customer's vehicle.
 */
export function turnsOf(action: 'pickup' | 'return'): { readonly loaner: 0 | 1; readonly customer: 0 | 1 } {
  return action === 'pickup' ? { loaner: 0, customer: 1 } : { loaner: 1, customer: 0 }
}
