import { effectiveReference, effectiveVehicle, latestNote } from '../../../shared/booking/added-facts.ts'
import { formatLoaner } from '../../../shared/booking/loaners.ts'
import { formatVehicle, type Vehicle } from '../../../shared/booking/vehicle.ts'
import { hasLoaner, stateLabel, type BookedMoves } from '../../../shared/move/move.ts'
import type { MoveFlag } from '../../../shared/outbox/amendment.ts'
import { statusOf } from '../../../shared/outbox/booking-status.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatSureClock, formatWeekday } from '../../../shared/time/format.ts'
import { dateOf, fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { isLate } from '../../../shared/views/day.ts'
import { formatLateness } from '../../booking/text/lateness-text.ts'
import {
  isSwapping,
  progressOf,
  stampOf,
  type Bars,
  type Leg,
  type LegEnd,
  type Progress,
} from '../../../shared/views/day-progress.ts'

/* What a row of the day says of its booking, in words. */

export type Tone = 'quiet' | 'live' | 'swap' | 'warn' | 'bad' | 'muted'

/** The fact at the end of a row. A `quiet` fact is what a person expects, so the timeline leaves it to the bars. */
export type Fact = { readonly tone: Tone; readonly text: string }

export type FactAt = { readonly now: UtcInstant; readonly zone: string; readonly bars: Bars | null }

/** Returns what matters most of a booking now. */
export function factOf(booking: BookedMoves, at: FactAt): Fact {
  const late = isLate(booking, at.now) ? formatLateness(booking.time.utc, at.now) : null
  const { tone, text } = stateFact(booking, at)
  const isQuiet = tone === 'quiet'
  if (late === null) return { tone, text }
  return { tone: 'bad', text: `${late} · ${isQuiet ? 'driver not started' : lowerFirst(stillAtLot(text))}` }
}

/** "Driver at the lot" becomes "driver still at the lot", because a late driver should have left. */
function stillAtLot(text: string): string {
  return text.replace(/^Driver at /, 'Driver still at ')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function stateFact(booking: BookedMoves, at: FactAt): Fact {
  const { flag, label } = statusOf(booking)
  switch (booking.state) {
    case 'in-doubt': {
      const { sentAt } = booking.entry
      return {
        tone: 'warn',
        text:
          sentAt === null ? stateLabel('in-doubt') : `No reply from provider at ${formatSureClock(sentAt, at.zone)}`,
      }
    }
    case 'refused':
      return { tone: 'bad', text: stateLabel(booking.state) }
    case 'held':
      return { tone: 'warn', text: stateLabel(booking.state) }
    case 'waiting':
    case 'sending':
    case 'withdrawn':
      return { tone: 'muted', text: stateLabel(booking.state) }
    case 'booked':
    case 'booked-awaiting-number':
    case 'placed-by-phone':
      return flag === null ? progressFact(booking, at) : { tone: toneOf(flag), text: label }
    default:
      return assertNever(booking.state)
  }
}

function toneOf(flag: MoveFlag): Tone {
  switch (flag) {
    case 'canceled':
    case 'stopped':
    case 'cancel-requested':
    case 'cancel-started':
    case 'change-requested':
      return 'muted'
    case 'moved':
    case 'missing':
    case 'cancel-refused':
    case 'change-refused':
      return 'warn'
    default:
      return assertNever(flag)
  }
}

function progressFact(booking: BookedMoves, at: FactAt): Fact {
  const progress = progressOf(booking)
  switch (progress.kind) {
    case 'done':
      return { tone: 'muted', text: doneText(booking, at.zone) }
    case 'ended':
      return { tone: 'muted', text: 'Stopped' }
    case 'under-way':
      return underWayFact(booking, progress, at)
    case 'not-started':
      return lacksLoaner(booking)
        ? { tone: 'warn', text: 'No loaner assigned' }
        : { tone: 'quiet', text: stateLabel(booking.state) }
    default:
      return assertNever(progress)
  }
}

/** True for a pair with a loaner that nobody has chosen yet. */
export function lacksLoaner(booking: BookedMoves): boolean {
  return hasLoaner(booking) && loanerOf(booking) === null
}

/** Returns the loaner of a pair; null for none and for a loaner that nobody has chosen yet. */
export function loanerOf(booking: BookedMoves): Vehicle | null {
  const move = booking.moves.find(({ role }) => role === 'loaner')
  return move === undefined ? null : effectiveVehicle(booking, move)
}

function doneText({ moves, time }: BookedMoves, zone: string): string {
  const ends = moves.map((move) => stampOf(move, 'delivery_successful')).filter((end) => end !== null)
  return ends.length === 0 ? 'Done' : `Done ${clockOnDay(Math.max(...ends), time.utc, zone)}`
}

/** The clock time, with its weekday if another day than that of the booking. */
function clockOnDay(at: number, booked: UtcInstant, zone: string): string {
  const utc = fromMillis(at)
  const clock = formatSureClock(utc, zone)
  return dateOf(utc, zone) === dateOf(booked, zone) ? clock : `${formatWeekday(utc, zone)} ${clock}`
}

/** Returns where the driver of a booking under way is. */
export function underWayFact(
  booking: BookedMoves,
  progress: Extract<Progress, { kind: 'under-way' }>,
  { now, zone, bars }: FactAt,
): Fact {
  const { leg, index, stage } = progress
  const clock = (at: number | null) => (at === null ? null : clockOnDay(at, booking.time.utc, zone))
  const live = (text: string): Fact => ({ tone: 'live', text })
  if (isSwapping(progress)) {
    const since = clock(swapSince(booking, progress))
    return { tone: 'swap', text: since === null ? 'Swapping' : `Swapping since ${since}` }
  }
  switch (stage) {
    case null:
    case 'pickup_started':
      return live(`Driver on the way to ${endName(leg.from)}`)
    case 'pickup_arrived':
      return live(`Driver at ${endName(leg.from)}`)
    case 'pickup_successful':
    case 'delivery_started':
      return live(arrivalText(leg, bars?.bars[index]?.to ?? null, { now, zone }))
    case 'delivery_arrived':
    case 'delivery_successful': {
      const since = clock(stampOf(leg.move, 'delivery_arrived'))
      return live(`${vehicleName(leg)} at ${endName(leg.to)}${since === null ? '' : ` since ${since}`}`)
    }
    default:
      return assertNever(stage)
  }
}

/** When the driver arrived at the customer: from the first leg's last stage if the second has not begun. */
function swapSince(booking: BookedMoves, { leg, index }: Extract<Progress, { kind: 'under-way' }>): number | null {
  const move = leg.to === 'customer' || index === 0 ? leg.move : booking.moves.find((one) => one.id !== leg.move.id)
  if (move === undefined) return null
  return stampOf(move, 'delivery_arrived') ?? stampOf(move, 'delivery_successful')
}

/** The time is this desk's estimate, because the provider gives none. */
function arrivalText(
  leg: Leg,
  estimate: number | null,
  { now, zone }: { readonly now: UtcInstant; readonly zone: string },
): string {
  const isBack = leg.to === 'lot'
  const name = vehicleName(leg)
  if (estimate === null || stampOf(leg.move, 'delivery_started') === null)
    return isBack ? `${name} on its way back` : 'En route'
  const clock = formatSureClock(fromMillis(estimate), zone)
  if (estimate < toMillis(now)) return isBack ? `${name} was due back ${clock}` : `Was due ${clock}`
  return isBack ? `${name} back about ${clock}` : `Arrives about ${clock}`
}

/** Returns the word for the vehicle of a leg. */
export function vehicleName({ vehicle }: Leg): string {
  return vehicle === 'loaner' ? 'Loaner' : 'Car'
}

/** Returns the words for an end of a leg. */
export function endName(end: LegEnd): string {
  switch (end) {
    case 'lot':
      return 'the lot'
    case 'customer':
      return 'the customer'
    case 'pickup':
      return 'the pickup'
    case 'destination':
      return 'the destination'
    default:
      return assertNever(end)
  }
}

/** Returns who or what a row is about: the customer of a pair, the stock number or the car of a one-way. */
export function rowName(booking: BookedMoves): string {
  const vehicle = booking.moves[0]?.vehicle ?? null
  if (booking.customerName !== null) return booking.customerName
  return vehicle?.stock === null || vehicle === null ? formatVehicle(vehicle) : `Stock ${vehicle.stock}`
}

/** Returns the customer's car, or the car of a one-way. */
export function rowCar(booking: BookedMoves): string {
  const [first] = booking.moves
  return first === undefined ? '' : formatVehicle(effectiveVehicle(booking, first), 'Car not named')
}

/** Returns the repair order without the label that many people type before it; empty for none. */
export function rowReference(booking: BookedMoves): string {
  return (effectiveReference(booking) ?? '').replace(/^R\.?O\.?\s*#?\s*(?=\d)/i, '')
}

/** Returns the name of the loaner; null for none. */
export function rowLoaner(booking: BookedMoves): string | null {
  const loaner = loanerOf(booking)
  return loaner === null ? null : formatLoaner(loaner)
}

export function kindLabel({ action, moves }: Pick<BookedMoves, 'action' | 'moves'>): string {
  if (action === null) return 'One-way'
  const name = action === 'pickup' ? 'Pickup' : 'Return'
  return hasLoaner({ moves }) ? `${name} + loaner` : name
}

/** Returns the note that was added last as the end of a row's description; null for none. */
export function rowNote(booking: BookedMoves): string | null {
  const note = latestNote(booking)
  return note === null ? null : `Note: ${note}`
}

/** Returns the facts that a narrow row cuts off, for its title. */
export function describeRow(booking: BookedMoves): string {
  const [reference, loaner, note] = [rowReference(booking), rowLoaner(booking), rowNote(booking)]
  return [
    rowName(booking),
    rowCar(booking),
    ...(reference === '' ? [] : [`RO ${reference}`]),
    ...(loaner === null ? [] : [`Loaner ${loaner}`]),
    ...(note === null ? [] : [note]),
    ...(booking.desk === null ? [] : [booking.desk]),
  ].join(' · ')
}
