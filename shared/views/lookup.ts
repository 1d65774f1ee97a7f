import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { phoneDigits } from '../booking/phone.ts'
import type { MoveRole, Stage } from '../move/move.ts'
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
export const MAX_MATCHES = 500

/** The bookings of a search without filters, because a typed letter waits for the lines of all of them. */
export const MAX_TYPED_MATCHES = 50

/** Largest number of displayed rows that one call reads again. */
export const MAX_ROWS = 200

const listBoundsSchema = z.readonly(
  z.strictObject({
    /** The largest row id of `bookings` when the list was read. */
    newest: z.int().check(z.minimum(0)),
    /** The first instant of the day in the rooftop's zone, and of the next day. */
    from: z.string().check(z.minLength(1), z.maxLength(40)),
    to: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
)

/**
 * A search for the bookings whose moves have every word in their line (`searchLine`), in any order, and that pass every
 * filter. Empty text without filters lists every booking.
 */
export const lookupSchema = z.strictObject({
  text: z.string().check(z.maxLength(200, issueCode('too-long'))),
  /** How many rows the answer contains in full. */
  limit: z.int().check(z.minimum(1), z.maximum(200)),
  filters: z.optional(z.readonly(z.array(z.enum(LOOKUP_FILTERS)).check(z.maxLength(LOOKUP_FILTERS.length)))),
  /**
   * Ids of the rows on the screen. The answer has these rows as they are now, even if the search no longer finds them.
   */
  shown: z.optional(
    z.readonly(z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(MAX_ROWS))),
  ),
  /** Largest number of ids in the answer to a search by words or filters; `limit` unless set. */
  most: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_MATCHES))),
  /** A booking whose place in the list the answer gives. */
  locate: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** A page of the list of every booking: the rows from `offset` on, of the list with these bounds. */
  from: z.optional(z.readonly(z.strictObject({ offset: z.int().check(z.minimum(0)), of: listBoundsSchema }))),
})

export type Lookup = z.output<typeof lookupSchema>

/** A move of a found booking, with the values by which a person recognizes the vehicle. */
export type FoundMove = {
  readonly moveId: string
  readonly role: MoveRole
  /** The provider's number; null while the number is not known. */
  readonly number: number | null
  /** The name of the vehicle, see `formatVehicleOf`. */
  readonly vehicle: string
  readonly vin: string | null
  readonly stock: string | null
  /** Flag of an amended, canceled or missing move; null if `state` of the booking alone describes the move. */
  readonly flag: MoveFlag | null
  /** The latest stage that the driver reached, for example `delivery_arrived`; null before the first. */
  readonly stage: Stage | null
}

/** A row of a lookup: one booking, whose pair of moves is one thing. */
export type FoundBooking = {
  readonly bookingId: string
  /** The name of the desk of this rooftop that made the booking; null for this desk. */
  readonly desk: string | null
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly state: EntryState
  readonly customerName: string | null
  readonly customerPhone: string | null
  readonly reference: string | null
  readonly time: ZonedTime
  /** True while the driver is due and has not arrived, see `awaitsArrival`. */
  readonly awaitsArrival: boolean
  /** The customer's move first. */
  readonly moves: readonly FoundMove[]
}

/** The groups of a list in their order: today and upcoming by time, earlier by time with the latest first. */
export const LOOKUP_GROUPS = ['today', 'upcoming', 'earlier'] as const

export type LookupGroup = (typeof LOOKUP_GROUPS)[number]

/** How many bookings of a list are in each group. */
export type GroupCounts = Readonly<Record<LookupGroup, number>>

/**
 * What the list of every booking is a list of: the bookings that were saved until a moment, grouped by the day of
 * `from` and `to`. Pages of the list name the same bookings in the same places, although others are saved meanwhile.
 */
export type ListBounds = z.output<typeof listBoundsSchema>

export type FoundBookings = {
  /** The first rows of the list or of the page, at most `limit`. */
  readonly bookings: readonly FoundBooking[]
  /**
   * Ids of the bookings that a search by words or filters found, in the order of the groups, at most `most` of those
   * saved last; null for the list of every booking.
   */
  readonly ids: readonly string[] | null
  readonly groups: GroupCounts
  readonly bounds: ListBounds
  /** True if more bookings match than are listed. */
  readonly more: boolean
  /** Number of bookings in the store. */
  readonly total: number
  /** The requested rows of `Lookup.shown`, as they are now. */
  readonly shown: readonly FoundBooking[]
  /** Place of the booking `Lookup.locate` in the list; null without that booking. */
  readonly place: number | null
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

/** Stands between two values of a line. No searched word has one of its characters, see `normalizeForSearch`. */
export const LINE_SEPARATOR = ' | '

/**
 * Returns the normalized line that a search looks through: number, reference, name, phone digits with the country
 * code, VIN, stock number, vehicle and `texts`, with a `LINE_SEPARATOR` between them. A value with punctuation is found
 * with the punctuation and without, see `punctuationVariants` and `textVariants`.
 */
export function searchLine(move: SearchableMove): string {
  const parts = [
    move.number === null ? '' : String(move.number),
    textVariants(move.reference),
    punctuationVariants(move.customerName),
    move.customerPhone === null ? '' : phoneDigits(move.customerPhone),
    punctuationVariants(move.vin),
    punctuationVariants(move.stock),
    punctuationVariants(move.vehicle),
    ...move.texts.map(textVariants),
  ]
  return parts
    .flat()
    .filter((part) => part !== '')
    .join(LINE_SEPARATOR)
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
  const bare = withoutPunctuation(line)
  if (bare === line) return [line]
  const words = bare.split(' ').filter((word) => !line.includes(word))
  return words.length === 0 ? [line] : [line, words.join(' ')]
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
  return (
    normalizeForSearch(text)
      .split(/[ :]/)
      .map((word) => word.replace(ENDS, '').replace(REPAIR_ORDER, ''))
      .filter((word) => word !== '')
      .filter((word, at, words) => !(CALLED.test(word) && /\d/.test(words[at + 1] ?? '')))
      // People type a reference as the desk spells it, in groups, and the line has it without hyphens, too.
      .map((word) => (/^lk(-\w{1,4}){2,}$/.test(word) ? word.replaceAll('-', '') : word))
      .map((word) => (/^[\d().+-]*\d[\d().+-]*$/.test(word) ? word.replace(/\D/g, '') : word))
  )
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
    .replace(/[\s|\p{Cc}]{2,}|[^\S ]|[|\p{Cc}]/gu, ' ')
    .trim()
}
