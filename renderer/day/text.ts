import { driverUnderWay } from '../booking/text/move-news-text.ts'
import { amendmentContext } from '../../shared/outbox/amendment-rules.ts'
import { endsMove } from '../../shared/move/cancel-status.ts'
import { isLate, type Day } from '../../shared/views/day.ts'
import { hasReached, stageLabel, STAGES, type BookedMoves, type Move } from '../../shared/move/move.ts'
import { formatClock, formatDate } from '../../shared/time/format.ts'
import { dateAfter, dateOf, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { effectiveVehicle } from '../../shared/booking/added-facts.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'

/** A card of the day board, or the line that marks the current time. */
export type DayRow = { readonly kind: 'booking'; readonly booking: BookedMoves } | { readonly kind: 'now' }

/**
 * Returns the late bookings, and the other bookings by time with the line that marks the current time. The line is left
 * out on any day other than today, and if there are no other bookings.
 */
export function rowsOf(
  { bookings, from, to }: Day,
  now: UtcInstant,
): { late: readonly DayRow[]; byTime: readonly DayRow[] } {
  const asRow = (booking: BookedMoves): DayRow => ({ kind: 'booking', booking })
  const late = bookings.filter((booking) => isLate(booking, now))
  const others = bookings.filter((booking) => !late.includes(booking))
  const at = toMillis(now)
  const isThisDay = toMillis(from) <= at && at < toMillis(to)
  const [past, toCome] = [
    others.filter(({ time }) => toMillis(time.utc) < at),
    others.filter(({ time }) => toMillis(time.utc) >= at),
  ]
  const line: readonly DayRow[] = isThisDay && others.length > 0 ? [{ kind: 'now' }] : []
  return { late: late.map(asRow), byTime: [...past.map(asRow), ...line, ...toCome.map(asRow)] }
}

/** Returns the title of a day (`YYYY-MM-DD`), for example "Today, Sat, Nov 21, 2026". */
export function dayTitle(date: string, now: UtcInstant, zone: string): string {
  const today = dateOf(now, zone)
  const names = new Map([
    [today, 'Today, '],
    [dateAfter(today, 1), 'Tomorrow, '],
    [dateAfter(today, -1), 'Yesterday, '],
  ])
  return `${names.get(date) ?? ''}${formatDate(date)}`
}

export function describeDayCount({ bookings, more }: Day, now: UtcInstant): string {
  const late = bookings.filter((booking) => isLate(booking, now)).length
  const count = more
    ? `The first ${bookings.length} bookings`
    : `${bookings.length} ${bookings.length === 1 ? 'booking' : 'bookings'}`
  return late === 0 ? count : `${count}, ${late} late`
}

/** Describes the clock change of a day with 23 or 25 hours; null for a day with 24 hours. */
export function describeDstChange({ from, to }: Day): string | null {
  const hours = (toMillis(to) - toMillis(from)) / 3_600_000
  if (hours === 24) return null
  return `The clocks ${hours < 24 ? 'go forward' : 'go back'} on this day: it has ${hours} hours.`
}

/**
 * Describes the progress of a move: the last stage that was reached, its time, and the driver on the way; or why there
 * is none.
 */
export function describeLeg(move: Move, zone: string): string {
  const ended = describeEnded(move)
  if (ended !== null) return ended
  const last = STAGES.findLast((stage) => hasReached(move.stages, stage))
  if (last === undefined) return move.number.known ? 'driver not on the way yet' : 'no driver yet'
  const fact = move.stages[last]
  const driver = driverUnderWay(move)
  const time = fact.known && typeof fact.value === 'string' ? ` ${formatClock(fact.value, zone)}` : ', no time given'
  return `${stageLabel(last)}${time}${driver === null ? '' : `, driver ${driver}`}`
}

/** Returns why no driver moves the vehicle under this number any more; null while a driver does. */
function describeEnded(move: Move): string | null {
  const status = amendmentContext(move)
  if (!endsMove(status)) return null
  return status === 'rescheduled'
    ? 'replaced by a new move'
    : status === 'partial'
      ? 'stopped before the delivery'
      : 'canceled'
}

/** Describes where the loaner of a pair is or is due, or that there is none; null for a one-way. */
export function describeLoaner(booking: BookedMoves): string | null {
  const move = booking.moves.find(({ role }) => role === 'loaner')
  if (move === undefined) return booking.kind === 'pair' ? 'No loaner' : null
  const vehicle = effectiveVehicle(booking, move)
  const name = vehicle === null ? 'Loaner not named yet' : `Loaner ${formatVehicle(vehicle)}`
  const ended = describeEnded(move)
  if (ended !== null) return `${name}: its move is ${ended}`
  const { delivery_successful: delivered } = move.stages
  const { zone } = booking.time
  const out = booking.action === 'pickup'
  if (hasReached(move.stages, 'delivery_successful')) {
    const since = delivered.known && typeof delivered.value === 'string' ? delivered.value : null
    return `${name}: ${out ? 'out' : 'back'}${since === null ? ', no time given' : ` since ${formatClock(since, zone)}`}`
  }
  return `${name}: due ${out ? 'out by' : 'back from'} ${formatClock(booking.time.utc, zone)}`
}
