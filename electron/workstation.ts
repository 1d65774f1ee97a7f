import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { done, failed, type Result } from '../shared/failure.ts'
import { readRemembered, type Appearance, type Placement, type Remembered } from '../shared/workstation.ts'
import { errorCode, type Log } from './system.ts'

/*
 * What this workstation remembers of its window, beside the store: it is there before any booking is, and a window opens
 * as it was also when a store is damaged. Losing it costs nothing but a click.
 */

export type Workstation = {
  appearance(): Appearance
  /** `not-saved`: it holds until the app ends. */
  setAppearance(appearance: Appearance): Result<Appearance>
  placement(): Placement | null
  setPlacement(placement: Placement): void
}

const FILE = 'workstation.json'

export function openWorkstation(folder: string, log: Log): Workstation {
  const file = join(folder, FILE)
  let kept = read(file)
  const keep = (next: Remembered): boolean => {
    kept = next
    try {
      // Whole or not at all: a file cut short would be read as none.
      writeFileSync(`${file}.new`, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
      renameSync(`${file}.new`, file)
      return true
    } catch (error) {
      log({ event: 'fault', place: 'workstation', code: errorCode(error) })
      return false
    }
  }
  return {
    appearance: () => kept.appearance,
    setAppearance: (appearance) =>
      keep({ ...kept, appearance })
        ? done(appearance)
        : failed('not-saved', 'This holds until Lanekeeper closes: the disk is full or cannot be written.'),
    placement: () => kept.placement,
    setPlacement: (placement) => void keep({ ...kept, placement }),
  }
}

function read(file: string): Remembered {
  try {
    return readRemembered(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return readRemembered(null)
  }
}
