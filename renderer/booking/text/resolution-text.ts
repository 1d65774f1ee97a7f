import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { ResolutionKind } from '../state/resolutions.ts'
import { provider, providerByPhone } from './phone-text.ts'

/** Returns the label of the button that opens a resolution. */
export function resolutionLabel(kind: ResolutionKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'release':
      return entry.code === 'possible-duplicate' ? 'Not a duplicate, send…' : 'Send anyway…'
    case 'provider-numbers':
      return "It's booked…"
    case 'not-booked-reported':
      return entry.notBookedReportedAt === null ? 'Not booked…' : 'Confirm not booked…'
    case 'placed-by-phone':
      return 'Booked by phone…'
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
      return 'It sends automatically as soon as it is its turn.'
    case 'provider-numbers':
      return "Enter their move number. We'll verify it."
    case 'not-booked-reported': {
      if (booking.entry.notBookedReportedAt === null) {
        return `Ask ${providerByPhone()} first, with its reference. Then confirm in a second step, three minutes after it was sent, and it is sent again.`
      }
      return 'Wait until three minutes after it was sent, and after a restart of Lanekeeper, before confirming. Sending sooner could send two drivers.'
    }
    case 'placed-by-phone':
      return "Lanekeeper keeps it and doesn't send it. You can enter its number later."
    case 'customer-told':
      return 'The booking stays as it is, with the later time. The history keeps who told the customer.'
    case 'replacement-number':
      return "We'll verify the number and follow the new move. Ask for its time, too: the appointment here stays as booked."
    default:
      return assertNever(kind)
  }
}

/** Returns the label of the button that submits a resolution; `isSecond` is true for the confirmation of a report. */
export function resolutionAction(kind: ResolutionKind, isSecond: boolean): string {
  switch (kind) {
    case 'release':
      return 'Send'
    case 'provider-numbers':
      return 'Verify number'
    case 'not-booked-reported':
      return isSecond ? 'Confirm and send again' : 'Not booked'
    case 'placed-by-phone':
      return "Keep, don't send"
    case 'customer-told':
      return 'Customer was told'
    case 'replacement-number':
      return 'Verify number'
    default:
      return assertNever(kind)
  }
}

/** Describes the result of a resolution, given the updated booking. */
export function resolutionDone(kind: ResolutionKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'release':
      return 'Sending automatically.'
    case 'provider-numbers':
      return `Checking the number with ${provider()}.`
    case 'not-booked-reported':
      return entry.notBookedReportedAt === null ? 'Sending again.' : 'Noted. You can confirm once the wait is over.'
    case 'placed-by-phone':
      return "Kept. It won't be sent."
    case 'customer-told':
      return 'Noted that the customer was told.'
    case 'replacement-number':
      return `Checking the number with ${provider()}.`
    default:
      return assertNever(kind)
  }
}
