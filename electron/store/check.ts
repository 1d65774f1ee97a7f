import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** What SQLite finds wrong with a file, in its own words; empty when the file is sound. */
export type Problems = readonly string[]

/**
 * Looks through a whole database in a thread of its own, so that the desk works on meanwhile. `quick` passes over whether
 * each index has what its table has. Rejects when the file cannot be looked at, which says nothing of its soundness.
 */
export function checkFile(file: string, { quick }: { readonly quick: boolean }): Promise<Problems> {
  return run({ file, quick, copyTo: null })
}

/** Copies a database as it is on the disk, and looks through the copy. Rejects when the disk refuses. */
export function copyChecked(file: string, copyTo: string): Promise<Problems> {
  return run({ file, quick: false, copyTo })
}

type Order = { readonly file: string; readonly quick: boolean; readonly copyTo: string | null }

function run(workerData: Order): Promise<Problems> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'check-worker.js'), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the check of a store ended with ${code}`)))
  })
}
