import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MigrationProgress } from '../../../shared/desk/migration-progress.ts'
import { errorCode, type Log } from '../../platform/log-events.ts'
import { isMigrationDue, type Migration } from '../database.ts'
import { DESK_MIGRATIONS } from '../migrations.ts'
import { storePaths } from '../store-paths.ts'

/*
 * Migrates a store of an earlier version before the store opens, in a worker thread, so that the main process can show
 * the progress and quit between two steps.
 */

/** The order to the worker, with the steps of this app. */
export type MigrationOrder = {
  readonly folder: string
  readonly name: string
  readonly migrations: readonly Migration[]
}

export type MigrationOptions = {
  readonly folder: string
  readonly log: Log
  /** Called before each step of a migration, and with null after the last. */
  readonly onMigration?: (progress: MigrationProgress | null) => void
  /** Ends a migration after the step that runs. Each step is one transaction. */
  readonly stop?: AbortSignal
}

export type MigrationEnd = {
  /** The store was not closed before the migration, so the file needs a thorough check. */
  readonly crashed: boolean
  /** `stop` asked to end, so the store must not be opened: its opening would run the other steps. */
  readonly stopped: boolean
}

/** True if the next opening of a store migrates its file. */
export function isStoreMigrationDue(folder: string, name: string, migrations = DESK_MIGRATIONS): boolean {
  return isMigrationDue(storePaths(folder, name).db, migrations.length)
}

/**
 * Migrates a store if its header says that a migration is due. Never throws for a failed migration: the opening of the
 * store runs the steps that are left and meets the same failure.
 */
export async function migrateStore(
  { folder, log, onMigration, stop }: MigrationOptions,
  name: string,
  migrations: readonly Migration[] = DESK_MIGRATIONS,
): Promise<MigrationEnd> {
  const { db } = storePaths(folder, name)
  if (!isStoreMigrationDue(folder, name, migrations)) return { crashed: false, stopped: false }
  const crashed = existsSync(`${db}-wal`)
  const isStopped = () => stop?.aborted === true
  if (isStopped()) return { crashed, stopped: true }
  try {
    await runWorker({ folder, name, migrations }, (progress) => onMigration?.(progress), stop)
  } catch (error) {
    log({ event: 'internal-error', place: 'migration', code: errorCode(error) })
  }
  onMigration?.(null)
  return { crashed, stopped: isStopped() }
}

/** The worker is the file beside this file: TypeScript in development, JavaScript beside the bundle in a build. */
const WORKER = import.meta.url.endsWith('.ts') ? './migrate-worker.ts' : './migrate-worker.js'

function runWorker(
  workerData: MigrationOrder,
  onProgress: (progress: MigrationProgress) => void,
  stop?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, WORKER), { workerData })
    let failed: Error | undefined
    worker.on('message', onProgress)
    worker.once('error', (error: Error) => (failed = error))
    // The files are in use until the thread has ended, also after an error.
    worker.once('exit', () => (failed === undefined ? resolve() : reject(failed)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    stop?.addEventListener('abort', () => worker.postMessage('stop'), { once: true })
  })
}
