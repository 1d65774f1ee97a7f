import { never } from '../../shared/failure.ts'
import { searchWords, type FoundMoves, type Lookup, type LookupFilter } from '../../shared/lookup.ts'
import { dateOf, dayOfDate } from '../../shared/time.ts'
import { bookingsDue } from '../store/day.ts'
import type { Remote } from '../store/outbox.ts'
import { attentionIds, openIds, type Seen } from '../store/queue.ts'
import { countMoves, foundMoves, searchAmong, searchMoves, sliceMoves } from '../store/search.ts'
import type { View } from '../store/store.ts'

/** What the filters go by. */
export type FilterParts = { readonly remote: Remote; readonly zone: string } & Seen

/** Answers a lookup. */
export function findMoves(view: View, lookup: Lookup, parts: FilterParts): FoundMoves {
  const { text, limit, filters = [], shown = [], most = limit } = lookup
  const words = searchWords(text)
  const total = countMoves(view)
  const told = { total, shown: foundMoves(view, shown) }
  if (words.length === 0 && filters.length === 0) {
    const { offset, of } = lookup.from ?? { offset: 0, of: total }
    const ids = sliceMoves(view, { offset, of: Math.min(of, total), limit })
    return { moves: foundMoves(view, ids), ids: null, more: total > limit, ...told }
  }
  const { ids, more } =
    filters.length === 0
      ? searchMoves(view, words, most)
      : searchAmong(view, words, { bookingIds: bookingsThrough(view, filters, parts), limit: most })
  return { moves: foundMoves(view, ids.slice(0, limit)), ids, more, ...told }
}

/** The bookings that every filter lets through. */
export function bookingsThrough(view: View, filters: readonly LookupFilter[], parts: FilterParts): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = filters.map((filter) => new Set(idsOf(view, filter, parts)))
  return new Set([...first].filter((id) => others.every((other) => other.has(id))))
}

function idsOf(view: View, filter: LookupFilter, { remote, zone, now, noticeMinutes }: FilterParts): readonly string[] {
  switch (filter) {
    case 'open':
      return openIds(view)
    case 'today':
      return bookingsDue(view, dayOfDate(dateOf(now, zone), zone))
    case 'attention':
      return attentionIds(view, remote, { now, noticeMinutes })
    default:
      return never(filter)
  }
}
