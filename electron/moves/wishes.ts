import { whyNotCanceled, whyNotChanged, type NotAsked } from '../../shared/asking.ts'
import { failed, type Result } from '../../shared/failure.ts'
import { refusal } from '../../shared/issues.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import { toMillis } from '../../shared/time.ts'
import type { Change, WishKind } from '../../shared/wish.ts'
import { bookingOfMove, readBooking } from '../store/bookings.ts'
import type { Remote } from '../store/outbox.ts'
import type { Store, Tx } from '../store/store.ts'
import { insertWish, moveWish, wishById } from '../store/wishes.ts'
import type { Clock, Ids, Log } from '../system.ts'
import { saveAndRead } from './saving.ts'

/*
 * What can be asked of a move that has left: to be canceled, to be changed. Each is saved here first and goes out by
 * itself, as a booking does.
 */

export type WishService = {
  /**
   * Saves that moves of one booking are to be canceled, all in one commit: half of what was asked must not be able to get
   * lost, since half a pair strands a car. Moves that may be booked wait until that is known. `not-found`, `not-possible`,
   * `too-late`, `already-asked`, `not-saved`; then nothing is saved.
   */
  askCancel(moveIds: readonly string[], who: string): Result<BookedMoves>
  /**
   * Saves new values for a move that is booked. `invalid`, `not-found`, `not-possible`, `too-late`, `already-asked`,
   * `not-saved`.
   */
  askChange(moveId: string, change: Change, who: string): Result<BookedMoves>
  /** Takes back a wish that has certainly not been sent. `not-found`, `already-sent`, `not-saved`. */
  withdrawWish(wishId: string): Result<BookedMoves>
}

export type WishParts = {
  readonly store: Store
  readonly remote: Remote
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Tells the sender, after the commit, that something waits. */
  readonly wake: () => void
}

const NO_MOVE = 'There is no such move on this PC.'
const NO_WISH = 'There is nothing of the kind to take back on this PC.'
const ASKED = 'This has left, or may have left, for the provider. It cannot be taken back here.'

type Found = { readonly booking: BookedMoves; readonly moves: readonly Move[] }

export function makeWishService(parts: WishParts): WishService {
  const { store, remote, clock, ids, log } = parts

  /** The moves by their ids, all of one booking. */
  const find = (moveIds: readonly string[]): Found | null => {
    const first = moveIds[0]
    const bookingId = first === undefined ? null : store.read((view) => bookingOfMove(view, first))
    const booking = bookingId === null ? null : store.read((view) => readBooking(view, bookingId, remote))
    const moves = booking?.moves.filter((move) => moveIds.includes(move.id)) ?? []
    return booking === null || moves.length !== new Set(moveIds).size ? null : { booking, moves }
  }

  const save = ({ booking, moves }: Found, asked: { kind: WishKind; change: Change | null; who: string }) => {
    const made = moves.map((move) => ({ id: ids.next(), move }))
    const saved = saveAndRead(parts, booking.id, (tx) => {
      const at = clock.now()
      for (const { id, move } of made) {
        if (asked.kind === 'cancel') dropChanges(tx, move, parts)
        insertWish(tx, { id, moveId: move.id, bookingId: booking.id, ...asked, at })
      }
    })
    if (!saved.ok) return saved
    for (const { id } of made) log({ event: 'wish-saved', wishId: id, kind: asked.kind })
    parts.wake()
    return saved
  }

  return {
    askCancel(moveIds, who) {
      const found = find(moveIds)
      if (found === null) return failed('not-found', NO_MOVE)
      return firstRefusal(found, whyNotCanceled) ?? save(found, { kind: 'cancel', change: null, who })
    },
    askChange(moveId, change, who) {
      const found = find([moveId])
      if (found === null) return failed('not-found', NO_MOVE)
      if (change.readyBy !== null && toMillis(change.readyBy.utc) <= toMillis(clock.now())) {
        return refusal([{ path: 'readyBy', message: 'This time has passed. Choose a later one.' }])
      }
      return firstRefusal(found, whyNotChanged) ?? save(found, { kind: 'change', change, who })
    },
    withdrawWish(wishId) {
      const wish = store.read((view) => wishById(view, wishId))
      if (wish === null) return failed('not-found', NO_WISH)
      if (wish.state !== 'waiting') return failed('already-sent', ASKED)
      const taken = saveAndRead(parts, wish.bookingId, (tx) =>
        moveWish(tx, wish, 'waiting', { state: 'withdrawn', code: 'withdrawn', reason: null }, clock.now()),
      )
      if (taken.ok) log({ event: 'wish-withdrawn', wishId })
      return taken
    },
  }
}

/** A change that has not left says nothing of a move that is to be canceled. */
function dropChanges(tx: Tx, move: Move, { clock }: WishParts): void {
  for (const { id, kind } of move.wishes.filter((wish) => wish.state === 'waiting')) {
    const wish = kind === 'change' ? wishById(tx, id) : null
    if (wish === null) continue
    moveWish(tx, wish, 'waiting', { state: 'withdrawn', code: 'superseded', reason: SUPERSEDED }, clock.now())
  }
}

const SUPERSEDED = 'Not asked for any more, because the move is to be canceled.'

function firstRefusal(
  { booking, moves }: Found,
  why: (booking: BookedMoves, move: Move) => NotAsked | null,
): NotAsked | null {
  for (const move of moves) {
    const refused = why(booking, move)
    if (refused !== null) return refused
  }
  return null
}
