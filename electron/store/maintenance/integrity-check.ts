import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isUnreadableCode, StoreError } from '../errors.ts'

/** What SQLite finds wrong with a file, in its own words; empty when the file is sound. */
export type IntegrityReport = readonly string[]

export type IntegrityOrder = { readonly file: string; readonly quick: boolean; readonly copyTo: string | null }

export type IntegrityReply =
  | { readonly kind: 'checked'; readonly problems: IntegrityReport }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

/**
 * Looks through a whole database in a thread of its own, so that the desk works on meanwhile. `quick` passes over whether
 * each index has what its table has. Rejects when the file cannot be looked at, which says nothing of its soundness.
 */
export function checkIntegrity(file: string, { quick }: { readonly quick: boolean }): Promise<IntegrityReport> {
  return run({ file, quick, copyTo: null })
}

/** Copies a database as it is on the disk, and looks through the copy. Rejects when the disk refuses. */
export function verifyBackup(file: string, copyTo: string): Promise<IntegrityReport> {
  return run({ file, quick: false, copyTo })
}

/** The worker stands beside the bundle when it is built, and under its own path when this file is run as TypeScript. */
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
