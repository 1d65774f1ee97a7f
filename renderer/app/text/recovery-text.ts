import type { Damage } from '../../../shared/desk/damage.ts'
import { formatTime } from '../../../shared/time/format.ts'

/** Words of the recovery screen. */

export const RECOVERY_TITLE = 'Restore your bookings'
export const RECOVERED_TITLE = 'Bookings restored'
export const RESTORING = 'Restoring…'
export const OPEN_DESK = 'Open Lanekeeper'
export const DAMAGED_FILE_KEPT = 'The damaged file is kept beside the new one. Nothing is deleted.'

/** The present of `formatTime`, so that a backup always has its year: no clock of the desk runs on this screen. */
const LONG_AGO = '1970-01-01T00:00:00Z'

export function restoreLabel({ store }: Damage): string {
  return store === 'practice-service' ? 'Reset practice' : 'Restore'
}

/**
 * Says from what a store can be restored, with the time of the backup in the zone of the rooftop. `otherwise` is the
 * zone for a rooftop that is not known.
 */
export function describeRestore(damage: Damage, otherwise: string): string {
  if (damage.store === 'practice-service')
    return 'Your bookings are not affected. Practice can start over, and the damaged file is kept.'
  const { copiedAt, journal, zone = otherwise } = damage
  const backup = copiedAt === null ? null : `the backup of ${formatTime(copiedAt, zone, LONG_AGO)}`
  const log = journal ? `the log of everything saved${backup === null ? '' : ' since'}` : null
  const sources = [backup, log].filter((one) => one !== null)
  return sources.length === 0
    ? 'No backup was found on this computer. Call support before you go on: a new, empty file is made. Nothing is sent until then.'
    : `Lanekeeper can restore them from ${sources.join(' and ')}. Nothing is sent until then.`
}

export function describeKept(names: readonly string[]): string {
  return `Damaged file kept as ${names.join(' and ')}. Tell IT about it.`
}
