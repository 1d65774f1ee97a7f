import { z } from 'zod'
import { optionalLine, requiredLine } from '../text-schema.ts'

/** A whole VIN as one word, in a sentence, on a label or among the cells of a row. */
const WHOLE_WORD = /(?<![A-Z\d])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![A-Z\d])/g

/**
 * True if two VINs name one car. Case, spaces and dashes do not count, because a provider may write them differently.
 */
export function isSameVin(one: string, other: string): boolean {
  const bare = (vin: string) => vin.replace(/[\s-]/g, '').toUpperCase()
  return bare(one) === bare(other)
}

/** Words that people type into a field whose value they do not know yet. */
const NOT_KNOWN =
  /^(?:n\/?a|n\.a\.?|none|no vin|novin|pending|later|to follow|not on file|tb[acd]|unk(?:nown)?|not known|\?+|-+|\.+)$/i

/**
 * A VIN as stored: upper case without spaces, dashes and copied text around it; empty for words such as "unknown".
 * Words that are no part of a VIN stay as typed, because joined to the VIN they would pass for one.
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

/** True for text that may be a VIN or its tail. One letter too many only gets a warning. */
function isPlausibleVin(vin: string): boolean {
  return /^[A-Z0-9]{1,24}$/.test(vin)
}

/** A year as stored: two digits become four, and unknown becomes empty. */
export function normalizeYear(typed: string): string {
  const told = typed.trim().replace(/^(?:MY|model year)\s*(?=['‘’]?\d)/i, '')
  if (NOT_KNOWN.test(told)) return ''
  const [, short] = /^['‘’]?(\d\d)$/.exec(told) ?? []
  if (short === undefined) return told
  return `${Number(short) < 40 ? '20' : '19'}${short}`
}

const plained = (plain: (typed: string) => string) => (text: string | null) =>
  (text === null ? '' : plain(text)) || null

const vin = optionalLine('VIN', 80).transform(plained(normalizeVin))
const year = optionalLine('Year', 20).transform(plained(normalizeYear))

const details = { stock: optionalLine('Stock number', 40), vin, year, color: optionalLine('Color', 40) }

/**
 * The vehicle parts of a change, all optional. A change overwrites the provider's value, so VIN and year must be valid
 * here, while a booking only warns about them.
 */
export const vehicleParts = {
  ...details,
  vin: vin.refine((text) => text === null || isPlausibleVin(text), {
    error: 'VIN takes letters and digits only, at most 24.',
  }),
  year: year.refine((text) => text === null || isYear(text), { error: 'Year needs four digits, for example 2019.' }),
  make: optionalLine('Make', 60),
  model: optionalLine('Model', 60),
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text)
}

const manual = z.boolean({ error: 'Transmission is missing: choose automatic or manual.' })

/** A vehicle whose make, model and gearbox are required: the customer's car, or the car of a one-way. */
export const vehicleSchema = z.strictObject({
  ...details,
  make: requiredLine('Make', 60),
  model: requiredLine('Model', 60),
  manual,
})

/** A loaner, whose fields are all optional. The service assumes `manual` false. */
export const loanerSchema = z.strictObject({
  ...details,
  make: optionalLine('Make of the loaner', 60),
  model: optionalLine('Model of the loaner', 60),
  manual: z.boolean({ error: 'Transmission of the loaner must be yes or no.' }).default(false),
})

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * A warning about a VIN that looks mistyped; null without one, and for a VIN's tail. Never blocks a save, because only
 * cars for North America have the check digit (49 CFR 565.15), and cars from before 1981 have shorter VINs.
 */
export function vinWarning(typed: string): string | null {
  const whole = normalizeVin(typed)
  if (whole !== '' && (!isPlausibleVin(whole) || (whole.length < 17 && !/\d/.test(whole))))
    return 'This does not look like a VIN: it is sent as it stands here.'
  if (/^[A-Z0-9]{12,16}$|^[A-Z0-9]{18,}$/.test(whole))
    return `A VIN has 17 characters, and this has ${whole.length}: count them again.`
  if (!/^[A-Z0-9]{17}$/.test(whole)) return null
  if (/[IOQ]/.test(whole)) return 'A VIN has no I, O or Q: look whether 1 or 0 was meant.'
  const sum = [...whole].reduce((total, letter, at) => total + vinValue(letter) * (VIN_WEIGHTS[at] ?? 0), 0)
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11)
  return whole[8] === digit ? null : 'The check digit of this VIN does not fit: compare it with the car.'
}

/** A warning about a year that looks mistyped, or null. Never blocks a save. */
export function yearWarning(typed: string): string | null {
  const year = normalizeYear(typed)
  return year === '' || isYear(year)
    ? null
    : 'This does not look like a year, such as 2019: it is sent as it stands here.'
}

function vinValue(letter: string): number {
  return VIN_VALUES.indexOf(letter) % 10
}

/** A vehicle as stored and shown. `manual` true means a manual gearbox. */
export type Vehicle = {
  readonly stock: string | null
  readonly vin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
  readonly manual: boolean
}

/** "2019 Buick Enclave", or the known parts: the stock number, the VIN's tail, or the given word for none. */
export function formatVehicle(vehicle: Vehicle | null, nothing = 'Not chosen yet'): string {
  if (vehicle === null) return nothing
  const named = [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ')
  if (named !== '') return named
  if (vehicle.stock !== null) return `Stock ${vehicle.stock}`
  if (vehicle.vin !== null) return `VIN …${vehicle.vin.slice(-6)}`
  return nothing
}
