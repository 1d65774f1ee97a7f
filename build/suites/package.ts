import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { packedFile, windowsCheckFolder } from '../package/config.ts'
import type { PackResult } from '../package/pack.ts'
import { aptInstall, aptThere } from '../offline/apt.ts'
import { attempt } from '../offline/command.ts'
import { withDisplay } from '../offline/display.ts'
import { REPO_ROOT } from '../paths.ts'
import { isRoot, provideSystem } from '../offline/system.ts'
import { runChild } from '../setup/spawn.mjs'
import { withLock } from '../setup/lock.mjs'
import { SetupStop } from '../setup/console.mjs'
import { writePackageReport } from './package-report.ts'
import { clearLeftovers, withMachineUser } from './package-user.ts'
import { packedRecord, startTimes } from './installed-package.ts'
import type { PackedForTests } from './installed-package.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

/**
 * Packs the desk, installs the package with apt, runs the desk as a new user, and removes the package and the user.
 * Throws a `SetupStop` without apt or root, and where Lanekeeper is installed.
 */
export async function runPackage(): Promise<Results> {
  if (!aptThere || !isRoot) {
    throw new SetupStop(
      'the tests of the package install it with apt, make a user for it and remove both again. They need Debian or\n' +
        'Ubuntu and root. Run them in a container or a virtual machine: npm run test:package',
    )
  }
  return withLock('the desk as it is installed on this machine', waiting, runAlone)
}

const waiting = 'another run of these tests has the desk installed on this machine'

async function runAlone(lock: number | undefined): Promise<Results> {
  await clearLeftovers()
  await refuseInstalled()
  await pack()
  await pack('--windows-check')
  const packed = JSON.parse(readFileSync(packedFile, 'utf8')) as PackResult
  // desktop-file-utils checks the menu entry. This call also refreshes apt's lists for the dependencies of the package.
  await aptInstall(['desktop-file-utils'])
  await provideSystem({ exe: null, display: false, compiler: false, keyring: true })
  rmSync(startTimes, { force: true })
  const tally = await withMachineUser((user) => {
    const made: PackedForTests = { packed, windows: windowsCheckFolder, user }
    mkdirSync(path.dirname(packedRecord), { recursive: true })
    writeFileSync(packedRecord, JSON.stringify(made))
    return withDisplay(({ env }) => runVitest('package', { env, oneByOne: true, lock }), { apart: true })
  })
  if (tally.failed === 0 && existsSync(startTimes)) writePackageReport(packed, startTimes)
  return tally
}

/**
 * Packs in a separate process. An exit hook of electron-builder ends its process at the first signal, and the present
 * process must still remove the package and the user.
 */
async function pack(...args: readonly string[]): Promise<void> {
  const code = await runChild(process.execPath, [path.join(REPO_ROOT, 'build', 'package', 'run.ts'), ...args], {
    cwd: REPO_ROOT,
  })
  if (code !== 0) throw new SetupStop('the desk could not be packed: see above.')
}

async function refuseInstalled(): Promise<void> {
  const there = await attempt('dpkg-query', ['--show', '--showformat=${db:Status-Status}', 'lanekeeper'])
  if ((there.ok && there.out !== 'not-installed') || existsSync('/opt/Lanekeeper')) {
    throw new SetupStop(
      'Lanekeeper is installed on this machine, and the tests would replace and remove it.\n' +
        'Run them on another machine, or remove it first: apt-get purge lanekeeper',
    )
  }
}
