import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is gone when the test is. */
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
  const MEMORY = '/dev/shm'
  try {
    accessSync(MEMORY, constants.W_OK)
    return makeFolder(MEMORY)
  } catch {
    return makeFolder()
  }
}
