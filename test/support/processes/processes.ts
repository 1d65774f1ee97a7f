import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { build } from 'vite'
import { zipCodes } from '../../../build/zip-codes/plugin.ts'
import type { ChildLine, ChildOrder } from './desk.ts'
import type { MendingOrder } from './recovering-desk.ts'
import type { ZonedTime } from '../../../shared/time/time.ts'
import { planting, type Patch } from '../mutations/planted.ts'
import { isStopped } from './process-table.ts'

/** Separate processes for tests that kill one side and let the other side judge. */

const ROOT = join(import.meta.dirname, '../../..')
/** Each worker of vitest has a folder of its own, because a build empties its folder. */
const OUT = join(ROOT, 'out/test/children', process.env['VITEST_POOL_ID'] ?? 'alone')

/** The practice service of the desk's build, for tests without a build of their own. */
export const BUILT_PRACTICE = join(ROOT, 'dist/main/practice.js')

/** The scripts of a desk and a practice service from one build. */
export type Children = { readonly desk: string; readonly mending: string; readonly practice: string }

const CHILDREN = childrenIn(OUT)

function childrenIn(folder: string): Children {
  return { desk: join(folder, 'desk.js'), mending: join(folder, 'mending.js'), practice: join(folder, 'practice.js') }
}

/** Builds the desk process and the practice service from the current sources. */
export async function buildChildren(): Promise<Children> {
  return buildInto(OUT, [])
}

/** As `buildChildren`, from sources with a planted fault. */
export async function buildPlanted(name: string, patches: readonly Patch[]): Promise<Children> {
  return buildInto(join(ROOT, 'out/test/planted', name), patches)
}

async function buildInto(outDir: string, patches: readonly Patch[]): Promise<Children> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [planting(ROOT, patches), zipCodes],
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          desk: join(ROOT, 'test/support/processes/desk.ts'),
          mending: join(ROOT, 'test/support/processes/recovering-desk.ts'),
          practice: join(ROOT, 'electron/practice/cli.ts'),
          'integrity-worker': join(ROOT, 'electron/store/maintenance/integrity-worker.ts'),
          'migrate-worker': join(ROOT, 'test/support/processes/migrate-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return childrenIn(outDir)
}

const living = new Set<ChildProcess>()
process.once('exit', () => living.forEach((child) => child.kill('SIGKILL')))

/** A process that a failed test left running ends with the test process and does not keep that process alive. */
function endWithUs(child: ChildProcess): void {
  living.add(child)
  child.once('exit', () => living.delete(child))
  child.unref()
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref()
}

export type PracticeProcess = {
  readonly url: string
  readonly token: string
  /** Stops the process, which takes connections and answers nothing until `thaw`. */
  freeze(): void
  thaw(): void
  end(): Promise<void>
}

/** A practice service in a process of its own, known by the line that it prints. */
export async function startPracticeProcess(
  file: string,
  {
    script = CHILDREN.practice,
    token = 'judge-token',
    more = [],
  }: { readonly script?: string; readonly token?: string; readonly more?: readonly string[] } = {},
): Promise<PracticeProcess> {
  const args = [script, '--port', '0', '--token', token, '--db', file, ...more]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  endWithUs(child)
  // A caller that awaits this child may have nothing else that keeps its process alive.
  child.ref()
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string),
    ended.then(() => null),
  ])
  if (line === null) throw new Error('the practice service ended before it listened')
  child.unref()
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    token,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async end() {
      child.ref()
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

export type DeskProcess = {
  readonly lines: readonly ChildLine[]
  book(booking: unknown): void
  /** Requests the cancellation of every move of a booking. */
  cancel(bookingId: string): void
  /** Gives a booking another time. */
  reschedule(bookingId: string, time: ZonedTime): void
  changeSettings(change: unknown): void
  /** Takes the bookings of a desk of the board over. */
  takeOver(role: string): void
  /** Takes one booking of another desk of the board over. */
  takeBooking(bookingId: string): void
  /** Hands over what the desk has not sent, or takes that back. */
  handOver(isBack?: boolean): void
  /** Waits for a line, past or future; false if the process ended without that line. */
  heard(match: (line: ChildLine) => boolean): Promise<boolean>
  /** Waits until a condition holds, checked after each line; false if the process ended first. */
  until(holds: () => boolean): Promise<boolean>
  kill(): void
  /** Stops the process, which notices nothing, until `thaw`. */
  freeze(): void
  /** True for a process that stopped itself or was stopped. */
  isFrozen(): boolean
  thaw(): void
  /** Closes the desk and waits for its end. */
  finish(): void
  /** Resolves with the signal that ended the process, or null. */
  readonly ended: Promise<NodeJS.Signals | null>
}

/** As `startDeskProcess`, for a desk that recovers damaged bookings. */
export function startMendingProcess(order: MendingOrder): DeskProcess {
  return startChild(order, CHILDREN.mending, [])
}

/** `through` is a prefix of the command: a program that runs and observes the command. */
export function startDeskProcess(
  order: ChildOrder,
  { script = CHILDREN.desk, through = [] }: { readonly script?: string; readonly through?: readonly string[] } = {},
): DeskProcess {
  return startChild(order, script, through)
}

function startChild(order: ChildOrder | MendingOrder, script: string, through: readonly string[]): DeskProcess {
  const command = [...through, process.execPath, script, JSON.stringify(order)]
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  endWithUs(child)
  // A killed desk reads no more, which is the subject of the test.
  child.stdin.on('error', () => {})
  const lines: ChildLine[] = []
  const waiting = new Set<() => void>()
  let over = false
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (text) => {
    // A kill can cut the last line, and an incomplete line does not count.
    if (!text.endsWith('}')) return
    lines.push(JSON.parse(text) as ChildLine)
    for (const look of waiting) look()
  })
  const until = (holds: () => boolean) =>
    new Promise<boolean>((resolve) => {
      const look = () => {
        const held = holds()
        if (!held && !over) return
        waiting.delete(look)
        resolve(held)
      }
      waiting.add(look)
      look()
    })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_code, signal) => {
      over = true
      for (const look of waiting) look()
      resolve(signal)
    })
  })
  return {
    lines,
    ended,
    book: (booking) => void child.stdin.write(`${JSON.stringify(booking)}\n`),
    changeSettings: (settings) => void child.stdin.write(`${JSON.stringify({ settings })}\n`),
    until,
    heard(match) {
      let looked = 0
      let found = false
      return until(() => {
        while (!found && looked < lines.length) found = match(lines[looked++] as ChildLine)
        return found
      })
    },
    cancel: (bookingId) => void child.stdin.write(`${JSON.stringify({ cancel: bookingId })}\n`),
    reschedule: (bookingId, time) => void child.stdin.write(`${JSON.stringify({ reschedule: bookingId, time })}\n`),
    takeBooking: (bookingId) => void child.stdin.write(`${JSON.stringify({ takeBooking: bookingId })}\n`),
    takeOver: (role) => void child.stdin.write(`${JSON.stringify({ takeOver: role })}\n`),
    handOver: (isBack = false) => void child.stdin.write(`${JSON.stringify({ handOver: !isBack })}\n`),
    kill: () => void child.kill('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    isFrozen: () => isStopped(child.pid),
    thaw: () => void child.kill('SIGCONT'),
    finish: () => void child.stdin.end(),
  }
}
