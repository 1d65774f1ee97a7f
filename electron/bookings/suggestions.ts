import { phoneDigits } from '../../shared/booking/phone.ts'
import { normalizeState } from '../../shared/booking/us-state.ts'
import { assertNever } from '../../shared/result.ts'
import { normalizeForSearch, punctuationVariants } from '../../shared/views/lookup.ts'
import type { CustomerSuggestion, CustomerSuggestionQuery } from '../../shared/views/suggestions.ts'
import { matchAll, matchEnd } from '../store/queries/search-index.ts'
import { linesContaining, newestVehicles, readCustomer, type CustomerRow } from '../store/queries/suggestions.ts'
import type { View } from '../store/tx.ts'

const MAX_SUGGESTIONS = 8

/** Most lines that one keystroke reads. */
const MAX_LINES = 1_500

const MIN_DIGITS = 3
const MIN_WORD = 2

/** The makes of these vehicles are suggested: a year of a busy rooftop. */
const MAX_VEHICLES = 4_000

/** Returns the customers that the typed text may mean, each phone once, the most recently booked first. */
export function suggestCustomers(view: View, { field, text }: CustomerSuggestionQuery): readonly CustomerSuggestion[] {
  const search = searchOf(field, text)
  if (search === null) return []
  const found = new Map<string, CustomerSuggestion>()
  for (const { seq, phone, value } of linesContaining(view, field, search.query, MAX_LINES)) {
    const key = phone.split(' ')[0] ?? ''
    if (found.has(key) || !search.matches(value)) continue
    const row = readCustomer(view, seq)
    if (row !== null) found.set(key, suggestionOf(row))
    if (found.size === MAX_SUGGESTIONS) break
  }
  return [...found.values()]
}

type Search = { readonly query: string; readonly matches: (value: string) => boolean }

/** Returns what finds the rows of a field; null for text that is too short. */
function searchOf(field: CustomerSuggestionQuery['field'], text: string): Search | null {
  switch (field) {
    case 'phone': {
      const digits = text.replace(/\D/g, '')
      if (digits.length < MIN_DIGITS) return null
      return { query: matchEnd(digits), matches: (phone) => phoneDigits(phone).endsWith(digits) }
    }
    case 'name':
    case 'street':
      return searchWordsOf(text)
    default:
      return assertNever(field)
  }
}

function searchWordsOf(text: string): Search | null {
  const words = normalizeForSearch(text)
    .split(' ')
    .filter((word) => word !== '')
  const long = words.filter((word) => word.length >= MIN_WORD)
  if (long.length === 0) return null
  const beginsIn = (line: string) => words.every((word) => ` ${line}`.includes(` ${word}`))
  return {
    // A word of two characters and the blank before it are the three characters that the index needs.
    query: matchAll(long.map((word) => ` ${word}`)),
    matches: (value) => punctuationVariants(value).some(beginsIn),
  }
}

function suggestionOf(row: CustomerRow): CustomerSuggestion {
  const { customerName, customerPhone, savedAt, manual, name, addressOne, addressTwo, city, state, zip, ...parts } = row
  return {
    name: customerName,
    phone: customerPhone,
    place: { name, addressOne, addressTwo, city, state: normalizeState(state), zip },
    vehicle: manual === null ? null : { ...parts, manual: manual === 1 },
    lastSaved: savedAt,
  }
}

/** Returns makes, or models of `make`, that begin with the typed text, the most frequent of the newest first. */
export function suggestVehicles(
  view: View,
  { text, make }: { readonly text: string; readonly make: string | null },
): readonly string[] {
  const begin = normalizeForSearch(text)
  const of = make === null ? null : normalizeForSearch(make)
  const counts = new Map<string, { readonly name: string; count: number }>()
  for (const vehicle of newestVehicles(view, MAX_VEHICLES)) {
    if (of !== null && normalizeForSearch(vehicle.make) !== of) continue
    const name = of === null ? vehicle.make : vehicle.model
    const key = normalizeForSearch(name ?? '')
    if (name === null || key === '' || !key.startsWith(begin)) continue
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { name, count: 1 })
    else known.count += 1
  }
  return [...counts.values()]
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name)
}
