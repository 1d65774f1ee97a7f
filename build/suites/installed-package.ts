import path from 'node:path'

import type { PackResult } from '../package/pack.ts'
import { REPO_ROOT } from '../paths.ts'

/** The input of the tests in test/package. */
export interface PackedForTests {
  readonly packed: PackResult
  /** The folder that `packForWindows` packed, with another program in Electron's place. */
  readonly windows: string
  readonly user: MachineUser
}

/** A user of this machine without administrator rights. */
export interface MachineUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** The folder in which each test file makes a new home directory for this user. */
  readonly folder: string
}

const folder = path.join(REPO_ROOT, 'out', 'test')

/** The JSON file with the `PackedForTests` of the present run. */
export const packedRecord = path.join(folder, 'packed.json')
/** The file with the start times that test/package/release.test.ts measured: a JSON list of milliseconds. */
export const startTimes = path.join(folder, 'start-times.json')
