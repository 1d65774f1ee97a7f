import { assertNever } from '../../shared/result.ts'
import {
  searchWords,
  type FoundBookings,
  type ListBounds,
  type Lookup,
  type LookupFilter,
} from '../../shared/views/lookup.ts'
import { dayOf } from '../../shared/time/time.ts'
import { bookingsDue } from '../store/queries/day.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import { attentionIds, openIds, type InboxClock } from '../store/queries/inbox.ts'
import {
  bookingsPage,
  countGroups,
  listedIds,
  loadFoundBookings,
  loadListed,
  newestBooking,
  placeInList,
  sortListed,
} from '../store/queries/booking-list.ts'
import { rankCandidates, searchBookings } from '../store/queries/search.ts'
import type { View } from '../store/tx.ts'

/** The values that the filters and the groups depend on. */
export type SearchDeps = { readonly remote: ProviderIdentity; readonly zone: string } & InboxClock

/** Returns the bookings that a lookup by words, filters or page finds. */
export function findBookings(view: View, lookup: Lookup, deps: SearchDeps): FoundBookings {
  const { text, limit, filters = [], shown = [], most = limit, locate } = lookup
  const words = searchWords(text)
  const bounds: ListBounds = { newest: newestBooking(view), ...dayOf(deps.now, deps.zone) }
  const { today, upcoming, earlier } = countGroups(view, bounds)
  const total = today + upcoming + earlier
  const common = { total, shown: loadFoundBookings(view, shown) }
  if (words.length === 0 && filters.length === 0) {
    const { offset, of } = lookup.from ?? { offset: 0, of: bounds }
    return {
      bookings: loadFoundBookings(view, bookingsPage(view, { offset, limit, bounds: of })),
      ids: null,
      groups: countGroups(view, of),
      bounds: of,
      more: total > limit,
      place: locate === undefined ? null : placeInList(view, locate, of),
      ...common,
    }
  }
  const found =
    filters.length === 0
      ? searchBookings(view, words, most)
      : rankCandidates(view, words, { bookingIds: bookingsMatching(view, filters, deps), most })
  // Few bookings are all shown, and their rows have what their places depend on.
  const loaded = found.bookingIds.length <= limit ? loadListed(view, found.bookingIds) : null
  const { ids, groups } = sortListed(loaded ?? listedIds(view, found.bookingIds), bounds)
  const rows = new Map(loaded?.map((row) => [row.id, row.found]))
  const place = locate === undefined ? -1 : ids.indexOf(locate)
  return {
    bookings: loaded === null ? loadFoundBookings(view, ids.slice(0, limit)) : ids.flatMap((id) => rows.get(id) ?? []),
    ids,
    groups,
    bounds,
    more: found.more,
    place: place === -1 ? null : place,
    ...common,
  }
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
      return bookingsDue(view, dayOf(now, zone))
    case 'attention':
      return attentionIds(view, remote, { now, noticeMinutes })
    default:
      return assertNever(filter)
  }
}
