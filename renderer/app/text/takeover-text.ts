import type { SilentDesk, Takeover, TakenOver } from '../../../shared/desk/board-status.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { provider } from '../../booking/text/phone-text.ts'
import { formatMoment } from './moment-text.ts'

/* The words about a silent desk and about takeovers. */

export const TAKEOVER = {
  open: 'Take over…',
  hide: 'Hide this message',
} as const

type Around = { readonly zone: string; readonly now: UtcInstant; readonly noticeMinutes: number }

/** "Desk 2 silent since 10:40 AM." */
export function describeSilence({ name, since }: SilentDesk, { zone, now }: Around): string {
  return `${name} silent since ${formatMoment(since, zone, now)}.`
}

/** What a silent desk holds, without a time that changes nothing for a listener. */
export function spokenHeld({ waiting, doubtful }: SilentDesk): string {
  return join(waiting > 0 && `${describeWaiting(waiting)}.`, doubtful > 0 && describeDoubtful(doubtful))
}

/** What a silent desk holds, and by when the first of the bookings that have not left must leave. */
export function describeHeld(desk: SilentDesk, around: Around): string {
  return join(desk.waiting > 0 && describeWaitingBy(desk, around), desk.doubtful > 0 && describeDoubtful(desk.doubtful))
}

export function takeoverTitle({ name }: SilentDesk): string {
  return `Take over from ${name}?`
}

/** What a takeover changes for the bookings that have not left, for those that may have left, and for their desk. */
export function describePlan(desk: SilentDesk, around: Around): readonly string[] {
  const { name, waiting, doubtful } = desk
  const which = waiting + doubtful === 1 ? 'this booking' : 'these bookings'
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
    `${name} will not send ${which} anymore, even when back.`,
  ]
}

export function takeOverLabel({ waiting, doubtful }: SilentDesk): string {
  return `Take over ${bookings(waiting + doubtful)}`
}

/** Why nothing is left to be taken over. */
export function describeNotFree(desk: string): string {
  return `${desk} is back or another desk took over.`
}

/** What a takeover brought. */
export function describeTaken({ waiting, doubtful, refused }: Takeover, desk: string): string {
  const taken = waiting + doubtful
  if (taken === 0) return `Nothing was taken over: ${describeNotFree(desk)}`
  return join(
    `Took over ${bookings(taken)} from ${desk}.`,
    doubtful > 0 && `${doubtful} may have left: see the Inbox.`,
    refused > 0 && `${refused} ${refused === 1 ? 'was' : 'were'} not free: ${describeNotFree(desk)}`,
  )
}

/** What other desks took over from here. */
export function describeTakenOver(takenOver: readonly TakenOver[]): string {
  const taken = takenOver.map(({ desk, count }) => `${desk} took over ${count} of the bookings here.`)
  return join(...taken, 'Make changes there.')
}

function bookings(count: number): string {
  return count === 1 ? '1 booking' : `${count} bookings`
}

function describeWaiting(count: number): string {
  return `${bookings(count)} ${count === 1 ? 'has' : 'have'} not left`
}

function describeWaitingBy({ waiting, readyBy }: SilentDesk, { zone, now, noticeMinutes }: Around): string {
  if (readyBy === null) return `${describeWaiting(waiting)}.`
  const by = addMinutes(readyBy, -noticeMinutes)
  const isMissed = toMillis(by) < toMillis(now)
  const what = isMissed ? 'missed its send time,' : 'must leave by'
  return `${describeWaiting(waiting)}${waiting === 1 ? ' and' : ', the first'} ${what} ${formatMoment(by, zone, now)}.`
}

function describeDoubtful(count: number): string {
  return `${bookings(count)} may have left.`
}

function join(...sentences: readonly (string | false)[]): string {
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
