import { hasReached, type BookedMoves } from '../../../shared/move/move.ts'
import { statusOf } from '../../../shared/outbox/booking-status.ts'
import { formatSureClock } from '../../../shared/time/format.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { isSwapping, legsOf, progressOf, type Bars, type Leg } from '../../../shared/views/day-progress.ts'
import { endName, loanerOf, rowReference, underWayFact, vehicleName, type FactAt } from './facts-text.ts'

/* The words of the card of the selected booking. */

export const PANE = { title: 'Booking and loaners' } as const

export const CARD = { title: 'Selected booking', phone: 'Phone', steps: 'Driver’s trip' } as const

/** A step of the driver's trip; the times of `next` steps are estimates. */
export type TripStep = {
  readonly kind: 'done' | 'now' | 'next'
  readonly text: string
  /** Null where `text` has the time. */
  readonly time: string | null
}

/** Returns when a booking is due and its repair order, for example "due 10:45 AM · RO 10482". */
export function describeDue(booking: BookedMoves, zone: string): string {
  const reference = rowReference(booking)
  const due = `due ${formatSureClock(booking.time.utc, zone)}`
  return reference === '' ? due : `${due} · RO ${reference}`
}

/** Returns the steps of a booking's trip in their order; none without a planned trip and for a canceled booking. */
export function tripSteps(booking: BookedMoves, { now, zone, bars }: FactAt): readonly TripStep[] {
  const progress = progressOf(booking)
  if (bars === null || progress.kind === 'ended' || booking.state === 'refused') return []
  const steps = stopsOf(booking, bars).map(({ isDone, text, at, isDue }): TripStep => {
    const clock = formatSureClock(fromMillis(at), zone)
    if (isDone) return { kind: 'done', text: text.done, time: clock }
    return { kind: 'next', text: text.next, time: `${isDue ? 'due' : 'est.'} ${clock}` }
  })
  if (progress.kind !== 'under-way' || statusOf(booking).flag !== null) return steps
  const here: TripStep = { kind: 'now', text: underWayFact(booking, progress, { now, zone, bars }).text, time: null }
  const ahead = steps.findIndex(({ kind }) => kind !== 'done')
  // The words of a swap and of the way back to the lot name the next step too; else the driver is between two steps.
  const isBack = progress.leg.to === 'lot' && ahead === steps.length - 1
  return steps.toSpliced(ahead < 0 ? steps.length : ahead, isSwapping(progress) || isBack ? 1 : 0, here)
}

type Stop = {
  readonly isDone: boolean
  readonly text: { readonly done: string; readonly next: string }
  readonly at: number
  /** True for the appointment, which the customer was told. */
  readonly isDue: boolean
}

/** Each leg begins with a stop, the swap is between two legs, and the last leg ends with a stop. */
function stopsOf(booking: BookedMoves, { bars }: Bars): readonly Stop[] {
  const legs = legsOf(booking)
  const [first, second] = legs
  const last = legs.at(-1)
  const [firstBar, lastBar] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined || firstBar === undefined || lastBar === undefined) return []
  const begin = `${named(booking, first)} `
  const isSwapped = second !== undefined && hasReached(second.move.stages, 'pickup_successful')
  const swap: Stop = {
    isDone: isSwapped,
    text: both(`Swap at ${first.move.delivery.addressOne}`),
    at: isSwapped ? lastBar.from : toMillis(booking.time.utc),
    isDue: true,
  }
  return [
    {
      isDone: hasReached(first.move.stages, 'pickup_successful'),
      text: { done: `${begin}left ${endName(first.from)}`, next: `${begin}leaves ${endName(first.from)}` },
      at: firstBar.from,
      isDue: false,
    },
    ...(second === undefined ? [] : [swap]),
    {
      isDone: hasReached(last.move.stages, 'delivery_arrived'),
      text: both(`${named(booking, last)} ${last.to === 'lot' ? 'back at' : 'at'} ${endName(last.to)}`),
      at: lastBar.to,
      isDue: false,
    },
  ]
}

function both(text: string): Stop['text'] {
  return { done: text, next: text }
}

/** "Car", or the loaner with its stock number. */
function named(booking: BookedMoves, leg: Leg): string {
  const stock = leg.vehicle === 'loaner' ? (loanerOf(booking)?.stock ?? null) : null
  return stock === null ? vehicleName(leg) : `${vehicleName(leg)} ${stock}`
}
