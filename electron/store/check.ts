import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** What SQLite finds wrong with a file, in its own words; empty when the file is sound. */
export type Problems = readonly string[]

/**
 * Looks through a whole database in a thread of its own, so that the desk works on meanwhile. `quick` passes over whether
 * each index has what its table has. `isCopy` for a file that nobody else has open; it is then made to stand without a
 * write-ahead log. Rejects when the file cannot be looked at, which says nothing of its soundness.
 */
export function checkFile(
  file: string,
  { quick = false, isCopy = false }: { readonly quick?: boolean; readonly isCopy?: boolean },
): Promise<Problems> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'check-worker.js'), {
      workerData: { file, isCopy, pragma: quick ? 'quick_check' : 'integrity_check' },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the check of a store ended with ${code}`)))
  })
}
