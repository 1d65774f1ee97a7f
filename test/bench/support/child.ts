import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { zipCodes } from '../../../build/zip-codes/plugin.ts'
import { tracer } from '../../../build/offline/system.ts'

/*
 * Runs the measured code as a bundle in a process of its own, so that neither vitest nor another bench slows the code,
 * and so that strace can count or delay its flushes.
 */

const ROOT = join(import.meta.dirname, '../../..')
const WORK = join(ROOT, 'test/bench/measured')
const OUT = join(ROOT, 'out/bench/code')

let built: Promise<unknown> | null = null

function buildWork(): Promise<unknown> {
  const names = readdirSync(WORK).map((file) => file.replace(/\.ts$/, ''))
  return build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [zipCodes],
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3', 'vitest'] },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        input: {
          ...Object.fromEntries(names.map((name) => [name, join(WORK, `${name}.ts`)])),
          'integrity-worker': join(ROOT, 'electron/store/maintenance/integrity-worker.ts'),
          'migrate-worker': join(ROOT, 'electron/store/maintenance/migrate-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

type How = {
  /** Writes every flush and its file to this file, by strace. */
  readonly trace?: string
  /** Delays the end of every flush, by strace. */
  readonly flushDelayMs?: number
}

/** Runs `test/bench/measured/<name>.ts` with an order and returns what that process reported. */
export async function runWork<Report>(name: string, order: object, how: How = {}): Promise<Report> {
  built ??= buildWork()
  await built
  mkdirSync(join(ROOT, 'out/bench/work'), { recursive: true })
  const [command, ...args] = [
    ...straced(how),
    process.execPath,
    '--max-old-space-size=8000',
    join(OUT, `${name}.js`),
    JSON.stringify(order),
  ]
  const child = spawn(command ?? process.execPath, args, {
    cwd: ROOT,
    // Vitest sets NODE_ENV to "test", with which lowdb writes nothing to the disk.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`the work ${name} ended with ${code}`)
  return JSON.parse(said) as Report
}

const FLUSHES = 'fsync,fdatasync,sync_file_range,msync'

function straced({ trace, flushDelayMs }: How): readonly string[] {
  if (trace === undefined && flushDelayMs === undefined) return []
  const inject = flushDelayMs === undefined ? [] : ['-e', `inject=fsync,fdatasync:delay_exit=${flushDelayMs * 1000}`]
  const calls = ['-f', '--seccomp-bpf', '-qq', '-y', '-e', `trace=${FLUSHES}`, '-e', 'signal=none']
  return [tracer, ...calls, ...inject, '-o', trace ?? '/dev/null']
}

/** How often each file of a trace was flushed between the last two flushes of `marker`, by the ends of the names. */
export function countFlushes(trace: string, marker: string, endings: readonly string[]): readonly number[] {
  const all = readFileSync(trace, 'utf8').split('\n')
  const marks = all.flatMap((line, at) => (line.includes(`${marker}>`) ? [at] : []))
  const lines = all.slice(marks.at(-2), marks.at(-1))
  return endings.map((ending) => lines.filter((line) => /sync\(/.test(line) && line.includes(`${ending}>`)).length)
}
