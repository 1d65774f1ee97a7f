import path from 'node:path'

import type { Packed } from '../package/pack.ts'
import { REPO_ROOT } from '../paths.ts'

/** The input of the tests in test/package. */
export interface PackedForTests {
  readonly packed: Packed
  /** The folder packed for Windows around another program. */
  readonly windows: string
  readonly user: MachineUser
}

/** A user of this machine without administrator rights. */
export interface MachineUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** The folder for the home directories of such users. */
  readonly folder: string
}

const folder = path.join(REPO_ROOT, 'out', 'test')

export const packedRecord = path.join(folder, 'packed.json')
/** The file for the times that a test measured, in milliseconds. */
export const startTimes = path.join(folder, 'start-times.json')
