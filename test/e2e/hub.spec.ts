import { expect, test } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { launchSpec } from '../../build/offline/display.ts'
import { REPO_ROOT } from '../../build/paths.ts'
import { createReachableFolder, freePort } from '../support/hub/places.ts'

/* A dealership has no npm: the installed app is the hub's command, also over SSH without a display. */

test('The app makes, checks and stops a hub without a window, and leaves the data folder alone', async () => {
  const made = createReachableFolder()
  const folder = join(made.folder, 'hub')
  const profile = join(made.folder, 'profile')
  mkdirSync(join(made.folder, 'tmp'), { mode: 0o1777 })
  const run = (...args: readonly string[]) => runApp(args, profile, join(made.folder, 'tmp'))
  try {
    const where = ['--address', '127.0.0.1', '--port', String(await freePort()), '--folder', folder]
    const init = await run('init', '--name', 'Midlothian Honda', ...where)
    expect([init.code, init.out]).toEqual([0, expect.stringContaining('The hub of Midlothian Honda runs at 127.0.0.1')])
    const check = await run('check', '--folder', folder)
    expect([check.code, check.out]).toEqual([0, expect.stringContaining('ok       The connection is TLSv1.3.')])
    expect((await run('stop', '--folder', folder)).code).toBe(0)
    expect((await run('check', '--folder', folder)).code).toBe(2)
    const usage = await run('remove')
    expect([usage.code, usage.err]).toEqual([2, expect.stringContaining('lanekeeper --hub invite "Desk 4"')])
    // Electron makes the folder before a script runs.
    expect(readdirSync(profile)).toEqual([])
  } finally {
    await run('stop', '--folder', folder)
    made.remove()
  }
})

async function runApp(args: readonly string[], profile: string, tmp: string) {
  const { exe, args: own, env } = launchSpec()
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...headless } = env
  const child = spawn(exe, [...own, REPO_ROOT, `--user-data-dir=${profile}`, '--hub', ...args], {
    env: { ...headless, TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, err }
}
