import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { packDesk } from '../package/pack.ts'
import { packForWindows } from '../package/windows.ts'
import { aptInstall, aptThere } from '../runtime/apt.ts'
import { attempt } from '../runtime/command.ts'
import { withDisplay } from '../runtime/display.ts'
import { isRoot } from '../runtime/system.ts'
import { SetupStop } from '../setup/say.mjs'
import { writePackageReport } from './package-report.ts'
import { clearLeftovers, withMachineUser } from './package-user.ts'
import { packedRecord, startTimes } from './packed.ts'
import type { PackedForTests } from './packed.ts'
import type { Tally } from './tally.ts'
import { runVitest } from './vitest.ts'

/** Packs the desk, installs it on this machine with apt, runs it as a user made for that, and removes it again. */
export async function runPackage(): Promise<Tally> {
  await mayInstall()
  // It checks the menu entry; apt's lists are fresh after it, for what the package itself depends on.
  await aptInstall(['desktop-file-utils'])
  const packed = await packDesk()
  const windows = await packForWindows()
  mkdirSync(path.dirname(packedRecord), { recursive: true })
  rmSync(startTimes, { force: true })
  const tally = await withMachineUser((user) => {
    const made: PackedForTests = { packed, windows, user }
    writeFileSync(packedRecord, JSON.stringify(made))
    return withDisplay(({ env }) => runVitest('package', { env, oneByOne: true }), { apart: true })
  })
  if (tally.failed === 0 && existsSync(startTimes)) writePackageReport(packed, startTimes)
  return tally
}

async function mayInstall(): Promise<void> {
  if (!aptThere || !isRoot) {
    throw new SetupStop(
      'the tests of the package install it with apt, make a user for it and remove both again. They need Debian or\n' +
        'Ubuntu and root. Run them in a container or a virtual machine: npm run test:package',
    )
  }
  await clearLeftovers()
  const there = await attempt('dpkg-query', ['--show', '--showformat=${db:Status-Status}', 'lanekeeper'])
  if ((there.ok && there.out !== 'not-installed') || existsSync('/opt/Lanekeeper')) {
    throw new SetupStop(
      'Lanekeeper is installed on this machine, and the tests would replace and remove it.\n' +
        'Run them on another machine, or remove it first: apt-get purge lanekeeper',
    )
  }
}
