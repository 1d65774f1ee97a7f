import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Puts a whole new file in the place of another, on the disk before it takes the name: whatever happens, one of the two
 * is there whole. Throws when the disk refuses; then the old one stands.
 */
export function writeFileAtomic(path: string, bytes: string | Buffer, mode: number): void {
  const part = `${path}.lanekeeper-part`
  // What a crash left there, or somebody laid there: neither is followed, nor are its rights taken over.
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

/** A new name is on the disk only when its folder is; Windows has no such step. */
export function fsyncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Waits until what was written to a closed file is on the disk. */
export function fsyncFile(path: string): void {
  const open = openSync(path, 'r+')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
