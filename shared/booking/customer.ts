import { z } from 'zod'
import { bookingSchema } from './booking.ts'
import type { Place } from './place.ts'
import { optionalLine } from '../text-schema.ts'
import type { UtcInstant } from '../time/time.ts'
import type { Vehicle } from './vehicle.ts'

/*
 * What this desk knows of a customer from the bookings that it keeps. Offered, never imposed: what a person typed stands.
 */

/** A customer as the newest bookings with this phone have them; the newest car and address first, none twice. */
export type KnownCustomer = {
  readonly name: string
  /** When the newest of these bookings was saved. */
  readonly lastSaved: UtcInstant
  readonly cars: readonly Vehicle[]
  /** Where the cars were swapped. */
  readonly places: readonly KnownPlace[]
}

/** An address with what the drivers were told for it when it was last booked: a gate code, where to park. */
export type KnownPlace = {
  readonly place: Place
  /** For the drive with the customer's car, and for the one with the loaner. */
  readonly customerInstructions: string | null
  readonly loanerInstructions: string | null
}

/** The city and state that a ZIP belongs to; the state in two letters, and its name in capitals. */
export type ZipTown = { readonly city: string; readonly state: string; readonly stateName: string }

/** A booking that is saved although others for the same repair order, vehicle, phone or customer's name stand on its day. */
export const duplicateOverrideSchema = z.strictObject({
  booking: bookingSchema,
  /** The ids of the bookings that were shown beside it. */
  alike: z.array(z.string().min(1).max(64)).min(1).max(20),
  who: optionalLine('Your name', 80),
})

export type DuplicateOverride = z.output<typeof duplicateOverrideSchema>
