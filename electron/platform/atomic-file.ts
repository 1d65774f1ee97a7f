import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file with new content that is on the disk before the rename, so a crash leaves the old or the new file
 * complete. Throws if the disk refuses; the old file then stays, unless only the flush of its folder failed.
 */
export function writeFileAtomic(path: string, bytes: string | Buffer, mode: number): void {
  const part = `${path}.lanekeeper-part`
  // Removes a leftover of a crash or a planted file. A symbolic link must not be followed, and the old permissions must
  // not be kept.
  rmSync(part, { force: true })
  const open = openSync(part, 'wx', mode)
  try {
    try {
      fchmodSync(open, mode)
      writeFileSync(open, bytes)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  fsyncFolder(dirname(path))
}

/** Flushes a folder, because a new file name is on the disk only then. Windows has no such step. */
export function fsyncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Flushes a closed file to the disk. */
export function fsyncFile(path: string): void {
  const open = openSync(path, 'r+')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
