import { chmodSync, lstatSync, readlinkSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import type { RightsProblem } from '../../shared/desk/rights-problem.ts'

/*
 * The rights of files and folders that the desk relies on (POSIX). Windows has no such rights, so no function finds a
 * problem or changes anything there.
 */

const OTHERS_WRITE = 0o022
const OTHERS_ANY = 0o077
const ROOT = 0

/** As many symbolic links as Linux follows on one path. */
const MAX_LINKS = 40

/**
 * Returns why a file must not be trusted: others can change the file or its folder, the owner of either is neither this
 * user nor root, or the same holds for the folder of a symbolic link on the path. Returns null for a trusted file, and
 * throws Node's errors (`ELOOP` for too many links).
 */
export function rightsProblem(file: string): RightsProblem | null {
  const user = process.getuid?.()
  if (user === undefined) return null
  const trusted = [user, ROOT]
  const { links, target } = followLinks(file)
  // An account that may write the folder of a link decides where the link leads, so that folder must be as closed as
  // the folder of the file, sticky or not. A plain folder further up is not checked: an account that may write there
  // can only put another folder of this user or root in its place.
  for (const path of new Set([...links, target].map((entry) => dirname(entry)).concat(target))) {
    const stat = statSync(path)
    const kind = !trusted.includes(stat.uid)
      ? path === target
        ? 'foreign-owner'
        : 'foreign-folder'
      : (stat.mode & OTHERS_WRITE) !== 0
        ? 'writable-by-others'
        : null
    if (kind !== null) return { kind, path, mode: modeOf(stat), owner: stat.uid }
  }
  return null
}

/**
 * Follows a path as the system does. Returns each symbolic link on the way, even in place of a folder, and the file at
 * the end; all paths are free of links except for their last name.
 */
function followLinks(file: string): { readonly links: readonly string[]; readonly target: string } {
  const links: string[] = []
  let at = isAbsolute(file) ? sep : realpathSync('.')
  const ahead = file.split(sep)
  for (let name = ahead.shift(); name !== undefined; name = ahead.shift()) {
    // No link stands before `..` in `at`, so `join` goes to the same parent as the system.
    const path = join(at, name)
    if (!lstatSync(path).isSymbolicLink()) {
      at = path
      continue
    }
    links.push(path)
    if (links.length > MAX_LINKS) throw Object.assign(new Error(`too many links: ${file}`), { code: 'ELOOP' })
    const next = readlinkSync(path)
    if (isAbsolute(next)) at = sep
    ahead.unshift(...next.split(sep))
  }
  return { links, target: at }
}

/** True for a file that others may read. */
export function isReadableByOthers(file: string): boolean {
  return process.getuid !== undefined && (statSync(file).mode & 0o044) !== 0
}

/** True for an existing folder of another user. Throws Node's errors. */
export function isForeignFolder(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat !== undefined && isForeign(stat)
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
  if (process.getuid === undefined) return { kind: 'private', mode }
  if (isForeign(stat)) return { kind: 'foreign', mode }
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

function isForeign({ uid }: Stats): boolean {
  return process.getuid !== undefined && uid !== process.getuid()
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}
