import type { BookedMoves } from '../../../shared/move/move.ts'
import { canWithdraw } from '../../../shared/outbox/machine.ts'
import type { RescheduleLink, RescheduleStep } from '../../../shared/outbox/reschedule-link.ts'
import { needsPerson } from '../../../shared/outbox/reschedule.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { bookingInSentence } from './booking-text.ts'
import { describeFee } from './cancel-question-text.ts'
import { provider, providerToCall } from './phone-text.ts'

/** Words about rescheduling: the dialog, and what page and inbox say of the two bookings. */

export const RESCHEDULE_WORDS = {
  open: 'Reschedule',
  to: 'New time',
  examples: 'thu 9a, tomorrow 2p',
  who: 'Your name',
  keep: 'Keep',
  save: 'Reschedule',
  timeMissing: 'Type the new time, like "thu 9a".',
  timeOpen: 'Choose which time is meant.',
  someWrong: 'Nothing was saved yet: see what is marked.',
  openOld: 'Open the old booking',
  openNew: 'Open the new booking',
  notYet: 'Not yet',
  isSettled: 'Only one is left',
} as const

export function rescheduleTitle(booking: BookedMoves): string {
  return `Reschedule ${bookingInSentence(booking)}`
}

export function describeFrom({ time }: BookedMoves, now: UtcInstant): string {
  return `From ${formatTime(time.utc, time.zone, now)}`
}

/** Says what rescheduling does to the booking, before a person decides. */
export function describePlan(booking: BookedMoves): string {
  if (canWithdraw(booking.entry)) return 'It has not been sent yet, so only its time changes.'
  return booking.capabilities.cancel
    ? `The new booking is sent first. Once it is booked, the old one is canceled. ${describeFee(booking.moves)}`
    : `The new booking is sent first. Once it is booked, call ${providerToCall()} to cancel ${describeMoves(numbersOf(booking))}.`
}

/** What page and inbox say of one reschedule. */
export type RescheduleNote = {
  readonly text: string
  readonly isAlarm: boolean
  readonly link: RescheduleLink
  readonly of: 'old' | 'new'
}

/** Returns a note for each reschedule of a booking, the one to its replacement first. */
export function rescheduleNotes(booking: BookedMoves, now: UtcInstant): readonly RescheduleNote[] {
  const { replacement, replaces } = booking
  const own = numbersOf(booking)
  const at = ({ time }: RescheduleLink) => formatTime(time.utc, time.zone, now)
  return [
    ...(replacement === null
      ? []
      : [
          noteOf('old', replacement, `${describeHead(replacement.step)} ${at(replacement)}.`, own, replacement.numbers),
        ]),
    ...(replaces === null
      ? []
      : [
          noteOf(
            'new',
            replaces,
            `Replaces ${describeMoves(replaces.numbers)}, ${at(replaces)}.`,
            replaces.numbers,
            own,
          ),
        ]),
  ]
}

function noteOf(
  of: RescheduleNote['of'],
  link: RescheduleLink,
  head: string,
  old: readonly number[],
  replacing: readonly number[],
): RescheduleNote {
  const text = `${head} ${describeStep(link.step, old, replacing)}`
  return { of, link, text, isAlarm: needsPerson(link.step) }
}

function describeHead(step: RescheduleStep): string {
  switch (step) {
    case 'new-not-booked':
    case 'new-dropped':
      return 'Not rescheduled to'
    case 'new-waiting':
    case 'new-in-doubt':
      return 'Being rescheduled to'
    case 'ask-cancel':
    case 'call-to-cancel':
    case 'cancel-waiting':
    case 'cancel-pending':
    case 'cancel-failed':
    case 'old-driven':
    case 'check-both':
    case 'done':
      return 'Rescheduled to'
    default:
      return assertNever(step)
  }
}

function describeStep(step: RescheduleStep, old: readonly number[], replacing: readonly number[]): string {
  const both = `Both are live: old ${old.join(' + ')}, new ${replacing.join(' + ')}.`
  switch (step) {
    case 'new-waiting':
      return 'The old booking stays until the new one is booked.'
    case 'new-in-doubt':
      return 'The new booking may already be booked, so nothing is canceled yet. Check both.'
    case 'new-not-booked':
      return 'The new booking is not booked, so the old one stays.'
    case 'new-dropped':
      return 'The new booking was withdrawn or canceled, so the old one stays.'
    case 'ask-cancel':
      return `The cancel request for ${describeMoves(old)} is sent next.`
    case 'call-to-cancel':
      return `Call ${providerToCall()} to cancel ${describeMoves(old)}. ${both}`
    case 'cancel-waiting':
      return `Cancel request for ${describeMoves(old)} being sent.`
    case 'cancel-pending':
      return `Cancel requested, ${provider()} hasn't decided yet. ${both}`
    case 'cancel-failed':
      return `The old booking is not canceled. ${both} Call ${providerToCall()} to cancel one of them.`
    case 'old-driven':
      return `A driver has picked up a vehicle of the old booking. ${both} Cancel the new one if nobody is to come.`
    case 'check-both':
      return `Ask ${providerToCall()} about both: ${describeMoves(old)} and ${describeMoves(replacing)}. Only one should stay.`
    case 'done':
      return 'Only one booking is left.'
    default:
      return assertNever(step)
  }
}

/** Returns the label of the button by which a person says that only one booking is left. */
export function settleLabel(step: RescheduleStep): string {
  return step === 'old-driven' ? 'Keep the new booking…' : 'Canceled by phone…'
}

export function settleTitle(step: RescheduleStep): string {
  return step === 'old-driven' ? 'Keep the new booking?' : 'Is one of the two bookings canceled?'
}

/** Says what must be true before a person ends the alarm. */
export function settleQuestion(step: RescheduleStep): string {
  return step === 'old-driven'
    ? 'The driver comes again for the new booking.'
    : `Only say so after ${provider()} confirmed that one of them is canceled. Otherwise two drivers come.`
}

function numbersOf({ moves }: BookedMoves): readonly number[] {
  return moves.flatMap(({ number }) => (number.known ? [number.value] : []))
}

function describeMoves(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'the booking without a number'
  return `${numbers.length === 1 ? 'move' : 'moves'} ${numbers.join(' and ')}`
}
