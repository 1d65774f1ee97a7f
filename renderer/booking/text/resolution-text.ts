import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { ResolutionKind } from '../state/resolutions.ts'
import { provider, providerFirst } from './phone-text.ts'

/** An answer that a person can give about a booking, and what follows from the answer. */
export function resolutionCard(
  kind: ResolutionKind,
  { entry }: Pick<BookedMoves, 'entry'>,
): { readonly label: string; readonly consequence: string } {
  switch (kind) {
    case 'release':
      return entry.code === 'possible-duplicate'
        ? { label: 'Not a duplicate', consequence: 'Both are sent. Two drivers come.' }
        : { label: 'Send anyway', consequence: 'It is sent automatically, as soon as it is its turn.' }
    case 'send-without-board':
      return {
        label: 'Send without the board',
        consequence:
          'Another desk may have taken this booking over and sent it. Ask there first. ' +
          `If both send it, ${provider()} has it twice.`,
      }
    case 'provider-numbers':
      return {
        label: "It's booked",
        consequence: 'Enter their move numbers. We check them before marking it confirmed.',
      }
    case 'not-booked-reported':
      return entry.notBookedReportedAt === null
        ? {
            label: "They don't have it",
            consequence: 'Noted first. You confirm it 3 minutes after it was sent, and then we send it again.',
          }
        : {
            label: "They still don't have it",
            consequence: 'We send it again. If they have it after all, two drivers come.',
          }
    case 'placed-by-phone':
      return {
        label: `${providerFirst()} booked it by phone`,
        consequence: 'Kept here, never sent. You can enter its number later.',
      }
    case 'customer-told':
      return { label: 'Customer was told', consequence: 'The booking stays as it is, with the later time.' }
    case 'replacement-number':
      return {
        label: 'It has a new number',
        consequence: 'We check the number and follow the new move. Ask for its time, too.',
      }
    default:
      return assertNever(kind)
  }
}

/** Returns the label of the button that submits a resolution; `isSecond` is true for the confirmation of a report. */
export function resolutionAction(kind: ResolutionKind, isSecond: boolean): string {
  switch (kind) {
    case 'release':
      return 'Send'
    case 'send-without-board':
      return 'Send without the board'
    case 'provider-numbers':
      return 'Verify number'
    case 'not-booked-reported':
      return isSecond ? 'Confirm and send again' : 'Save note'
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
    case 'send-without-board':
      return 'Sending without the board.'
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
