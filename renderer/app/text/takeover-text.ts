import type {
  SentTwice,
  StuckDesk,
  TakeableDesk,
  Takeover,
  TakenOver,
  UnreachedDesk,
} from '../../../shared/desk/board-status.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { provider, providerToCall } from '../../booking/text/phone-text.ts'
import { formatMoment } from './moment-text.ts'

/* The words about desks from which bookings may be taken, and about takeovers. */

export const TAKEOVER = {
  open: 'Take over…',
  hide: 'Hide this message',
  openBooking: 'Open booking',
  callAndCancel: () => `Call ${providerToCall()} and cancel one.`,
} as const

type Source = Pick<TakeableDesk, 'name' | 'isSilent'>

type Around = { readonly zone: string; readonly now: UtcInstant; readonly noticeMinutes: number }

/** "Desk 2 silent since 10:40 AM." or "Desk 2 hands over 3 bookings." */
export function describeReason({ name, since, isSilent, waiting, doubtful }: TakeableDesk, around: Around): string {
  return isSilent
    ? `${name} silent since ${formatMoment(since, around.zone, around.now)}.`
    : `${name} hands over ${bookings(waiting + doubtful)}.`
}

/**
 * What `describeReason` leaves open of the bookings, and by when the first that has not left must leave. `around` is
 * null for a listener, for whom that time changes nothing.
 */
export function describeHeld(desk: TakeableDesk, around: Around | null): string {
  const { isSilent, waiting, doubtful, requests } = desk
  const deadline = describeDeadline(desk, around)
  const which = waiting + doubtful === 1 ? 'The booking' : 'The first'
  return join(
    waiting > 0 && (isSilent ? describeWaitingBy(desk, around) : deadline !== null && `${which} ${deadline}.`),
    doubtful > 0 && describeDoubtful(doubtful),
    requests > 0 && describeRequests(requests),
  )
}

export function takeoverTitle({ name }: TakeableDesk): string {
  return `Take over from ${name}?`
}

/** What a takeover changes for the bookings that have not left, for those that may have left, and for their desk. */
export function describePlan(desk: TakeableDesk, around: Around): readonly string[] {
  const { name, isSilent, waiting, doubtful, requests } = desk
  const which = waiting + doubtful + requests === 1 ? 'this booking' : 'these bookings'
  return [
    ...(waiting > 0
      ? [`${describeWaitingBy(desk, around)} ${waiting === 1 ? 'The booking is' : 'They are'} sent from here instead.`]
      : []),
    ...(doubtful > 0
      ? [
          `${bookings(doubtful)} may have left and ${doubtful === 1 ? 'is' : 'are'} not sent again. ` +
            `The Inbox says what to ask ${provider()}.`,
        ]
      : []),
    ...(requests > 0 ? [`${describeRequests(requests)} Sent from here instead.`] : []),
    `${name} will not send ${which} anymore${isSilent ? ', even when back' : ''}.`,
  ]
}

export function takeOverLabel({ waiting, doubtful, requests }: TakeableDesk): string {
  return `Take over ${bookings(waiting + doubtful + requests)}`
}

/** Why nothing is left to be taken over. */
export function describeNotFree({ name, isSilent }: Source): string {
  return isSilent ? `${name} is back or another desk took over.` : `${name} or another desk has them now.`
}

/** What a takeover brought. */
export function describeTaken({ waiting, doubtful, requests, refused, takenBy }: Takeover, from: Source): string {
  const taken = waiting + doubtful + requests
  const why = takenBy === undefined ? describeNotFree(from) : `${takenBy.join(' and ')} took over first.`
  if (taken === 0) return `Nothing was taken over: ${why}`
  return join(
    `Took over ${bookings(taken)} from ${from.name}.`,
    doubtful > 0 && `${doubtful} may have left: see the Inbox.`,
    refused > 0 && `${refused} ${refused === 1 ? 'was' : 'were'} not free: ${why}`,
  )
}

