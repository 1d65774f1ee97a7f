import { z } from 'zod'
import { issueCode } from '../field-issues.ts'
import { phoneDigits } from '../booking/phone.ts'
import type { MoveRole } from '../move/move.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import type { ZonedTime } from '../time/time.ts'
import type { MoveFlag } from '../outbox/amendment.ts'

/**
 * Filters of a search: `open` finds bookings that are not settled, `today` finds bookings whose appointment or ready-by
 * time is today in the rooftop's zone, and `attention` finds bookings that need a person.
 */
export const LOOKUP_FILTERS = ['open', 'today', 'attention'] as const

export type LookupFilter = (typeof LOOKUP_FILTERS)[number]

/**
 * Largest number of ids that a search by words or filters returns. A person narrows a longer result by adding a word.
 */
export const MAX_MATCHES = 1000

/** Largest number of displayed rows that one call reads again. */
export const MAX_ROWS = 200

/**
 * A search over the lines of all moves (`searchLine`): words in any order, each found anywhere in a line. Empty text
 * without filters lists the newest moves, and a move must pass every filter.
 */
export const lookupSchema = z.strictObject({
  text: z.string().max(200, issueCode('too-long')),
  /** How many rows the answer contains in full. */
  limit: z.int().min(1).max(200),
  filters: z.array(z.enum(LOOKUP_FILTERS)).max(LOOKUP_FILTERS.length).readonly().optional(),
  /**
   * Ids of the rows on the screen. The answer has these rows as they are now, even if the search no longer finds them.
   */
  shown: z.array(z.string().min(1).max(64)).max(MAX_ROWS).readonly().optional(),
  /** Largest number of ids in the answer to a search by words or filters; `limit` unless set. */
  most: z.int().min(1).max(MAX_MATCHES).optional(),
  /**
   * Start of a page in the list of all moves: `offset` rows after the row that was the newest when the list had `of`
   * rows. New rows are added in front and no row is ever removed, so `offset` and `of` name the same row at any time.
   */
  from: z
    .strictObject({ offset: z.int().min(0), of: z.int().min(0) })
    .readonly()
    .optional(),
})

export type Lookup = z.output<typeof lookupSchema>

/** A row of a lookup: one move, with the values by which a person recognizes the move. */
export type FoundMove = {
  readonly moveId: string
  readonly bookingId: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly role: MoveRole
  readonly state: EntryState
  /** The provider's number; null while the number is not known. */
  readonly number: number | null
  readonly customerName: string | null
  readonly customerPhone: string | null
  readonly vehicle: string
  readonly vin: string | null
  readonly stock: string | null
  readonly reference: string | null
  readonly time: ZonedTime
  /** Flag of an amended, canceled or missing move; null if `state` alone describes the move. */
  readonly flag: MoveFlag | null
  /** The latest stage that the driver reached, for example `delivery_arrived`; null before the first. */
  readonly stage: string | null
}

export type FoundMoves = {
  /** Newest first, at most `limit`. */
  readonly moves: readonly FoundMove[]
  /**
   * Ids of the moves that a search by words or filters found, newest first, at most `most`; null for the list of all
   * moves.
   */
  readonly ids: readonly string[] | null
  /** True if more moves match than are listed. */
  readonly more: boolean
  /** Number of moves in the store. */
  readonly total: number
  /** The requested rows of `Lookup.shown`, as they are now. */
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
  /** Further texts, for example addresses and instructions. */
  readonly texts: readonly (string | null)[]
}

/**
 * Returns the normalized line that a search looks through: number, reference, name, phone digits with the country
 * code, VIN, stock number, vehicle and `texts`, joined by ` | `. A value with punctuation is found with the punctuation
 * and without, see `punctuationVariants` and `textVariants`.
 */
export function searchLine(move: SearchableMove): string {
  const parts = [
    move.number === null ? '' : String(move.number),
    ...textVariants(move.reference),
    ...punctuationVariants(move.customerName),
    move.customerPhone === null ? '' : phoneDigits(move.customerPhone),
    ...punctuationVariants(move.vin),
    ...punctuationVariants(move.stock),
    ...punctuationVariants(move.vehicle),
    ...move.texts.flatMap(textVariants),
  ]
  return parts.filter((part) => part !== '').join(' | ')
}

/**
 * Returns the normalized text and, if the text has hyphens, dots, slashes, parentheses or apostrophes, also the text
 * without these characters; an empty list for null.
 */
export function punctuationVariants(text: string | null): readonly string[] {
  if (text === null) return []
  const line = normalizeForSearch(text)
  const bare = withoutPunctuation(line)
  return bare === line ? [line] : [line, bare]
}

/**
 * Returns the normalized text, and the words that a search without punctuation would not find in that text. Shorter
 * than `punctuationVariants` for a long text, and found by the same words, because each word is searched by itself.
 */
function textVariants(text: string | null): readonly string[] {
  if (text === null) return []
  const line = normalizeForSearch(text)
  const bare = line
    .split(' ')
    .map(withoutPunctuation)
    .filter((word) => !line.includes(word))
  return bare.length === 0 ? [line] : [line, bare.join(' ')]
}

function withoutPunctuation(line: string): string {
  return line.replace(/['().\-/]/g, '')
}

/** The prefix of a repair order such as `ro10005`. The prefix is dropped, because the stored reference may lack it. */
const REPAIR_ORDER = /^ro[#.-]*(?=\d)/
/** A word that labels the number after it. The word is dropped, because the stored value may lack the label. */
const CALLED = /^(ro|r\.o\.?|r\/o|vin|stock|move|tel\.?|phone)$/
const ENDS = /^[,;:#"]+|[,;:#".!?]+$/g

/**
 * Returns the words to search for, normalized like the lines and split at colons, so that `code:4471` finds "gate code
 * 4471". Words of digits lose their punctuation, so that `(804)` and `555-0134` match a stored phone; `ro10005`,
 * `RO 10005` and `#10005` all become `10005`.
 */
export function searchWords(text: string): readonly string[] {
  return normalizeForSearch(text)
    .split(/[ :]/)
    .map((word) => word.replace(ENDS, '').replace(REPAIR_ORDER, ''))
    .filter((word) => word !== '')
    .filter((word, at, words) => !(CALLED.test(word) && /\d/.test(words[at + 1] ?? '')))
    .map((word) => (/^[\d().+-]*\d[\d().+-]*$/.test(word) ? word.replace(/\D/g, '') : word))
}

/**
 * Returns a text in lower case without accents, with one kind of apostrophe and single spaces: `Núñez` gives `nunez`.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .replace(/[\s|\p{Cc}]+/gu, ' ')
    .trim()
}
