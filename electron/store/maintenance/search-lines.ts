import { errorCode, type Log } from '../../platform/log-events.ts'
import type { Clock } from '../../platform/clock.ts'
import { collectYoungGarbage } from '../../platform/young-garbage.ts'
import { countDueLines, remakeDueLines } from '../queries/search.ts'
import { fillTwo, hasIndexWork, indexDueLines, mergeIndexes } from '../queries/search-index.ts'
import { deleteSettledPayloads } from '../tables/payloads.ts'
import type { OpenedStore } from '../store.ts'

/*
 * Works between the writes of a desk, in small slices with pauses, so that no booking waits long:
 *
 *   the journal --> its last mark flushed, its file grown
 *   the write-ahead log --> checkpointed, before it grows by a merge
 *   lines that a write changed --> their index rows
 *   lines of an earlier version --> made anew
 *   segments of the indexes --> merged
 *   the index of short words --> filled from the newest line down
 *   payloads of entries that were booked long ago --> deleted, looked for once an hour
 *   the commits of the slices --> flushed
 *   the garbage of bookings and slices --> collected
 *
 * Each slice is one commit that also keeps what is left, so a kill at any moment leaves every slice whole or not begun.
 * A slice that writes only the indexes does not flush its commit (`OpenedStore.writeIndex`).
 */

/** How many lines of new bookings one slice writes into the indexes: the bookings of a few minutes. */
const DUE_PER_SLICE = 50
/** How many lines one slice makes anew, or fills into the index of short words. */
const LINES_PER_SLICE = 25
const PAYLOADS_PER_SLICE = 25
const PAYLOADS_INTERVAL_MS = 60 * 60_000
const PAUSE_MS = 100
/** Delay from a change to the first slice, so that one slice serves several bookings. */
const CHANGE_DELAY_MS = 2_500
/** Delay after a slice that failed, because the disk refuses. */
const RETRY_MS = 60_000

export type SearchMaintenance = {
  /** Looks for work after a change that `onChange` did not tell. */
  wake(): void
  /** Nothing is written after the stop. */
  stop(): void
}

/** Begins the slices, and begins them again after each change of a booking. */
export function maintainSearch(
  store: OpenedStore,
  { name, clock, log }: { readonly name: string; readonly clock: Clock; readonly log: Log },
): SearchMaintenance {
  let cancel: (() => void) | null = null
  let made = 0
  let failing = false
  let payloadsAt = -Infinity
  const arePayloadsDue = () => clock.monotonic() - payloadsAt >= PAYLOADS_INTERVAL_MS
  const later = (ms: number) => {
    cancel = clock.schedule(ms, act)
  }
  const act = () => {
    cancel = null
    try {
      const isMore = slice()
      failing = false
      if (isMore) later(PAUSE_MS)
    } catch (error) {
      // Logged once, because a disk that stays full would fill the log.
      if (!failing) log({ event: 'internal-error', place: 'search-lines', code: errorCode(error) })
      failing = true
      later(RETRY_MS)
    }
  }
  /** Returns false if nothing is left to do. */
  const slice = (): boolean => {
    store.prepare()
    if (store.checkpoint()) return true
    if (store.writeIndex((tx) => indexDueLines(tx, DUE_PER_SLICE)) > 0) return true
    if (remake() || store.writeIndex(mergeIndexes)) return true
    if (store.writeIndex((tx) => fillTwo(tx, LINES_PER_SLICE)) > 0) return true
    if (arePayloadsDue()) {
      if (store.write((tx) => deleteSettledPayloads(tx, clock.now(), PAYLOADS_PER_SLICE)) > 0) return true
      payloadsAt = clock.monotonic()
    }
    store.flushIndex()
    collectYoungGarbage()
    return false
  }
  const remake = (): boolean => {
    if (store.read(countDueLines) === 0) return false
    made += store.write((tx) => {
      const lines = remakeDueLines(tx, LINES_PER_SLICE)
      indexDueLines(tx, LINES_PER_SLICE)
      return lines
    })
    if (store.read(countDueLines) > 0) return true
    log({ event: 'search-lines-made', store: name, lines: made })
    made = 0
    return true
  }
  const wake = () => {
    if (cancel === null && (arePayloadsDue() || store.read(hasIndexWork))) later(PAUSE_MS)
  }
  const forget = store.onChange(() => {
    if (cancel === null) later(CHANGE_DELAY_MS)
  })
  wake()
  return {
    wake,
    stop() {
      forget()
      cancel?.()
    },
  }
}
