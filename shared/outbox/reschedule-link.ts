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
  /** The replacement is withdrawn, or canceled or to be canceled as a whole. The old booking stays. */
  'new-dropped',
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
  /** Both bookings may be live in a way that the desk cannot settle, for example after a booking by phone. */
  'check-both',
  /** One booking is left: the old one is canceled, or a person said so, or both were driven. */
  'done',
] as const

export type RescheduleStep = (typeof RESCHEDULE_STEPS)[number]

/** The other booking of a reschedule. */
export type RescheduleLink = {
  readonly bookingId: string
  readonly time: ZonedTime
  readonly state: EntryState
  /** The provider's numbers of the moves that are known, the customer's move first. */
  readonly numbers: readonly number[]
  readonly step: RescheduleStep
  /** Name of the person who rescheduled; empty for a name that was erased. */
  readonly who: string
}
