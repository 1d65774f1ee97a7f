import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isUnreadableCode, StoreError } from '../errors.ts'

/** The problems of a file in SQLite's own words, or the error code of an unreadable file. Empty for a sound file. */
export type IntegrityReport = readonly string[]

/** The order to the worker: check `file`, or copy `file` to `copyTo` and check only the copy. */
export type IntegrityOrder = { readonly file: string; readonly quick: boolean; readonly copyTo: string | null }

/** The reply of the worker. `failed` has SQLite's error code, which says whether the file is unreadable. */
export type IntegrityReply =
  | { readonly kind: 'checked'; readonly problems: IntegrityReport }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

/**
 * Checks a whole database in a worker thread; `quick` skips comparing indexes with their tables. Rejects if the check
 * cannot run, which says nothing about damage.
 */
export function checkIntegrity(file: string, { quick }: { readonly quick: boolean }): Promise<IntegrityReport> {
  return run({ file, quick, copyTo: null })
}

/** Copies a database from the disk and checks the copy. Rejects if the disk refuses. */
export function verifyBackup(file: string, copyTo: string): Promise<IntegrityReport> {
  return run({ file, quick: false, copyTo })
}

/** The worker is the file beside this file: TypeScript in development, JavaScript beside the bundle in a build. */
const WORKER = import.meta.url.endsWith('.ts') ? './integrity-worker.ts' : './integrity-worker.js'

async function run(workerData: IntegrityOrder): Promise<IntegrityReport> {
  const reply = await new Promise<IntegrityReply>((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, WORKER), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the check of a store ended with ${code}`)))
  })
  if (reply.kind === 'checked') return reply.problems
  if (isUnreadableCode(reply.code)) return [reply.code]
  throw new StoreError(reply.code, reply.message)
}
