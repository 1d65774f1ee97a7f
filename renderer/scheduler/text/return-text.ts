import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'

/** The words of the question for the time of a return that is booked with its pickup. */
export const RETURN_TEXT = {
  title: 'Book pickup + return',
  when: 'Return at',
  example: 'like 4:30p or fri 9a',
  back: 'Go back',
  save: 'Book both',
  missing: 'Enter the time of the return.',
  noClock: 'Add a time, like 4:30p.',
  twice: 'This time happens twice that night.',
  same: 'The return has the same customer, car, loaner and RO number.',
} as const

/** "Pickup: Wed, Nov 25 · 2:00 PM ET". */
export function describePickup(utc: UtcInstant, zone: string, now: UtcInstant): string {
  return `Pickup: ${formatTime(utc, zone, now)}`
}

/** Names the half of a pickup with its return to which a message belongs. */
export function ofHalf(half: 'pickup' | 'back', message: string): string {
  return `${half === 'pickup' ? 'Pickup' : 'Return'}: ${message}`
}
