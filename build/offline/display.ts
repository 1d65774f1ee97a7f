import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'

import { SetupStop } from '../setup/console.mjs'
import { lastLines } from './command.ts'
import { REPO_ROOT } from '../paths.ts'
import { windowRuntime } from './runtime-record.ts'
import { hasScreen, isRoot } from './system.ts'

type Env = Record<string, string>

export interface LaunchSpec {
  readonly exe: string
  /** Arguments that stand before the app folder and the app's own arguments. */
  readonly args: readonly string[]
  readonly env: Env
  /** The reason why Chromium's sandbox is off, worded to follow "because". Null if the sandbox is on. */
  readonly sandboxOff: string | null
  readonly version: string
  readonly source: 'official' | 'fallback'
}

/** Returns how to start the Electron that the set-up provided. Throws a `SetupStop` if no set-up has provided one. */
export function launchSpec(): LaunchSpec {
  const { exe, version, source } = windowRuntime()
  const sandboxOff = reasonForNoSandbox(exe)
  return { exe, version, source, sandboxOff, args: sandboxOff ? ['--no-sandbox'] : [], env: environment() }
}

/**
 * Returns the environment without ELECTRON_RUN_AS_NODE, which turns Electron into plain Node, and without NODE_OPTIONS.
 * Editors set both in their terminals.
 */
function environment(): Env {
  const { ELECTRON_RUN_AS_NODE: _plain, NODE_OPTIONS: _options, ...rest } = process.env
  const entries = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

function reasonForNoSandbox(exe: string): string | null {
  if (process.platform !== 'linux') return null
  if (isRoot) return 'Chromium refuses to run it as root'
  // Chromium needs either user namespaces or its helper owned by root with the setuid bit.
  const helper = statSync(path.join(path.dirname(exe), 'chrome-sandbox'), { throwIfNoEntry: false })
  if (helper?.uid === 0 && (helper.mode & 0o4000) !== 0) return null
  const forbidden =
    kernel('kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    kernel('kernel/unprivileged_userns_clone') === '0' ||
    kernel('user/max_user_namespaces') === '0'
  return forbidden ? 'this system lets no ordinary program make the namespaces that it needs' : null
}

function kernel(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return null
  }
}

export interface Display {
  /** Variables to add to the environment of a program that opens a window. */
  readonly env: Env
  /** The number of the virtual display, like ":99". Null on the user's screen. */
  readonly virtual: string | null
}

/**
 * Runs `work` on the user's screen or, on Linux without a screen, on a virtual display that ends with `work`. `apart`
 * takes a virtual display whenever Xvfb is installed, so that tests open no windows on the user's screen.
 */
export async function withDisplay<T>(
  work: (display: Display) => Promise<T>,
  { apart = false }: { readonly apart?: boolean } = {},
): Promise<T> {
  if (process.platform !== 'linux') return work({ env: {}, virtual: null })
  const { xvfb } = windowRuntime()
  if (hasScreen() && !(apart && xvfb)) return work({ env: {}, virtual: null })
  if (!xvfb) throw new SetupStop('there is no screen and no Xvfb. Run: node build/setup.mjs')
  const { guard, number } = await startXvfb(xvfb)
  try {
    // An empty WAYLAND_DISPLAY keeps Electron from looking for a compositor.
    return await work({ env: { DISPLAY: `:${number}`, WAYLAND_DISPLAY: '' }, virtual: `:${number}` })
  } finally {
    await endXvfb(guard)
  }
}

// This shell script ends Xvfb when stdin closes, so a killed parent leaves no Xvfb behind. Script and Xvfb run in a
// separate session, because Ctrl+C in the terminal must reach the app and not its display.
const guardScript = '"$@" & x=$!; exec 3>&-; read -r _; kill "$x"; wait "$x"'

async function startXvfb(xvfb: string): Promise<{ readonly guard: ChildProcess; readonly number: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1366x768x24', '-nolisten', 'tcp']
  const guard = spawn('sh', ['-c', guardScript, 'sh', xvfb, ...args], {
    cwd: REPO_ROOT,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })
  let told = ''
  guard.stderr?.on('data', (part: Buffer) => (told += part.toString()))
  const number = await new Promise<string>((done) => {
    const answers = guard.stdio[3] as Readable
    let answer = ''
    answers.on('data', (part: Buffer) => {
      answer += part.toString()
      if (answer.includes('\n')) done(answer.trim())
    })
    answers.once('end', () => done(answer.trim()))
    guard.once('error', () => done(''))
  })
  if (number) return { guard, number }
  await endXvfb(guard)
  throw new SetupStop(`Xvfb did not start:\n${lastLines(told, 6)}`)
}

function endXvfb(guard: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (guard.exitCode !== null || guard.signalCode !== null || guard.pid === undefined) return done()
    guard.once('close', () => done())
    guard.stdin?.end()
  })
}
