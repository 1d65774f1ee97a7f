import { existsSync, readdirSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { onPath } from '../setup/npm.mjs'
import { say, SetupStop } from '../setup/console.mjs'
import { aptInstall, aptLine, aptThere } from './apt.ts'
import { attempt } from './command.ts'

export interface SystemRequest {
  /** The Electron whose libraries must be present, or null without a window. */
  readonly exe: string | null
  /** Xvfb, for machines without a screen. */
  readonly display: boolean
  readonly compiler: boolean
  /** The programs with which tests start a keyring in a separate session. The app works without them. */
  readonly keyring?: boolean
  /** The program with which tests record the system calls of a desk. */
  readonly tracer?: boolean
  /** PostgreSQL, with which tests make hubs. */
  readonly database?: boolean
}

export interface SystemParts {
  readonly xvfb: string | null
  /** The files of the shared libraries that Electron is linked to. */
  readonly libraries: readonly string[]
}

interface Lack {
  readonly what: string
  readonly packages: readonly string[]
}

const libraryPackages = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1']

/** The programs with which the tests start a keyring. */
export const keyringPrograms = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'] as const
/** The packages of `keyringPrograms`, and libsecret, which Electron loads at run time if libsecret is installed. */
export const keyringPackages = ['dbus', 'gnome-keyring', 'libsecret-1-0'] as const

/** The name of the program and of its package. */
export const tracer = 'strace'

/** Where Debian and Ubuntu install the server, which is not on the PATH. */
const databaseFolder = '/usr/lib/postgresql'

export const hasScreen = (): boolean => Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

/**
 * Installs the missing programs and libraries on Linux with apt as root. Without apt or root this function throws a
 * `SetupStop` that names the missing parts; systems other than Linux need nothing.
 */
export async function provideSystem(wanted: SystemRequest): Promise<SystemParts> {
  if (process.platform !== 'linux') return { xvfb: null, libraries: [] }
  const lacks = await missing(wanted)
  // On a machine with a screen Xvfb is optional, and is installed only if apt can do so without a person.
  const needed = lacks.filter(({ what }) => what !== 'Xvfb' || !hasScreen() || (aptThere && isRoot))
  if (needed.length > 0) await supply(needed, wanted)
  return { xvfb: onPath('Xvfb'), libraries: wanted.exe ? (await linked(wanted.exe)).found : [] }
}

export const isRoot = process.getuid?.() === 0

async function missing(wanted: SystemRequest): Promise<Lack[]> {
  const lacks: Lack[] = []
  if (wanted.exe) {
    const { absent } = await linked(wanted.exe)
    if (absent.length > 0) lacks.push({ what: `the libraries ${absent.join(', ')}`, packages: libraryPackages })
    if (!anyFont()) lacks.push({ what: 'any font', packages: ['fonts-dejavu-core'] })
  }
  if (wanted.display && !onPath('Xvfb')) lacks.push({ what: 'Xvfb', packages: ['xvfb'] })
  if (wanted.keyring) {
    const absent = keyringPrograms.filter((program) => !onPath(program))
    if (absent.length > 0)
      lacks.push({ what: `${absent.join(', ')} (for tests of the keyring)`, packages: keyringPackages })
  }
  if (wanted.tracer && !onPath(tracer))
    lacks.push({ what: `${tracer} (for tests of what is on disk when)`, packages: [tracer] })
  if (wanted.database && !existsSync(databaseFolder))
    lacks.push({ what: 'PostgreSQL (for tests of the hub)', packages: ['postgresql'] })
  if (wanted.compiler) {
    for (const [tool, name] of [
      ['g++', 'g++'],
      ['make', 'make'],
      ['python3', 'python3'],
    ] as const) {
      if (!onPath(tool)) lacks.push({ what: `${tool} (to compile better-sqlite3)`, packages: [name] })
    }
  }
  return lacks
}

async function supply(lacks: readonly Lack[], wanted: SystemRequest): Promise<void> {
  const names = lacks.map(({ what }) => what).join('; ')
  const packages = lacks.flatMap((lack) => lack.packages)
  if (!aptThere) {
    throw new SetupStop(
      `missing on this system: ${names}\n` +
        'This is not a Debian or Ubuntu, so install what brings these with its package manager, then run this again.',
    )
  }
  if (!isRoot) {
    throw new SetupStop(
      `missing on this system: ${names}\nRun this line, then try again:\n  ${await aptLine(packages)}`,
    )
  }
  say(`missing on this system: ${names}`)
  await aptInstall(packages)
  const still = await missing(wanted)
  if (still.length === 0) return
  throw new SetupStop(
    `still missing after apt-get: ${still.map(({ what }) => what).join('; ')}\nInstall what brings these, then try again.`,
  )
}

async function linked(exe: string): Promise<{ readonly found: string[]; readonly absent: string[] }> {
  const { out, ok, err } = await attempt('ldd', [exe])
  if (!ok && !out) throw new SetupStop(`ldd could not read ${exe}: ${err}. Run: node build/setup.mjs --fresh`)
  const absent = [...out.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '')
  const files = [...out.matchAll(/=> (\/\S+) \(/g)].map((match) => realpathSync(match[1] ?? ''))
  return { found: [...new Set(files)], absent: [...new Set(absent)] }
}

function anyFont(): boolean {
  const home = os.homedir()
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', `${home}/.fonts`, `${home}/.local/share/fonts`]
  return folders.some((folder) => {
    if (!existsSync(folder)) return false
    return readdirSync(folder, { recursive: true }).some((name) =>
      /\.(ttf|otf|ttc|pfb)$/i.test(path.basename(String(name))),
    )
  })
}
