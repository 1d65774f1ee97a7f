import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { attempt, type Outcome } from '../../../build/offline/command.ts'
import { keyringPackages, keyringPrograms } from '../../../build/offline/system.ts'
import { onPath } from '../../../build/setup/npm.mjs'

/** A Linux keyring for tests, on its own D-Bus session and in its own folder, apart from the user's. */

/** The environment with which an Electron finds this keyring and no other. */
type Pointers = { readonly env: Readonly<Record<string, string>>; readonly args: readonly string[] }

export type Keyring = Pointers & {
  /** Locks the keyring, as a session without a password at login does. The keyring cannot be unlocked again. */
  lock(): Promise<void>
  /** Lets the keyring run but answer nothing. */
  stop(): void
  /** Whether the user was asked for the keyring's password. Nobody answers, as if the user had canceled. */
  readonly prompted: () => boolean
  /**
   * Ends the keyring and its D-Bus session. An Electron that is still open in that session crashes, so close Electron
   * first.
   */
  end(): Promise<void>
}

/** The environment for an Electron without a keyring, whatever the machine has. */
export const noKeyring: Pointers = {
  env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  args: ['--password-store=gnome-libsecret'],
}

const START_WITHIN = 20_000
const PASSWORD = 'for this test alone'
const DEFAULT = '/org/freedesktop/secrets/aliases/default'

/** Another user as the owner of the session, because a bus answers only the user who started it. */
type Owner = { readonly uid: number; readonly gid: number }

/**
 * Starts an empty, unlocked keyring for the current user or for `owner`. Names the packages to install if its programs
 * are missing.
 */
export async function startKeyring(owner: Owner | null = null): Promise<Keyring> {
  const as = owner === null ? [] : ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--']
  const absent = keyringPrograms.filter((program) => onPath(program) === null)
  if (absent.length > 0) {
    throw new Error(
      `missing on this system: ${absent.join(', ')}. Install the packages ${keyringPackages.join(' ')}, or run: npm run test:window`,
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-keyring-'))
  const asked = join(folder, 'asked')
  const started: ChildProcess[] = []
  // The keyring ends first and so is gone on return; without its bus the keyring would end later by itself.
  const end = async () => {
    for (const child of started.reverse()) await endChild(child)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const env = { PATH: process.env['PATH'] ?? '', ...homeIn(folder) }
    const config = configure(folder, asked)
    if (owner !== null) await attempt('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
    const send = sender(as)
    const bus = startBus([...as, 'dbus-daemon', `--config-file=${config}`, '--nofork', '--print-address=1'], env)
    started.push(bus.child)
    const address = await bus.address
    const inSession = { ...env, DBUS_SESSION_BUS_ADDRESS: address }
    const [program, ...args] = [...as, 'gnome-keyring-daemon', '--foreground', '--unlock', '--components=secrets']
    const keyring = spawn(program, args, {
      env: inSession,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    started.push(keyring)
    const told = collect(keyring)
    keyring.stdin.on('error', () => {})
    // The keyring reads only the password, so no line end follows.
    keyring.stdin.end(PASSWORD)
    await untilLocked(false, (...question) => send(inSession, ...question), keyring, told)
    return {
      env: { DBUS_SESSION_BUS_ADDRESS: address },
      args: ['--password-store=gnome-libsecret'],
      async lock() {
        await send(inSession, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', [
          `array:objpath:${DEFAULT}`,
        ])
        await untilLocked(true, (...question) => send(inSession, ...question), keyring, told)
      },
      stop: () => void keyring.kill('SIGSTOP'),
      prompted: () => existsSync(asked),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

function homeIn(folder: string): Record<string, string> {
  const below = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    return path
  }
  return {
    HOME: below('home'),
    XDG_DATA_HOME: below('data'),
    XDG_CACHE_HOME: below('cache'),
    XDG_RUNTIME_DIR: below('run'),
  }
}

/**
 * A bus that starts no service of the machine. Its one service replaces the keyring's prompt: it records the request
 * and fails, because with exit code 0 the bus would go on waiting.
 */
function configure(folder: string, asked: string): string {
  const services = join(folder, 'services')
  mkdirSync(services)
  const note = `require("fs").writeFileSync("${asked}","");process.exit(1)`
  writeFileSync(
    join(services, 'prompt.service'),
    `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec="${process.execPath}" -e '${note}'\n`,
  )
  const file = join(folder, 'bus.conf')
  writeFileSync(
    file,
    `<busconfig>
      <type>session</type>
      <listen>unix:path=${join(folder, 'bus')}</listen>
      <auth>EXTERNAL</auth>
      <servicedir>${services}</servicedir>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
    </busconfig>\n`,
  )
  return file
}

// The shell ends the bus when its stdin closes, also when the test is killed, and the keyring ends with its bus.
const GUARD = '"$@" & x=$!; exec >&-; read -r _; kill "$x"; wait "$x"'

function startBus(bus: readonly string[], env: Record<string, string>) {
  const child = spawn('sh', ['-c', GUARD, 'sh', ...bus], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const told = collect(child)
  const address = new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout })
    lines.once('line', resolve)
    lines.once('close', () => reject(new Error(`the D-Bus session did not start: ${told()}`)))
  })
  return { child, address }
}

/** Polls until the keyring answers; one query takes a few milliseconds. */
async function untilLocked(
  locked: boolean,
  ask: (path: string, method: string, args: readonly string[]) => Promise<Outcome>,
  keyring: ChildProcess,
  told: () => string,
): Promise<void> {
  const until = performance.now() + START_WITHIN
  for (;;) {
    const answer = await ask(DEFAULT, 'org.freedesktop.DBus.Properties.Get', [
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    ])
    if (answer.out.includes(`boolean ${locked}`)) return
    if (hasEnded(keyring) || performance.now() > until) {
      throw new Error(`the keyring is not ${locked ? 'locked' : 'open'}: ${told()} ${answer.err}`)
    }
  }
}

function sender(as: readonly string[]) {
  const [program, ...whom] = [...as, 'dbus-send', '--session', '--print-reply', '--reply-timeout=5000']
  return (env: Record<string, string>, path: string, method: string, args: readonly string[]) =>
    attempt(program, [...whom, '--dest=org.freedesktop.secrets', path, method, ...args], { env })
}

function collect(child: ChildProcess): () => string {
  let told = ''
  child.stderr?.on('data', (part: Buffer) => (told += part.toString()))
  return () => told.trim()
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  // The guard of the bus waits on its stdin; the keyring's stdin is closed since its start.
  if (child.stdin?.writable === true) child.stdin.end()
  else child.kill('SIGKILL')
  await ended
}
