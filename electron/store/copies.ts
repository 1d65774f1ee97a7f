import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UtcInstant } from '../../shared/time.ts'
import { copyChecked } from './check.ts'
import { examine, StoreFault } from './database.ts'
import { copiesOf, copyName, type Copy, type StoreFiles } from './files.ts'
import { settleFile, settleFolder } from './replace-file.ts'
import { readWritten } from './written.ts'

/*
 * Verified copies: made beside the desk's own work, looked through whole, on the disk before they take their name. Several
 * are kept, so that damage which nobody has noticed yet is not copied over the last good one.
 */

/** The newest, and of the days before those the last of each. */
const NEWEST = 4
const DAYS = 3

/**
 * Copies a store and takes old copies away. Rejects when the disk refuses, and with a `StoreFault` of code `copy-damaged`
 * when the copy is not sound: then the store itself may not be.
 */
export async function copyStore(files: StoreFiles, at: UtcInstant): Promise<Copy> {
  const part = join(dirname(copyName(files, 0, at)), `${files.name}.part`)
  rmSync(part, { force: true })
  try {
    // For its owner alone from the first byte.
    closeSync(openSync(part, 'wx', 0o600))
    const problems = await copyChecked(files.db, part)
    chmodSync(part, 0o600)
    if (problems.length > 0) throw new StoreFault('copy-damaged', 'the copy of a store is not sound')
    const seq = examine(part, readWritten).found ?? 0
    settleFile(part)
    const copy = { file: copyName(files, seq, at), seq, at }
    renameSync(part, copy.file)
    settleFolder(files.copies)
    for (const old of outdated(copiesOf(files))) rmSync(old.file, { force: true })
    return copy
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Which of the copies, the newest first, need not be kept. */
export function outdated(copies: readonly Copy[]): readonly Copy[] {
  const days = new Map(
    copies
      .slice(NEWEST)
      .toReversed()
      .map((copy) => [copy.at.slice(0, 10), copy]),
  )
  const daily = [...days.values()].toReversed().slice(0, DAYS)
  return copies.slice(NEWEST).filter((copy) => !daily.includes(copy))
}
