import { onPath } from '../setup/npm.mjs'
import { heartbeat, say, seconds, SetupStop } from '../setup/console.mjs'
import { attempt, lastLines } from './command.ts'
import type { Outcome } from './command.ts'

export const aptThere = process.platform === 'linux' && onPath('apt-get') !== null

const options = ['install', '-y', '--no-install-recommends']

/** The command line for a person who may use sudo. */
export async function aptLine(packages: readonly string[]): Promise<string> {
  return `sudo apt-get update && sudo apt-get ${[...options, ...(await named(packages))].join(' ')}`
}

export async function aptInstall(packages: readonly string[]): Promise<void> {
  const began = performance.now()
  say('apt-get update')
  // A broken third-party list can fail this update although all needed packages are available, so only a failed install
  // stops the set-up.
  const update = await apt(['update'])
  const names = await named(packages)
  say(`apt-get install ${names.join(' ')}`)
  let result = await apt([...options, ...names])
  if (!result.ok && result.err.includes('dpkg --configure -a')) {
    say('an earlier installation was interrupted; finishing it with dpkg --configure -a')
    await attempt('dpkg', ['--configure', '-a'], { env: quiet() })
    result = await apt([...options, ...names])
  }
  if (!result.ok) {
    const told = [update.ok ? '' : lastLines(update.err, 4), lastLines(result.err || result.out, 8)]
    throw new SetupStop(
      `apt-get could not install ${names.join(' ')} (${result.ending}):\n${told.filter(Boolean).join('\n')}\n` +
        'Is a package source reachable? Put that right, or install these by hand, then run this again.',
    )
  }
  say(`installed in ${seconds(began)}`)
}

async function apt(args: readonly string[]): Promise<Outcome> {
  const stop = heartbeat(`apt-get ${args[0] ?? ''}`)
  const outcome = await attempt('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env: quiet() })
  stop()
  return outcome
}

function quiet(): NodeJS.ProcessEnv {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
}

/**
 * Returns the names of the packages on this system. Releases since 2024 add "t64" (a wider time_t) to some library
 * names, and the old names are missing or ambiguous in those releases.
 */
async function named(packages: readonly string[]): Promise<string[]> {
  const names = [...new Set(packages)]
  return Promise.all(
    names.map(async (name) => {
      if (!name.startsWith('lib')) return name
      const renamed = await attempt('apt-cache', ['show', '--no-all-versions', `${name}t64`])
      return renamed.ok && renamed.out ? `${name}t64` : name
    }),
  )
}
