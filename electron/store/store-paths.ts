import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fromMillis, type UtcInstant } from '../../shared/time/time.ts'
import { fsyncFolder } from '../platform/atomic-file.ts'

/**
 * The paths of a store's files. Only the user who runs the desk can read the files, and all except the lock hold
 * personal data.
 */
export type StoreFiles = {
  readonly folder: string
  readonly name: string
  readonly db: string
  readonly lock: string
  /** The append-only copy of all writes since the second newest backup. */
  readonly journal: string
  /** The folder of the verified backups. */
  readonly copies: string
}

export function storePaths(folder: string, name: string): StoreFiles {
  return {
    folder,
    name,
    db: join(folder, `${name}.db`),
    lock: join(folder, `${name}.lock`),
    journal: join(folder, `${name}.journal`),
    copies: join(folder, 'backups'),
  }
}

/**
 * A verified backup of a store. `seq` is the number of the last write in the backup, and `at` is when the backup was
 * made.
 */
export type Backup = { readonly file: string; readonly seq: number; readonly at: UtcInstant }

/** Returns the verified backups, the highest `seq` first. Empty if the folder cannot be read. */
export function listBackups({ copies, name }: StoreFiles): readonly Backup[] {
  return namesIn(copies)
    .flatMap((file) => {
      const found = /^(.+)-(\d{12})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/.exec(file)
      if (found === null || found[1] !== name) return []
      const [, , seq, year, month, day, hour, minute, second] = found
      return [
        { file: join(copies, file), seq: Number(seq), at: `${year}-${month}-${day}T${hour}:${minute}:${second}Z` },
      ]
    })
    .sort((one, other) => other.seq - one.seq || (other.at < one.at ? -1 : 1))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * The path of a backup made at `at`, whose last write has the number `seq`. Creates the folder of the backups if
 * missing.
 */
export function backupName({ copies, name }: StoreFiles, seq: number, at: UtcInstant): string {
  mkdirSync(copies, { recursive: true, mode: 0o700 })
  return join(copies, `${name}-${String(seq).padStart(12, '0')}-${at.replaceAll(/[-:]/g, '')}.db`)
}

/**
 * Suffixes of the files that SQLite keeps beside a database. Without these files, or with those of another database,
 * the database has other contents.
 */
const BESIDE = ['-wal', '-shm'] as const

/**
 * Renames a file and its `BESIDE` files, for example to `desk.damaged-<time>.db`, with the time of the last change in
 * UTC. Returns the new name without the folder, or null if no file exists; never deletes a file.
 */
export function putFileAside(file: string, { folder, name }: StoreFiles): string | null {
  // The file itself is renamed last. A kill in between then leaves the damaged file in place, and never leaves its
  // `-wal` beside a new file.
  const parts = [...BESIDE, ''].filter((part) => existsSync(`${file}${part}`))
  const [first] = parts
  if (first === undefined) return null
  const ending = file.slice(join(folder, name).length)
  const stamp = fromMillis(Math.floor(statSync(`${file}${first}`).mtimeMs)).replaceAll(/[-:]/g, '')
  const named = (number: number) => `${name}.damaged-${stamp}${number === 1 ? '' : `-${number}`}${ending}`
  let number = 1
  while (parts.some((part) => existsSync(join(folder, `${named(number)}${part}`)))) number += 1
  for (const part of parts) renameSync(`${file}${part}`, join(folder, `${named(number)}${part}`))
  fsyncFolder(folder)
  return named(number)
}
