import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, fail, type Result } from '../../shared/result.ts'
import {
  parseStoredPreferences,
  type Appearance,
  type Placement,
  type StoredPreferences,
} from '../../shared/desk/window-preferences.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import { errorCode, type Log } from '../platform/log-events.ts'

/*
 * The stored preferences of this workstation's window, in a file beside the store. The file works before the store is
 * open and while the store is damaged; losing it costs a person a few clicks.
 */

export type WindowPreferences = {
  appearance(): Appearance
  /** Fails with `not-saved`; the appearance then holds until the app quits. */
  setAppearance(appearance: Appearance): Result<Appearance>
  placement(): Placement | null
  setPlacement(placement: Placement): void
}

const PREFERENCES_FILE = 'preferences.json'

/** Opens the preferences in a data folder. A missing or unreadable file gives the defaults. */
export function openWindowPreferences(folder: string, log: Log): WindowPreferences {
  const file = join(folder, PREFERENCES_FILE)
  let kept = read(file)
  const keep = (next: StoredPreferences): boolean => {
    kept = next
    try {
      writeFileAtomic(file, `${JSON.stringify(next, null, 2)}\n`, 0o600)
      return true
    } catch (error) {
      log({ event: 'internal-error', place: 'preferences', code: errorCode(error) })
      return false
    }
  }
  return {
    appearance: () => kept.appearance,
    setAppearance: (appearance) =>
      keep({ ...kept, appearance }) ? ok(appearance) : fail('not-saved', 'appearance-not-saved'),
    placement: () => kept.placement,
    setPlacement: (placement) => void keep({ ...kept, placement }),
  }
}

function read(file: string): StoredPreferences {
  try {
    return parseStoredPreferences(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return parseStoredPreferences(null)
  }
}
