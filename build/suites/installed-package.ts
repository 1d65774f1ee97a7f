import path from 'node:path'

import type { Packed } from '../package/pack.ts'
import { REPO_ROOT } from '../paths.ts'

/** What the tests of test/package are given. */
export interface PackedForTests {
  readonly packed: Packed
  /** The folder packed for Windows around another program. */
  readonly windows: string
  readonly user: MachineUser
}

/** An ordinary user of this machine, without rights. */
export interface MachineUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Where homes for them can be made. */
  readonly folder: string
}

const folder = path.join(REPO_ROOT, 'out', 'test')

export const packedRecord = path.join(folder, 'packed.json')
/** Where a test leaves the times that it measured, in milliseconds. */
export const startTimes = path.join(folder, 'start-times.json')
