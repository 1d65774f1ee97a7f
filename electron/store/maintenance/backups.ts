import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { verifyBackup } from './integrity-check.ts'
import { inspectFile, type Migration } from '../database.ts'
import { StoreError } from '../errors.ts'
import { listBackups, backupName, type Backup, type StoreFiles } from '../store-paths.ts'
import { fsyncFile, fsyncFolder } from '../../platform/atomic-file.ts'
import { readCommitSeq } from '../journal/commit-seq.ts'

/*
 * Verified backups: made in the background, checked completely, and on the disk before the rename. Several backups are
 * kept, so that unnoticed damage does not replace the last good one.
 */

/**
 * The newest `KEEP_NEWEST` backups are kept. Of the older backups, the last one of a UTC day is kept, for the newest
 * `KEEP_DAILY_FOR_DAYS` days that have one.
 */
const KEEP_NEWEST = 4
const KEEP_DAILY_FOR_DAYS = 3

/**
 * Backs up a store and deletes expired backups. Rejects if the disk refuses, and with a `StoreError` of code
 * `copy-damaged` if the backup is damaged, because the store may then be damaged too.
 */
export async function createBackup(
  files: StoreFiles,
  migrations: readonly Migration[],
  at: UtcInstant,
): Promise<Backup> {
  const part = join(dirname(backupName(files, 0, at)), `${files.name}.part`)
  rmSync(part, { force: true })
  try {
    // The file is restricted to its owner from the first byte.
    closeSync(openSync(part, 'wx', 0o600))
    const problems = await verifyBackup(files.db, part)
    chmodSync(part, 0o600)
    if (problems.length > 0) throw new StoreError('copy-damaged', 'the copy of a store is not sound')
    const inspected = inspectFile(part, migrations, readCommitSeq)
    const seq = (inspected.kind === 'read' ? inspected.found : null) ?? 0
    fsyncFile(part)
    const copy = { file: backupName(files, seq, at), seq, at }
    renameSync(part, copy.file)
    fsyncFolder(files.copies)
    for (const old of expiredBackups(listBackups(files))) rmSync(old.file, { force: true })
    return copy
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** The expired backups of a list that starts with the newest. */
export function expiredBackups(copies: readonly Backup[]): readonly Backup[] {
  const days = new Map(
    copies
      .slice(KEEP_NEWEST)
      .toReversed()
      .map((copy) => [copy.at.slice(0, 10), copy]),
  )
  const daily = [...days.values()].toReversed().slice(0, KEEP_DAILY_FOR_DAYS)
  return copies.slice(KEEP_NEWEST).filter((copy) => !daily.includes(copy))
}
