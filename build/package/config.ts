import type { AfterPackContext, Configuration } from 'electron-builder'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { releaseFuses, setFuses } from './fuses.ts'

/** A system that the desk is packed for, by Node's names. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin'
  readonly arch: 'x64' | 'arm64'
}

export interface PackageSpec {
  readonly target: Target
  /** The folder of that system's unpacked Electron. `version` is the version of this Electron. */
  readonly dist: string
  readonly version: string
  /** The better-sqlite3 binary to pack, as a path in its package. */
  readonly native: string
  readonly output: string
  /** The suffix of the artifact's name, like "e2e". Empty for a package that users get. */
  readonly mark: string
  /** Why the package is not for users, for its description and `warningFile`. Null for a package that users get. */
  readonly warning: string | null
  /** True if `dist` holds a placeholder for Electron. A placeholder has no fuses to set. */
  readonly placeholder?: boolean
}

/** The file in `resources` that says why a package is not for users. */
export const warningFile = 'TEST-BUILD.txt'

const publisher = 'Lanekeeper'
const maintainer = `${publisher} <support@lanekeeper.example>`
const about = 'Books and looks up the vehicle moves of a service lane, with or without the internet'

/** The packed files: only files that are loaded at run time. test/package/archive.ts lists each file. */
function files(native: string): string[] {
  return [
    'dist/main/**/*',
    // `npm run practice` and `npm run hub` use these entries, and the desk does not.
    '!dist/main/{practice,hub}.js',
    'dist/preload/**/*',
    'dist/renderer/**/*',
    '!**/*.{ts,mts,cts,map,md,c,cpp,h,hpp}',
    '!node_modules/node-addon-api/**/*',
    '!node_modules/better-sqlite3/{build,deps,prebuilds,src}/**/*',
    '!node_modules/better-sqlite3/lib/*-{arm64,x64}.js',
    `node_modules/better-sqlite3/${native}`,
    '!node_modules/electron-log/{main,preload,renderer}.js',
    '!node_modules/electron-log/src/index.js',
    '!node_modules/electron-log/src/{main,renderer}/**/*',
  ]
}

/** The configuration of electron-builder for one system. */
export function packageConfig(wanted: PackageSpec): Configuration {
  const { dist, version, native, output, mark, warning } = wanted
  const named = (pattern: string) => `${pattern}${mark === '' ? '' : `_${mark}`}.\${ext}`
  return {
    appId: 'example.lanekeeper.desk',
    productName: 'Lanekeeper',
    copyright: `Copyright © 2026 ${publisher}`,
    directories: { output, buildResources: 'build/icons' },
    files: files(native),
    asar: { smartUnpack: false },
    // A shared library cannot be loaded from an archive.
    asarUnpack: ['**/*.node'],
    electronDist: dist,
    electronVersion: version,
    electronLanguages: ['en-US'],
    // better-sqlite3 uses Node-API, so one binary serves many versions of Electron. `native` names the binary for this
    // Electron.
    npmRebuild: false,
    nodeGypRebuild: false,
    publish: null,
    // The option `electronFuses` cannot set every fuse: the fuse library of electron-builder knows only eight of nine.
    afterPack: (context) => finish(context, wanted),
    artifactName: named('${name}_${version}_${arch}'),
    linux: {
      target: ['deb', 'AppImage'],
      executableName: 'lanekeeper',
      icon: 'build/icons/png',
      category: 'Office',
      maintainer,
      vendor: publisher,
      synopsis: warning === null ? about : `TEST BUILD, not for users: ${about}`,
      ...(warning === null ? {} : { description: warning }),
      syncDesktopName: true,
      desktop: {
        entry: { Keywords: 'service;lane;dispatch;valet;loaner;', Actions: 'NewBooking;' },
        desktopActions: { NewBooking: { Name: 'New booking', Exec: 'lanekeeper --new-booking' } },
      },
    },
    deb: {
      packageCategory: 'misc',
      priority: 'optional',
      // The desk uses dbus-send to ask whether the keyring is open. electron-builder's default is an indicator library,
      // and the desk has no indicator.
      recommends: ['dbus-bin | dbus'],
      // A test build is made often and never downloaded. zst packs ten times as fast as xz, and the result is a quarter
      // larger.
      compression: warning === null ? 'xz' : 'zst',
    },
    win: { target: ['nsis'], icon: 'build/icons/lanekeeper.ico' },
    nsis: {
      // A user without administrator rights can install for one account, and `/S /currentuser` needs no elevation. IT
      // deploys with `/S /allusers` into Program Files, and `/S` alone upgrades an existing installation in its place.
      oneClick: false,
      perMachine: false,
      allowElevation: true,
      // Policies and support rely on one known folder.
      allowToChangeInstallationDirectory: false,
      // The data folder holds bookings that may not have been sent yet.
      deleteAppDataOnUninstall: false,
      installerIcon: 'build/icons/lanekeeper.ico',
      uninstallerIcon: 'build/icons/lanekeeper.ico',
      installerLanguages: ['en_US'],
      uninstallDisplayName: '${productName} ${version}',
    },
    mac: {
      target: ['dmg'],
      icon: 'build/icons/lanekeeper.icns',
      category: 'public.app-category.business',
      hardenedRuntime: true,
    },
  }
}

/** The program of an unpacked package, as @electron/fuses expects the path. */
export function programIn(folder: string, { platform }: Target): string {
  return path.join(folder, { linux: 'lanekeeper', win32: 'Lanekeeper.exe', darwin: 'Lanekeeper.app' }[platform])
}

async function finish(context: AfterPackContext, { target, warning, placeholder = false }: PackageSpec): Promise<void> {
  const folder = context.appOutDir
  const resources = context.packager.getResourcesDir(folder)
  // electron-builder copies the Electron folder unchanged, with files that serve only `electron <folder>`.
  rmSync(path.join(resources, 'default_app.asar'), { force: true })
  rmSync(path.join(folder, 'version'), { force: true })
  if (warning !== null) writeFileSync(path.join(resources, warningFile), `${warning}\n`)
  if (!placeholder) await setFuses(programIn(folder, target), releaseFuses)
}

/** The prebuilt better-sqlite3 binary for a system, as a path in its package. */
export function prebuiltNative({ platform, arch }: Target): string {
  return `prebuilds/${platform}-${arch}.node`
}

/** The binary that the set-up compiled for an Electron with an older Node-API. */
export const compiledNative = 'build/Release/better_sqlite3.node'

/** The folder of everything that packaging makes. */
export const packageFolder = path.join(REPO_ROOT, 'out', 'package')

/** The `PackResult` of the last `npm run package`, as JSON. `npm run test:package` reads this file. */
export const packedFile = path.join(packageFolder, 'packed.json')

/** The unpacked Windows files, for inspection. */
export const windowsCheckFolder = path.join(packageFolder, 'windows-check', 'win-unpacked')
