import { formatVehicle } from '../../../shared/booking/vehicle.ts'
import { stateLabel, type Stage } from '../../../shared/move/move.ts'
import type { MoveFlag } from '../../../shared/outbox/amendment.ts'
import { bookingStatus } from '../../../shared/outbox/booking-status.ts'
import { assertNever } from '../../../shared/result.ts'
import { timeParts } from '../../../shared/time/format.ts'
import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import type { FoundBooking, FoundMove, LookupGroup } from '../../../shared/views/lookup.ts'
import { formatLateness } from '../../booking/text/lateness-text.ts'

/** Words of the result list. */

/** How a status looks: `normal` and `over` are quiet, `go` is a driver on the way, and the others are pills. */
export type StatusLook = 'normal' | 'over' | 'canceled' | 'phone' | 'go' | 'unsent' | 'check' | 'rejected' | 'late'

export type RowStatus = { readonly look: StatusLook; readonly label: string }

type StatusOf = Pick<FoundBooking, 'kind' | 'action' | 'state' | 'time' | 'awaitsArrival'> & {
  readonly moves: readonly Pick<FoundMove, 'role' | 'flag' | 'stage'>[]
}

/** The status of a booking in a word: what needs a person first, then how late or how far the driver is. */
export function describeStatus(booking: StatusOf, now: UtcInstant): RowStatus {
  const { flag, label } = bookingStatus(
    booking.state,
    booking.moves.map((move) => move.flag),
  )
  if (flag !== null) return { look: flagLook(flag), label }
  switch (booking.state) {
    case 'waiting':
    case 'sending':
      return { look: 'unsent', label }
    case 'in-doubt':
      return { look: 'check', label: 'Check' }
    case 'held':
      return { look: 'check', label }
    case 'refused':
      return { look: 'rejected', label }
    case 'withdrawn':
      return { look: 'canceled', label }
    case 'placed-by-phone':
      return { look: 'phone', label: 'By phone' }
    case 'booked':
    case 'booked-awaiting-number': {
      const late = describeLateness(booking, now)
      if (late !== null) return { look: 'late', label: late }
      // The column of numbers shows that a number is missing.
      return describeProgress(booking) ?? { look: 'normal', label: stateLabel('booked') }
    }
    default:
      return assertNever(booking.state)
  }
}

function flagLook(flag: MoveFlag): StatusLook {
  switch (flag) {
    case 'canceled':
    case 'stopped':
      return 'canceled'
    case 'cancel-requested':
    case 'cancel-started':
    case 'change-requested':
      return 'unsent'
    case 'moved':
    case 'missing':
    case 'cancel-refused':
    case 'change-refused':
      return 'check'
    default:
      return assertNever(flag)
  }
}

/** A driver whose arrival was not told for a day is not called late any more: nothing more will be told. */
const MAX_LATE_MINUTES = 24 * 60

/** How late a driver is, for example "21 min late"; null if the driver is not late. */
function describeLateness(
  { awaitsArrival, time }: Pick<FoundBooking, 'awaitsArrival' | 'time'>,
  now: UtcInstant,
): string | null {
  if (!awaitsArrival) return null
  const minutes = Math.floor((toMillis(now) - toMillis(time.utc)) / 60_000)
  if (minutes < 1 || minutes > MAX_LATE_MINUTES) return null
  return formatLateness(time.utc, now)
}

const OUTBOUND: Readonly<Record<Stage, string>> = {
  pickup_started: 'Started',
  pickup_arrived: 'At lot',
  pickup_successful: 'Picked up',
  delivery_started: 'En route',
  delivery_arrived: 'At customer',
  delivery_successful: 'At customer',
}

const INBOUND: Readonly<Record<Stage, string>> = {
  pickup_started: 'At customer',
  pickup_arrived: 'At customer',
  pickup_successful: 'Picked up',
  delivery_started: 'En route',
  delivery_arrived: 'At lot',
  delivery_successful: 'Delivered',
}