/** What other desks took over from here. */
export function describeTakenOver(takenOver: readonly TakenOver[]): string {
  const taken = takenOver.map(({ desk, count, changed }) => {
    const took = `${desk} took over ${count} of the bookings here.`
    return changed === undefined
      ? took
      : `${took} ${changed} ${changed === 1 ? 'was' : 'were'} changed here too late: ask ${desk}.`
  })
  return join(...taken, 'Make changes there.')
}

/**
 * "Harriet Quill may have two bookings: from here and from Desk 3.", or of two bookings that are known: "Harriet Quill
 * has two bookings: 120011 + 120012 from here and 120015 + 120016 from Desk 3."
 */
export function describeSentTwice({ customer, desk, numbers }: SentTwice): string {
  if (numbers === undefined) {
    const what = customer === null ? 'A booking may exist twice' : `${customer} may have two bookings`
    return `${what}: from here and from ${desk}.`
  }
  const what = customer === null ? 'A vehicle has two bookings at one time' : `${customer} has two bookings`
  return `${what}: ${listNumbers(numbers.here)} from here and ${listNumbers(numbers.there)} from ${desk}.`
}

/** What a person can do about a booking that was sent twice. */
export function adviseSentTwice({ numbers }: SentTwice): string {
  return numbers === undefined ? TAKEOVER.callAndCancel() : 'Keep both, or cancel one.'
}

function listNumbers(numbers: readonly number[]): string {
  return numbers.length === 0 ? 'one without a number' : numbers.join(' + ')
}

/** "Desk 2 cannot send: check its sign-in." */
export function describeCannotSend({ name, cause }: StuckDesk): string {
  return `${name} cannot send${cause.startsWith('token') ? ': check its sign-in' : ''}.`
}

/** What waits at a desk that cannot send, and what a person there can do. */
export function describeStuck({ waiting }: StuckDesk): string {
  return `${bookings(waiting)} ${waiting === 1 ? 'waits' : 'wait'} there. Fix that, or hand over at that desk.`
}

/** "Desk 2 is not on this board." */
export function describeUnreached({ name }: UnreachedDesk): string {
  return `${name} is not on this board.`
}

/** What is left of a desk that the board lacks, and what a person can do about that. */
export function describeLeftBehind({ count, isAwaited }: UnreachedDesk): string {
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them']
  const then = isAwaited ? 'Ask IT to invite or retire that desk.' : `Find ${them} in Lookup to take over here.`
  return `${bookings(count)} ${are} open there. ${then}`
}

/** The name of the button that hides the message about one booking that may have been sent twice. */
export function hideLabel({ customer }: Pick<SentTwice, 'customer'>): string {
  return customer === null ? TAKEOVER.hide : `Hide the message about ${customer}`
}

export function bookings(count: number): string {
  return count === 1 ? '1 booking' : `${count} bookings`
}

function describeWaitingBy(desk: TakeableDesk, around: Around | null): string {
  const { waiting } = desk
  const deadline = describeDeadline(desk, around)
  const by = deadline === null ? '' : `${waiting === 1 ? ' and' : ', the first'} ${deadline}`
  return `${bookings(waiting)} ${waiting === 1 ? 'has' : 'have'} not left${by}.`
}

/** "must leave by 11:15 AM" of the first booking that has not left; null for a time that is not known. */
function describeDeadline({ readyBy }: TakeableDesk, around: Around | null): string | null {
  if (readyBy === null || around === null) return null
  const { zone, now, noticeMinutes } = around
  const by = addMinutes(readyBy, -noticeMinutes)
  const what = toMillis(by) < toMillis(now) ? 'missed its send time,' : 'must leave by'
  return `${what} ${formatMoment(by, zone, now)}`
}

function describeRequests(count: number): string {
  return `${count} ${count === 1 ? 'change or cancellation has' : 'changes or cancellations have'} not left.`
}

function describeDoubtful(count: number): string {
  return `${bookings(count)} may have left.`
}

function join(...sentences: readonly (string | false)[]): string {
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
