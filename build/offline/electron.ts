import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { heartbeat, say, seconds, SetupStop } from '../setup/console.mjs'
import { attempt, attemptCode } from './command.ts'
import { fallbackElectron, fallbackFits } from './pinned-artifacts.ts'
import { REPO_ROOT } from '../paths.ts'
import type { RuntimeRecord, WindowProof } from './runtime-record.ts'
import { provideFallback } from './fallback-electron.ts'

export type FoundElectron = Pick<WindowProof, 'exe' | 'version' | 'source'>

interface ElectronRequest {
  readonly cache: string
  readonly fresh: boolean
  /** Try the official Electron although an earlier try failed. */
  readonly again: boolean
  readonly failedBefore: RuntimeRecord['officialFailed']
}

const folder = path.join(REPO_ROOT, 'node_modules', 'electron')
// One hour is more than a slow network needs. Without a limit a firewall that drops packets would hang the set-up.
const downloadLimit = 3_600_000

/**
 * Returns the official Electron if that Electron is installed or this call fetches it, else the fallback. The caller
 * must check with `faultOf` that the returned Electron starts.
 */
export async function provideElectron(
  wanted: ElectronRequest,
): Promise<{ readonly electron: FoundElectron; readonly failed: RuntimeRecord['officialFailed'] }> {
  const version = (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version
  const failed = await fetchOfficial(version, wanted)
  const exe = installed(version)
  if (exe) return { electron: { exe, version, source: 'official' }, failed: null }

  const reason = failed?.reason ?? 'it is not there after its own install step'
  if (!fallbackFits) {
    throw new SetupStop(
      `Electron ${version} could not be fetched from its release host: ${reason}\n` +
        `There is no other source for ${process.platform} ${process.arch}. Where a mirror is reachable, set\n` +
        'ELECTRON_MIRROR to its address; behind a proxy set HTTPS_PROXY and ELECTRON_GET_USE_PROXY=1. Then run:\n' +
        '  node build/setup.mjs --official',
    )
  }
  const fallback = await provideFallback(wanted.cache, wanted.fresh)
  say(
    `Electron ${fallbackElectron.version} stands in for ${version}: for trying and tests only, never for anything shipped`,
  )
  return { electron: { exe: fallback, version: fallbackElectron.version, source: 'fallback' }, failed }
}

async function fetchOfficial(version: string, wanted: ElectronRequest): Promise<RuntimeRecord['officialFailed']> {
  if (installed(version)) return null
  if (wanted.failedBefore && !wanted.again && !wanted.fresh) {
    const { reason, at } = wanted.failedBefore
    say(`official Electron ${version}: not tried, it failed on ${at.slice(0, 16).replace('T', ' ')} UTC (${reason})`)
    say('to try it again: node build/setup.mjs --official')
    return wanted.failedBefore
  }
  const began = performance.now()
  say(`fetching the official Electron ${version} (about 110 MB) from its release host`)
  const stop = heartbeat('fetching Electron')
  const result = await attempt(process.execPath, [path.join(folder, 'install.js')], { timeout: downloadLimit })
  stop()
  if (result.ok && installed(version)) {
    say(`fetched in ${seconds(began)}`)
    return null
  }
  const reason =
    result.err.split('\n').find((line) => /error/i.test(line)) ?? (result.err.split('\n')[0] || result.ending)
  say(`the official Electron could not be had: ${reason.trim().slice(0, 160)}`)
  return { reason: reason.trim().slice(0, 160), at: new Date().toISOString() }
}

/**
 * Returns the path of the official Electron, or null if its installation is not complete. The install script of the
 * package `electron` writes path.txt last.
 */
function installed(version: string): string | null {
  try {
    const exe = path.join(folder, 'dist', readFileSync(path.join(folder, 'path.txt'), 'utf8').trim())
    const found = readFileSync(path.join(folder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '')
    return found === version && existsSync(exe) ? exe : null
  } catch {
    return null
  }
}

/** Starts the Electron as plain Node. Returns the fault, or null. */
export async function faultOf({ exe, version }: FoundElectron): Promise<string | null> {
  const result = await attemptCode(exe, 'process.stdout.write(process.versions.electron ?? "")')
  if (!result.ok) return `${exe} does not start (${result.ending}): ${result.err.split('\n')[0] ?? ''}`
  return result.out === version ? null : `${exe} is Electron ${result.out || 'of no version'}, not ${version}`
}
