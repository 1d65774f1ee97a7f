import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { normalizeState } from './us-state.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'

/**
 * Returns the five digits of a typed ZIP code. Words before the digits, ZIP+4 digits and the country are dropped, and
 * text without a ZIP code is only trimmed.
 */
export function normalizeZip(typed: string): string {
  const [, zip] =
    /^(?:\D*[\s:#,.])?(\d{5})(?:\s*[\p{Pd}\u2212]?\s*\d{4})?(?:[\s,]*(?:USA?|United States))?[\s.,]*$/iu.exec(typed) ??
    []
  return zip ?? typed.trim()
}

/**
 * An address as a person types it (test/spec/service.md#location). `zip` has five digits, and `state` is a code where
 * the text names a state.
 */
export const placeSchema = z.strictObject({
  name: requiredLine(),
  addressOne: requiredLine(200),
  addressTwo: optionalLine(120),
  city: requiredLine(80),
  state: z.pipe(requiredLine(40), z.transform(normalizeState)),
  zip: z
    .pipe(requiredLine(40), z.transform(normalizeZip))
    .check(z.refine((zip) => zip === '' || /^\d{5}$/.test(zip), issueCode('zip-not-five-digits'))),
})

export type Place = z.output<typeof placeSchema>

/** An address as the provider resolved it (test/spec/provider.md#addresses). */
export type ResolvedPlace = {
  readonly lat: number | null
  readonly lon: number | null
  readonly googlePlaceId: string | null
  readonly locationId: number | null
  readonly fullAddress: string | null
}

/** Formats an address as one line: street, unit, city, state and ZIP. */
export function formatPlace(place: Place): string {
  const street = place.addressTwo === null ? place.addressOne : `${place.addressOne}, ${place.addressTwo}`
  return `${street}, ${place.city}, ${place.state} ${place.zip}`
}
