import { z } from 'zod'
import { optionalLine, requiredLine } from './text.ts'

/** A whole VIN as one word, as it stands in a sentence, on a label or beside other cells of a row. */
const WHOLE_WORD = /(?<![A-Z\d])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![A-Z\d])/g

/**
 * A VIN as it is kept: capitals without blanks and dashes, and without what copying brings along around it. Words that are
 * no part of one stay as they were typed: joined to it they would pass for a VIN.
 */
export function plainVin(typed: string): string {
  const capitals = typed.toUpperCase()
  const [whole, second] = capitals.match(WHOLE_WORD) ?? []
  if (whole !== undefined && second === undefined) return whole
  const unnamed = capitals.replace(/^\s*VIN\b\s*(?:(?:NUMBER|NUM|NO)\b)?[\s:#.-]*/, '').trim()
  const joined = unnamed.replace(/[\s-]/g, '')
  const hasWords = /\s/.test(unnamed) && unnamed.split(/\s+/).some((word) => /^[A-Z]{4,}$/.test(word))
  return hasWords && !/^[A-HJ-NPR-Z\d]{17}$/.test(joined) ? typed.trim() : joined
}

/** True of what may be a VIN, or the tail of one; a letter too many is a slip to be warned of, and no reason to refuse it. */
export function isPlausibleVin(vin: string): boolean {
  return /^[A-Z0-9]{1,24}$/.test(vin)
}

/** A year as it is kept: the two digits that people say and write, as four. */
export function plainYear(typed: string): string {
  const [, short] = /^['‘’]?(\d\d)$/.exec(typed.trim()) ?? []
  if (short === undefined) return typed.trim()
  return `${Number(short) < 40 ? '20' : '19'}${short}`
}

const vin = optionalLine('VIN', 80)
  .transform((text) => (text === null ? null : plainVin(text)))
  .refine((text) => text === null || isPlausibleVin(text), {
    error: 'VIN takes letters and digits only, at most 24.',
  })

const year = optionalLine('Year', 10)
  .transform((text) => (text === null ? null : plainYear(text)))
  .refine((text) => text === null || /^\d{4}$/.test(text), { error: 'Year needs four digits, for example 2019.' })

const details = { stock: optionalLine('Stock number', 40), vin, year, color: optionalLine('Color', 40) }

/** The parts of a vehicle that can be told apart from its gearbox, each of which may be left out. */
export const vehicleParts = { ...details, make: optionalLine('Make', 60), model: optionalLine('Model', 60) }

const manual = z.boolean({ error: 'Transmission is missing: choose automatic or manual.' })

/** A vehicle whose make, model and gearbox must be known: the customer's car, or the car of a one-way move (4.2, 4.3). */
export const vehicleSchema = z.strictObject({
  ...details,
  make: requiredLine('Make', 60),
  model: requiredLine('Model', 60),
  manual,
})

/** A loaner: everything may be left open until it is known (4.3). `manual` false is what the service assumes (2.2). */
export const loanerSchema = z.strictObject({
  ...details,
  make: optionalLine('Make of the loaner', 60),
  model: optionalLine('Model of the loaner', 60),
  manual: z.boolean({ error: 'Transmission of the loaner must be yes or no.' }).default(false),
})

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * What looks like a slip in a VIN, as a sentence; null where nothing does, and for its tail alone. Never a reason to refuse
 * it: only cars for North America carry the check digit (49 CFR 565.15), and cars from before 1981 have shorter ones.
 */
export function doubtVin(typed: string): string | null {
  const whole = plainVin(typed)
  if (/^[A-Z0-9]{12,16}$|^[A-Z0-9]{18,}$/.test(whole))
    return `A VIN has 17 characters, and this has ${whole.length}: count them again.`
  if (!/^[A-Z0-9]{17}$/.test(whole)) return null
  if (/[IOQ]/.test(whole)) return 'A VIN has no I, O or Q: look whether 1 or 0 was meant.'
  const sum = [...whole].reduce((total, letter, at) => total + vinValue(letter) * (VIN_WEIGHTS[at] ?? 0), 0)
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11)
  return whole[8] === digit ? null : 'The check digit of this VIN does not fit: compare it with the car.'
}

function vinValue(letter: string): number {
  return VIN_VALUES.indexOf(letter) % 10
}

/** A vehicle as kept and shown; `manual` true is a manual gearbox. */
export type Vehicle = {
  readonly stock: string | null
  readonly vin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
  readonly manual: boolean
}

/** "2019 Buick Enclave", or what is known of it: the stock number, the VIN's tail, or the given word for nothing. */
export function sayVehicle(vehicle: Vehicle | null, nothing = 'Not chosen yet'): string {
  if (vehicle === null) return nothing
  const named = [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ')
  if (named !== '') return named
  if (vehicle.stock !== null) return `Stock ${vehicle.stock}`
  if (vehicle.vin !== null) return `VIN …${vehicle.vin.slice(-6)}`
  return nothing
}
