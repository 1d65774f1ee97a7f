import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { packagesCurrent, packagesKey } from './packages.mjs'

export const recordOf = (root) => path.join(root, 'node_modules', '.lanekeeper', 'runtime.json')

/** Returns a key that changes with the packages and the files of build/offline, which makes an older record invalid. */
export function recordKey(root) {
  const hash = createHash('sha256').update(packagesKey(root))
  const folder = path.join(root, 'build', 'offline')
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const file = path.join(folder, name)
    if (statSync(file).isFile()) hash.update(`\0${name}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

export function readRecord(root) {
  try {
    return JSON.parse(readFileSync(recordOf(root), 'utf8'))
  } catch {
    return null
  }
}

/**
 * Returns true if the set-up has checked every part that `needs` asks for and no file of those parts changed since. A
 * window also needs a screen or Xvfb.
 */
export function ready(root, needs) {
  if (!packagesCurrent(root)) return false
  if (needs === 'packages') return true
  const record = readRecord(root)
  if (!record || record.key !== recordKey(root)) return false
  if (!record.native || !unchanged(record.native.proof)) return false
  if (needs === 'native') return true
  return Boolean(record.window && unchanged(record.window.proof) && (record.window.xvfb || hasDisplay()))
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

function unchanged(proof) {
  return proof.every(([file, size, changed]) => {
    const now = statSync(file, { throwIfNoEntry: false })
    return now !== undefined && now.size === size && now.mtimeMs === changed
  })
}
