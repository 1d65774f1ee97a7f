import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A fresh folder that is gone when the test is. */
export function temporaryFolder(): string {
  const { folder, remove } = makeFolder()
  onTestFinished(remove)
  return folder
}

/** As `temporaryFolder`, in memory where the system has such a place: a killed process leaves the same behind there. */
export function temporaryMemoryFolder(): string {
  const { folder, remove } = memoryFolder()
  onTestFinished(remove)
  return folder
}

/** A folder for a whole file of tests: whoever makes it removes it. */
export function makeFolder(parent = tmpdir()): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(parent, 'lanekeeper-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** As `makeFolder`, in memory where the system has such a place: for tests that commit a million times and pull no plug. */
export function memoryFolder(): { readonly folder: string; remove(): void } {
  return makeFolder(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir())
}

const IN_MEMORY = '/dev/shm'
/** Containers have one of 64 MB by themselves, which a long run would fill. */
const ROOM = 512 * 1024 * 1024

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}
