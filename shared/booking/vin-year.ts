import { normalizeVin, normalizeYear, vinWarning } from './vehicle.ts'

/* The model year in a VIN (49 CFR 565.15). */

const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980
const CYCLE_YEARS = 30
/** Model years run ahead of the calendar: next year's cars are sold from spring on. */
const MODEL_YEARS_AHEAD = 2

/** True for a whole VIN with a right check digit, which is worth decoding. */
export function isDecodable(vin: string): boolean {
  return vin.length === 17 && vinWarning(vin) === null
}

/**
 * Returns the model year of a typed VIN with a right check digit; null for another text, or a year code that no car
 * has. The tenth character repeats after 30 years, and a letter in the seventh marks the years from 2010 on.
 */
export function vinYear(typed: string, thisYear: number): number | null {
  const vin = normalizeVin(typed)
  const place = YEAR_CODES.indexOf(vin.slice(9, 10) || '-')
  if (!isDecodable(vin) || place === -1) return null
  const early = FIRST_YEAR + place
  const late = early + CYCLE_YEARS
  return /[A-Z]/.test(vin.slice(6, 7)) && late <= thisYear + MODEL_YEARS_AHEAD ? late : early
}

/** Returns the year of the VIN if another year is typed beside it; null if the two agree or one is missing. */
export function vinYearConflict(vin: string, year: string, thisYear: number): number | null {
  const told = vinYear(vin, thisYear)
  const typed = normalizeYear(year)
  return told === null || !/^\d{4}$/.test(typed) || Number(typed) === told ? null : told
}

/** What a VIN tells about its car; null for what the VIN does not tell for certain. */
export type VinFacts = { readonly year: number | null; readonly make: string | null; readonly model: string | null }
