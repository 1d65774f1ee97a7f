import type { BookedMoves } from '../../../shared/move/move.ts'
import { provider } from './phone-text.ts'
import { STATE_FACTS } from '../../../shared/outbox/states.ts'

/* The words about bookings of other desks. */

export const OTHER_DESK = { takeOver: 'Take over…', action: 'Take over' } as const

/** Says where a booking of another desk is changed; null for a booking of this desk. */
export function describeOtherDesk({ desk }: Pick<BookedMoves, 'desk'>, canTake = false): string | null {
  if (desk === null) return null
  return canTake
    ? `${desk} has this booking. Take it over to make changes here.`
    : `${desk} has this booking. Make changes there.`
}

export function takeBookingTitle({ customerName, desk }: Pick<BookedMoves, 'customerName' | 'desk'>): string {
  return `Take over ${customerName === null ? 'this booking' : `${customerName}'s booking`} from ${desk}?`
}

/** What a takeover of one booking changes here and at its desk. */
export function takeBookingPlan({ state, desk }: Pick<BookedMoves, 'state' | 'desk'>): readonly string[] {
  return [describeMoved(state), `${desk} can't change it anymore, and is told so.`]
}

function describeMoved(state: BookedMoves['state']): string {
  if (state === 'booked') return 'It stays booked. Change, reschedule or cancel it here.'
  if (STATE_FACTS[state].possiblySent)
    return `It may have left and is not sent again. The Inbox says what to ask ${provider()}.`
  return 'It has not left, and is sent from here instead. Edit or withdraw it here.'
}

/** What a takeover of one booking brought. */
export function describeTakenBooking({ customerName, desk }: Pick<BookedMoves, 'customerName' | 'desk'>): string {
  return `Took over ${customerName === null ? 'the booking' : `${customerName}'s booking`} from ${desk}.`
}
