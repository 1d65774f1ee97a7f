import type { Place } from './place.ts'
import type { UtcInstant } from '../time/time.ts'
import type { Vehicle } from './vehicle.ts'

/*
 * The prefill: values of a customer from earlier bookings of this desk. The window offers a value and never overwrites
 * typed text.
 */

/**
 * The name, cars and addresses in the newest bookings with one phone. Cars and places are distinct, the most recently
 * booked first.
 */
export type KnownCustomer = {
  readonly name: string
  /** When the newest of these bookings was saved. */
  readonly lastSaved: UtcInstant
  readonly cars: readonly Vehicle[]
  /** The customer's addresses, where the two vehicles were swapped. */
  readonly places: readonly KnownPlace[]
}

/** An address with the driver instructions of its newest booking, for example a gate code. */
export type KnownPlace = {
  readonly place: Place
  /** Instructions of the customer's move. `loanerInstructions` are those of the loaner's move. */
  readonly customerInstructions: string | null
  readonly loanerInstructions: string | null
}

/** City and state of a ZIP code. `state` has two letters. */
export type ZipTown = { readonly city: string; readonly state: string }
