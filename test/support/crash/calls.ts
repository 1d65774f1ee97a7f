import { onPath } from '../../../build/setup/npm.mjs'
import { tracer } from '../../../build/offline/system.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import type { Point } from './point.ts'

/*
 * Crash points below those that a process can name: each system call that changes a given file, in any thread,
 * SQLite's own included. strace counts the calls and kills the process at one of them (Linux only).
 */

export const HAS_CALLS = process.platform === 'linux'

/**
 * Calls that change what a crash leaves, except renames and permission changes, which the process makes itself. `?`
 * lets strace skip a call that the processor does not have.
 */
const CALLS = '?open,openat,write,pwrite64,ftruncate,?unlink,unlinkat'

const PREFIX = 'call '

/** The command prefix that writes the calls on some files to `trace`. */
export function tracingCalls(files: readonly string[], trace: string): readonly string[] {
  return strace(files, `trace=${CALLS}`, '--seccomp-bpf', '-o', trace)
}

/** The command prefix that kills a command at a call. Under --seccomp-bpf the command would survive. */
export function killingAt({ event, nth }: Point, files: readonly string[]): readonly string[] {
  const call = event.slice(PREFIX.length)
  return strace(files, `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${nth}`, '-o', '/dev/null')
}

function strace(files: readonly string[], what: string, ...more: readonly string[]): readonly string[] {
  if (onPath(tracer) === null)
    throw new Error(`missing on this system: ${tracer}. Install it, or run: npm run test:goals`)
  return [tracer, '-f', '-qqq', ...files.flatMap((file) => ['-P', file]), '-e', what, '-e', 'signal=none', ...more]
}

/** One point of each call, because the points of one call are much alike. */
export function oneOfEach(points: readonly Point[], chance: Chance): readonly Point[] {
  const names = [...new Set(points.map(({ event }) => event))]
  return names.map((name) => chance.pick(points.filter(({ event }) => event === name)))
}

/** The calls of a trace. strace counts each thread by itself, so the nth call of any thread is one point. */
export function readCalls(trace: string): readonly Point[] {
  const counts = new Map<string, number>()
  const most = new Map<string, number>()
  for (const [, thread = '', call = ''] of trace.matchAll(/^(\d+) +(\w+)\(/gm)) {
    const count = (counts.get(`${thread} ${call}`) ?? 0) + 1
    counts.set(`${thread} ${call}`, count)
    most.set(call, Math.max(most.get(call) ?? 0, count))
  }
  return [...most].flatMap(([call, times]) =>
    Array.from({ length: times }, (_, at) => ({ event: `${PREFIX}${call}`, nth: at + 1 })),
  )
}
