import { createPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'

import { heartbeat, say, SetupStop } from '../setup/console.mjs'
import { attempt } from './command.ts'
import { fallbackElectron } from './pinned-artifacts.ts'
import { filesBelow } from './runtime-record.ts'

const { archive, top, program } = fallbackElectron
const manifestName = 'complete.json'

type Manifest = Record<string, string>

/** Makes `folder` hold a runnable Electron in dist/, and writes the list of file hashes last. */
export async function unpackFallback(tarball: string, folder: string): Promise<void> {
  say(`unpacking Electron ${fallbackElectron.version} (262 MB)`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const tar = await attempt('tar', ['-xzf', tarball, '-C', folder, archive])
  if (!tar.ok) throw new SetupStop(`tar could not unpack ${tarball} (${tar.ending}): ${tar.err}`)

  const dist = path.join(folder, 'dist')
  await unzip(path.join(folder, archive), dist)
  rmSync(path.join(folder, 'package'), { recursive: true })
  await finish(dist)
  writeFileSync(path.join(folder, manifestName), JSON.stringify(await hashes(dist)))
}

/** Returns a file that was removed, added or changed since the unpacking, or null. */
export async function damagedFile(folder: string): Promise<string | null> {
  const marker = path.join(folder, manifestName)
  if (!existsSync(marker)) return manifestName
  let expected: Manifest
  try {
    expected = JSON.parse(readFileSync(marker, 'utf8')) as Manifest
  } catch {
    return manifestName
  }
  const found = await hashes(path.join(folder, 'dist'))
  return Object.keys({ ...expected, ...found }).find((name) => expected[name] !== found[name]) ?? null
}

async function unzip(file: string, dist: string): Promise<void> {
  const zip = await openPromise(file)
  let done = 0
  const stop = heartbeat('unpacking', { every: 2000, detail: () => `${done} of ${zip.entryCount} files` })
  try {
    for await (const entry of zip.eachEntry()) {
      done += 1
      const name = entry.fileName.slice(top.length)
      if (!entry.fileName.startsWith(top) || !name || name.endsWith('/') || foreign(name)) continue
      const target = path.join(dist, name === program ? 'electron' : name)
      mkdirSync(path.dirname(target), { recursive: true })
      const mode = (entry.externalFileAttributes >>> 16) & 0o777
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: mode || 0o644 }))
    }
  } finally {
    stop()
  }
}

/** Returns true for the files of Cypress itself: its code and its start-up snapshot. */
function foreign(name: string): boolean {
  return name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin'
}

async function finish(dist: string): Promise<void> {
  await flipFuses(path.join(dist, 'electron'), {
    version: FuseVersion.V1,
    // Unpacking leaves the snapshot file out, and Playwright drives Electron through --inspect.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  // A packaged program has no default_app, and `electron <folder>` does nothing without one.
  mkdirSync(path.join(dist, 'resources'), { recursive: true })
  await createPackage(path.join(import.meta.dirname, 'default-app'), path.join(dist, 'resources', 'default_app.asar'))
  writeFileSync(path.join(dist, 'version'), fallbackElectron.version)
}

async function hashes(dist: string): Promise<Manifest> {
  const found: Manifest = {}
  for (const file of existsSync(dist) ? filesBelow(dist) : []) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
    found[path.relative(dist, file)] = hash.digest('hex')
  }
  return found
}
