import type { BookedMoves } from '../../../shared/move/move.ts'
import { canWithdraw } from '../../../shared/outbox/machine.ts'
import type {
  Kept,
  RescheduledNumbers,
  RescheduleLink,
  RescheduleStep,
} from '../../../shared/outbox/reschedule-link.ts'
import { needsPerson, rescheduledNumbers } from '../../../shared/outbox/reschedule.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatColumnTime, formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant, ZonedTime } from '../../../shared/time/time.ts'
import { bookingInSentence } from './booking-text.ts'
import { describeFee } from './cancel-question-text.ts'
import { provider, providerFirst, providerToCall } from './phone-text.ts'

/** Words about rescheduling: the dialog, and what page and inbox say of the two bookings. */

export const RESCHEDULE_WORDS = {
  open: 'Reschedule',
  to: 'New time',
  examples: 'thu 9a, tomorrow 2p',
  who: 'Your name',
  keep: 'Keep',
  save: 'Reschedule',
  anyway: 'Reschedule anyway',
  promised: 'Choose another time, or reschedule anyway.',
  timeMissing: 'Type the new time, like "thu 9a".',
  timeOpen: 'Choose which time is meant.',
  openOld: 'Open the old booking',
  openNew: 'Open the new booking',
  later: 'Later',
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
    : `The new booking is sent first. Once it is booked, call ${providerToCall()} to cancel ${describeMoves(rescheduledNumbers(booking.moves).numbers)}.`
}

/** What page and inbox say of one reschedule. */
export type RescheduleNote = {
  readonly text: string
  readonly isAlarm: boolean
  readonly link: RescheduleLink
  readonly of: 'old' | 'new'
}

/** One booking of a reschedule, as far as the words depend on the booking. */
type Side = RescheduledNumbers & Pick<BookedMoves, 'state'>

/** Returns a note for each reschedule of a booking, the one to its replacement first. */
export function rescheduleNotes(booking: BookedMoves, now: UtcInstant): readonly RescheduleNote[] {
  const { state, moves, replacement, replaces } = booking
  const own: Side = { state, ...rescheduledNumbers(moves) }
  const at = ({ time }: RescheduleLink) => formatTime(time.utc, time.zone, now)
  const noteOf = (of: RescheduleNote['of'], link: RescheduleLink, head: string, old: Side, next: Side) => ({
    of,
    link,
    text: `${head} ${describeStep(link, old, next)}`,
    isAlarm: needsPerson(link.step),
  })
  return [
    ...(replacement === null
      ? []
      : [noteOf('old', replacement, `${describeHead(replacement)} ${at(replacement)}.`, own, replacement)]),
    ...(replaces === null
      ? []
      : [noteOf('new', replaces, `Replaces ${describeMoves(replaces.numbers)}, ${at(replaces)}.`, replaces, own)]),
  ]
}

/** `link` leads to the replacement. */
function describeHead({ step, settled, state }: RescheduleLink): string {
  switch (step) {
    case 'new-not-booked':
    case 'new-dropped':
      return 'Not rescheduled to'
    case 'new-waiting':
    case 'new-in-doubt':
      return 'Being rescheduled to'
    case 'done':
      return settled === 'old' || state === 'withdrawn' || state === 'refused' ? 'Not rescheduled to' : 'Rescheduled to'
    case 'new-canceling':
    case 'ask-cancel':
    case 'call-to-cancel':
    case 'cancel-waiting':
    case 'cancel-pending':
    case 'cancel-failed':
    case 'old-driven':
    case 'check-both':
      return 'Rescheduled to'
    default:
      return assertNever(step)
  }
}

/** Names a booking as live or canceled only as far as the provider has said so. */
function describeStep({ step, settled }: RescheduleLink, old: Side, next: Side): string {
  switch (step) {
    case 'new-waiting':
      return isWhole(old) ? 'The old booking stays until the new one is booked.' : describeOld(old)
    case 'new-in-doubt':
      return 'The new booking may already be booked, so Lanekeeper cancels nothing yet. Check both.'
    case 'new-not-booked':
      return `The new booking is not booked${isWhole(old) ? ', so the old one stays.' : `. ${describeOld(old)}`}`
    case 'new-dropped': {
      const how = next.state === 'withdrawn' ? 'was withdrawn' : 'is canceled'
      return `The new booking ${how}${isWhole(old) ? ', so the old one stays.' : `. ${describeOld(old)}`}`
    }
    case 'new-canceling':
      return `Cancel requested for the new booking, ${provider()} hasn't decided yet. ${describeLive(old, next)}`
    case 'ask-cancel':
      return `The cancel request for ${describeMoves(old.live)} is sent next.`
    case 'call-to-cancel':
      return `Call ${providerToCall()} to cancel ${describeMoves(old.live)}. ${describeLive(old, next)}`
    case 'cancel-waiting':
      return `Cancel request for ${describeMoves(old.live)} being sent.`
    case 'cancel-pending':
      return `The new time is booked. ${providerFirst()} hasn't answered the cancel request for the old one yet, so wait. ${describeLive(old, next)}`
    case 'cancel-failed':
      return `${isWhole(old) ? 'The old booking is not canceled.' : 'The old booking is not wholly canceled.'} ${describeLive(old, next)} Call ${providerToCall()} to cancel one of them.`
    case 'old-driven':
      return `A driver has picked up a vehicle of the old booking. ${describeLive(old, next)} Keep the new one only if a driver is to come again, else cancel it.`
    case 'check-both':
      return next.state === 'booked' && next.live.length === 0
        ? `The new booking is canceled, and a part of the old one, too. Ask ${providerToCall()} about ${describeMoves(old.live)}.`
        : `Ask ${providerToCall()} about both: ${describeMoves(old.live)} and ${describeMoves(next.live)}. Only one should stay.`
    case 'done':
      return settled === null
        ? describeEnd(old, next)
        : `${describeSettled(settled)}${describeContradiction(settled, old, next)}`
    default:
      return assertNever(step)
  }
}

