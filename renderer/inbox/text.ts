import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { notCancelableReason } from '../../shared/outbox/amendment-rules.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import { effectiveReference } from '../../shared/booking/added-facts.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { assertNever } from '../../shared/result.ts'
import type { HistoryEvent } from '../../shared/views/history.ts'
import type { InboxItem } from '../../shared/views/inbox.ts'
import { formatClock, formatColumnTime, formatTime, formatWeekday } from '../../shared/time/format.ts'
import { dateOf, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { isOpenAmendment } from '../../shared/outbox/amendment.ts'
import { statusOf } from '../../shared/outbox/booking-status.ts'
import { lacksReplacement, movesToReplace } from '../../shared/outbox/moves-to-replace.ts'
import {
  latestCancellation,
  latestChange,
  describeCancellation,
  describeChange,
} from '../booking/text/amendment-text.ts'
import { describeLaterTime } from '../booking/text/earliest-text.ts'
import { roleLabel } from '../booking/text/booking-text.ts'
import { describeMissing, describeState } from '../booking/text/outcome-text.ts'
import type { ResolutionKind } from '../booking/state/resolutions.ts'
import type { PhonePurpose } from '../booking/text/phone-text.ts'
import { rescheduleNotes } from '../booking/text/reschedule-text.ts'
import { describeReplacement } from '../booking/text/replacement-text.ts'

/**
 * Describes why a booking is in the inbox: its state, a later time of the provider, its missing and rescheduled moves,
 * and its open or refused amendments.
 */
export function inboxReason(booking: BookedMoves, status: DeskStatus): readonly string[] {
  const { connection, rooftop, now } = status
  const ofMoves = booking.moves.flatMap((move) => {
    const describeAmendmentOf = (amendment: ReturnType<typeof latestCancellation>, words: string | null) =>
      amendment !== undefined && (isOpenAmendment(amendment) || amendment.state === 'refused') && words !== null
        ? [`${roleLabel(move.role)}: ${words}`]
        : []
    return [
      ...(move.missingSince === null ? [] : [describeMissing(move, formatTime(move.missingSince, rooftop.zone, now))]),
      ...(lacksReplacement(move) ? [`${roleLabel(move.role)}: ${describeReplacement(move, rooftop.zone)}`] : []),
      ...describeAmendmentOf(latestCancellation(move), describeCancellation(booking, move, connection)),
      ...describeAmendmentOf(latestChange(move), describeChange(booking, move, connection)),
    ]
  })
  const later = describeLaterTime(booking, now)
  const reasons = [
    ...rescheduleNotes(booking, now).map(({ text }) => text),
    ...(later === null ? [] : [later]),
    ...ofMoves,
  ]
  return booking.state === 'booked' && reasons.length > 0 ? reasons : [describeState(booking, status), ...reasons]
}

/** Status and reason of a row in the list, which has room for a few words of a booking in doubt. */
export function rowReason(booking: BookedMoves, status: DeskStatus): string {
  const [first = '', ...others] = inboxReason(booking, status)
  const { sentAt } = booking.entry
  const isDoubt = booking.state === 'in-doubt' && sentAt !== null
  const reason = isDoubt ? `no clear reply at ${formatClock(sentAt, booking.time.zone)}` : first
  return [statusOf(booking).label, reason, ...others].filter((part) => part !== '').join(' · ')
}

/** How long until the deadline, and the deadline itself, for the right end of a row. `isNear` is true for an hour. */
export function describeDeadline(
  { deadline, booking }: Pick<InboxItem, 'deadline' | 'booking'>,
  { now }: Pick<DeskStatus, 'now'>,
): { readonly left: string; readonly by: string; readonly isNear: boolean } {
  const { zone } = booking.time
  const minutes = Math.round((toMillis(deadline) - toMillis(now)) / MINUTE_MS)
  const isToday = dateOf(deadline, zone) === dateOf(now, zone)
  const days = (toMillis(deadline) - toMillis(now)) / DAY_MS
  const by = isToday
    ? formatClock(deadline, zone)
    : days > 0 && days < WEEK_DAYS
      ? `${formatWeekday(deadline, zone)} ${formatClock(deadline, zone)}`
      : shortTime(deadline, zone, now)
  return {
    left: minutes < 0 ? 'missed' : formatMinutes(minutes),
    by: minutes < 0 ? `was ${by}` : `by ${by}`,
    isNear: minutes < NEAR_MINUTES,
  }
}

const MINUTE_MS = 60_000
const NEAR_MINUTES = 60
const DAY_MS = 24 * 60 * MINUTE_MS
/** A weekday alone names a day within this many days. */
const WEEK_DAYS = 6

function formatMinutes(minutes: number): string {
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

/** Says by when a person must act on the shown booking, and what happens then; null where no deadline holds. */
export function describeSendBy({ sendBy, booking }: InboxItem, { now }: Pick<DeskStatus, 'now'>): string | null {
  if (sendBy === null) return null
  const by = formatTime(sendBy, booking.time.zone, now)
  return toMillis(sendBy) < toMillis(now)
    ? `Missed its send time, ${by}.`
    : `Send by ${by}. After that it stays on hold.`
}

/** Says when a booking was settled today, with its move numbers. */
export function describeSettlement(
  { moves }: Pick<BookedMoves, 'moves'>,
  at: UtcInstant,
  { rooftop }: Pick<DeskStatus, 'rooftop'>,
): string {
  const numbers = moves.flatMap(({ number }) => (number.known ? [number.value] : []))
  const which = numbers.length === 0 ? '' : `${numbers.length === 1 ? 'Move' : 'Moves'} ${numbers.join(' and ')}. `
  return `${which}Settled ${formatClock(at, rooftop.zone)}.`
}

/** Names the place of a booking among those that wait to be sent. */
export function describeTurn(turn: number): string {
  return turn === 1 ? 'Sent next' : `Number ${turn} to be sent`
}

/** Returns "Pickup, Fri, Nov 27, 8:30 AM": kind and time of a booking beside its name. */
export function describeKindAndTime({ kind, action, time }: BookedMoves, { now }: Pick<DeskStatus, 'now'>): string {
  const word = kind === 'one-way' ? 'One-way' : action === 'return' ? 'Return' : 'Pickup'
  return `${word}, ${formatWhen(time.utc, time.zone, now)}`
}

/** A time of today as "today, 1:30 PM", any other with its date, without the zone. */
function formatWhen(utc: UtcInstant, zone: string, now: UtcInstant): string {
  return dateOf(utc, zone) === dateOf(now, zone) ? `today, ${formatClock(utc, zone)}` : shortTime(utc, zone, now)
}

/** A time with its date, and with its zone only where the wall time comes twice. */
function shortTime(utc: UtcInstant, zone: string, now: UtcInstant): string {
  const at = formatColumnTime(utc, zone, now)
  return at.isTwice ? `${at.time} ${at.zone}` : at.time
}

/** The name of a booking for a list: the customer of a pair, the vehicle of a one-way. */
export function inboxName({ customerName, moves }: BookedMoves): string {
  return customerName ?? formatVehicle(moves[0]?.vehicle ?? null)
}

/** The question or the statement that heads the shown booking. */
export function paneTitle(booking: BookedMoves): string {
  const name = inboxName(booking)
  const what = booking.kind === 'one-way' ? 'one-way' : (booking.action ?? 'booking')
  const whose = booking.kind === 'one-way' ? `the one-way of ${name}` : `${name}'s ${what}`
  switch (booking.state) {
    case 'in-doubt':
      return `Was ${whose} booked?`
    case 'refused':
    case 'held':
    case 'waiting':
    case 'sending':
    case 'booked':
    case 'booked-awaiting-number':
    case 'withdrawn':
    case 'placed-by-phone':
      return booking.kind === 'one-way' ? `One-way, ${name}` : `${name}, ${what}`
    default:
      return assertNever(booking.state)
  }
}

/** Appointment, vehicle, repair order and street in one line under the title. */
export function paneFacts(booking: BookedMoves, now: UtcInstant): string {
  const { moves, time } = booking
  const [car] = moves
  const street = booking.action === 'return' ? car?.delivery.addressOne : car?.pickup.addressOne
  return [
    formatTime(time.utc, time.zone, now),
    formatVehicle(car?.vehicle ?? null),
    effectiveReference(booking),
    street ?? null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}

/** The steps from the save to the unknown outcome of a booking in doubt, each with its clock time. */
export function doubtSteps(
  booking: BookedMoves,
  events: readonly HistoryEvent[],
): readonly { readonly label: string; readonly at: string; readonly state: 'done' | 'broken' | 'open' }[] {
  const { zone } = booking.time
  const sent = events.findLast((event) => event.kind === 'sent')
  const sentAt = sent?.at ?? booking.entry.sentAt
  const clock = (at: UtcInstant | null) => (at === null ? 'unknown' : formatClock(at, zone))
  const isCut = sent?.code === 'connection-lost' || sent?.code === 'no-answer'
  return [
    { label: 'Saved on this computer', at: clock(booking.savedAt), state: 'done' },
    { label: 'Sent', at: clock(sentAt), state: 'done' },
    { label: isCut ? 'Connection lost' : 'No clear reply', at: clock(sent?.endedAt ?? null), state: 'broken' },
    { label: 'Booked?', at: 'unknown', state: 'open' },
  ]
}

export function describeWithdrawal(failure: string | null): string {
  return failure === null ? 'Withdrawn. Nothing will be sent.' : `Not withdrawn. ${failure}`
}

/** Returns what the provider says about a number that a person entered; null while that is not known. */
export function describeLookedUp(
  kind: ResolutionKind,
  booking: BookedMoves,
  status: DeskStatus,
): { readonly good: boolean; readonly words: string } | null {
  const words = `${inboxName(booking)}: ${describeState(booking, status)}`
  if (kind === 'provider-numbers') {
    if (booking.state === 'booked') return { good: true, words }
    const { code } = booking.entry
    return code === 'number-wrong' || code === 'half-found' ? { good: false, words } : null
  }
  if (kind !== 'replacement-number') return null
  const replaced = movesToReplace(booking)
  if (replaced.length === 0) return { good: true, words }
  const refused = replaced.find(({ replacementMismatch }) => replacementMismatch !== null)
  return refused === undefined ? null : { good: false, words: describeReplacement(refused, booking.time.zone) }
}

/** Titles, labels and sentences of the screen. */
export const INBOX_TEXT = {
  title: 'Inbox',
  open: 'Open',
  settledToday: 'Settled today',
  order: 'soonest deadline first',
  noPhone: 'No phone number yet.',
  addPhone: 'Add it in Settings',
  practiceCall: 'Practice has no phone.',
  practiceMoves: 'Open list of moves',
  needsYou: 'Needs you',
  sending: 'Sending automatically',
  unreadable: 'The inbox could not be read',
  more: 'There are more. They are listed as these are settled.',
  allDone: 'All caught up',
  nothingSettled: 'Nothing settled today',
  lastSent: (time: string) => `Last sent ${time}.`,
  note: (note: string) => `Note: ${note}`,
  nothingYet: 'Bookings show up here until they are confirmed.',
  newBooking: 'New booking',
  resolve: 'Resolve',
  dontRebook: "Don't book it again yet. It may already be there.",
  whatTheySaid: 'What did they say?',
  whatToDo: 'What should happen?',
  script: 'What to say',
  reference: 'Reference',
  andLoaner: 'and the loaner',
  save: 'Save',
  edit: 'Edit',
  withdraw: 'Withdraw',
  withdrawMeans: 'If you withdraw it, it is not sent and no driver comes.',
  bookReturn: 'Book return',
  reschedule: 'Reschedule',
  openBooking: 'Open booking',
  remind: 'Remind me in 15 min',
  counters: 'Booked on this computer today',
} as const

/** The label of the script of a call, for example "Call Meridian Drivers and ask for this reference". */
export function callHeading(purpose: PhonePurpose, provider: string): string {
  switch (purpose) {
    case 'find':
      return `Call ${provider} and ask for this reference`
    case 'place':
      return `Call ${provider} to book it by phone`
    case 'cancel':
      return `Call ${provider} to cancel it`
    case 'change':
      return `Call ${provider} to change it`
    default:
      return assertNever(purpose)
  }
}

/** Returns the label of the button that cancels a booking, by a request or by phone. */
export function cancelLabel(booking: BookedMoves): string {
  return cancelableMoves(booking).length === 0 ? 'Call to cancel…' : 'Cancel…'
}

/** Lists the moves for which this desk can request a cancellation. */
export function cancelableMoves(booking: BookedMoves): readonly Move[] {
  return booking.moves.filter((move) => notCancelableReason(booking, move) === null)
}
