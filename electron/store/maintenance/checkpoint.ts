import type { View } from '../tx.ts'

/** Pages in the write-ahead log from which an idle desk checkpoints the log. */
const IDLE_CHECKPOINT_PAGES = 500

/** Copies the write-ahead log into the file if the log has grown, and returns true if pages were copied. */
export function checkpointLog(view: View): boolean {
  const { log, checkpointed } = view.sql('PRAGMA wal_checkpoint(NOOP)').get() as Pages
  if (log - checkpointed < IDLE_CHECKPOINT_PAGES) return false
  return (view.sql('PRAGMA wal_checkpoint(PASSIVE)').get() as Pages).checkpointed > checkpointed
}

/** Pages in the log, and how many of them are in the file. */
type Pages = { readonly log: number; readonly checkpointed: number }
