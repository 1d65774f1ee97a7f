import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is gone when the test is. */
export function temporaryFolder(): string {
  const { folder, remove } = makeFolder()
  onTestFinished(remove)
  return folder
}

/** A folder for a whole file of tests: whoever makes it removes it. */
export function makeFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
