import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildKind } from '../../shared/desk/about.ts'

/** A package that is not for users has this file in its `resources` (`warningFile` in build/package/config.ts). */
export const WARNING_FILE = 'TEST-BUILD.txt'

/** The kind of the running desk. `resources` is the folder of the packaged resources. */
export function buildKindOf(isPackaged: boolean, resources: string): BuildKind {
  if (!isPackaged) return 'development'
  return existsSync(join(resources, WARNING_FILE)) ? 'test' : 'packaged'
}
