import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Puts a whole new file in the place of another, on the disk before it takes the name: whatever happens, one of the two
 * is there whole. Throws when the disk refuses; then the old one stands.
 */
export function replaceFile(path: string, bytes: string | Buffer, mode: number): void {
  const part = `${path}.new`
  const open = openSync(part, 'w', mode)
  try {
    writeFileSync(open, bytes)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
  try {
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
