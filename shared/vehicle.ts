import { z } from 'zod'
import { optionalLine, requiredLine } from './text.ts'

/** A VIN as it is kept: capitals without blanks and dashes, and without the word in front that copying brings along. */
export function plainVin(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/^\s*VIN\b\s*(?:(?:NUMBER|NUM|NO)\b)?[\s:#.-]*/, '')
    .replace(/[\s-]/g, '')
}

const vin = optionalLine('VIN', 40)
  .transform((text) => (text === null ? null : plainVin(text)))
  .refine((text) => text === null || /^[A-Z0-9]{1,17}$/.test(text), {
    error: 'VIN takes letters and digits only, at most 17.',
  })

const year = optionalLine('Year', 10).refine((text) => text === null || /^\d{4}$/.test(text), {
  error: 'Year needs four digits, for example 2019.',
})

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
  if (/^[A-Z0-9]{12,16}$/.test(whole)) return `A VIN has 17 characters, and this has ${whole.length}: count them again.`
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
