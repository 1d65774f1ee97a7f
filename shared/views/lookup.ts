import { z } from 'zod'
import { phoneDigits } from '../booking/phone.ts'
import type { MoveRole } from '../move/move.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import type { ZonedTime } from '../time/time.ts'
import type { MoveMark } from '../outbox/amendment.ts'

/** The filters of a search: unsettled, appointment or ready-by today in the rooftop's zone, in need of a person. */
export const LOOKUP_FILTERS = ['open', 'today', 'attention'] as const

export type LookupFilter = (typeof LOOKUP_FILTERS)[number]

/** The most rows of a list by words or filters. A longer search text narrows the list. */
export const MAX_MATCHES = 1000

/** The most rows that one request updates. */
export const MAX_ROWS = 200

/**
 * A search by words in any order, each matched anywhere in a move's search line; empty text returns the newest moves,
 * and filters must all match. `shown` are visible rows to update even if they do not match any more.
 *
 * `most` requests the ids of a filtered list beyond the `limit` of full rows. `from` starts the list of all moves
 * `offset` rows after its newest as of `of` rows, which is stable because moves are only ever added at the top.
 */
export const lookupSchema = z.strictObject({
  text: z.string().max(200, { error: 'Search for at most 200 characters.' }),
  limit: z.int().min(1).max(200),
  filters: z.array(z.enum(LOOKUP_FILTERS)).max(LOOKUP_FILTERS.length).readonly().optional(),
  shown: z.array(z.string().min(1).max(64)).max(MAX_ROWS).readonly().optional(),
  most: z.int().min(1).max(MAX_MATCHES).optional(),
  from: z
    .strictObject({ offset: z.int().min(0), of: z.int().min(0) })
    .readonly()
    .optional(),
})

export type Lookup = z.output<typeof lookupSchema>

/** One row of a lookup: a move with its identifying values. */
export type FoundMove = {
  readonly moveId: string
  readonly bookingId: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly role: MoveRole
  readonly state: EntryState
  /** The provider's number; null while unknown. */
  readonly number: number | null
  readonly customerName: string | null
  readonly customerPhone: string | null
  readonly vehicle: string
  readonly vin: string | null
  readonly stock: string | null
  readonly reference: string | null
  readonly time: ZonedTime
  /** The flag of an amendment or cancellation; null if the state says everything. */
  readonly mark: MoveMark | null
  /** The driver's last stage, for example `delivery_arrived`; null before the first. */
  readonly stage: string | null
}

export type FoundMoves = {
  /** Newest first, at most `limit`. */
  readonly moves: readonly FoundMove[]
  /**
   * The ids found by words or filters, in the same order, at most `most` (else `limit`); null for the list of all
   * moves.
   */
  readonly ids: readonly string[] | null
  /** More moves were found than that. */
  readonly more: boolean
  /** The number of all moves of this desk. */
  readonly total: number
  /** The rows of `shown`, as they are now. */
  readonly shown: readonly FoundMove[]
}

/** The values by which a search finds a move. */
export type SearchableMove = {
  readonly number: number | null
  readonly reference: string | null
  readonly customerName: string | null
  readonly customerPhone: string | null
  readonly vin: string | null
  readonly stock: string | null
  readonly vehicle: string
}

/**
 * The normalized search line of a move: number, repair order, name, phone digits with country code, VIN, stock and
 * vehicle, joined by ` | `. Values with hyphens, dots, brackets or apostrophes appear without them too.
 */
export function searchLine(move: SearchableMove): string {
  const parts = [
    move.number === null ? '' : String(move.number),
    ...phoneVariants(move.reference),
    ...phoneVariants(move.customerName),
    move.customerPhone === null ? '' : phoneDigits(move.customerPhone),
    ...phoneVariants(move.vin),
    ...phoneVariants(move.stock),
    ...phoneVariants(move.vehicle),
  ]
  return parts.filter((part) => part !== '').join(' | ')
}

/** A text normalized, and again without its hyphens, dots, brackets and apostrophes if it has any. */
export function phoneVariants(text: string | null): readonly string[] {
  if (text === null) return []
  const line = normalizeForSearch(text)
  const bare = line.replace(/['().\-/]/g, '')
  return bare === line ? [line] : [line, bare]
}

/** A repair order with its short name in front, as one word. The stored value may lack the short name. */
const REPAIR_ORDER = /^ro[#:.-]*(?=\d)/
/** The name of a number in front of it. The stored value may lack the name. */
const CALLED = /^(ro|r\.o\.?|r\/o|vin|stock|move|tel\.?|phone)$/
const ENDS = /^[,;:#"]+|[,;:#".!?]+$/g

/**
 * The search words, normalized like the line. Words of digits lose their punctuation, so `(804)` and `555-0134` match
 * a stored phone; `ro10005`, `RO 10005` and `#10005` search for `10005`.
 */
export function searchWords(text: string): readonly string[] {
  return normalizeForSearch(text)
    .split(' ')
    .map((word) => word.replace(ENDS, '').replace(REPAIR_ORDER, ''))
    .filter((word, at, words) => !(CALLED.test(word) && /\d/.test(words[at + 1] ?? '')))
    .map((word) => (/^[\d().+-]*\d[\d().+-]*$/.test(word) ? word.replace(/\D/g, '') : word))
    .filter((word) => word !== '')
}

/** Lower case, without accents, one kind of apostrophe, single spaces: `Núñez` and `nunez` are equal. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .replace(/[\s|\p{Cc}]+/gu, ' ')
    .trim()
}
