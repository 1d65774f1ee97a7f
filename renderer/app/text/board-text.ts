import type { BoardStatus, FrozenBookings, HubFault } from '../../../shared/desk/board-status.ts'
import { assertNever } from '../../../shared/result.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { formatMoment } from './moment-text.ts'

/* The words about the board of the rooftop. */

export const BOARD = {
  live: 'Board live',
  connecting: 'Board connecting',
  catchingUp: "Board catching up. Other desks' bookings may be old.",
  mayBeOld: "Other desks' bookings may be old.",
  away: 'Board away.',
  back: 'Board live again.',
  behind: "Other desks' changes show after the reply to a booking that is being sent.",
  update: 'An update is needed to see all.',
} as const

type Around = { readonly zone: string; readonly now: UtcInstant }

type Alone = Extract<BoardStatus, { kind: 'alone' }>
type Live = Partial<Pick<Extract<BoardStatus, { kind: 'live' }>, 'frozen' | 'behind' | 'needsUpdate' | 'skipped'>>

export function describeConnecting({ isCatchingUp = false }: Extract<BoardStatus, { kind: 'connecting' }>): string {
  return isCatchingUp ? BOARD.catchingUp : BOARD.connecting
}

/** "Board live", and what is not as it should be all the same: what holds bookings up comes first. */
export function describeLive({ frozen, behind = false, needsUpdate = false, skipped = 0 }: Live): string {
  const notes = [
    ...(behind ? [BOARD.behind] : []),
    ...(frozen === undefined ? [] : [describeFrozen(frozen)]),
    ...(needsUpdate ? [BOARD.update] : []),
    ...(skipped === 0
      ? []
      : [`${skipped} ${skipped === 1 ? 'entry' : 'entries'} of the board can't be shown. Tell IT.`]),
  ]
  return notes.length === 0 ? BOARD.live : `${BOARD.live}. ${notes.join(' ')}`
}

function describeFrozen({ count, desks }: FrozenBookings): string {
  const waits = count === 1 ? '1 booking waits' : `${count} bookings wait`
  return `The hub lost data: ${waits} until ${desks.join(', ')} ${desks.length === 1 ? 'is' : 'are'} back.`
}

/** "Board away since 10:42 AM ET." */
export function describeAway({ since }: Alone, { zone, now }: Around): string {
  return `Board away since ${formatMoment(since, zone, now)}.`
}

/** The cause of a board that is away, and what follows. The cause comes first, because the status bar cuts the end. */
export function describeAlone({ fault }: Alone): string {
  return `${describeFault(fault)}. ${BOARD.mayBeOld}`
}

/** "Bookings of other desks as of 10:42 AM ET"; null while the desk shows them as they are, and without a board. */
export function describeAsOf(board: BoardStatus | null, { zone, now }: Around): string | null {
  return board?.kind === 'alone' ? `Bookings of other desks as of ${formatMoment(board.since, zone, now)}` : null
}

/** What a screen reader hears when the board goes away: without cause and time, which can change meanwhile. */
export function spokenBoard(board: BoardStatus | null): string {
  return board?.kind === 'alone' ? `${BOARD.away} ${BOARD.mayBeOld}` : ''
}

function describeFault(fault: HubFault): string {
  switch (fault) {
    case 'unreachable':
      return 'No connection to the hub'
    case 'silent':
      return 'The hub does not answer'
    case 'refused':
      return 'This computer is not admitted to the board. Enter a new invitation from IT in Settings'
    case 'another-store':
      return 'Another PC works under the same name'
    case 'version':
      return 'An update is needed to see the board'
    case 'disk-full':
      return 'The disk of the hub is full'
    case 'failed':
      return 'The hub failed'
    default:
      return assertNever(fault)
  }
}

/** Why a desk could not join a board, and what to do. */
export function describeNotJoined(fault: HubFault): string {
  switch (fault) {
    case 'unreachable':
    case 'silent':
      return 'The hub could not be reached. Check the network of this computer, then try again, or ask IT if the hub is on.'
    case 'refused':
      return 'The hub does not admit this computer: the certificate of the invitation was refused. Ask IT for a new invitation.'
    case 'another-store':
      return 'Another computer has the name of this one on the board. Ask IT for a new invitation.'
    case 'version':
      return 'Lanekeeper and the hub are too far apart in version. Ask IT to update the older one.'
    case 'disk-full':
    case 'failed':
      return `${describeFault(fault)}. Tell IT, and try again later.`
    default:
      return assertNever(fault)
  }
}
