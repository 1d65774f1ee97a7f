import { stateCode } from '../../../shared/booking/us-state.ts'

/** City and state of an address, which the sheet shows as one text such as "Richmond, VA". */
export type Town = { readonly city: string; readonly state: string }

export function joinTown({ city, state }: Town): string {
  return state === '' ? city : `${city}, ${state}`
}

/**
 * Splits a typed town at its last comma, or before a state's code at its end: "Richmond VA". Text without either is a
 * city.
 */
export function splitTown(typed: string): Town {
  const comma = typed.lastIndexOf(',')
  if (comma !== -1) return { city: typed.slice(0, comma).trim(), state: typed.slice(comma + 1).trim() }
  const [, city, code] = /^(.*\S)\s+([A-Za-z]{2})\s*$/.exec(typed) ?? []
  if (city !== undefined && code !== undefined && stateCode(code) !== null) return { city, state: code.toUpperCase() }
  return { city: typed.trim(), state: '' }
}
