import type { ZonedTime } from '../time/time.ts'
import type { EntryState } from './entry-state.ts'

/** How far a reschedule is, as `rescheduleStep` derives from the two bookings. */
export const RESCHEDULE_STEPS = [
  /** The replacement is not booked yet and leaves by itself. */
  'new-waiting',
  /** The replacement may be booked, so the old booking is not canceled yet. */
  'new-in-doubt',
  /** The replacement is refused or held. The old booking stays. */
  'new-not-booked',
  /** The replacement is withdrawn or canceled as a whole, and no part of the old booking is. The old booking stays. */
  'new-dropped',
  /** Both bookings may be live, and the provider has not decided about the cancellation of the replacement. */
  'new-canceling',
  /** The replacement is proved booked, and the cancellation of the old booking is not requested yet. */
  'ask-cancel',
  /** Both bookings are live, and a person cancels the old one by phone. */
  'call-to-cancel',
  /** Both bookings are live, and a cancellation request of the old one leaves by itself. */
  'cancel-waiting',
  /** Both bookings are live, and the provider has not decided about the cancellation of the old one. */
  'cancel-pending',
  /** Both bookings are live, and the cancellation of the old one was refused or withdrawn. */
  'cancel-failed',
  /** The driver collected a vehicle of the old booking, so nothing is requested. The replacement is still to come. */
  'old-driven',
  /** Bookings that the desk cannot settle, for example after a booking by phone, or with one of them half canceled. */
  'check-both',
  /** Nothing is left to do: the old booking is canceled, or a person said what was kept, or both were driven. */
  'done',
] as const

export type RescheduleStep = (typeof RESCHEDULE_STEPS)[number]

/** What a person said that the provider keeps. `both`: the old booking was driven, and a driver comes again. */
export const KEPT = ['old', 'new', 'both'] as const

export type Kept = (typeof KEPT)[number]

/** The provider's numbers of the moves of a booking that are known, the customer's move first. */
export type RescheduledNumbers = {
  readonly numbers: readonly number[]
  /** Those that the provider has not canceled. */
  readonly live: readonly number[]
  /** Those that are live, and whose cancellation is requested. */
  readonly canceling: readonly number[]
}

/** The other booking of a reschedule. */
export type RescheduleLink = RescheduledNumbers & {
  readonly bookingId: string
  readonly time: ZonedTime
  readonly state: EntryState
  readonly step: RescheduleStep
  /** What a person said when the reschedule was settled; `one` if that is not known; null if nobody settled it. */
  readonly settled: Kept | 'one' | null
  /** Name of the person who rescheduled; empty for a name that was erased. */
  readonly who: string
}
