import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'

/** A whole VIN as one word within a sentence, a label or a pasted row of cells. */
const WHOLE_WORD = /(?<![A-Z\d])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![A-Z\d])/g

/** Returns the text by which VINs are compared: without case, blanks and dashes, because providers vary them. */
export function bareVin(vin: string): string {
  return vin.replace(/[\s-]/g, '').toUpperCase()
}

/** True if two VINs name the same car. */
export function isSameVin(one: string, other: string): boolean {
  return one === other || bareVin(one) === bareVin(other)
}

/** Words that people type into a field for an unknown value. */
const NOT_KNOWN =
  /^(?:n\/?a|n\.a\.?|none|no vin|novin|pending|later|to follow|not on file|tb[acd]|unk(?:nown)?|not known|\?+|-+|\.+)$/i

/**
 * Returns a typed VIN in capitals without blanks, dashes, labels and pasted surroundings; empty for words such as
 * "n/a". Text with other words stays as typed, because the text without its blanks could pass for a VIN.
 */
export function normalizeVin(typed: string): string {
  if (NOT_KNOWN.test(typed.trim())) return ''
  const capitals = typed.toUpperCase()
  const [whole, second] = capitals.match(WHOLE_WORD) ?? []
  if (whole !== undefined && second === undefined) return whole
  const unnamed = capitals
    .replace(/^\s*(?:VIN\b|VIN(?=[A-HJ-NPR-Z\d]{17}\s*$))\s*(?:(?:NUMBER|NUM|NO)\b)?[\s:#.-]*/, '')
    .replace(/^LAST (?:\d|SIX|EIGHT)\b[\s:#]*/, '')
    .trim()
  const joined = unnamed.replace(/[\s-]/g, '')
  const hasWords =
    /\s/.test(unnamed) && (!/\d/.test(unnamed) || unnamed.split(/\s+/).some((word) => /^[A-Z]{4,}$/.test(word)))
  if (hasWords && !/^[A-HJ-NPR-Z\d]{17}$/.test(joined)) return typed.trim()
  return joined === '' || isPlausibleVin(joined) ? joined : typed.trim()
}

/**
 * True for text that may be a VIN or the end of a VIN. Text that is a few characters too long also counts, because
 * `vinWarning` warns about that typo.
 */
function isPlausibleVin(vin: string): boolean {
  return /^[A-Z0-9]{1,24}$/.test(vin)
}

/** Returns a typed year with two digits completed to four (`00` to `39` are 20xx); empty for words such as "n/a". */
export function normalizeYear(typed: string): string {
  const trimmed = typed.trim().replace(/^(?:MY|model year)\s*(?=['‘’]?\d)/i, '')
  if (NOT_KNOWN.test(trimmed)) return ''
  const [, short] = /^['‘’]?(\d\d)$/.exec(trimmed) ?? []
  if (short === undefined) return trimmed
  return `${Number(short) < 40 ? '20' : '19'}${short}`
}

const plained = (plain: (typed: string) => string) => (text: string | null) =>
  (text === null ? '' : plain(text)) || null

const vin = z.pipe(optionalLine(80), z.transform(plained(normalizeVin)))
const year = z.pipe(optionalLine(20), z.transform(plained(normalizeYear)))

/** Returns a stock number with plain hyphens, so that `LN–11` and `LN-11` name one car. */
export function plainStock(typed: string): string {
  return typed.replace(/[\u2010-\u2015\u2212]/g, '-')
}

const stock = z.pipe(optionalLine(40), z.transform(plained(plainStock)))

const details = { stock, vin, year, color: optionalLine(40) }

/**
 * Schemas of the fields of a vehicle that a change can set, each optional. A change overwrites the provider's values,
 * so VIN and year are checked strictly here, while a booking only warns about an implausible VIN or year.
 */
export const vehicleParts = {
  ...details,
  vin: vin.check(z.refine((text) => text === null || isPlausibleVin(text), issueCode('vin-characters'))),
  year: year.check(z.refine((text) => text === null || isYear(text), issueCode('year-not-four-digits'))),
  make: optionalLine(60),
  model: optionalLine(60),
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text)
}

const manual = z.boolean(issueCode('transmission-missing'))

/** The customer's vehicle or the vehicle of a one-way. Make, model and transmission are required. */
export const vehicleSchema = z.strictObject({
  ...details,
  make: requiredLine(60),
  model: requiredLine(60),
  manual,
})

/**
 * A loaner. Every field is optional, because the loaner may not be known yet, and `manual` defaults to false as in the
 * provider's responses (test/spec/service.md#vehicle).
 */
export const loanerSchema = z.strictObject({
  ...details,
  make: optionalLine(60),
  model: optionalLine(60),
  manual: z._default(z.boolean(), false),
})

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Returns a warning about a likely typo in a VIN; null for no likely typo, and for the end of a VIN alone. A warning
 * never stops a save: only cars for North America carry the check digit (49 CFR 565.15), and cars from before 1981 have
 * shorter VINs.
 */
export function vinWarning(typed: string): string | null {
  const whole = normalizeVin(typed)
  if (whole !== '' && (!isPlausibleVin(whole) || (whole.length < 17 && !/\d/.test(whole))))
    return "This doesn't look like a VIN. It is sent as typed."
  if (/^[A-Z0-9]{12,16}$|^[A-Z0-9]{18,}$/.test(whole)) return `VINs have 17 characters. This one has ${whole.length}.`
  if (!/^[A-Z0-9]{17}$/.test(whole)) return null
  if (/[IOQ]/.test(whole)) return 'VINs never use I, O or Q. Did you mean 1 or 0?'
  const sum = [...whole].reduce((total, letter, at) => total + vinValue(letter) * (VIN_WEIGHTS[at] ?? 0), 0)
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11)
  return whole[8] === digit ? null : 'VIN may be wrong. Read it again.'
}

/** Returns a warning about a likely typo in a year; null without one. A warning never stops a save. */
export function yearWarning(typed: string): string | null {
  const year = normalizeYear(typed)
  return year === '' || isYear(year) ? null : "This doesn't look like a year. It is sent as typed."
}

function vinValue(letter: string): number {
  return VIN_VALUES.indexOf(letter) % 10
}

/** A vehicle as stored and shown. `manual` is true for a manual transmission. */
export type Vehicle = {
  readonly stock: string | null
  readonly vin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
  readonly manual: boolean
}

/** Returns "2019 Buick Enclave", else the stock number, else the last six characters of the VIN, else `nothing`. */
export function formatVehicle(vehicle: Vehicle | null, nothing = 'Not assigned yet'): string {
  if (vehicle === null) return nothing
  const named = [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ')
  if (named !== '') return named
  if (vehicle.stock !== null) return `Stock ${vehicle.stock}`
  if (vehicle.vin !== null) return `VIN …${vehicle.vin.slice(-6)}`
  return nothing
}
