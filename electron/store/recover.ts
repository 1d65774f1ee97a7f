import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { done, failed, type Result } from '../../shared/failure.ts'
import type { BroughtBack } from '../../shared/recovery.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { examine, holdLock, isUnreadable, type Migration } from './database.ts'
import { filesOf, setAside } from './files.ts'
import { makeJournal, openJournal, readJournal } from './journal.ts'
import { DESK_MIGRATIONS } from './migrations.ts'
import { rebuild } from './rebuild.ts'
import { settleFile, settleFolder } from './replace-file.ts'
import { readWritten } from './written.ts'

/*
 * Brings the bookings of a damaged store back:
 *
 *   made again in a file of its own --sound--> damaged files put aside --> the new one takes the name
 *
 * The copies and the journal are only read until the new file stands, so a kill anywhere on the way leaves what this
 * can begin with once more.
 */

/**
 * Recovers the store `name`. `not-allowed` when a desk works on it, `not-saved` when the disk refuses or a newer version
 * wrote the journal: the damaged files and their copies are then as they were. Throws what is no fault of the disk.
 */
export function recoverStore(
  folder: string,
  name: 'desk' | 'practice-desk',
  at: UtcInstant,
  migrations: readonly Migration[] = DESK_MIGRATIONS,
): Result<BroughtBack> {
  const files = filesOf(folder, name)
  const lock = holdLock(files.lock)
  if (lock === null) {
    return failed('not-allowed', 'Lanekeeper is already open on these bookings. Use the window that is open.')
  }
  const file = `${files.db}.recovering`
  const clear = () => ['', '-wal', '-shm'].forEach((part) => rmSync(`${file}${part}`, { force: true }))
  try {
    clear()
    const journal = readJournal(files.journal)
    if (journal?.lines.some((line) => line.version > migrations.length) === true) return failed('not-saved', NEWER)
    const there = { at, ...whatIsLeft(files.db) }
    const { proven, written, settled, ...counts } = rebuild(file, files, journal, migrations, there)
    settleFile(file)
    // Also if it has to be done once more, what is in doubt by now stays so.
    if (proven && journal !== null && settled.length > 0) {
      const open = openJournal(files.journal, migrations.length, journal)
      open.append(settled)
      open.settle()
      open.close()
    }
    const db = setAside(files.db, files)
    renameSync(file, files.db)
    settleFolder(folder)
    // From here on the store is whole. A journal that does not go on from it would be found so at the next start.
    const old = proven ? null : setAside(files.journal, files)
    if (!proven) makeJournal(files.journal, written, migrations.length)
    return done({ store: name, ...counts, kept: [db, old].filter((one) => one !== null) })
  } finally {
    clear()
    lock.release()
  }
}

/**
 * Of the file of a store, damaged or not: `isLast` unless it is gone, empty, or was only just made, and how many writes it
 * counts itself; null where that cannot be read any more.
 */
function whatIsLeft(file: string): { readonly isLast: boolean; readonly written: number | null } {
  if (!existsSync(file) || statSync(file).size === 0) return { isLast: false, written: 0 }
  try {
    const { version, found } = examine(file, readWritten)
    return { isLast: version > 0, written: found ?? 0 }
  } catch (error) {
    if (isUnreadable(error)) return { isLast: true, written: null }
    throw error
  }
}

/** Puts the practice service's damaged file aside: practice begins anew, and none of its moves is a real one. */
export function beginServiceAnew(folder: string): BroughtBack {
  const files = filesOf(folder, 'practice-service')
  const kept = setAside(files.db, files)
  return { store: 'practice-service', bookings: 0, doubt: 0, held: 0, unreadable: 0, kept: kept === null ? [] : [kept] }
}

export const NEWER =
  'The bookings on this PC were saved by a newer Lanekeeper, and this one cannot bring them back. Nothing was changed. ' +
  'Install the newer version again.'
