import type { Place } from './place.ts'
import type { BookedMoves } from '../move/move.ts'
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
  /** When the first booking of this phone on this desk was saved. */
  readonly since: UtcInstant
  /** The three latest of these bookings by their own time, the latest first, without withdrawn bookings. */
  readonly latest: readonly BookedMoves[]
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
