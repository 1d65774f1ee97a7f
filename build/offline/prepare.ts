import { statfsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { readRecord } from '../setup/record.mjs'
import { runMain, say, SetupStop } from '../setup/console.mjs'
import { faultOf, provideElectron } from './electron.ts'
import { needsCompiler, provideNative } from './native.ts'
import { REPO_ROOT } from '../paths.ts'
import { filesBelow, prove, writeRecord } from './runtime-record.ts'
import type { RuntimeRecord } from './runtime-record.ts'
import { hasScreen, provideSystem } from './system.ts'

interface SetupRequest {
  readonly key: string
  readonly cache: string
  readonly fresh: boolean
  readonly official: boolean
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      needs: { type: 'string', default: 'window' },
      key: { type: 'string', default: '' },
      cache: { type: 'string', default: '' },
      fresh: { type: 'boolean', default: false },
      official: { type: 'boolean', default: false },
    },
  })
  const { needs, key, cache, fresh, official } = values
  try {
    await (needs === 'native'
      ? provideService({ key, cache, fresh, official })
      : provideWindow({ key, cache, fresh, official }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new SetupStop(
      `no room is left on the disk (${free(cache)} free at ${cache}; 1 GB is needed). Make room, then run this again.`,
    )
  }
})

/**
 * Makes better-sqlite3 load in the project's Node, which is enough for the practice service and the tests without a
 * window.
 */
async function provideService(wanted: SetupRequest): Promise<void> {
  const before = readRecord(REPO_ROOT)
  const programs = { ...wanted, programs: [process.execPath] }
  if (await needsCompiler(programs)) await provideSystem({ exe: null, display: false, compiler: true })
  const native = await provideNative(programs)
  const window = before?.key === wanted.key ? before.window : null
  writeRecord({ key: wanted.key, native, window, officialFailed: before?.officialFailed ?? null })
}

async function provideWindow(wanted: SetupRequest): Promise<void> {
  const before = readRecord(REPO_ROOT)
  const { electron, failed } = await provideElectron({
    ...wanted,
    again: wanted.official,
    failedBefore: before?.officialFailed ?? null,
  })
  // Records a failed download before the steps that may fail, so that the next run does not wait for the same download.
  const empty: RuntimeRecord = { key: '', native: null, window: null, officialFailed: null }
  writeRecord({ ...(before ?? empty), officialFailed: failed })

  // An Electron without its libraries does not start, so `needsCompiler` also returns true for a missing library. The
  // fallback probably needs the compiler, so one apt run installs both; for the official Electron the check runs later.
  const programs = { ...wanted, programs: [process.execPath, electron.exe] }
  const guess = electron.source === 'fallback' && (await needsCompiler({ ...programs, programs: [electron.exe] }))
  const system = await provideSystem({ exe: electron.exe, display: true, compiler: guess })
  const fault = await faultOf(electron)
  if (fault) throw new SetupStop(`${fault}\nRun: node build/setup.mjs --fresh`)

  if (!guess && (await needsCompiler(programs))) await provideSystem({ exe: null, display: false, compiler: true })
  const native = await provideNative(programs)
  const { xvfb, libraries } = system
  const proof = prove([...filesBelow(path.dirname(electron.exe)), ...libraries, ...(xvfb ? [xvfb] : [])])
  writeRecord({ key: wanted.key, native, window: { ...electron, xvfb, proof }, officialFailed: failed })
  if (!xvfb && process.platform === 'linux' && hasScreen()) {
    say('Xvfb is not installed: tests of the window will open it on your screen')
  }
}

function free(folder: string): string {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return `${Math.round((bavail * bsize) / 1e6)} MB`
  } catch {
    return 'unknown'
  }
}
