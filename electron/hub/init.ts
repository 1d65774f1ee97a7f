import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, networkInterfaces, userInfo } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { errorCode } from '../platform/log-events.ts'
import { networkDriveOf } from '../platform/network-drive.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { createAuthority, issueCertificate } from './authority.ts'
import { randomText } from './random-text.ts'
import { refuse, type HubResult } from './problems.ts'
import {
  hubPaths,
  makeHubFolders,
  refuseUsedFolder,
  writePrivateFile,
  writeServerFile,
  type HubPaths,
  type HubSettings,
} from './folder.ts'
import { findBinaries, runInitdb, serverAccount, startServer, stopServer, type ServerPrograms } from './server.ts'
import { configPaths, hubConfig, hubHba, hubIdent, OPERATOR, SETUP_HBA, setupConfig } from './server-config.ts'
import { withOperator, withSetupSession } from './session.ts'
import { applySteps } from './schema-steps.ts'
import { HUB_STEPS } from './schema.ts'
import operatorSql from './operator.sql?raw'
import type { HubCommand } from './options.ts'

/** Characters of the superuser's password, with 5 random bits each. */
const PASSWORD_LENGTH = 40
/** The socket's path has at most 107 bytes, and its name in the folder takes 26. */
const MAX_FOLDER_BYTES = 80

type Init = Extract<HubCommand, { readonly verb: 'init' }>

/** Makes a hub in an empty folder and starts it. A refusal leaves the folder as it was. */
export async function initHub(
  wanted: Init,
  { clock, random, env }: { readonly clock: Clock; readonly random: Random; readonly env: NodeJS.ProcessEnv },
): Promise<HubResult<HubSettings>> {
  const { folder, address, port } = wanted
  const unused = refuseUsedFolder(folder)
  if (!unused.ok) return unused
  if (Buffer.byteLength(folder) > MAX_FOLDER_BYTES) return refuse({ code: 'folder-too-long', folder })
  if (networkDriveOf(folder) !== null) return refuse({ code: 'folder-on-share', folder })
  const free = await refuseAddress(address, port)
  if (!free.ok) return free
  const binaries = findBinaries(wanted.binaries, env)
  if (!binaries.ok) return binaries
  const account = serverAccount()
  if (!account.ok) return account
  const programs = { binaries: binaries.value, account: account.value }
  const paths = hubPaths(folder)
  const isNew = !existsSync(folder)
  let made: HubResult<HubSettings>
  try {
    made = await make(wanted, programs, paths, { clock, random })
  } catch (error) {
    made = ['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))
      ? refuse({ code: 'no-rights', path: folder })
      : refuse({ code: 'server-failed', step: 'init', detail: error instanceof Error ? error.message : String(error) })
  }
  if (!made.ok) {
    if (existsSync(paths.lockFile)) await stopServer(programs, paths)
    clear(folder, isNew)
  }
  return made
}

async function make(
  { rooftop, address, port }: Init,
  programs: ServerPrograms,
  paths: HubPaths,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<HubResult<HubSettings>> {
  const { account } = programs
  makeHubFolders(paths, account)
  await writeCertificates(paths, programs, { rooftop, address, clock })

  const password = randomText(random, PASSWORD_LENGTH)
  const passwordFile = join(paths.serverTls, 'setup-password')
  writeServerFile(passwordFile, password, account)
  const initialized = await runInitdb(programs, paths, passwordFile)
  rmSync(passwordFile)
  if (!initialized.ok) return initialized

  const config = configPaths(paths)
  const setupPort = await freeLoopbackPort()
  writeServerFile(config.config, setupConfig(setupPort), account)
  writeServerFile(config.hba, SETUP_HBA, account)
  const begun = await startServer(programs, paths)
  if (!begun.ok) return begun
  const hubId = await buildDatabase({ port: setupPort, password })
  const ended = await stopServer(programs, paths)
  if (!ended.ok) return ended

  writeServerFile(config.config, hubConfig(paths, { address, port }), account)
  writeServerFile(config.hba, hubHba(), account)
  writeServerFile(config.ident, hubIdent(['root', account?.name ?? userInfo().username]), account)
  const started = await startServer(programs, paths)
  if (!started.ok) return started
  const reached = await withOperator({ address, port }, paths, ({ client }) => client.query('SELECT 1'))
  if (!reached.ok) return reached
  const { binaries } = programs
  const settings: HubSettings = { version: 1, hubId, rooftop, address, port, binaries, createdAt: clock.now() }
  writePrivateFile(paths.settings, `${JSON.stringify(settings, null, 2)}\n`)
  return { ok: true, value: settings }
}

async function writeCertificates(
  paths: HubPaths,
  { account }: ServerPrograms,
  { rooftop, address, clock }: { readonly rooftop: string; readonly address: string; readonly clock: Clock },
): Promise<void> {
  const authority = await createAuthority(rooftop, clock.now())
  writePrivateFile(paths.authorityKey, authority.key)
  writeServerFile(paths.authorityCertificate, authority.certificate, account)
  await renewCertificates(paths, account, { authority, address, now: clock.now() })
}

/** Makes new certificates of the hub and the operator. The desks trust the authority, so they notice nothing. */
export async function renewCertificates(
  paths: HubPaths,
  account: ServerPrograms['account'],
  {
    authority,
    address,
    now,
  }: {
    readonly authority: Parameters<typeof issueCertificate>[0]
    readonly address: string
    readonly now: ReturnType<Clock['now']>
  },
): Promise<void> {
  const names = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(hostname()) ? [hostname()] : []
  const server = { addresses: [address], names }
  const hub = await issueCertificate(authority, { commonName: address, server, now })
  writeServerFile(paths.hubKey, hub.key, account)
  writeServerFile(paths.hubCertificate, hub.certificate, account)
  const operator = await issueCertificate(authority, { commonName: OPERATOR, server: null, now })
  writePrivateFile(paths.operatorKey, operator.key)
  writePrivateFile(paths.operatorCertificate, operator.certificate)
}

/** Makes database, schema and roles, and takes the superuser's password away. Returns the id of the hub. */
async function buildDatabase(login: { readonly port: number; readonly password: string }): Promise<string> {
  await withSetupSession({ ...login, database: 'postgres' }, (client) => client.query('CREATE DATABASE board'))
  return withSetupSession({ ...login, database: 'board' }, async (client: pg.Client) => {
    await applySteps(client, HUB_STEPS)
    await client.query(`BEGIN; ${operatorSql}; COMMIT`)
    const { rows } = await client.query<{ hub_id: string }>('SELECT hub_id FROM board.hub')
    await client.query('ALTER ROLE postgres PASSWORD NULL')
    return rows[0]?.hub_id ?? ''
  })
}

/** Returns why the server cannot listen at an address: another PC has the address, or a program has the port. */
export function refuseAddress(address: string, port: number): Promise<HubResult<null>> {
  const here = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one?.family === 'IPv4' ? [one.address] : []))
  if (!here.includes(address)) return Promise.resolve(refuse({ code: 'address-not-here', address, here }))
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(refuse({ code: 'port-in-use', address, port })))
    server.listen(port, address, () => server.close(() => done({ ok: true, value: null })))
  })
}

function freeLoopbackPort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => (at === null || typeof at === 'string' ? fail(new Error('no port')) : done(at.port)))
    })
  })
}

/** Removes what a failed `init` made; a folder that was there stays. */
function clear(folder: string, isNew: boolean): void {
  if (isNew) rmSync(folder, { recursive: true, force: true })
  else for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
