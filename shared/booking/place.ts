import { z } from 'zod'
import { optionalLine, requiredLine } from '../text-schema.ts'

/**
 * A ZIP as stored: its five digits, taken also from a ZIP+4, or from text with a city, a state or the country around
 * the digits. Text without a ZIP stays as typed, trimmed.
 */
export function normalizeZip(typed: string): string {
  const [, zip] =
    /^(?:\D*[\s:#,.])?(\d{5})(?:\s*[\p{Pd}\u2212]?\s*\d{4})?(?:[\s,]*(?:USA?|United States))?[\s.,]*$/iu.exec(typed) ??
    []
  return zip ?? typed.trim()
}

/** An address as entered (test/spec/service.md#location). `zip` has five digits. */
export const placeSchema = z.strictObject({
  name: requiredLine('Name of the place'),
  addressOne: requiredLine('Street', 200),
  addressTwo: optionalLine('Unit', 120),
  city: requiredLine('City', 80),
  state: requiredLine('State', 40),
  zip: requiredLine('ZIP', 40)
    .transform(normalizeZip)
    .refine((zip) => zip === '' || /^\d{5}$/.test(zip), { error: 'ZIP needs five digits, for example 23220.' }),
})

export type Place = z.output<typeof placeSchema>

/** The provider's resolved fields of an address (test/spec/service.md#location). */
export type ResolvedPlace = {
  readonly lat: number | null
  readonly lon: number | null
  readonly googlePlaceId: string | null
  readonly locationId: number | null
  readonly fullAddress: string | null
}

/** One line for screens: street, unit, city, state and ZIP. */
export function formatPlace(place: Place): string {
  const street = place.addressTwo === null ? place.addressOne : `${place.addressOne}, ${place.addressTwo}`
  return `${street}, ${place.city}, ${place.state} ${place.zip}`
}