const ONE_WAY: Readonly<Record<Stage, string>> = {
  pickup_started: 'Started',
  pickup_arrived: 'Arrived',
  pickup_successful: 'Picked up',
  delivery_started: 'En route',
  delivery_arrived: 'Arrived',
  delivery_successful: 'Delivered',
}

/** How far the driver of a booking is; null before the start. */
function describeProgress({ action, moves }: StatusOf): RowStatus | null {
  const out = moves.find(({ role }) => role === (action === 'pickup' ? 'loaner' : 'customer'))
  const back = moves.find(({ role }) => role === (action === 'pickup' ? 'customer' : 'loaner'))
  const of = (stage: Stage | null | undefined, words: Readonly<Record<Stage, string>>, isLast: boolean) =>
    stage === null || stage === undefined
      ? null
      : isLast && stage === 'delivery_successful'
        ? { look: 'over' as const, label: 'Delivered' }
        : { look: 'go' as const, label: words[stage] }
  if (action === null) return of(moves[0]?.stage, ONE_WAY, true)
  return (
    of(back?.stage, out === undefined ? { ...INBOUND, pickup_started: 'Started' } : INBOUND, true) ??
    of(out?.stage, OUTBOUND, back === undefined)
  )
}

const NEAR_DAYS = 6

/** When a booking is, as short as its group allows: a clock, a weekday with a clock, or a day. */
export function describeWhen(
  { utc, zone }: Pick<FoundBooking['time'], 'utc' | 'zone'>,
  group: LookupGroup,
  now: UtcInstant,
): string {
  const { weekday, date, year, clock, ...of } = timeParts(utc, zone, now)
  if (group === 'earlier' || (group === 'upcoming' && year !== '')) return `${date}${year}`
  const at = of.isTwice ? `${clock} ${of.zone}` : clock
  if (group === 'today') return at
  const isNear = toMillis(utc) - toMillis(now) < NEAR_DAYS * 24 * 60 * 60_000
  return `${isNear ? weekday : date} ${at}`
}

/** The head of a group, for example "Today, Nov 24". */
export function groupLabel(group: LookupGroup, zone: string, now: UtcInstant): string {
  switch (group) {
    case 'today':
      return `Today, ${timeParts(now, zone, now).date}`
    case 'upcoming':
      return 'Upcoming'
    case 'earlier':
      return 'Earlier'
    default:
      return assertNever(group)
  }
}

export function actionLabel(action: FoundBooking['action']): string {
  return action === null ? 'One-way' : action === 'return' ? 'Return' : 'Pickup'
}

/** The name of a booking's loaner; empty for a booking without a loaner. */
export function describeLoaner(moves: readonly Pick<FoundMove, 'role' | 'vehicle'>[]): string {
  const loaner = moves.find(({ role }) => role === 'loaner')
  if (loaner === undefined) return ''
  return loaner.vehicle === formatVehicle(null) ? ASSIGN_LATER : loaner.vehicle
}

export const ASSIGN_LATER = 'Assign later'

/** The repair order as the column "RO" has it, without these letters. */
export function describeReference(reference: string | null): string {
  return (reference ?? '').replace(/^ro[\s#.:-]*(?=\d)/i, '')
}

/** What stands for the number of a booking that has none. */
export function describeNoNumber({ state }: Pick<FoundBooking, 'state'>): string {
  switch (state) {
    case 'waiting':
    case 'held':
      return 'Not sent'
    case 'refused':
    case 'withdrawn':
      return 'None'
    case 'sending':
    case 'in-doubt':
    case 'booked':
    case 'booked-awaiting-number':
    case 'placed-by-phone':
      return 'None yet'
    default:
      return assertNever(state)
  }
}

/** Columns in their order, each with its CSS class and title. */
export const COLUMNS = [
  ['status', 'Status'],
  ['when', 'When'],
  ['direction', 'Direction'],
  ['customer', 'Customer'],
  ['phone', 'Phone'],
  ['vehicle', 'Vehicle'],
  ['loaner', 'Loaner'],
  ['reference', 'RO'],
  ['number', 'Move'],
] as const
