import type { BoardMembership, BoardView } from '../../../shared/desk/board-membership.ts'
import type { BoardStatus, HubFault } from '../../../shared/desk/board-status.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { assertNever } from '../../../shared/result.ts'
import { describeAlone, describeAway, describeConnecting, describeLive } from '../../app/text/board-text.ts'

/* The words of the page "Board" of the settings. */

export const BOARD_PAGE = {
  none: 'This computer is not on a board. A board shows the bookings of all desks of a dealership.',
  how: 'IT makes an invitation for this computer on the hub. Paste the whole text of its file here within one hour.',
  field: 'Invitation',
  missing: 'Enter the invitation.',
  join: 'Join the board',
  joining: 'Joining…',
  again: 'Enter a new invitation to be admitted again.',
  replaced: 'If IT set up another hub, enter the new invitation here.',
  leave: 'Leave the board…',
  leaveNow: 'Leave the board',
  stay: 'Stay on the board',
  askLeave: 'Leave the board?',
  left: 'This computer left the board.',
  practice: 'In practice, the board is not shown. It goes on with the bookings of your driver service.',
} as const

/** What leaving means, for bookings here and elsewhere. */
export const LEAVING = [
  'Bookings of this computer stay here, and leave from here as before. The other desks keep them as they are now.',
  'Bookings of other desks stay here as they are now, and are not updated anymore.',
  'To join again, this computer needs a new invitation. Ask IT to retire this computer at the hub.',
] as const

export function describeJoined({ membership }: BoardView): string {
  return membership === null ? '' : `This computer joined the board of ${membership.rooftop} as ${membership.desk}.`
}

/** Says whether the desk shows the board as it is, and if not, why. */
export function describeBoardNow(board: BoardStatus, zone: string, now: UtcInstant): string {
  switch (board.kind) {
    case 'connecting':
      return describeConnecting(board)
    case 'live':
      return describeLive(board)
    case 'alone':
      return `${describeAway(board, { zone, now })} ${describeAlone(board)}`
    default:
      return assertNever(board)
  }
}

/** Why a member may enter a new invitation; null for a member that reaches its hub. */
export function describeNewInvitation(fault: HubFault | null): string | null {
  return fault === null ? null : fault === 'refused' ? BOARD_PAGE.again : BOARD_PAGE.replaced
}

/** The facts of a membership. `state` says how the board is now, null in practice. */
export function factsOfMembership(
  { rooftop, desk, address, port }: BoardMembership,
  state: string | null,
): readonly { readonly term: string; readonly value: string }[] {
  return [
    { term: 'Board of', value: rooftop },
    { term: 'This computer', value: desk },
    { term: 'Hub', value: `${address}:${port}` },
    ...(state === null ? [] : [{ term: 'State', value: state }]),
  ]
}

/** Says where the key is, if that is not the secret store. */
export function describeKey({ key }: BoardMembership): string | null {
  switch (key) {
    case 'secret-store':
      return null
    case 'file':
      return "This computer can't store keys securely. Its key is in a file that only your account can read."
    case 'memory':
      return "This computer can't store keys securely right now. The invitation is needed again after a restart, so keep it safe."
    case 'missing':
      return "The key of this computer can't be read. Enter its invitation again, or ask IT for a new one."
    default:
      return assertNever(key)
  }
}

/** Points out that the hub and this desk name different dealerships; null if they do not. */
export function describeOtherRooftop({ rooftop }: BoardMembership, own: string | null): string | null {
  const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  if (own === null || plain(own) === plain(rooftop)) return null
  return `This computer is set up for ${own}. If ${rooftop} is another dealership, leave this board and tell IT.`
}
