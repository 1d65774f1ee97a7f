import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { ResolutionKind } from '../state/resolutions.ts'
import { providerByPhone } from './phone-text.ts'

/** Returns the label of the button that opens a resolution. */
export function resolutionLabel(kind: ResolutionKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'release':
      return entry.code === 'possible-duplicate' ? 'It is a second move…' : 'Send it all the same…'
    case 'provider-numbers':
      return 'The provider has it…'
    case 'not-booked-reported':
      return entry.notBookedReportedAt === null ? 'The provider does not have it…' : 'Confirm that it is not there…'
    case 'placed-by-phone':
      return 'Placed by phone…'
    case 'customer-told':
      return 'Customer was told…'
    case 'replacement-number':
      return 'Enter the new number…'
    default:
      return assertNever(kind)
  }
}

/** Describes what a resolution does and what a person has to know for it. */
export function resolutionQuestion(kind: ResolutionKind, booking: BookedMoves): string {
  switch (kind) {
    case 'release':
      return 'It leaves by itself as soon as the queue is free.'
    case 'provider-numbers':
      return 'Enter what the provider calls it. The number is looked up there before it counts.'
    case 'not-booked-reported': {
      if (booking.entry.notBookedReportedAt === null) {
        return `Ask ${providerByPhone()} first, with its reference. It is confirmed in a second step, three minutes after it was sent, and then sent again.`
      }
      return 'Can be confirmed three minutes after it was sent, and after a restart of Lanekeeper, since the first request may run so long. It is sent again: if the provider has it after all, a second driver comes.'
    }
    case 'placed-by-phone':
      return 'Lanekeeper keeps it and never sends it. Its number can be entered later.'
    case 'customer-told':
      return 'The booking stays as it is, with the later time of the provider. The history keeps who told the customer.'
    case 'replacement-number':
      return 'The number is looked up at the provider, and the desk then follows the new move. Ask for its time, too: the appointment here stays as it was booked.'
    default:
      return assertNever(kind)
  }
}

/** Returns the label of the button that submits a resolution; `isSecond` is true for the confirmation of a report. */
export function resolutionAction(kind: ResolutionKind, isSecond: boolean): string {
  switch (kind) {
    case 'release':
      return 'Send it'
    case 'provider-numbers':
      return 'Look it up'
    case 'not-booked-reported':
      return isSecond ? 'Send it again' : 'It is not there'
    case 'placed-by-phone':
      return 'Keep it and never send it'
    case 'customer-told':
      return 'Customer was told'
    case 'replacement-number':
      return 'Look it up'
    default:
      return assertNever(kind)
  }
}

/** Describes the result of a resolution, given the updated booking. */
export function resolutionDone(kind: ResolutionKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'release':
      return 'It leaves by itself now.'
    case 'provider-numbers':
      return 'The number is looked up at the provider.'
    case 'not-booked-reported':
      return entry.notBookedReportedAt === null ? 'It is sent again.' : 'Noted. Confirm it once the time has passed.'
    case 'placed-by-phone':
      return 'Kept. It is never sent.'
    case 'customer-told':
      return 'Noted that the customer was told.'
    case 'replacement-number':
      return 'The number is looked up at the provider.'
    default:
      return assertNever(kind)
  }
}
