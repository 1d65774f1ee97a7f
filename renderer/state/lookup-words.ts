import { never } from '../../shared/failure.ts'
import type { LookupFilter } from '../../shared/lookup.ts'

/** The name of a filter, on its chip. */
export function sayFilter(filter: LookupFilter): string {
  switch (filter) {
    case 'open':
      return 'Open'
    case 'today':
      return 'Today'
    case 'attention':
      return 'Needs attention'
    default:
      return never(filter)
  }
}

/** What is found with the filters, after "that is": "open, due today and in need of attention". */
export function sayFilters(filters: readonly LookupFilter[]): string {
  const words = filters.map((filter) =>
    filter === 'open' ? 'open' : filter === 'today' ? 'due today' : 'in need of attention',
  )
  return new Intl.ListFormat('en-US').format(words)
}
