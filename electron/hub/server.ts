import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { refuse, type HubResult } from './problems.ts'
import type { HubPaths, ServerAccount } from './folder.ts'

/* PostgreSQL's own programs: where they are, and how the hub runs them. */

const OLDEST = 15
const NEWEST = 18
const EXE = process.platform === 'win32' ? '.exe' : ''
const START_SECONDS = '60'
/** The sessions of a killed server hold its memory until they notice, and no server starts meanwhile. */
const START_TRIES = 60
const START_PAUSE_MS = 250
const MEMORY_IN_USE = 'is still in use'
/** The last lines of a program's output say why the program failed. */
const MAX_OUTPUT_LINES = 6

/** How to run the programs of a hub. */
export type ServerPrograms = { readonly binaries: string; readonly account: ServerAccount }

/** Returns the folders in which distributions and EDB put PostgreSQL's programs, the newest version first. */
function usualBinaries(env: NodeJS.ProcessEnv): readonly string[] {
  const versions = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => String(NEWEST - index))
  if (process.platform === 'win32') {
    return versions.map((one) => join(env['ProgramFiles'] ?? 'C:\\Program Files', 'PostgreSQL', one, 'bin'))
  }
  if (process.platform === 'darwin') return versions.map((one) => `/Library/PostgreSQL/${one}/bin`)
  return versions.flatMap((one) => [`/usr/lib/postgresql/${one}/bin`, `/usr/pgsql-${one}/bin`])
}

/** Finds PostgreSQL's programs in the named folder alone, else in the usual places. */
export function findBinaries(
  named: string | null,
  env: NodeJS.ProcessEnv,
  usual: readonly string[] = usualBinaries(env),
): HubResult<string> {
  const searched = named === null ? usual : [named]
  const programs = ['initdb', 'pg_ctl', 'postgres']
  const binaries = searched.find((folder) => programs.every((name) => existsSync(join(folder, name + EXE))))
  if (binaries === undefined) return refuse({ code: 'no-server', searched })
  let found
  try {
    found = execFileSync(join(binaries, `postgres${EXE}`), ['--version'], {
      encoding: 'utf8',
      windowsHide: true,
    }).trim()
  } catch {
    return refuse({ code: 'no-rights', path: binaries })
  }
  const major = Number(/\(PostgreSQL\) ([0-9]+)/.exec(found)?.[1])
  return major >= OLDEST && major <= NEWEST
    ? { ok: true, value: binaries }
    : refuse({ code: 'server-version', binaries, found })
}

/** Returns the server's account: `postgres` for root, whom PostgreSQL refuses, else the account of this process. */
export function serverAccount(): HubResult<ServerAccount> {
  if (process.getuid?.() !== 0) return { ok: true, value: null }
  const name = 'postgres'
  try {
    const [uid = NaN, gid = NaN] = ['-u', '-g'].map((of) => Number(execFileSync('id', [of, name], { stdio: 'pipe' })))
    return { ok: true, value: { uid, gid, name } }
  } catch {
    return refuse({ code: 'no-account' })
  }
}

/** Makes the data folder. `passwordFile` holds the superuser's password, which never stands in an argument. */
export function runInitdb(programs: ServerPrograms, paths: HubPaths, passwordFile: string): Promise<HubResult<null>> {
  const args = ['-D', paths.data, '-U', 'postgres', '-k', '-E', 'UTF8', '--locale=C', '--auth=reject']
  return run(programs, 'initdb', [...args, `--pwfile=${passwordFile}`], paths)
}

/** Starts the server and waits until it takes sessions. */
export async function startServer(programs: ServerPrograms, paths: HubPaths): Promise<HubResult<null>> {
  const log = join(paths.log, 'start.log')
  const args = ['start', '-w', '-t', START_SECONDS, '-s', '-D', paths.data, '-l', log]
  for (let tried = 1; ; tried += 1) {
    const before = readLog(log).length
    const started = await run(programs, 'pg_ctl', args, paths)
    const isRefused = !started.ok && readLog(log).slice(before).includes(MEMORY_IN_USE)
    if (!isRefused || tried === START_TRIES) return started
    await pause(START_PAUSE_MS)
  }
}

/** Returns the log of the server's start, or the empty text before the first start. */
function readLog(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

export function stopServer(programs: ServerPrograms, paths: HubPaths): Promise<HubResult<null>> {
  return run(programs, 'pg_ctl', ['stop', '-w', '-s', '-m', 'fast', '-D', paths.data], paths)
}

/** Makes a running server read its configuration and its certificate again. */
export function reloadServer(programs: ServerPrograms, paths: HubPaths): Promise<HubResult<null>> {
  return run(programs, 'pg_ctl', ['reload', '-s', '-D', paths.data], paths)
}

export async function isServerRunning(programs: ServerPrograms, paths: HubPaths): Promise<boolean> {
  return (await run(programs, 'pg_ctl', ['status', '-D', paths.data], paths)).ok
}

/** Runs a program as the server's account, with English messages and without variables of other servers. */
function run(
  { binaries, account }: ServerPrograms,
  name: 'initdb' | 'pg_ctl',
  args: readonly string[],
  { folder }: HubPaths,
): Promise<HubResult<null>> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(PG|LC_|LANG)/.test(key)))
  const step = `${name} ${args[0]?.startsWith('-') === false ? args[0] : ''}`.trim()
  return new Promise((done) => {
    const child = spawn(join(binaries, name + EXE), [...args], {
      cwd: folder,
      env: { ...env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    })
    let output = ''
    const read = (part: Buffer) => (output += part.toString())
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', (error) => done(refuse({ code: 'server-failed', step, detail: error.message })))
    // The server inherits the pipes on Windows, so `close` would wait for the end of the server.
    child.once('exit', (code) => {
      setImmediate(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        if (code === 0) done({ ok: true, value: null })
        else if (/permission denied/i.test(output)) done(refuse({ code: 'no-rights', path: folder }))
        else done(refuse({ code: 'server-failed', step, detail: lastLines(output) || `exit code ${code}` }))
      })
    })
  })
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-MAX_OUTPUT_LINES).join(' / ')
}
