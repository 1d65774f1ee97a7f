import { assertNever } from '../../shared/result.ts'
import { searchWords, type FoundMoves, type Lookup, type LookupFilter } from '../../shared/views/lookup.ts'
import { dateOf, dayOfDate } from '../../shared/time/time.ts'
import { bookingsDue } from '../store/queries/day.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import { attentionIds, openIds, type InboxClock } from '../store/queries/inbox.ts'
import { countMoves, loadFoundMoves, rankCandidates, searchMoves, searchPage } from '../store/queries/search.ts'
import type { View } from '../store/tx.ts'

/** The values that the filters depend on. */
export type SearchDeps = { readonly remote: ProviderIdentity; readonly zone: string } & InboxClock

/** Returns the moves that a lookup by words, filters or page finds. */
export function findMoves(view: View, lookup: Lookup, deps: SearchDeps): FoundMoves {
  const { text, limit, filters = [], shown = [], most = limit } = lookup
  const words = searchWords(text)
  const total = countMoves(view)
  const common = { total, shown: loadFoundMoves(view, shown) }
  if (words.length === 0 && filters.length === 0) {
    const { offset, of } = lookup.from ?? { offset: 0, of: total }
    const ids = searchPage(view, { offset, of: Math.min(of, total), limit })
    return { moves: loadFoundMoves(view, ids), ids: null, more: total > limit, ...common }
  }
  const { ids, more } =
    filters.length === 0
      ? searchMoves(view, words, most)
      : rankCandidates(view, words, { bookingIds: bookingsMatching(view, filters, deps), limit: most })
  return { moves: loadFoundMoves(view, ids.slice(0, limit)), ids, more, ...common }
}

/** Returns the ids of the bookings that pass every filter. */
export function bookingsMatching(view: View, filters: readonly LookupFilter[], deps: SearchDeps): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = filters.map((filter) => new Set(idsOf(view, filter, deps)))
  return new Set([...first].filter((id) => others.every((other) => other.has(id))))
}

function idsOf(view: View, filter: LookupFilter, { remote, zone, now, noticeMinutes }: SearchDeps): readonly string[] {
  switch (filter) {
    case 'open':
      return openIds(view)
    case 'today':
      return bookingsDue(view, dayOfDate(dateOf(now, zone), zone))
    case 'attention':
      return attentionIds(view, remote, { now, noticeMinutes })
    default:
      return assertNever(filter)
  }
}
