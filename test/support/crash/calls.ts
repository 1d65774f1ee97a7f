import { onPath } from '../../../build/setup/npm.mjs'
import { tracer } from '../../../build/offline/system.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import type { Point } from './point.ts'

/*
 * Moments below those that a process can tell of: each system call that changes one of some files, whichever of its threads
 * makes it, SQLite's own among them. strace counts them, and kills the process where it enters one. Linux alone has it.
 */

export const HAS_CALLS = process.platform === 'linux'

/**
 * Those that change what a crash leaves, but for names and rights, which the process changes by itself. `?` passes over what
 * a processor does not have.
 */
const CALLS = '?open,openat,write,pwrite64,ftruncate,?unlink,unlinkat'

const PREFIX = 'call '

/** What goes before a command whose calls on some files are to be written to `trace`. */
export function tracingCalls(files: readonly string[], trace: string): readonly string[] {
  return strace(files, `trace=${CALLS}`, '--seccomp-bpf', '-o', trace)
}

/** What goes before a command that is to be killed where it enters a call. Under --seccomp-bpf it would live on. */
export function killingAt({ event, nth }: Point, files: readonly string[]): readonly string[] {
  const call = event.slice(PREFIX.length)
  return strace(files, `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${nth}`, '-o', '/dev/null')
}

function strace(files: readonly string[], what: string, ...more: readonly string[]): readonly string[] {
  if (onPath(tracer) === null)
    throw new Error(`missing on this system: ${tracer}. Install it, or run: npm run test:goals`)
  return [tracer, '-f', '-qqq', ...files.flatMap((file) => ['-P', file]), '-e', what, '-e', 'signal=none', ...more]
}

/** One of each call: all of one are much alike. */
export function oneOfEach(points: readonly Point[], chance: Chance): readonly Point[] {
  const names = [...new Set(points.map(({ event }) => event))]
  return names.map((name) => chance.pick(points.filter(({ event }) => event === name)))
}

/** The calls of a trace. Each thread is counted by itself, as strace does it: the nth of any of them is one moment. */
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
