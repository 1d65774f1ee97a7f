import { readFileSync } from 'node:fs'
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

type Hub = { readonly settings: HubSettings; readonly paths: HubPaths; readonly programs: ServerPrograms }

/** Starts the server of a hub, and renews its certificates in the last quarter. A running server reads them anew. */
export async function startHub(folder: string, clock: Clock): Promise<HubResult<HubSettings>> {
  const hub = openHub(folder)
  if (!hub.ok) return hub
  const { settings, paths, programs } = hub.value
  const running = await isServerRunning(programs, paths)
  const free = running ? { ok: true as const } : await refuseAddress(settings.address, settings.port)
  if (!free.ok) return free
  try {
    const left = toMillis(certificateEnd(readFileSync(paths.hubCertificate, 'utf8'))) - toMillis(clock.now())
    if (left < RENEW_DAYS * DAY_MS) {
      const authority = readAuthority(paths)
      await renewCertificates(paths, programs.account, { authority, address: settings.address, now: clock.now() })
    }
  } catch {
    return refuse({ code: 'no-rights', path: paths.authority })
  }
  const started = await (running ? reloadServer(programs, paths) : startServer(programs, paths))
  return started.ok ? { ok: true, value: settings } : started
}

/** Stops the server of a hub; a stopped server stays stopped. */
export async function stopHub(folder: string): Promise<HubResult<HubSettings>> {
  const hub = openHub(folder)
  if (!hub.ok) return hub
  const { settings, paths, programs } = hub.value
  if (!(await isServerRunning(programs, paths))) return { ok: true, value: settings }
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
