import { endsMove } from '../move/cancel-status.ts'
import { hasReached, STAGES, type BookedMoves, type Move, type Stage } from '../move/move.ts'
import { amendmentContext } from '../outbox/amendment-rules.ts'
import type { Trip } from '../booking/trip.ts'
import { toMillis } from '../time/time.ts'
import type { Span } from './day-axis.ts'

/* Where the driver of a booking is, and the bars that show this. */

/** The place at an end of a leg; a one-way knows only its own two places. */
export type LegEnd = 'lot' | 'customer' | 'pickup' | 'destination'

/** A drive of the booking's driver with one of its vehicles. */
export type Leg = {
  readonly move: Move
  readonly vehicle: 'loaner' | 'car'
  readonly from: LegEnd
  readonly to: LegEnd
}

/** Returns the legs of a booking in the order in which the driver drives them. */
export function legsOf({ action, moves }: Pick<BookedMoves, 'action' | 'moves'>): readonly Leg[] {
  const legs = moves.map((move): Leg => {
    if (action === null) return { move, vehicle: 'car', from: 'pickup', to: 'destination' }
    const isOutbound = (action === 'pickup') === (move.role === 'loaner')
    const ends = isOutbound ? ({ from: 'lot', to: 'customer' } as const) : ({ from: 'customer', to: 'lot' } as const)
    return { move, vehicle: move.role === 'loaner' ? 'loaner' : 'car', ...ends }
  })
  return legs.toSorted((one, other) => Number(one.from === 'customer') - Number(other.from === 'customer'))
}

export type Progress =
  | { readonly kind: 'not-started' }
  /** `stage` is the last that the driver reached in `leg`; null between two legs. */
  | { readonly kind: 'under-way'; readonly leg: Leg; readonly index: number; readonly stage: Stage | null }
  | { readonly kind: 'done' }
  /** No driver moves any vehicle of the booking any more, and at least one was not delivered. */
  | { readonly kind: 'ended' }

export function progressOf(booking: Pick<BookedMoves, 'action' | 'moves'>): Progress {
  const legs = legsOf(booking)
  const isDelivered = ({ move }: Leg) => hasReached(move.stages, 'delivery_successful')
  if (legs.every(isDelivered)) return { kind: 'done' }
  const index = legs.findIndex((leg) => !isDelivered(leg) && !endsMove(amendmentContext(leg.move)))
  const leg = legs[index]
  if (leg === undefined) return { kind: 'ended' }
  const stage = lastStage(leg.move)
  if (stage === null && !legs.slice(0, index).some(isDelivered)) return { kind: 'not-started' }
  return { kind: 'under-way', leg, index, stage }
}

function lastStage({ stages }: Move): Stage | null {
  return STAGES.findLast((stage) => hasReached(stages, stage)) ?? null
}

/** Returns when the driver reached a stage, in milliseconds; null without a readable time. */
export function stampOf({ stages }: Move, stage: Stage): number | null {
  const fact = stages[stage]
  return fact.known && typeof fact.value === 'string' ? toMillis(fact.value) : null
}

export type Bar = Span & {
  readonly vehicle: 'loaner' | 'car'
  /** `unsure` is a leg of a booking of which nobody knows whether a driver drives it. */
  readonly look: 'planned' | 'live' | 'done' | 'unsure'
  /** How much of the leg is driven, from 0 to 1. */
  readonly filled: number
}

export type Bars = Span & {
  readonly bars: readonly Bar[]
  /** When a pair's vehicles are swapped; null for a one-way. */
  readonly swap: { readonly at: number; readonly look: 'planned' | 'now' | 'done' | 'unsure' | 'late' } | null
  /** From the missed time until now; null for a booking that is not late. */
  readonly overrun: Span | null
}

/** Share of a leg that is filled when its driver has set out, and when the driver is with the vehicle. */
const STARTED_SHARE = 0.06
const COLLECTED_SHARE = 0.15
/** A leg that takes longer than estimated is not shown as driven before the vehicle has arrived. */
const MAX_LIVE_SHARE = 0.94
const MS_PER_MINUTE = 60_000
/** A drive further from its plan was made on another day, and the day shows the plan. */
const MAX_OFF_PLAN_MS = 12 * 60 * MS_PER_MINUTE

