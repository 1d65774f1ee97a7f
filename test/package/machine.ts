import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { MachineUser } from '../../build/suites/installed-package.ts'
import { readPacked } from './installed-package.ts'

/* The machine and the user of the package. Both are left as they were. */

export const PROGRAM = '/opt/Lanekeeper/lanekeeper'
export const LINK = '/usr/bin/lanekeeper'
export const DESKTOP_FILE = '/usr/share/applications/lanekeeper.desktop'

function apt(...args: readonly string[]): void {
  try {
    execFileSync('apt-get', ['-y', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: string }
    throw new Error(`apt-get ${args.join(' ')}: ${stderr}`, { cause: error })
  }
}

/** Installs a package file over any other version. */
export function install(deb: string): void {
  apt('install', '--no-install-recommends', '--reinstall', '--allow-downgrades', deb)
}

export const remove = (): void => apt('remove', 'lanekeeper')
export const purge = (): void => apt('purge', 'lanekeeper')

/** Purges the package if it is installed: dpkg, unlike apt, accepts an unknown name. */
export function clear(): void {
  execFileSync('dpkg', ['--purge', 'lanekeeper'], { stdio: 'ignore' })
}

/** Every path with the name of the desk in the system folders, including those of dpkg and its alternatives. */
export function tracesOnMachine(): readonly string[] {
  const folders = ['/opt', '/usr', '/etc', '/var/lib']
  const found = execFileSync('find', [...folders, '-xdev', '-iname', '*lanekeeper*'], { encoding: 'utf8' })
  return found.split('\n').filter((path) => path !== '')
}

export type User = MachineUser & {
  readonly home: string
  /** The default folder for the data of the desk. */
  readonly profile: string
}

/** The user that the runner made, with a new and empty home. */
export function userAtHome(): User {
  const { user } = readPacked()
  const home = mkdtempSync(join(user.folder, 'home-'))
  // A login would make this folder.
  const session = join(home, '.session')
  mkdirSync(session, { mode: 0o700 })
  for (const folder of [home, session]) chownSync(folder, user.uid, user.gid)
  return { ...user, home, profile: join(home, '.config/Lanekeeper') }
}

/** The environment that a login would give. */
export function environmentOf({ name, home }: User): Record<string, string> {
  return {
    HOME: home,
    USER: name,
    LOGNAME: name,
    LANG: 'C.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    XDG_RUNTIME_DIR: join(home, '.session'),
    DISPLAY: process.env['DISPLAY'] ?? '',
    WAYLAND_DISPLAY: '',
  }
}

export const isInstalled = (): boolean => existsSync(PROGRAM)
