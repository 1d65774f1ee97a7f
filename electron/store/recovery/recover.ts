import { renameSync, rmSync } from 'node:fs'
import { ok, fail, type Result } from '../../../shared/result.ts'
import type { RecoveryReport } from '../../../shared/desk/damage.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Migration } from '../database.ts'
import { listBackups, storePaths, putFileAside } from '../store-paths.ts'
import { createJournal, openJournal, readJournal } from '../journal/journal.ts'
import { acquireLock } from '../lock.ts'
import { DESK_MIGRATIONS } from '../migrations.ts'
import { backupFacts, databaseFacts } from './open-verified.ts'
import { rebuild } from './rebuild.ts'
import type { DatabaseFacts } from './assess.ts'
import { fsyncFile, fsyncFolder } from '../../platform/atomic-file.ts'

/*
 * Recovers the bookings of a damaged store:
 *
 *   rebuilt in a new file --sound--> damaged files put aside --> the new file is renamed
 *
 * Until the new file is in place, backups stay unchanged and the journal gains at most one record, so a recovery that
 * was killed can start again.
 */

/**
 * Recovers the store `name`; after a failure or an error, the contents of damaged files and backups are unchanged.
 * Fails with `not-allowed` while a desk uses the store, and with `not-saved` if a newer version wrote the file or the
 * journal, or a pre-release made a file; throws the errors of the disk and of `rebuild`.
 */
export function recoverStore(
  folder: string,
  name: 'desk' | 'practice-desk',
  at: UtcInstant,
  migrations: readonly Migration[] = DESK_MIGRATIONS,
): Result<RecoveryReport> {
  const files = storePaths(folder, name)
  const lock = acquireLock(files.lock)
  if (lock === null) {
    return fail('not-allowed', 'already-open')
  }
  const file = `${files.db}.recovering`
  const clear = () => ['', '-wal', '-shm'].forEach((part) => rmSync(`${file}${part}`, { force: true }))
  try {
    clear()
    const journal = readJournal(files.journal)
    const left = databaseFacts(files.db, migrations)
    const isOld = backupFacts(listBackups(files)).some((backup) => backup.isPreRelease)
    if (isOld || journal?.isPreRelease === true || left.kind === 'pre-release') {
      return fail('not-saved', 'pre-release')
    }
    const isNewer = left.kind === 'read' && left.version > migrations.length
    if (isNewer || journal?.lines.some((line) => line.version > migrations.length) === true)
      return fail('not-saved', 'newer-backups')
    const there = { at, ...describeLeft(left) }
    const { proven, written, settled, ...counts } = rebuild(file, files, journal, migrations, there)
    fsyncFile(file)
    // The record of `settled` keeps these entries in doubt or held if the recovery is repeated.
    if (proven && journal !== null && settled !== null) {
      const open = openJournal(files.journal, migrations.length, journal)
      open.append(settled)
      open.markCommitted()
      open.close()
    }
    const db = putFileAside(files.db, files)
    renameSync(file, files.db)
    fsyncFolder(folder)
    // The store is complete from here on. After a kill at this point, the next start itself puts aside a journal that
    // does not continue the store.
    const old = proven ? null : putFileAside(files.journal, files)
    if (!proven) createJournal(files.journal, written, migrations.length)
    return ok({ store: name, ...counts, kept: [db, old].filter((one) => one !== null) })
  } finally {
    clear()
    lock.release()
  }
}

/**
 * Describes the file of a store, damaged or not. `isLast` is false for a missing, empty or newly created file, and
 * `written` is the number of the last write in the file, or null for an unreadable file.
 */
function describeLeft(left: Exclude<DatabaseFacts, { kind: 'pre-release' }>): {
  readonly isLast: boolean
  readonly written: number | null
} {
  switch (left.kind) {
    case 'none':
      return { isLast: false, written: 0 }
    case 'unreadable':
      return { isLast: true, written: null }
    case 'read':
      return { isLast: left.version > 0, written: left.written ?? 0 }
    default:
      return left satisfies never
  }
}

/** Puts the practice service's damaged file aside. Practice starts over, because none of its moves is real. */
export function resetPracticeStore(folder: string): RecoveryReport {
  const files = storePaths(folder, 'practice-service')
  const kept = putFileAside(files.db, files)
  return { store: 'practice-service', bookings: 0, doubt: 0, held: 0, unreadable: 0, kept: kept === null ? [] : [kept] }
}
