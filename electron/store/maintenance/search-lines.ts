import { errorCode, type Log } from '../../platform/log-events.ts'
import type { Clock } from '../../platform/clock.ts'
import { countDueLines, remakeDueLines } from '../queries/search.ts'
import type { Store } from '../store.ts'

/*
 * Makes the search lines of an earlier version anew, in small writes with pauses, so that the window stays quick. Each
 * write takes its lines off `search_lines_due`, so a kill at any moment leaves every line either as before and due, or
 * new.
 */

/** How many lines one write makes anew. */
const LINES_PER_WRITE = 50
const PAUSE_MS = 100
/** Delay after a write that failed, because the disk refuses. */
const RETRY_MS = 60_000

/** Begins to make due lines anew. Returns the function that stops; nothing is written after the stop. */
export function remakeSearchLines(
  store: Store,
  { name, clock, log }: { readonly name: string; readonly clock: Clock; readonly log: Log },
): () => void {
  let cancel = () => {}
  let made = 0
  let failing = false
  const write = () => {
    try {
      made += store.write((tx) => remakeDueLines(tx, LINES_PER_WRITE))
      failing = false
      next()
    } catch (error) {
      // Logged once, because a disk that stays full would fill the log.
      if (!failing) log({ event: 'internal-error', place: 'search-lines', code: errorCode(error) })
      failing = true
      cancel = clock.schedule(RETRY_MS, write)
    }
  }
  const next = () => {
    if (store.read(countDueLines) > 0) cancel = clock.schedule(PAUSE_MS, write)
    else if (made > 0) log({ event: 'search-lines-made', store: name, lines: made })
  }
  next()
  return () => cancel()
}
