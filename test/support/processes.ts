import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { build } from 'vite'
import type { ChildLine, ChildOrder } from './desk-child.ts'

/** Processes of their own for tests that kill one side and let the other judge. */

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'out/test/children')

/** The practice service as it is built for the desk, for tests that build no children. */
export const BUILT_PRACTICE = join(ROOT, 'dist/main/practice.js')

/** Builds the desk's child and the practice service from the sources as they stand. */
export async function buildChildren(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3', 'zipcodes'] },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          desk: join(ROOT, 'test/support/desk-child.ts'),
          practice: join(ROOT, 'electron/practice/cli.ts'),
          'check-worker': join(ROOT, 'electron/store/check-worker.js'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

export type PracticeProcess = { readonly url: string; readonly token: string; end(): Promise<void> }

/** A practice service as a process of its own, known by the line that it prints. */
export async function startPracticeProcess(
  file: string,
  {
    script = join(OUT, 'practice.js'),
    token = 'judge-token',
    more = [],
  }: { readonly script?: string; readonly token?: string; readonly more?: readonly string[] } = {},
): Promise<PracticeProcess> {
  const args = [script, '--port', '0', '--token', token, '--db', file, ...more]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
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
  /** Waits for a line, past or to come; false when the process ended without it. */
  heard(match: (line: ChildLine) => boolean): Promise<boolean>
  kill(): void
  /** Lets it settle and end by itself. */
  finish(): void
  /** Resolves with the signal that ended it, or null. */
  readonly ended: Promise<NodeJS.Signals | null>
}

export function startDeskProcess(order: ChildOrder): DeskProcess {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [join(OUT, 'desk.js'), JSON.stringify(order)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
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
    heard: (match) =>
      new Promise((resolve) => {
        const look = () => {
          if (!lines.some(match) && !over) return
          waiting.delete(look)
          resolve(lines.some(match))
        }
        waiting.add(look)
        look()
      }),
    cancel: (bookingId) => void child.stdin.write(`${JSON.stringify({ cancel: bookingId })}\n`),
    kill: () => void child.kill('SIGKILL'),
    finish: () => void child.stdin.end(),
  }
}
