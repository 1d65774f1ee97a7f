import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx } from '../tx.ts'
import { writeSetting } from './settings.ts'

/*
 * The request bodies, one for each entry that was claimed: an entry is sent again with the same bytes. The triggers
 * admit a deletion only where the entry needs its bytes no more.
 */

/** Fixes the body of an entry without a body. Throws for an entry with a body, which another send queue claimed. */
export function freezePayload(tx: Tx, entrySeq: number, body: string): void {
  tx.sql('INSERT INTO payloads (entry_seq, body) VALUES (?, ?)').run(entrySeq, body)
}

/** Deletes the body of an entry whose booking a person changed, once the entry waits again. */
export function deletePayload(tx: Tx, entrySeq: number): void {
  tx.sql('DELETE FROM payloads WHERE entry_seq = +?').run(entrySeq)
}

/**
 * Deletes the bodies of at most `count` entries that have been booked for seven days, whose attempts have the digest of
 * what was sent. Returns how many were deleted.
 */
export function deleteSettledPayloads(tx: Tx, now: UtcInstant, count: number): number {
  // The condition is that of the trigger `payloads_are_kept`. The few payloads are read first, and not every entry.
  const settled = tx
    .sql(
      `SELECT p.entry_seq FROM payloads p CROSS JOIN outbox o ON o.seq = p.entry_seq
       WHERE o.state = 'booked' AND unixepoch(o.changed_at) < unixepoch(?) - 604800
         AND EXISTS (SELECT 1 FROM attempts a WHERE a.entry_seq = o.seq AND a.digest IS NOT NULL)
       ORDER BY p.entry_seq LIMIT ?`,
    )
    .pluck()
    .all(now, count) as number[]
  if (settled.length === 0) return 0
  writeSetting(tx, 'payloads_deleted_at', now)
  for (const seq of settled) deletePayload(tx, seq)
  return settled.length
}
