import { Arch, build, Platform } from 'electron-builder'
import { constants, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { windowRuntime } from '../offline/runtime-record.ts'
import { say, seconds, SetupStop } from '../setup/console.mjs'
import { buildDesk } from '../vite.ts'
import { compiledNative, packageConfig, packageFolder, prebuiltNative, programIn } from './config.ts'
import type { Target, PackageSpec } from './config.ts'
import { e2eFuses, setFuses } from './fuses.ts'

/** `release` has the fuses that users get. `e2e` has the same files, and one other fuse lets tests drive the desk. */
export type Variant = 'release' | 'e2e'

export interface PackResult {
  readonly target: Target
  readonly electron: { readonly version: string; readonly source: 'official' | 'fallback' }
  /** The path of each variant's folder, with the files as installed. */
  readonly folders: Readonly<Record<Variant, string>>
  /** The paths of each variant's installers. */
  readonly installers: Readonly<Record<Variant, readonly string[]>>
}

/**
 * Builds the desk, empties `packageFolder`, and packs a folder for this system, a copy with one changed fuse, and the
 * installers of both. Throws a `SetupStop` on a system that the desk is not packed for.
 */
export async function packDesk(): Promise<PackResult> {
  const target = thisSystem()
  const { exe, version, source } = windowRuntime()
  const isFallback = source === 'fallback'
  const base = {
    target,
    version,
    dist: process.platform === 'darwin' ? path.resolve(exe, '../../../..') : path.dirname(exe),
    native: isFallback ? compiledNative : prebuiltNative(target),
    warning: isFallback
      ? `This is a test build of Lanekeeper on Electron ${version}, which is past its support and of a third party's making. It is not for users.`
      : null,
  }
  const mark = isFallback ? 'test-build' : ''
  await buildDesk()
  rmSync(packageFolder, { recursive: true, force: true })
  mkdirSync(packageFolder, { recursive: true })

  const release = await packFolder({ ...base, mark, output: path.join(packageFolder, 'release') })
  const e2e = path.join(packageFolder, 'e2e', path.basename(release))
  cpSync(release, e2e, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  await setFuses(programIn(e2e, target), e2eFuses)

  if (isFallback) fallbackTools()
  const e2eMark = [mark, 'e2e'].filter(Boolean).join('_')
  return {
    target,
    electron: { version, source },
    folders: { release, e2e },
    installers: {
      release: await createInstallers({ ...base, mark, output: packageFolder }, release, isFallback),
      e2e: await createInstallers({ ...base, mark: e2eMark, output: packageFolder }, e2e, isFallback),
    },
  }
}

function thisSystem(): Target {
  const { platform, arch } = process
  if ((platform === 'linux' || platform === 'win32' || platform === 'darwin') && (arch === 'x64' || arch === 'arm64')) {
    return { platform, arch }
  }
  throw new SetupStop(`the desk is packed on Linux, Windows and macOS (x64 or arm64); this is ${platform} ${arch}.`)
}

const builderPlatform = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const

/** Packs `dist/` for one system into a new folder below `wanted.output`, and returns the folder. */
export async function packFolder(wanted: PackageSpec): Promise<string> {
  const began = performance.now()
  const { target, output } = wanted
  await build({
    targets: builderPlatform[target.platform].createTarget('dir', Arch[target.arch]),
    config: packageConfig(wanted),
  })
  const folder = readdirSync(output).find((name) => /^(linux|win|mac)/.test(name))
  if (folder === undefined) throw new Error(`electron-builder left no folder in ${output}`)
  say(`the files for ${target.platform} ${target.arch} were packed in ${seconds(began)}`)
  return path.join(output, folder)
}

/** A test build serves this machine's own tests, so only the format that these tests install is made. */
async function createInstallers(wanted: PackageSpec, folder: string, testBuild: boolean): Promise<string[]> {
  const began = performance.now()
  const { platform, arch } = wanted.target
  const forms = { linux: testBuild ? ['deb'] : ['deb', 'AppImage'], win32: ['nsis'], darwin: ['dmg'] }[platform]
  const made = await build({
    targets: builderPlatform[platform].createTarget(forms, Arch[arch]),
    config: packageConfig(wanted),
    prepackaged: platform === 'darwin' ? programIn(folder, wanted.target) : folder,
  })
  const installers = made.filter((file) => /\.(deb|AppImage|exe|dmg)$/.test(file))
  say(`${installers.map((file) => path.basename(file)).join(', ')} in ${seconds(began)}`)
  return installers
}

/**
 * Makes electron-builder run fpm.ts in place of fpm. The release host of fpm is that of the official Electron, which a
 * machine with the fallback could not reach.
 */
function fallbackTools(): void {
  const launcher = path.join(packageFolder, 'release', 'fpm')
  const script = path.join(import.meta.dirname, 'fpm.ts')
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o755 })
  process.env['CUSTOM_FPM_PATH'] = launcher
}
