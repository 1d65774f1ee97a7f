import { chmodSync, lstatSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

/*
 * The rights of files and folders that the desk relies on (POSIX). Windows has no such rights, so no function finds a
 * problem or changes anything there.
 */

const OTHERS_WRITE = 0o022
const OTHERS_ANY = 0o077
const ROOT = 0

/** A file or folder that somebody else can change. `mode` is octal text such as `0666`, `owner` a user id. */
export type RightsProblem = {
  readonly kind: 'writable-by-others' | 'foreign-owner'
  readonly path: string
  readonly mode: string
  readonly owner: number
}

/**
 * Returns why a file must not be trusted: others can change the file or its folder, or the owner of either is neither
 * this user nor root. A symbolic link counts with its target; returns null for a trusted file, and throws Node's
 * errors.
 */
export function rightsProblem(file: string): RightsProblem | null {
  const user = process.getuid?.()
  if (user === undefined) return null
  const target = realpathSync(file)
  for (const path of new Set([target, dirname(target), dirname(file)])) {
    const stat = statSync(path)
    const kind = ![user, ROOT].includes(stat.uid)
      ? 'foreign-owner'
      : (stat.mode & OTHERS_WRITE) !== 0
        ? 'writable-by-others'
        : null
    if (kind !== null) return { kind, path, mode: modeOf(stat), owner: stat.uid }
  }
  return null
}

/** True for a file that others may read. */
export function isReadableByOthers(file: string): boolean {
  return process.getuid !== undefined && (statSync(file).mode & 0o044) !== 0
}

/**
 * What `restrictFolder` found: a folder that is private already, is now restricted to its owner, or belongs to another
 * user. `mode` is the octal text of the mode before the call.
 */
export type FolderRights = { readonly kind: 'private' | 'restricted' | 'foreign'; readonly mode: string }

/**
 * Restricts a folder of this user to 0700 and leaves another user's folder unchanged. Null for a missing folder; throws
 * Node's errors.
 */
export function restrictFolder(folder: string): FolderRights | null {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const mode = modeOf(stat)
  const user = process.getuid?.()
  if (user === undefined) return { kind: 'private', mode }
  if (stat.uid !== user) return { kind: 'foreign', mode }
  if ((stat.mode & OTHERS_ANY) === 0) return { kind: 'private', mode }
  chmodSync(folder, 0o700)
  return { kind: 'restricted', mode }
}

/** Restricts existing files to their owner; a missing file and a file that is a link stay as they are. */
export function restrictFiles(files: readonly string[]): void {
  for (const file of files) {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (process.getuid !== undefined && stat?.isFile() === true) chmodSync(file, 0o600)
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}
