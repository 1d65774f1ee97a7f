import { z } from 'zod'
import { bookingSchema } from './booking.ts'
import type { Place } from './place.ts'
import { optionalLine } from '../text-schema.ts'
import type { UtcInstant } from '../time/time.ts'
import type { Vehicle } from './vehicle.ts'

/*
 * A customer as this desk knows them from its own bookings. The form offers these values and never overwrites typed
 * text.
 */

/** A customer as the newest bookings with this phone show them. Cars and addresses are distinct, the newest first. */
export type KnownCustomer = {
  readonly name: string
  /** When the newest of these bookings was saved. */
  readonly lastSaved: UtcInstant
  readonly cars: readonly Vehicle[]
  /** The addresses of the swaps. */
  readonly places: readonly KnownPlace[]
}

/** An address with the driver's instructions of its last booking: a gate code, where to park. */
export type KnownPlace = {
  readonly place: Place
  /** The instructions for the move of the customer's car, and for the move of the loaner. */
  readonly customerInstructions: string | null
  readonly loanerInstructions: string | null
}

/** City and state of a ZIP: the state by two letters, and its name in capitals. */
export type ZipTown = { readonly city: string; readonly state: string; readonly stateName: string }

/**
 * A booking that a person saves although other bookings of its day have the same repair order, vehicle, phone or name.
 */
export const duplicateOverrideSchema = z.strictObject({
  booking: bookingSchema,
  /** The ids of the duplicate candidates that were shown. */
  alike: z.array(z.string().min(1).max(64)).min(1).max(20),
  who: optionalLine('Your name', 80),
})

export type DuplicateOverride = z.output<typeof duplicateOverrideSchema>
