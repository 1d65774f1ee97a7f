import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fromMillis, type UtcInstant } from '../../shared/time/time.ts'
import { fsyncFolder } from '../platform/atomic-file.ts'

/** What a store is made of, by its name in the profile folder. All of it holds personal data and is for its owner alone. */
export type StoreFiles = {
  readonly folder: string
  readonly name: string
  readonly db: string
  readonly lock: string
  /** The second copy of what was written since the copies. */
  readonly journal: string
  /** The folder of the verified copies. */
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

/** A verified copy of a store: the number of the last write that is in it, and when it was made. */
export type Backup = { readonly file: string; readonly seq: number; readonly at: UtcInstant }

/** The verified copies, the one with the most in it first. A folder that cannot be read has none. */
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

export function backupName({ copies, name }: StoreFiles, seq: number, at: UtcInstant): string {
  mkdirSync(copies, { recursive: true, mode: 0o700 })
  return join(copies, `${name}-${String(seq).padStart(12, '0')}-${at.replaceAll(/[-:]/g, '')}.db`)
}

/** What SQLite puts beside a database; without it, or with another's, the database is a different one. */
const BESIDE = ['-wal', '-shm'] as const

/**
 * Puts a damaged file aside, with what belongs to it, under the time of its last change: `desk.damaged-<time>.db`. Returns
 * its new name, null where nothing is there. Nothing is ever deleted.
 */
export function unreadableMoves(file: string, { folder, name }: StoreFiles): string | null {
  // The file itself goes last: until then it is still found damaged, and a kill leaves no stray part beside a new one.
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