/** The bars of a booking: its planned trip, with the times that the provider told in the place of the plan. */
export function barsOf(
  booking: Pick<BookedMoves, 'action' | 'moves' | 'time' | 'state'>,
  trip: Trip,
  { now, late }: { readonly now: number; readonly late: boolean },
): Bars {
  const legs = legsOf(booking)
  const isUnsure = booking.state === 'in-doubt'
  let previousEnd: number | null = null
  const bars = legs.map((leg): Bar => {
    const bar = barOf(leg, { trip, now, isUnsure, previousEnd })
    previousEnd = bar.to
    return bar
  })
  const overrun = late ? { from: toMillis(booking.time.utc), to: now } : null
  const ends = [...bars, ...(overrun === null ? [] : [overrun])]
  return {
    bars,
    swap: booking.action === null ? null : swapOf(booking, bars, { trip, isUnsure, late }),
    overrun,
    from: Math.min(...ends.map(({ from }) => from)),
    to: Math.max(...ends.map(({ to }) => to)),
  }
}

type LegPlan = {
  readonly trip: Trip
  readonly now: number
  readonly isUnsure: boolean
  /** The end of the leg before; null for the first leg. */
  readonly previousEnd: number | null
}

function barOf(leg: Leg, { trip, now, isUnsure, previousEnd }: LegPlan): Bar {
  const { move, vehicle } = leg
  const isSecond = leg.from === 'customer'
  const [plannedFrom, plannedTo] = isSecond ? [trip.departs, trip.returns] : [trip.leaves, trip.arrives]
  const driveMs = trip.driveMinutes * MS_PER_MINUTE
  const isOfDay = (at: number) => Math.abs(at - toMillis(plannedFrom)) < MAX_OFF_PLAN_MS
  const stamp = (...stages: readonly Stage[]) =>
    stages.map((stage) => stampOf(move, stage)).find((at) => at !== null && isOfDay(at)) ?? null
  const began = stamp('delivery_started', 'pickup_successful')
  const ended = stamp('delivery_arrived', 'delivery_successful')
  // A second leg that has not begun cannot begin before the first one has ended.
  const earliest = Math.max(toMillis(plannedFrom), previousEnd ?? 0)
  const from = began ?? (isSecond ? earliest : toMillis(plannedFrom))
  const planned = Math.max(toMillis(plannedTo), isSecond ? from + driveMs : 0)
  const to = Math.max(ended ?? (began === null ? planned : began + driveMs), from + MS_PER_MINUTE)
  if (isUnsure) return { vehicle, from, to, look: 'unsure', filled: 0 }
  if (hasReached(move.stages, 'delivery_arrived')) return { vehicle, from, to, look: 'done', filled: 1 }
  if (endsMove(amendmentContext(move)) || !hasReached(move.stages, 'pickup_started')) {
    return { vehicle, from, to, look: 'planned', filled: 0 }
  }
  if (!hasReached(move.stages, 'pickup_successful')) return { vehicle, from, to, look: 'live', filled: STARTED_SHARE }
  const driven = (now - from) / (to - from)
  return { vehicle, from, to, look: 'live', filled: Math.min(Math.max(driven, COLLECTED_SHARE), MAX_LIVE_SHARE) }
}

function swapOf(
  booking: Pick<BookedMoves, 'action' | 'moves' | 'time'>,
  bars: readonly Bar[],
  { trip, isUnsure, late }: { readonly trip: Trip; readonly isUnsure: boolean; readonly late: boolean },
): Bars['swap'] {
  const [first, second] = bars
  const planned = (toMillis(trip.arrives) + toMillis(trip.departs)) / 2
  const at = second === undefined || first === undefined ? planned : (first.to + second.from) / 2
  if (isUnsure) return { at: planned, look: 'unsure' }
  if (late) return { at: toMillis(booking.time.utc), look: 'late' }
  const progress = progressOf(booking)
  if (progress.kind === 'done') return { at, look: 'done' }
  if (progress.kind !== 'under-way') return { at, look: 'planned' }
  return { at, look: isSwapping(progress) ? 'now' : progress.leg.from === 'customer' ? 'done' : 'planned' }
}

/** True while the driver is at the customer with both vehicles of a pair. */
export function isSwapping({ leg, index, stage }: Extract<Progress, { kind: 'under-way' }>): boolean {
  if (leg.to === 'customer') return stage === 'delivery_arrived'
  return index > 0 && (stage === null || stage === 'pickup_started' || stage === 'pickup_arrived')
}
