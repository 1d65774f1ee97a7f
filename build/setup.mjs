import { realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { withLock } from './setup/lock.mjs'
import { installPackages, packagesCurrent, projectNode } from './setup/packages.mjs'
import { ready, recordKey } from './setup/record.mjs'
import { runMain, say, seconds, SetupStop } from './setup/console.mjs'
import { runChild } from './setup/spawn.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const levels = ['packages', 'native', 'window']

/**
 * Makes a fresh checkout runnable, and does next to nothing in a ready one. Runs on any Node from 20 before any
 * package is installed, and throws a `SetupStop` that names a missing part and the remedy.
 *
 * @param {object} [wanted]
 * @param {'packages' | 'native' | 'window'} [wanted.needs] `packages` provides the npm packages and the project's own
 *   Node; `native` adds better-sqlite3 that loads in that Node; `window` adds Electron, its libraries and a display
 * @param {boolean} [wanted.fresh] install, fetch and compile again, and use no result of an earlier set-up
 * @param {boolean} [wanted.official] try the official Electron again although an earlier try failed
 */
export async function prepare({ needs = 'window', fresh = false, official = false } = {}) {
  const began = performance.now()
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) throw new SetupStop(`Node 20 or newer is needed; this is ${process.versions.node}.`)

  if (!fresh && !official && ready(root, needs)) {
    say(`ready (${seconds(began)})`)
    return
  }
  // The real path makes two names of one folder share one lock.
  await withLock(`set-up of ${realpathSync(root)}`, 'another set-up of this checkout is at work', async (lock) => {
    if (fresh || !packagesCurrent(root)) await installPackages(root, lock)
    if (needs === 'packages' || (!fresh && !official && ready(root, needs))) return
    const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'lanekeeper')
    await withLock(`cache ${cache}`, 'the set-up of another checkout is filling the same cache', async (cacheLock) => {
      const args = ['--needs', needs, '--key', recordKey(root), '--cache', cache]
      if (fresh) args.push('--fresh')
      if (official) args.push('--official')
      const script = path.join(root, 'build', 'offline', 'prepare.ts')
      const locks = [lock, cacheLock].filter((one) => one !== undefined)
      const code = await runChild(projectNode(root), [script, ...args], {
        cwd: root,
        stdio: ['ignore', 2, 2, ...locks],
      })
      if (code > 128) throw new SetupStop('interrupted; the next run takes it up again.')
      if (code !== 0) throw new SetupStop('stopped: see above what is missing and what to do.')
    })
  })
  say(`done in ${seconds(began)}`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const args = process.argv.slice(2)
    const needs = args.find((arg) => levels.includes(arg)) ?? 'window'
    const unknown = args.find((arg) => !levels.includes(arg) && arg !== '--fresh' && arg !== '--official')
    if (unknown) {
      throw new SetupStop(
        `"${unknown}" is not known. Usage: node build/setup.mjs [${levels.join(' | ')}] [--fresh] [--official]\n` +
          '  --fresh     trust nothing that was kept: install, fetch and compile again\n' +
          '  --official  try the official Electron again although an earlier try failed',
      )
    }
    await prepare({ needs, fresh: args.includes('--fresh'), official: args.includes('--official') })
  })
}
