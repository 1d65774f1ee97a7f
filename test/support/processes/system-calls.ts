import { onPath } from '../../../build/setup/npm.mjs'
import { tracer } from '../../../build/offline/system.ts'

/*
 * The system calls of a desk in strace's text: writes to its files, its log and its connections, and the flushes that
 * it waited for.
 */

/** The command prefix that writes the calls to `file`. */
export function tracing(file: string): readonly string[] {
  if (onPath(tracer) === null)
    throw new Error(`missing on this system: ${tracer}. Install it, or run: npm run test:goals`)
  const calls = 'write,writev,pwrite64,fdatasync,fsync,sendto,sendmsg'
  return [
    tracer,
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-s',
    '48',
    '-e',
    `trace=${calls}`,
    '-e',
    'signal=none',
    '-o',
    file,
  ]
}

export type Posts = {
  readonly posts: number
  /** Requests without a claim on disk before their first byte, with the reason, one line each. */
  readonly early: readonly string[]
  /** How often the store's log was flushed. */
  readonly syncs: number
}

/**
 * Reads a trace. A claim is on disk if the store's log was written after the connection opened and flushed after its
 * last write, all before the first byte of the request.
 */
export function readPosts(trace: string): Posts {
  const early: string[] = []
  let posts = 0
  let syncs = 0
  let last = { connected: -1, written: -1, synced: -1, post: -1 }
  for (const [at, line] of trace.split('\n').entries()) {
    if (/\bwrite\(1<.*send-connected/.test(line)) last = { ...last, connected: at }
    else if (/\bpwrite64\(\d+<[^>]*desk\.db-wal>/.test(line)) last = { ...last, written: at }
    else if (/\b(?:fdatasync|fsync)\(\d+<[^>]*desk\.db-wal>/.test(line)) {
      last = { ...last, synced: at }
      syncs += 1
    } else if (/"POST \/v1\//.test(line)) {
      posts += 1
      const why = earlySendReason(last)
      if (why !== null) early.push(`POST ${posts}: ${why}`)
      last = { ...last, post: at }
    }
  }
  return { posts, early, syncs }
}

/** The flushes from one saved booking to the next, if the desk reported nothing else between the two. */
export function readFlushes(trace: string): readonly (readonly string[])[] {
  const saves: (readonly string[])[] = []
  let flushed: string[] | null = null
  for (const line of trace.split('\n')) {
    const file = /\b(?:fdatasync|fsync)\(\d+<[^>]*\/([^/>]+)>/.exec(line)?.[1]
    if (file !== undefined) flushed?.push(file)
    else if (/\bwrite\(1<.*booking-saved/.test(line) && flushed !== null) saves.push(flushed)
    // The desk process reports `saved` right after `booking-saved`.
    else if (/\bwrite\(1</.test(line)) flushed = line.includes('\\"saved\\"') ? [] : null
  }
  return saves
}

/** What a desk did to the log of its store, and not to that of practice, between its first and its last saved booking. */
export type LogFlushes = {
  /** Pieces of the log that were written without a record in the journal before. */
  readonly unrecorded: number
  /** Flushes of the log without a record in the journal before. */
  readonly flushed: number
}

export function readLogFlushes(trace: string): LogFlushes {
  const lines = trace.split('\n')
  const isSave = (line: string) => /\bwrite\(1<.*booking-saved/.test(line)
  let [unrecorded, flushed, isRecorded] = [0, 0, false]
  for (const line of lines.slice(lines.findIndex(isSave), lines.findLastIndex(isSave))) {
    if (/\bpwrite64\(\d+<[^>]*\/desk\.journal>, "-/.test(line)) isRecorded = true
    else if (/\bpwrite64\(\d+<[^>]*\/desk\.db-wal>/.test(line)) unrecorded += isRecorded ? 0 : 1
    else if (/\b(?:fdatasync|fsync)\(\d+<[^>]*\/desk\.db-wal>/.test(line)) {
      flushed += isRecorded ? 0 : 1
      isRecorded = false
    }
  }
  return { unrecorded, flushed }
}

function earlySendReason({
  connected,
  written,
  synced,
  post,
}: Readonly<Record<'connected' | 'written' | 'synced' | 'post', number>>) {
  if (synced < post) return 'nothing was synced since the one before'
  if (connected < post || written < connected) return 'nothing was claimed after its connection stood'
  return synced < written ? 'its claim was not synced' : null
}
