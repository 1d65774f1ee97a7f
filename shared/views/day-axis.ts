import type { Day } from './day.ts'
import { formatClock, formatZoneName } from '../time/format.ts'
import { instantsOf, toMillis } from '../time/time.ts'

/*
 * The horizontal axis of a day. Positions follow elapsed time and not the wall clock, so that each instant of a day
 * with 23 or 25 hours has one position.
 */

/** A part of the day in milliseconds since the epoch. */
export type Span = { readonly from: number; readonly to: number }

/** A full hour of the rooftop's wall clock. */
export type Tick = { readonly at: number; readonly hour: number; readonly label: string }

export type Axis = Span & { readonly ticks: readonly Tick[] }

/** The hours that the axis shows at least, on the rooftop's wall clock. */
const OPENING_HOUR = 7
const CLOSING_HOUR = 18

/**
 * Returns the axis from opening to closing hour, widened to full hours that hold every span, and never longer than the
 * day.
 */
export function createAxis(day: Pick<Day, 'date' | 'from' | 'to'>, zone: string, spans: readonly Span[]): Axis {
  const [first, last] = [toMillis(day.from), toMillis(day.to)]
  const ticks = hoursOf(day.date, zone)
  const opening = ticks.find(({ hour }) => hour >= OPENING_HOUR)?.at ?? first
  const closing = ticks.find(({ hour }) => hour >= CLOSING_HOUR)?.at ?? last
  const begin = Math.max(first, Math.min(opening, ...spans.map(({ from }) => from)))
  const end = Math.min(last, Math.max(closing, ...spans.map(({ to }) => to)))
  const from = ticks.findLast(({ at }) => at <= begin)?.at ?? first
  const to = ticks.find(({ at }) => at >= end)?.at ?? last
  return { from, to, ticks: ticks.filter(({ at }) => at >= from && at < to) }
}

/** Returns the full hours of a day in order: without the hours of a gap, and with both of an hour that comes twice. */
function hoursOf(date: string, zone: string): readonly Tick[] {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const instants = instantsOf(`${date}T${String(hour).padStart(2, '0')}:00`, zone)
    return instants.map((utc) => {
      const clock = formatClock(utc, zone).replace(':00', '')
      const label = instants.length === 1 ? clock : `${clock} ${formatZoneName(utc, zone)}`
      return { at: toMillis(utc), hour, label }
    })
  })
  return hours.flat().toSorted((one, other) => one.at - other.at)
}

/** Returns where an instant is on the axis, in percent of its length; an instant beyond an end is at that end. */
export function positionOf(at: number, { from, to }: Span): number {
  return ((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100
}
