import { z } from 'zod'
import { phoneDigits } from '../booking/phone.ts'
import type { MoveRole } from '../move/move.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import type { ZonedTime } from '../time/time.ts'
import type { MoveMark } from '../outbox/amendment.ts'

/**
 * What a search can be narrowed to: what is not settled, what has its appointment or its ready-by today in the rooftop's
 * zone, what a person must look at.
 */
export const LOOKUP_FILTERS = ['open', 'today', 'attention'] as const

export type LookupFilter = (typeof LOOKUP_FILTERS)[number]

/** The most rows of a list by words or filters: who wants more of them types more. */
export const MAX_MATCHES = 1000

/** The most rows that are told anew at once. */
export const MAX_ROWS = 200

/**
 * A search: words in any order, each found anywhere in a move's line. Empty text asks for the newest. With filters only
 * what all of them let through is found; `shown` are the rows that stand on the screen, which are told anew also where
 * they are found no longer.
 *
 * `most` asks for the ids of a list by words or filters beyond the `limit` that are told in full. `from` begins the list of
 * every move elsewhere: `offset` rows after its newest, as it stood when it had `of` rows. Nothing is ever taken out of it,
 * and what is new comes before all else, so that such a row is the same one at any time.
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

/** One row of a lookup's answer: a move with what tells it apart. */
export type FoundMove = {
  readonly moveId: string
  readonly bookingId: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly role: MoveRole
  readonly state: EntryState
  /** The provider's number; null while it is not known. */
  readonly number: number | null
  readonly customerName: string | null
  readonly customerPhone: string | null
  readonly vehicle: string
  readonly vin: string | null
  readonly stock: string | null
  readonly reference: string | null
  readonly time: ZonedTime
  /** What was asked of it, or that it is canceled; null where its state says it all. */
  readonly mark: MoveMark | null
  /** The latest word on the driver, for example `delivery_arrived`; null before the first. */
  readonly stage: string | null
}

export type FoundMoves = {
  /** Newest first, at most `limit`. */
  readonly moves: readonly FoundMove[]
  /** What words or filters found, in the same order, at most `most` (else `limit`); null for the list of every move. */
  readonly ids: readonly string[] | null
  /** There were more than that. */
  readonly more: boolean
  /** Every move that this desk holds. */
  readonly total: number
  /** The rows of `shown`, as they are now. */
  readonly shown: readonly FoundMove[]
}

/** What a move is found by. */
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
 * The one normalised line by which a move is found: number, repair order, name, phone digits with the country's, VIN,
 * stock and vehicle, joined by ` | `. What holds hyphens, dots, brackets or apostrophes stands there without them too.
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

/** A text normalised, and once more without its hyphens, dots, brackets and apostrophes where it has any. */
export function phoneVariants(text: string | null): readonly string[] {
  if (text === null) return []
  const line = normalizeForSearch(text)
  const bare = line.replace(/['().\-/]/g, '')
  return bare === line ? [line] : [line, bare]
}

/** A repair order with its short name in front, written as one word; whether it was kept with that name is not known. */
const REPAIR_ORDER = /^ro[#:.-]*(?=\d)/
/** What a number is called, in front of it; whether it was kept with that is not known. */
const CALLED = /^(ro|r\.o\.?|r\/o|vin|stock|move|tel\.?|phone)$/
const ENDS = /^[,;:#"]+|[,;:#".!?]+$/g

/**
 * The words to look for, normalised as the line is. Words of digits lose their punctuation, so that `(804)` and
 * `555-0134` are found in a phone as it is kept; `ro10005`, `RO 10005` and `#10005` look for `10005`.
 */
export function searchWords(text: string): readonly string[] {
  return normalizeForSearch(text)
    .split(' ')
    .map((word) => word.replace(ENDS, '').replace(REPAIR_ORDER, ''))
    .filter((word, at, words) => !(CALLED.test(word) && /\d/.test(words[at + 1] ?? '')))
    .map((word) => (/^[\d().+-]*\d[\d().+-]*$/.test(word) ? word.replace(/\D/g, '') : word))
    .filter((word) => word !== '')
}

/** Lower case, marks stripped, one kind of apostrophe, one space: `Núñez` and `nunez` are the same. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .replace(/[\s|\p{Cc}]+/gu, ' ')
    .trim()
}
