import Sqlite from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { launchSpec } from '../../../build/offline/display.ts'
import { writeDeskFile } from '../../support/builders/settings-file.ts'
import { noKeyring } from '../../support/fakes/keyring.ts'
import { killWhole } from '../../support/page/window.ts'
import { copyStore, type Size, type StoreCopy } from '../data/stores.ts'
import { NOW } from '../data/generator.ts'
import { processesOf, type Process } from './processes.ts'

/* The built desk and an empty app, started as a person starts them and worked through support/remote.cjs. */

const ROOT = join(import.meta.dirname, '../../..')
const OUT = join(ROOT, 'out/bench')
const REMOTE = join(import.meta.dirname, 'remote.cjs')
const SET_CLOCK = join(ROOT, 'test/support/processes/set-clock.cjs')

/** An address without a listener. */
const NO_PROVIDER = { address: 'http://127.0.0.1:9', token: 'a-token' }

/** A window that another app covers draws no frame, and two measured apps cover each other. */
const DRAW_COVERED = '--disable-backgrounding-occluded-windows'

/** Moments of a start in milliseconds since the spawn; a point that the app does not pass is absent. */
export type Marks = Readonly<
  Partial<Record<'first' | 'loaded' | 'ready' | 'opening' | 'opened' | 'created' | 'dom' | 'shown', number>>
>

export type Key = { readonly key: string; readonly modifiers?: readonly ('control' | 'shift')[] }

export type RunningApp = {
  /** Resolves once the window has reached the point. */
  reached(point: 'dom' | 'shown'): Promise<void>
  marks(): Promise<Marks>
  /** The channel and the milliseconds within the main process of each call of the page since the last question. */
  calls(): Promise<readonly (readonly [channel: string, ms: number])[]>
  /** The memory of Node in the main process, in bytes. */
  heap(): Promise<NodeJS.MemoryUsage>
  /** Presses keys, then runs an expression in the page. A promise as its value is awaited. */
  work<T>(order: { readonly keys?: readonly Key[]; readonly script?: string }): Promise<T>
  /** Milliseconds since the spawn of a moment of the page, which is `performance.timeOrigin + performance.now()`. */
  sinceSpawn(moment: number): number
  processes(): readonly Process[]
  quit(): Promise<void>
}

type StartOptions = {
  /** The folder of the app. Default: the desk of this checkout. */
  readonly root?: string
  readonly folder: string
  /** Where the clock of the app begins. Null is the time of the machine. */
  readonly clock?: string | null
}

type Told = { readonly id?: number; readonly value?: unknown; readonly error?: string; readonly reached?: string }

export function startApp({ root = ROOT, folder, clock = NOW }: StartOptions): RunningApp {
  const spec = launchSpec()
  const preloads = [...(clock === null ? [] : [SET_CLOCK]), REMOTE].flatMap((script) => ['-r', script])
  const spawned = performance.timeOrigin + performance.now()
  const args = [...spec.args, ...noKeyring.args, DRAW_COVERED, ...preloads, root, `--user-data-dir=${folder}`]
  const child = spawn(spec.exe, args, {
    env: {
      ...spec.env,
      ...noKeyring.env,
      DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent',
      LANEKEEPER_CLOCK: clock ?? '',
      NODE_ENV: 'production',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const answers = new Map<number, (told: Told) => void>()
  const points = new Map<string, () => void>()
  const reached = Object.fromEntries(
    ['dom', 'shown'].map((name) => [name, new Promise<void>((resolve) => points.set(name, resolve))]),
  )
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('bench:')) return
    const told = JSON.parse(line.slice(6)) as Told
    if (told.reached !== undefined) points.get(told.reached)?.()
    else answers.get(told.id ?? -1)?.(told)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) killWhole(child)
  }
  onTestFinished(kill)
  const orElse = <T>(work: Promise<T>) =>
    Promise.race([work, ended.then(() => Promise.reject(new Error(`the app ended:\n${said}`)))])
  let last = 0
  const ask = (order: object) => {
    last += 1
    const id = last
    child.stdin.write(`${JSON.stringify({ id, ...order })}\n`)
    const answer = new Promise<unknown>((resolve, reject) =>
      answers.set(id, ({ value, error }) => (error === undefined ? resolve(value) : reject(new Error(error)))),
    )
    return orElse(answer)
  }
  return {
    reached: (point) => orElse(reached[point] ?? Promise.resolve()),
    async marks() {
      const found = (await ask({ told: 'marks' })) as Record<string, number>
      return Object.fromEntries(Object.entries(found).map(([name, at]) => [name, at - spawned]))
    },
    calls: () => ask({ told: 'calls' }) as ReturnType<RunningApp['calls']>,
    heap: () => ask({ told: 'heap' }) as Promise<NodeJS.MemoryUsage>,
    work: <T>(order: object) => ask(order) as Promise<T>,
    sinceSpawn: (moment) => moment - spawned,
    processes: () => processesOf(child.pid ?? 0),
    async quit() {
      // The desk asks no question about unsent bookings at this signal.
      child.kill('SIGTERM')
      const late = setTimeout(kill, 20_000)
      await ended
      clearTimeout(late)
    },
  }
}

const EMPTY_MAIN = `const { app, BrowserWindow } = require('electron')
app.on('window-all-closed', () => app.quit())
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1366, height: 768, show: false })
  window.once('ready-to-show', () => window.show())
  // Chromium sometimes leaves a hidden window unpainted.
  setTimeout(() => window.show(), 3000)
  window.loadFile('index.html')
})
`

/** Makes the empty app: one window with a page of one input. Returns its folder. */
export function makeEmptyApp(): string {
  const folder = join(OUT, 'empty-app')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty-app", "version": "1.0.0", "main": "main.cjs" }\n')
  writeFileSync(join(folder, 'main.cjs'), EMPTY_MAIN)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><input type="search" autofocus>\n')
  return folder
}

/** An empty data folder, removed by `end`. */
export function emptyFolder(name: string): { readonly folder: string; end(): void } {
  const folder = join(OUT, 'work', `${name}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { folder, end: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

/** A data folder of a desk with so many moves, all of its provider. */
export function filledFolder(size: Size, name: string, { address, token } = NO_PROVIDER): StoreCopy {
  const copy = copyStore(size, name)
  const db = new Sqlite(join(copy.folder, 'desk.db'))
  db.prepare('UPDATE outbox SET provider_address = ?').run(address)
  db.close()
  writeDeskFile(copy.folder, { address, token, profile: 'baseline' })
  return copy
}

/** An expression that waits for a condition of the page, then for the frame that shows it, and returns the moment. */
export function painted(condition: string, first = ''): string {
  return `new Promise((resolve) => {
    ${first}
    const look = () => {
      if (!(${condition})) return void requestAnimationFrame(look)
      setTimeout(() => resolve(performance.timeOrigin + performance.now()))
    }
    requestAnimationFrame(look)
  })`
}

/** Minutes that a bench runs; `LANEKEEPER_BENCH_MINUTES` shortens them while a bench is built. */
export function minutesOf(usual: number): number {
  return Number(process.env['LANEKEEPER_BENCH_MINUTES'] ?? usual)
}

export const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Resolves once the page has a search box: in the desk, once the desk is open. */
export async function ready(app: RunningApp): Promise<void> {
  await app.reached('dom')
  await app.work({ script: painted(`document.querySelector('input[type="search"]') !== null`) })
}
