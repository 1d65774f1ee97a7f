import { z } from 'zod'
import { phoneDigits } from './phone.ts'
import type { EntryState, MoveRole } from './move.ts'
import type { ZonedTime } from './time.ts'

/** A search: words in any order, each found anywhere in a move's line. Empty text asks for the newest. */
export const lookupSchema = z.strictObject({
  text: z.string().max(200, { error: 'Search for at most 200 characters.' }),
  limit: z.int().min(1).max(200),
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
  /** The latest word on the driver, for example `delivery_arrived`; null before the first. */
  readonly stage: string | null
}

/** `moves` newest first; `more` when there were more than `limit`; `total` counts every move that this desk holds. */
export type FoundMoves = { readonly moves: readonly FoundMove[]; readonly more: boolean; readonly total: number }

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
 * The one normalised line by which a move is found: number, repair order, name (also without apostrophes and hyphens),
 * phone digits, VIN, stock and vehicle, joined by ` | `.
 */
export function searchLine(move: SearchableMove): string {
  const name = move.customerName === null ? null : plain(move.customerName)
  const bare = name === null ? null : name.replace(/['’`-]/g, '')
  return [
    move.number === null ? null : String(move.number),
    move.reference === null ? null : plain(move.reference),
    name,
    bare === name ? null : bare,
    move.customerPhone === null ? null : phoneDigits(move.customerPhone),
    move.vin === null ? null : plain(move.vin),
    move.stock === null ? null : plain(move.stock),
    plain(move.vehicle),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' | ')
}

/**
 * The words to look for, normalised as the line is. A phone written with brackets, dashes, dots or +1 becomes its digits, so that
 * `(804) 555-0134` is one word and `555-0134` is another.
 */
export function searchWords(text: string): readonly string[] {
  const line = plain(text)
  const phone = line.replace(/[\s().+-]/g, '')
  if (/^\d{7,11}$/.test(phone) && /[().+-]/.test(line)) return [phone.length === 11 ? phone.replace(/^1/, '') : phone]
  return line
    .split(/\s+/)
    .map((word) => (/^[\d().+-]{5,}$/.test(word) && /\d-\d/.test(word) ? word.replace(/\D/g, '') : word))
    .filter((word) => word !== '' && word !== '|')
}

/** Lower case, marks stripped, one space: `Núñez` and `nunez` are the same. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s|]+/g, ' ')
    .trim()
}
