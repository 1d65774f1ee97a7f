import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isZone } from '../../shared/time/time.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import { errorCode, type Log } from '../platform/log-events.ts'

/*
 * The rooftop's zone in a file of its own, because the recovery screen shows times while the store that holds the
 * rooftop is damaged.
 */

export type LastZone = {
  /** Returns the zone of the last open desk; null for none or an unreadable file. */
  read(): string | null
  /** Keeps the zone. A disk that refuses costs only the zone of the recovery screen. */
  keep(zone: string): void
}

const ZONE_FILE = 'rooftop-zone.txt'

export function openLastZone(folder: string, log: Log): LastZone {
  const file = join(folder, ZONE_FILE)
  let kept = readZone(file)
  return {
    read: () => kept,
    keep(zone) {
      if (zone === kept) return
      kept = zone
      try {
        writeFileAtomic(file, `${zone}\n`, 0o600)
      } catch (error) {
        log({ event: 'internal-error', place: 'rooftop-zone', code: errorCode(error) })
      }
    },
  }
}

function readZone(file: string): string | null {
  try {
    const zone = readFileSync(file, 'utf8').trim()
    return isZone(zone) ? zone : null
  } catch {
    return null
  }
}
