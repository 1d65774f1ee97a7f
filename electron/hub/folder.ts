import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../platform/log-events.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import { refuse, type HubResult } from './problems.ts'
import type { CertifiedKey } from './authority.ts'
import type { UtcInstant } from '../../shared/time/time.ts'

/** The account that the server runs as; null for the account of this process. */
export type ServerAccount = { readonly uid: number; readonly gid: number; readonly name: string } | null

/** Where the files of a hub are. */
export type HubPaths = ReturnType<typeof hubPaths>

export function hubPaths(folder: string) {
  const at = (...names: readonly string[]) => join(folder, ...names)
  return {
    folder,
    settings: at('hub.json'),
    data: at('data'),
    /** PostgreSQL's file with the process number and the start of the server, in seconds since 1970. */
    lockFile: at('data', 'postmaster.pid'),
    socket: at('socket'),
    log: at('log'),
    serverTls: at('tls'),
    authorityCertificate: at('tls', 'authority.pem'),
    hubCertificate: at('tls', 'hub.pem'),
    hubKey: at('tls', 'hub.key'),
    /** This folder is closed to the server, so that a server that was broken into cannot admit desks. */
    authority: at('authority'),
    authorityKey: at('authority', 'authority.key'),
    operatorCertificate: at('authority', 'operator.pem'),
    operatorKey: at('authority', 'operator.key'),
    invitations: at('invitations'),
  }
}

/** The facts of a hub, in `hub.json`. */
export type HubSettings = {
  readonly version: 1
  readonly hubId: string
  readonly rooftop: string
  readonly address: string
  readonly port: number
  readonly binaries: string
  readonly createdAt: UtcInstant
}

/** Returns the hub's folder without `--folder`. */
export function defaultHubFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env['ProgramData'] ?? 'C:\\ProgramData', 'Lanekeeper Hub')
  if (process.getuid?.() === 0) return '/var/lib/lanekeeper-hub'
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'lanekeeper-hub')
}

/** Reads the facts of the hub in a folder. */
export function readHubSettings(folder: string): HubResult<HubSettings> {
  try {
    const read = JSON.parse(readFileSync(hubPaths(folder).settings, 'utf8')) as HubSettings
    return read.version === 1 ? { ok: true, value: read } : refuse({ code: 'no-hub', folder })
  } catch (error) {
    const isRefused = ['EACCES', 'EPERM'].includes(errorCode(error))
    return refuse(isRefused ? { code: 'no-rights', path: folder } : { code: 'no-hub', folder })
  }
}

/** Returns why `init` must not use a folder: the folder holds a hub or anything else. */
export function refuseUsedFolder(folder: string): HubResult<null> {
  const found = readHubSettings(folder)
  if (found.ok) return refuse({ code: 'hub-exists', folder, rooftop: found.value.rooftop })
  if (found.problem.code === 'no-rights') return found
  try {
    return readdirSync(folder).length === 0 ? { ok: true, value: null } : refuse({ code: 'folder-not-empty', folder })
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
        return { ok: true, value: null }
      case 'ENOTDIR':
        return refuse({ code: 'folder-not-empty', folder })
      default:
        return refuse({ code: 'no-rights', path: folder })
    }
  }
}

/** Makes the empty folders of a hub, closed to every other account. Throws Node's errors. */
export function makeHubFolders(paths: HubPaths, account: ServerAccount): void {
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 })
  chmodSync(paths.folder, 0o700)
  for (const folder of [paths.data, paths.socket, paths.log, paths.serverTls, paths.authority, paths.invitations]) {
    mkdirSync(folder, { mode: 0o700 })
  }
  for (const folder of [paths.folder, paths.data, paths.socket, paths.log, paths.serverTls]) give(folder, account)
  if (process.platform === 'win32') closeOnWindows(paths.folder)
}

/** Writes a file of the server, readable by the server's account alone. */
export function writeServerFile(path: string, text: string, account: ServerAccount): void {
  writeFileAtomic(path, text, 0o600)
  give(path, account)
}

/** Writes a file that the server may not read. */
export function writePrivateFile(path: string, text: string): void {
  writeFileAtomic(path, text, 0o600)
}

/** Writes a file that must not exist yet. */
export function writeNewPrivateFile(path: string, text: string): HubResult<null> {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true })
    return { ok: true, value: null }
  } catch (error) {
    return refuse(errorCode(error) === 'EEXIST' ? { code: 'file-exists', path } : { code: 'no-rights', path })
  }
}

/** Reads the rooftop's authority. Throws Node's errors. */
export function readAuthority(paths: HubPaths): CertifiedKey {
  return {
    certificate: readFileSync(paths.authorityCertificate, 'utf8'),
    key: readFileSync(paths.authorityKey, 'utf8'),
  }
}

function give(path: string, account: ServerAccount): void {
  if (account !== null) chownSync(path, account.uid, account.gid)
}

/** Leaves the folder to this account, the system, administrators and NetworkService, under which services run. */
function closeOnWindows(folder: string): void {
  const rights = ['*S-1-5-18', '*S-1-5-32-544', '*S-1-5-20', userInfo().username]
  const grants = rights.map((account) => `${account}:(OI)(CI)F`)
  execFileSync('icacls', [folder, '/inheritance:r', '/grant:r', ...grants], { stdio: 'ignore', windowsHide: true })
}
