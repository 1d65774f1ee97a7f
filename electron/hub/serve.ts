import { existsSync, readFileSync, rmSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { toMillis } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import { certificateEnd } from './authority.ts'
import { hubPaths, readAuthority, readHubSettings, type HubPaths, type HubSettings } from './folder.ts'
import { refuseAddress, renewCertificates } from './init.ts'
import { refuse, type HubResult } from './problems.ts'
import { isServerRunning, reloadServer, serverAccount, startServer, stopServer, type ServerPrograms } from './server.ts'

/** `start` renews certificates that end within this time. */
const RENEW_DAYS = 90
const DAY_MS = 86_400_000
/** A server that was killed keeps its process number until the system collects the process. */
const END_TRIES = 120
const END_PAUSE_MS = 250
/** At boot the network comes up later than the jobs of an account. */
const ADDRESS_TRIES = 60
const ADDRESS_PAUSE_MS = 1_000

type Hub = { readonly settings: HubSettings; readonly paths: HubPaths; readonly programs: ServerPrograms }

/** Starts the server of a hub, and renews its certificates in the last quarter. A running server reads them anew. */
export async function startHub(folder: string, clock: Clock): Promise<HubResult<HubSettings>> {
  const hub = openHub(folder)
  if (!hub.ok) return hub
  const { settings, paths, programs } = hub.value
  const free = await refuseAddressAfterBoot(settings)
  if (!free.ok && free.problem.code !== 'port-in-use') return free
  const running = await isServerListening(hub.value, clock)
  if (!running.ok) return running
  if (!free.ok && !running.value) return free
  try {
    const left = toMillis(certificateEnd(readFileSync(paths.hubCertificate, 'utf8'))) - toMillis(clock.now())
    if (left < RENEW_DAYS * DAY_MS) {
      const authority = readAuthority(paths)
      await renewCertificates(paths, programs.account, { authority, address: settings.address, now: clock.now() })
    }
  } catch {
    return refuse({ code: 'no-rights', path: paths.authority })
  }
  const started = await (running.value ? reloadServer(programs, paths) : startServer(programs, paths))
  return started.ok ? { ok: true, value: settings } : started
}

/** As `refuseAddress`, but waits a minute for the address of this PC. */
async function refuseAddressAfterBoot({ address, port }: HubSettings): Promise<HubResult<null>> {
  for (let tried = 1; ; tried += 1) {
    const free = await refuseAddress(address, port)
    if (free.ok || free.problem.code !== 'address-not-here' || tried === ADDRESS_TRIES) return free
    await pause(ADDRESS_PAUSE_MS)
  }
}

/** Stops the server of a hub; a stopped server stays stopped. */
export async function stopHub(folder: string, clock: Clock): Promise<HubResult<HubSettings>> {
  const hub = openHub(folder)
  if (!hub.ok) return hub
  const { settings, paths, programs } = hub.value
  const running = await isServerListening(hub.value, clock)
  if (!running.ok) return running
  if (!running.value) return { ok: true, value: settings }
  const stopped = await stopServer(programs, paths)
  return stopped.ok ? { ok: true, value: settings } : stopped
}

function openHub(folder: string): HubResult<Hub> {
  const settings = readHubSettings(folder)
  if (!settings.ok) return settings
  const account = serverAccount()
  if (!account.ok) return account
  const programs = { binaries: settings.value.binaries, account: account.value }
  return { ok: true, value: { settings: settings.value, paths: hubPaths(folder), programs } }
}

/**
 * Returns whether the server listens. `pg_ctl` looks only for the process number of the lock file, which a killed
 * server keeps for a while and which another program can have after a power cut, so the port decides.
 */
async function isServerListening({ settings, paths, programs }: Hub, clock: Clock): Promise<HubResult<boolean>> {
  for (let tried = 0; tried < END_TRIES; tried += 1) {
    if (!(await isServerRunning(programs, paths))) return { ok: true, value: false }
    const free = await refuseAddress(settings.address, settings.port)
    if (!free.ok) return { ok: true, value: true }
    if (isOlderThanBoot(paths, clock)) {
      removeLockFiles(paths, settings)
      return { ok: true, value: false }
    }
    await pause(END_PAUSE_MS)
  }
  return refuse({ code: 'server-stuck', process: readLockFile(paths).process, lockFile: paths.lockFile })
}

/** Removes the lock files of a server that no longer exists: they stop each start while a program has its number. */
function removeLockFiles({ lockFile, socket }: HubPaths, { port }: HubSettings): void {
  for (const file of [join(socket, `.s.PGSQL.${port}.lock`), lockFile]) rmSync(file, { force: true })
}

/** Returns whether the system started after the server of the lock file, which therefore no longer exists. */
function isOlderThanBoot(paths: HubPaths, clock: Clock): boolean {
  return readLockFile(paths).startedAtMs < toMillis(clock.now()) - uptime() * 1000
}

/** Returns NaN for the start of a server whose lock file is gone. */
function readLockFile({ lockFile }: HubPaths): { readonly process: string; readonly startedAtMs: number } {
  const text = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : ''
  const [process = '', , startedAt = 'unknown'] = text.split('\n')
  return { process, startedAtMs: Number(startedAt) * 1000 }
}
