import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { attempt, lastLines } from '../offline/command.ts'
import { say } from '../setup/console.mjs'
import type { MachineUser } from './installed-package.ts'

const name = 'lane-test'
const folderPrefix = path.join(os.tmpdir(), 'lane-user-')

/** Removes the package and the user that a killed run left. Only this suite makes a user `lane-test`. */
export async function clearLeftovers(): Promise<void> {
  const entry = await attempt('getent', ['passwd', name])
  if (!entry.ok) return
  say('an earlier run of these tests was killed; removing the package and the user that it left')
  await clear(entry.out.split(':')[5] ?? '')
}

/** Runs `work` with a newly made ordinary user, then removes the user and the desk from the machine. */
export async function withMachineUser<T>(work: (user: MachineUser) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(folderPrefix)
  // Only root may enter a folder that `mkdtemp` made. Each test file makes a home directory for the new user inside
  // this folder, so the new user must be able to enter the folder.
  chmodSync(folder, 0o755)
  const made = await attempt('useradd', ['--no-create-home', '--home-dir', folder, '--user-group', name])
  if (!made.ok) {
    rmSync(folder, { recursive: true })
    throw new Error(`useradd (${made.ending}): ${lastLines(made.err, 3)}`)
  }
  try {
    return await work({ name, uid: await idOf('-u'), gid: await idOf('-g'), folder })
  } finally {
    // The tests also clean up, but their process may have crashed.
    await clear(folder)
  }
}

async function clear(folder: string): Promise<void> {
  await attempt('pkill', ['--signal', 'KILL', '--uid', name])
  // An interrupted test may leave another apt running, so this apt waits for the lock of dpkg.
  await attempt('apt-get', ['-y', '-o', 'DPkg::Lock::Timeout=300', 'purge', 'lanekeeper'])
  if (!(await attempt('dpkg', ['--purge', 'lanekeeper'])).ok) {
    // A failing package script would leave dpkg broken, so the package is purged without its scripts.
    for (const script of ['prerm', 'postrm']) rmSync(`/var/lib/dpkg/info/lanekeeper.${script}`, { force: true })
    await attempt('dpkg', ['--purge', '--force-remove-reinstreq', 'lanekeeper'])
  }
  await attempt('update-alternatives', ['--remove-all', 'lanekeeper'])
  await attempt('userdel', ['--force', name])
  if (folder.startsWith(folderPrefix)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function idOf(which: '-u' | '-g'): Promise<number> {
  const { ok, out } = await attempt('id', [which, name])
  if (!ok) throw new Error(`there is no user ${name}`)
  return Number(out)
}
