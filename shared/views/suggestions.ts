import { z } from 'zod/mini'
import type { Place } from '../booking/place.ts'
import type { Vehicle } from '../booking/vehicle.ts'
import type { UtcInstant } from '../time/time.ts'

/* What the form suggests while a person types: customers and vehicles of this desk's own bookings, the newest first. */

const SUGGESTION_FIELDS = ['phone', 'name', 'street'] as const

const text = z.string().check(z.minLength(1), z.maxLength(60))

/**
 * The text typed so far in one field. A phone is found by the digits at its end, three or more; a name or a street by
 * the beginnings of its words, the longest with two characters or more.
 */
export const customerSuggestionsSchema = z.strictObject({ field: z.enum(SUGGESTION_FIELDS), text })

export type CustomerSuggestionQuery = Readonly<z.output<typeof customerSuggestionsSchema>>

/** The beginning of a make, or with `make` of a model of that make. */
export const vehicleSuggestionsSchema = z.strictObject({
  text: z.string().check(z.maxLength(60)),
  make: z.nullable(text),
})

/** A customer with the address and the car of the newest booking that was found. */
export type CustomerSuggestion = {
  readonly name: string
  /** As stored; `knownCustomer` has all of this customer. */
  readonly phone: string
  readonly place: Place
  readonly vehicle: Vehicle | null
  readonly lastSaved: UtcInstant
}
