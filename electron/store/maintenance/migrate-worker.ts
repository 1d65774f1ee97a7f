import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { isDiskError, isUnreadableAtOpen, StoreError } from '../errors.ts'
import { acquireLock } from '../lock.ts'
import { migrateVerified } from '../recovery/open-verified.ts'
import { storePaths } from '../store-paths.ts'
import type { MigrationOrder } from './migration.ts'

/*
 * Migrates one store in a separate thread, because a step blocks its thread. Node starts this file by its path, as it
 * starts integrity-worker.ts, so the steps come with the order: plain Node cannot import the SQL files.
 */

const { folder, name, migrations } = workerData as MigrationOrder
if (parentPort === null) throw new Error('migrate-worker.ts is a file of a thread')
const port = parentPort
const files = storePaths(folder, name)
const lock = acquireLock(files.lock)

try {
  if (lock !== null) {
    migrateVerified(files, migrations, (progress) => {
      // Every message to this thread asks to stop.
      if (receiveMessageOnPort(port) !== undefined) throw new StoreError('stopped', 'a migration was stopped')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      port.postMessage(progress)
    })
  }
} catch (error) {
  // The desk opens the store after this thread, meets the same error and tells the person.
  if (!isUnreadableAtOpen(error) && !isDiskError(error)) throw error
} finally {
  lock?.release()
}
