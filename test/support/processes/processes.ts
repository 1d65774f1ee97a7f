import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { build } from 'vite'
import type { ChildLine, ChildOrder } from './desk.ts'
import type { MendingOrder } from './recovering-desk.ts'
import { planting, type Patch } from '../mutations/planted.ts'

/** Processes of their own for tests that kill one side and let the other judge. */

const ROOT = join(import.meta.dirname, '../../..')
const OUT = join(ROOT, 'out/test/children')

/** The practice service as it is built for the desk, for tests that build no children. */
export const BUILT_PRACTICE = join(ROOT, 'dist/main/practice.js')

/** The scripts of a desk and of a practice service that were built together. */
export type Children = { readonly desk: string; readonly mending: string; readonly practice: string }

const CHILDREN = childrenIn(OUT)

function childrenIn(folder: string): Children {
  return { desk: join(folder, 'desk.js'), mending: join(folder, 'mending.js'), practice: join(folder, 'practice.js') }
}

/** Builds the desk's child and the practice service from the sources as they stand. */
export async function buildChildren(): Promise<Children> {
  return buildInto(OUT, [])
}

/** The same from sources into which a fault was planted. */
export async function buildPlanted(name: string, patches: readonly Patch[]): Promise<Children> {
  return buildInto(join(ROOT, 'out/test/planted', name), patches)
}

async function buildInto(outDir: string, patches: readonly Patch[]): Promise<Children> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [planting(ROOT, patches)],
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3', 'zipcodes'] },
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
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return childrenIn(outDir)
}

const living = new Set<ChildProcess>()
process.once('exit', () => living.forEach((child) => child.kill('SIGKILL')))

/** What a test that failed left running ends with its process, and does not keep that alive. */
function endWithUs(child: ChildProcess): void {
  living.add(child)
  child.once('exit', () => living.delete(child))
  child.unref()
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref()
}

export type PracticeProcess = { readonly url: string; readonly token: string; end(): Promise<void> }

/** A practice service as a process of its own, known by the line that it prints. */
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
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string),
    ended.then(() => null),
  ])
  if (line === null) throw new Error('the practice service ended before it listened')
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    token,
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

export type DeskProcess = {
  readonly lines: readonly ChildLine[]
  book(booking: unknown): void
  /** Asks to cancel every move of a booking. */
  cancel(bookingId: string): void
  changeSettings(change: unknown): void
  /** Waits for a line, past or to come; false when the process ended without it. */
  heard(match: (line: ChildLine) => boolean): Promise<boolean>
  /** Waits until something holds, which is looked at after each line; false when the process ended without it. */
  until(holds: () => boolean): Promise<boolean>
  kill(): void
  /** Lets it settle and end by itself. */
  finish(): void
  /** Resolves with the signal that ended it, or null. */
  readonly ended: Promise<NodeJS.Signals | null>
}

/** As `startDeskProcess`, of a desk that brings damaged bookings back. */
export function startMendingProcess(order: MendingOrder): DeskProcess {
  return startChild(order, CHILDREN.mending, [])
}

/** `through` goes before the command: a program that runs it and looks on. */
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
  // A killed desk no longer reads; that is what the test is about.
  child.stdin.on('error', () => {})
  const lines: ChildLine[] = []
  const waiting = new Set<() => void>()
  let over = false
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (text) => {
    // The kill can cut the last line: what was not said whole was not said.
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
    kill: () => void child.kill('SIGKILL'),
    finish: () => void child.stdin.end(),
  }
}
