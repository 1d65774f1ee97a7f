import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries, serverAccount } from '../../../electron/hub/server.ts'
import { memoryFolder } from '../fixtures/temporary-folder.ts'
import { freezeFamily } from '../processes/process-table.ts'
import { freePort } from './places.ts'

const START_MS = 20_000

/** A PostgreSQL server of its own, with its data in a temporary folder, which is in memory where that is possible. */
export type PostgresServer = {
  readonly address: string
  readonly port: number
  /** Settings of a connection of the superuser, over the unix socket. */
  readonly superuser: pg.ClientConfig
  start(): Promise<void>
  /** Ends the server by a signal: `SIGINT` ends the sessions first, `SIGKILL` leaves a crash behind. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Stops all processes of the server, which keep their connections and answer nothing until `thaw` or the end. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

export type ServerFiles = { readonly authority: string; readonly cert: string; readonly key: string }

/** Where a server runs: an address, and the prefix of a command that runs there. */
export type ServerHost = { readonly address: string; readonly through: readonly string[] }

const THIS_HOST: ServerHost = { address: '127.0.0.1', through: [] }

export type ServerPlace = {
  readonly host?: ServerHost | null
  /** The folder for the data, which the caller removes. */
  readonly folder?: string | null
}

/** Makes the data folder of a server that takes desks by TLS 1.3 and a client certificate, and starts the server. */
export async function createPostgres(
  tls: ServerFiles,
  { host, folder: given = null }: ServerPlace = {},
): Promise<PostgresServer> {
  const { address, through } = host ?? THIS_HOST
  // The soak of the board names the folder of another version.
  const binaries = findBinaries(process.env['LANEKEEPER_HUB_BINARIES'] ?? null, process.env)
  const found = serverAccount()
  if (!binaries.ok || !found.ok) {
    throw new Error('The tests of the hub need PostgreSQL 15 to 18. On Debian install it by "apt install postgresql".')
  }
  const account = found.value
  const { folder, remove } = given === null ? memoryFolder() : { folder: given, remove() {} }
  const at = (name: string) => join(folder, name)
  const give = (file: string) => (account === null ? undefined : chownSync(file, account.uid, account.gid))
  const write = (name: string, text: string) => {
    writeFileSync(at(name), text, { mode: 0o600 })
    give(at(name))
  }
  const port = await freePort()
  mkdirSync(at('data'))
  for (const name of [folder, at('data')]) give(name)
  write('ca.pem', tls.authority)
  write('hub.pem', tls.cert)
  write('hub.key', tls.key)
  const runAs = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups']
  const [command, ...before] = account === null ? [] : runAs
  const programOf = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
    command === undefined
      ? [join(binaries.value, program), args]
      : [command, [...before, join(binaries.value, program), ...args]]
  const options = '-U postgres -E UTF8 --locale=C --auth=reject --no-sync'.split(' ')
  const [init, initArgs] = programOf('initdb', ['-D', at('data'), ...options])
  execFileSync(init, initArgs, { stdio: 'pipe', cwd: '/' })
  write('data/pg_hba.conf', 'local all postgres peer map=hub\nhostssl board +desk samenet cert\n')
  write(
    'data/pg_ident.conf',
    [...new Set(['postgres', userInfo().username])].map((user) => `hub ${user} postgres\n`).join(''),
  )
  write('data/postgresql.auto.conf', configOf(folder, address, port))

  const superuser = { host: folder, port, user: 'postgres', database: 'board' }
  let server: ChildProcess | null = null
  let thaw = () => {}
  const started = async (until = performance.now() + START_MS): Promise<void> => {
    const [program, args] = programOf('postgres', ['-D', at('data')])
    const [run = program, ...runArgs] = [...through, program, ...args]
    const child = spawn(run, runArgs, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
    let log = ''
    child.stderr.on('data', (data: Buffer) => (log += data.toString()))
    server = child
    if (await isAnswering({ ...superuser, database: 'postgres' }, child, until)) return
    // The sessions of a killed server end a little later than that server.
    if (!log.includes('is still in use') || performance.now() > until)
      throw new Error(`PostgreSQL did not start:\n${log}`)
    await pause()
    return started(until)
  }
  const stopped = async (signal: 'SIGINT' | 'SIGKILL') => {
    const child = server
    server = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    // A frozen process ends once it goes on.
    thaw()
    await ended
  }
  try {
    await started()
  } catch (error) {
    await stopped('SIGKILL')
    remove()
    throw error
  }
  return {
    address,
    port,
    superuser,
    start: () => started(),
    stop: stopped,
    freeze() {
      if (server?.pid === undefined) throw new Error('the server does not run')
      thaw = freezeFamily(server.pid)
    },
    thaw: () => thaw(),
    async remove() {
      await stopped('SIGINT')
      remove()
    },
  }
}

function configOf(folder: string, address: string, port: number): string {
  const at = (name: string) => join(folder, name)
  return [
    `listen_addresses = '${address}'`,
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    `ssl = on`,
    `ssl_ca_file = '${at('ca.pem')}'`,
    `ssl_cert_file = '${at('hub.pem')}'`,
    `ssl_key_file = '${at('hub.key')}'`,
    `ssl_min_protocol_version = 'TLSv1.3'`,
    `fsync = on`,
    `shared_buffers = 32MB`,
    `max_connections = 60`,
    '',
  ].join('\n')
}

/** Waits until the server answers; false if the server ended or did not answer in time. */
async function isAnswering(config: pg.ClientConfig, server: ChildProcess, until: number): Promise<boolean> {
  while (server.exitCode === null && performance.now() < until) {
    const client = new pg.Client(config)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await pause()
    }
  }
  return false
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
