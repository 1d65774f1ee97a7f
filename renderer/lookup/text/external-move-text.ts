import type { ExternalMove } from '../../../shared/move/external-move.ts'
import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import { formatClock, formatTime } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import { formatVehicle } from '../../../shared/booking/vehicle.ts'
import type { ExternalMoveState } from '../state/external-move.ts'

export const EXTERNAL_MOVE = {
  notBookedHere: 'Not booked here.',
  kept: 'It is kept on this computer, so you can find it again.',
  readOnly: 'You can only read it here.',
  unknown: 'unknown',
} as const

type HereContext = Pick<DeskStatus, 'now' | 'rooftop'>

/** Formats `at` in the rooftop's zone as "10:02 AM" on the same day, otherwise with the date. */
export function describeFetchedAt(at: UtcInstant, { now, rooftop: { zone } }: HereContext): string {
  return dateOf(at, zone) === dateOf(now, zone) ? formatClock(at, zone) : formatTime(at, zone, now)
}

/** Says at what time the shown move was fetched, and whether another fetch is running or will follow. */
export function describeFetched(
  { shown, fetching }: Pick<ExternalMoveState, 'shown' | 'fetching'>,
  here: HereContext,
): string {
  if (shown === null) return ''
  const at = describeFetchedAt(shown.fetchedAt, here)
  if (fetching) return `This is as of ${at}. Asking again…`
  if (shown.old === null) return `Asked ${at}.`
  const retryNote = shown.old.retryAt === null ? '' : " We'll ask again when you're back online."
  return `This is as of ${at}. ${shown.old.reason.replace(/\.$/, '')}.${retryNote}`
}

/** Describes an external move in one line: reference, VIN, vehicle, pickup and delivery address. */
export function describeExternalMove({ reference, vehicle, pickup, delivery }: ExternalMove): string {
  const car = vehicle === null ? '' : formatVehicle({ ...vehicle, manual: false }, '')
  const way = [pickup, delivery].filter((place) => place !== null).join(' → ')
  return [reference ?? '', vehicle?.vin ?? '', car, way].filter((part) => part !== '').join(' · ')
}
