import { endsMove, readCancelStatus, type CancelStanding } from './cancel.ts'
import { failed, never, type Failure } from './failure.ts'
import type { BookedMoves, Move, Stage } from './move.ts'
import { isOpenWish, type Takes, type WishKind } from './wish.ts'

/*
 * What can be asked of a booked move, and why not. The window offers by these rules, and the move service holds to them.
 */

export type NotAsked = { readonly ok: false; readonly failure: Failure }

/** What the provider last said of a cancellation. */
export function standingOf({ cancelStatus }: Move): CancelStanding {
  return readCancelStatus(cancelStatus.known ? cancelStatus.value : null)
}

/** Why a move cannot be asked to be canceled: `not-possible`, `already-asked`, `too-late`. Null when it can. */
export function whyNotCanceled(booking: BookedMoves, move: Move): NotAsked | null {
  const standing = standingOf(move)
  if (endsMove(standing)) return failed('already-asked', 'This move is canceled already.')
  if (standing === 'pending' || hasOpen(move, 'cancel')) {
    return failed('already-asked', 'Canceling this move was asked for already.')
  }
  if (isReached(move, ['delivery_successful'])) {
    return failed('too-late', 'This move is delivered: there is nothing left to cancel.')
  }
  return whyNotLeft(booking, 'cancel') ?? whyNotTaken(booking.takes, 'cancel')
}

/** Why a move cannot be changed: `not-possible`, `already-asked`, `too-late` (provider.md 7). Null when it can. */
export function whyNotChanged(booking: BookedMoves, move: Move): NotAsked | null {
  if (endsMove(standingOf(move))) return failed('too-late', 'This move is canceled and cannot be changed.')
  if (isReached(move, COLLECTED)) {
    return failed('too-late', 'The vehicle is collected, so the move can no longer be changed. Call the provider.')
  }
  if (hasOpen(move, 'cancel')) {
    return failed('already-asked', 'This move is to be canceled, so it is not changed any more.')
  }
  if (hasOpen(move, 'change')) {
    return failed('already-asked', 'An earlier change of this move is still under way. Take it back, or wait for it.')
  }
  return whyNotLeft(booking, 'change') ?? whyNotTaken(booking.takes, 'change')
}

/** From then on a move cannot be changed; a provider may leave a stage out (provider.md 6.4). */
const COLLECTED: readonly Stage[] = ['pickup_successful', 'delivery_started', 'delivery_arrived', 'delivery_successful']

function isReached({ stages }: Move, which: readonly Stage[]): boolean {
  return which.some((stage) => {
    const at = stages[stage]
    return at.known && at.value !== null
  })
}

function hasOpen({ wishes }: Move, kind: WishKind): boolean {
  return wishes.some((wish) => wish.kind === kind && isOpenWish(wish))
}

function whyNotLeft({ state }: BookedMoves, kind: WishKind): NotAsked | null {
  switch (state) {
    case 'draft':
    case 'waiting':
    case 'held':
    case 'refused':
      return failed(
        'not-possible',
        'This booking has not reached the provider. Take it back instead: nothing is sent then.',
      )
    case 'withdrawn':
      return failed('not-possible', 'This booking was taken back: the provider has never had it.')
    case 'by-phone':
      return failed('not-possible', 'This booking was placed by phone. Ask for this by phone, too.')
    case 'sending':
    case 'in-doubt':
    case 'booked-number-to-come':
      return kind === 'cancel'
        ? null
        : failed(
            'not-possible',
            'Nobody knows yet whether this is booked, so it cannot be changed. Change it when that is known.',
          )
    case 'booked':
      return null
    default:
      return never(state)
  }
}

function whyNotTaken(takes: Takes, kind: WishKind): NotAsked | null {
  const what = kind === 'cancel' ? 'cancellation' : 'change'
  return takes[kind]
    ? null
    : failed(
        'not-possible',
        `The provider of this booking takes no ${what} from this desk. Call it with the move's number and reference.`,
      )
}
