import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log-events.ts'
import type { Moved } from '../store/board/takeover.ts'

/* The entries that moved between this desk and others, and when another desk may have sent them last. */

export type MovedEntries = {
  /** Notes what became of an entry. */
  note(entryId: string, moved: Moved): void
  /** Notes how long ago, by the clock of the hub, the desk of before claimed an entry last. */
  noteClaim(entryId: string, msAgo: number): void
  /** The monotonic time at which another desk may have sent an entry of this desk last; null for never. */
  claimedElsewhereAt(entryId: string): number | null
}

/** `onFreed` is called when an entry of this desk may have become free to leave. */
export function createMovedEntries(clock: Clock, log: Log, onFreed: () => void): MovedEntries {
  const claimedAt = new Map<string, number>()
  return {
    note(entryId, moved) {
      if (moved === 'given') claimedAt.delete(entryId)
      // Unless the hub said when the entry was claimed, its request may have left just now.
      if (moved === 'doubted' || (moved === 'taken' && !claimedAt.has(entryId)))
        claimedAt.set(entryId, clock.monotonic())
      if (moved === 'taken') log({ event: 'entry-taken-over', entryId })
      if (moved === 'given') log({ event: 'entry-given-away', entryId })
      if (moved === 'taken' || moved === 'own') onFreed()
    },
    noteClaim: (entryId, msAgo) => void claimedAt.set(entryId, clock.monotonic() - msAgo),
    claimedElsewhereAt: (entryId) => claimedAt.get(entryId) ?? null,
  }
}
