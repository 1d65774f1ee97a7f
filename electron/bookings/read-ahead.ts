import type { Clock } from '../platform/clock.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import type { BookingQueries } from './queries.ts'

/** The start of the desk has the time before the first step, and the calls of the window have the pauses. */
const DELAY_MS = 1_500
const PAUSE_MS = 50

/**
 * Reads in short steps what saves and screens will ask for, until the first failure: a save and a screen read for
 * themselves what was not read. Returns the function that stops.
 */
export function readAheadInSteps(
  { readAhead }: Pick<BookingQueries, 'readAhead'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): () => void {
  let cancel = clock.schedule(DELAY_MS, step)
  function step(): void {
    try {
      const isMore = readAhead()
      if (isMore.ok && isMore.value) cancel = clock.schedule(PAUSE_MS, step)
    } catch (error) {
      log({ event: 'internal-error', place: 'read-ahead', code: errorCode(error) })
    }
  }
  return () => cancel()
}