function isWhole({ numbers, live, canceling }: Side): boolean {
  return live.length === numbers.length && canceling.length === 0
}

/** What is left of an old booking that is canceled, to be canceled, or both in part. */
function describeOld({ live, canceling }: Side): string {
  if (live.length === 0) return 'The old one is canceled.'
  const left = `Of the old one ${describeMoves(live)} ${live.length === 1 ? 'is' : 'are'} live`
  return canceling.length === 0
    ? `${left}.`
    : `${left}, and the cancellation of ${describeMoves(canceling)} is requested.`
}

/** Names the moves that the provider has not canceled. */
function describeLive(old: Side, next: Side): string {
  const parts = [
    ...(old.live.length === 0 ? [] : [`old ${old.live.join(' + ')}`]),
    ...(next.live.length === 0 ? [] : [`new ${next.live.join(' + ')}`]),
  ]
  if (parts.length === 0) return 'None of their moves is live.'
  const isAll = old.live.length === old.numbers.length && next.live.length === next.numbers.length
  return `${isAll && parts.length === 2 ? 'Both are live' : 'Still live'}: ${parts.join(', ')}.`
}

/** How a reschedule ended without a person's word. */
function describeEnd(old: Side, next: Side): string {
  if (old.live.length > 0) return `Drivers have picked up vehicles of both. ${describeLive(old, next)}`
  switch (next.state) {
    case 'booked':
      if (next.live.length === 0) return 'Both bookings are canceled.'
      if (next.canceling.length > 0) return 'The old booking is canceled. A cancel request for the new one is sent.'
      return next.live.length === next.numbers.length
        ? 'The old booking is canceled. Only the new one is left.'
        : `The old booking is canceled, and of the new one only ${describeMoves(next.live)} is left.`
    case 'placed-by-phone':
      return 'The old booking is canceled. Only the new one is left.'
    case 'in-doubt':
    case 'booked-awaiting-number':
      return 'The old booking is canceled, and the new one may already be booked.'
    case 'waiting':
    case 'sending':
    case 'held':
      return 'The old booking is canceled, and the new one is not booked yet.'
    case 'refused':
    case 'withdrawn':
      return 'The old booking is canceled, and the new one is not booked.'
    default:
      return assertNever(next.state)
  }
}

function describeSettled(settled: NonNullable<RescheduleLink['settled']>): string {
  switch (settled) {
    case 'old':
      return `Checked by phone: ${provider()} keeps the old booking.`
    case 'new':
      return `Checked by phone: ${provider()} keeps the new booking.`
    case 'both':
      return 'A driver comes again for the new booking.'
    case 'one':
      return 'Checked by phone: only one booking is left.'
    default:
      return assertNever(settled)
  }
}

/** What the provider still shows, where that is not what a person said. */
function describeContradiction(settled: RescheduleLink['settled'], old: Side, next: Side): string {
  const isKept = ({ live, numbers }: Side) => live.length === numbers.length
  const fits =
    settled === 'old'
      ? isKept(old) && next.live.length === 0
      : settled === 'new'
        ? isKept(next) && old.live.length === 0
        : (old.live.length === 0) !== (next.live.length === 0)
  if (fits || settled === 'both') return ''
  return ` ${providerFirst()} still shows otherwise. ${describeLive(old, next)}`
}

/** The times of both bookings, as the words name them. */
export type SettleTimes = { readonly old: ZonedTime; readonly next: ZonedTime }

function nameTime({ utc, zone }: ZonedTime, now: UtcInstant): string {
  const at = formatColumnTime(utc, zone, now)
  return at.isTwice ? `${at.time} ${at.zone}` : at.time
}

/** Returns the label of the button by which a person ends the alarm. */
export function settleLabel(step: RescheduleStep, { next }: SettleTimes, now: UtcInstant): string {
  return step === 'old-driven' ? `Keep ${nameTime(next, now)}…` : 'Checked by phone…'
}

/** The question before a person ends the alarm: what must be true, and the answers. */
export function settleQuestion(
  step: RescheduleStep,
  { old, next }: SettleTimes,
  now: UtcInstant,
): {
  readonly title: string
  readonly text: string
  readonly answers: readonly { readonly kept: Kept; readonly label: string }[]
} {
  return step === 'old-driven'
    ? {
        title: `Should a driver come again on ${nameTime(next, now)}?`,
        text: `A driver has picked up a vehicle for ${nameTime(old, now)}. If nobody is to come again, cancel the new booking instead.`,
        answers: [{ kept: 'both', label: `Keep ${nameTime(next, now)}` }],
      }
    : {
        title: `Which one did ${provider()} keep?`,
        text: `Call ${providerToCall('them')} first. Answer only after they confirmed that the other one is canceled. Otherwise two drivers come, or none.`,
        answers: [
          { kept: 'old', label: `They kept ${nameTime(old, now)}` },
          { kept: 'new', label: `They kept ${nameTime(next, now)}` },
        ],
      }
}

function describeMoves(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'the booking without a number'
  return `${numbers.length === 1 ? 'move' : 'moves'} ${numbers.join(' and ')}`
}
