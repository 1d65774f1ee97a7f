import type { AskedMove } from '../../shared/asked-move.ts'
import type { DeskStatus } from '../../shared/bridge.ts'
import { sayClock, sayTime } from '../../shared/time-words.ts'
import { dateOf, type UtcInstant } from '../../shared/time.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import type { StrangerState } from './stranger.ts'

type Here = Pick<DeskStatus, 'now' | 'rooftop'>

/** "10:02 AM" on the same day, else with its day. */
export function sayAskedAt(at: UtcInstant, { now, rooftop: { zone } }: Here): string {
  return dateOf(at, zone) === dateOf(now, zone) ? sayClock(at, zone) : sayTime(at, zone, now)
}

/** As of when a move is shown, and when it is asked for again. */
export function sayAsked({ shown, asking }: Pick<StrangerState, 'shown' | 'asking'>, here: Here): string {
  if (shown === null) return ''
  const at = sayAskedAt(shown.askedAt, here)
  if (asking) return `This is as of ${at}. The provider is being asked again…`
  if (shown.old === null) return `Asked ${at}.`
  const again = shown.old.againAt === null ? '' : ' It is asked again by itself when the link is back.'
  return `This is as of ${at}. ${shown.old.words.replace(/\.$/, '')}.${again}`
}

/** A kept move in one line: reference, VIN, vehicle, and from where to where. */
export function sayAskedMove({ reference, vehicle, pickup, delivery }: AskedMove): string {
  const car = vehicle === null ? '' : sayVehicle({ ...vehicle, manual: false }, '')
  const way = [pickup, delivery].filter((place) => place !== null).join(' → ')
  return [reference ?? '', vehicle?.vin ?? '', car, way].filter((part) => part !== '').join(' · ')
}
