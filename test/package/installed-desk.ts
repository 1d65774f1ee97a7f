import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex, Readable } from 'node:stream'
import { chromium, type Browser, type Page } from '@playwright/test'
import { inspect } from '../support/processes/inspector.ts'
import { environmentOf, LINK, type User } from './machine.ts'

/* The installed desk, started by its user from the link in the path, with Chromium's sandbox on. */

type Options = {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A file that this start sees in place of the system's bundle of certificates. */
  readonly bundle?: string
}

/** The bundle of certificates of Debian and Ubuntu. */
export const SYSTEM_BUNDLE = '/etc/ssl/certs/ca-certificates.crt'

export type InstalledDesk = {
  readonly pid: number
  /** The text on stderr so far. */
  said(): string
  /** Resolves once this start logs an event, and fails when the desk ends without it. */
  logged(event: string): Promise<void>
  /** Resolves with the first group of a pattern on stderr, and fails when the desk ends without a match. */
  heard(pattern: RegExp): Promise<string>
  /** Chromium's pipe for remote debugging, also present when the desk does not read it. */
  readonly pipe: { readonly to: Duplex; readonly from: Duplex }
  /** Resolves when the desk has ended, by itself or not. */
  readonly ended: Promise<unknown>
  /** Ends the desk with SIGTERM, as a logout does, and waits for the end. */
  end(): Promise<void>
}

/** Milliseconds between two looks at the log or at stderr. */
const LOOK_EVERY = 4
/** Milliseconds after which a desk counts as hanging, far above the time of a slow start. */
const LONGEST = 30_000

export function startInstalled(user: User, { args = [], env = {}, bundle }: Options = {}): InstalledDesk {
  const log = join(user.profile, 'logs/desk.log')
  const before = read(log).length
  const asUser = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', LINK, ...args]
  const mounted = ['-m', 'sh', '-c', `mount --bind "$0" ${SYSTEM_BUNDLE} && exec "$@"`, bundle ?? '', ...asUser]
  const child = spawn(bundle === undefined ? LINK : 'unshare', bundle === undefined ? args : mounted, {
    ...(bundle === undefined ? { uid: user.uid, gid: user.gid } : {}),
    cwd: user.home,
    env: { ...environmentOf(user), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , stderr, to, from] = child.stdio
  if (!(stderr instanceof Readable && to instanceof Duplex && from instanceof Duplex)) throw new Error('no pipes')
  // Writing to a desk that does not read the pipe or has ended is no fault.
  to.on('error', () => {})
  from.on('error', () => {})
  let said = ''
  stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const over = () => child.exitCode !== null || child.signalCode !== null

  const until = <T>(what: string, look: () => T | null): Promise<T> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const timer = setInterval(() => {
        const found = look()
        const hangs = performance.now() - began > LONGEST
        if (found === null && !over() && !hangs) return
        clearInterval(timer)
        if (found !== null) return resolve(found)
        const how = hangs ? 'hangs' : `ended (${child.signalCode ?? child.exitCode})`
        reject(new Error(`the desk ${how} without ${what}:\n${said}`))
      }, LOOK_EVERY)
    })
  return {
    pid: child.pid ?? 0,
    ended,
    said: () => said,
    logged: (event) =>
      until(event, () => (read(log).slice(before).includes(`"event":"${event}"`) ? true : null)).then(() => {}),
    heard: (pattern) => until(String(pattern), () => pattern.exec(said)?.[1] ?? null),
    pipe: { to, from },
    async end() {
      if (!over()) child.kill('SIGTERM')
      // A desk that waits for a debugger reacts to SIGKILL alone.
      const stuck = setTimeout(() => child.kill('SIGKILL'), LONGEST)
      await ended
      clearTimeout(stuck)
    },
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The process ids of the renderers of the desk. */
export function pageProcesses({ uid }: User): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statusOf(pid)['Uid']?.startsWith(`${uid}\t`) === true)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes('--type=renderer'))
}

/** The fields of /proc/PID/status, empty when the process has gone. */
export function statusOf(pid: number): Readonly<Record<string, string>> {
  const lines = read(`/proc/${pid}/status`).split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s+/, 2) as [string, string]))
}

export type DrivenDesk = InstalledDesk & {
  readonly page: Page
  /** Console errors and warnings and page errors; empty in a healthy run. */
  readonly problems: readonly string[]
  /** The value of an expression in the main process, where `require('electron')` gives Electron. */
  inMain(expression: string): Promise<unknown>
  /** Closes the window as a person does, and waits until the desk has ended. */
  close(): Promise<void>
}

/** Starts the E2E variant and takes its page. Chromium's remote debugging needs the open inspector. */
export async function driveInstalled(user: User): Promise<DrivenDesk> {
  const desk = startInstalled(user, { args: ['--inspect=0', '--remote-debugging-port=0'] })
  let browser: Browser | null = null
  try {
    await desk.logged('window-shown')
    browser = await chromium.connectOverCDP(await desk.heard(/DevTools listening on (ws:\S+)/))
    const page = browser.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('the desk shows no page')
    const problems: string[] = []
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) problems.push(`${line.type()}: ${line.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    await page.locator('html[data-desk="ready"]').waitFor({ timeout: 60_000 })
    return {
      ...desk,
      page,
      problems,
      inMain: async (expression) =>
        inspect(await desk.heard(/Debugger listening on (ws:\S+)/), expression, { awaits: true }),
      async close() {
        await page.close()
        await desk.ended
        await browser?.close()
      },
    }
  } catch (error) {
    await browser?.close()
    await desk.end()
    throw error
  }
}
