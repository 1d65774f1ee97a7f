import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { runHubCommand } from '../../../electron/hub/command.ts'
import type { Invitation } from '../../../electron/hub/invite.ts'
import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { createReachableFolder, freePort } from './places.ts'

/** What a command printed, and its exit code. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string }

export type HubCommandRunner = (args: readonly string[], clock?: Clock) => Promise<Ran>

/** Runs a command of the hub in this process, as `npm run hub` does. */
export const runHub: HubCommandRunner = async (args, clock = systemClock) => {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runHubCommand(args, {
    clock,
    random: systemRandom,
    env: process.env,
    cwd: process.cwd(),
    program: 'hub',
    print: (line) => out.push(line),
    printError: (line) => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

export type StartedHub = {
  readonly folder: string
  readonly port: number
  run(verb: string, ...args: readonly string[]): Promise<Ran>
  runAt(clock: Clock, verb: string, ...args: readonly string[]): Promise<Ran>
  /** Invites a desk and returns what its file holds. */
  invite(name: string): Promise<Invitation>
  /** Stops the server and removes the folder. */
  remove(): Promise<void>
}

/**
 * Makes a hub on loopback by the command that a person uses, with the PostgreSQL of this machine or of `binaries`.
 * `clock` is the clock of `init`.
 */
export async function startHub({
  clock = systemClock,
  binaries,
}: { readonly clock?: Clock; readonly binaries?: string } = {}): Promise<StartedHub> {
  let invitations = 0
  const made = createReachableFolder()
  const folder = join(made.folder, 'hub')
  const port = await freePort()
  const where = ['--address', '127.0.0.1', '--port', String(port), '--folder', folder]
  if (binaries !== undefined) where.push('--binaries', binaries)
  const ran = await runHub(['init', '--name', 'Midlothian Honda', ...where], clock)
  if (ran.code !== 0) {
    made.remove()
    throw new Error(ran.err)
  }
  const run = (clock: Clock, [verb = '', ...args]: readonly string[]) =>
    runHub([verb, '--folder', folder, ...args], clock)
  return {
    folder,
    port,
    run: (...args) => run(systemClock, args),
    runAt: (clock, ...args) => run(clock, args),
    async invite(name) {
      invitations += 1
      const file = join(made.folder, `${invitations}.json`)
      const invited = await run(systemClock, ['invite', name, '--out', file])
      if (invited.code !== 0) throw new Error(invited.err)
      return JSON.parse(readFileSync(file, 'utf8')) as Invitation
    },
    async remove() {
      await run(systemClock, ['stop'])
      made.remove()
    },
  }
}

/** How a desk connects with its invitation. */
export function deskConfig({ hub, desk }: Invitation): pg.ClientConfig {
  return {
    host: hub.address,
    port: hub.port,
    database: hub.database,
    user: desk.role,
    connectionTimeoutMillis: 5_000,
    ssl: { host: hub.address, ca: hub.authority, cert: desk.certificate, key: desk.key, minVersion: 'TLSv1.3' },
  }
}

/** Connects with a configuration, and returns null or the error. */
export async function connectionError(config: pg.ClientConfig): Promise<string | null> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}
