import type { View } from '../tx.ts'

/** Pages in the write-ahead log from which an idle desk checkpoints the log. */
const IDLE_CHECKPOINT_PAGES = 500

/**
 * Copies the write-ahead log into the file if the log has grown. For a moment without writes, because the next write
 * after a checkpoint flushes once more.
 */
export function checkpointLog(view: View): void {
  const { log, checkpointed } = view.sql('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number }
  if (log - checkpointed >= IDLE_CHECKPOINT_PAGES) view.sql('PRAGMA wal_checkpoint(PASSIVE)').get()
}
