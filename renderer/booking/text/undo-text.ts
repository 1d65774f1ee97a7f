import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { statusOf } from '../../../shared/outbox/booking-status.ts'
import { canWithdraw } from '../../../shared/outbox/machine.ts'
import { describeBooking } from './booking-text.ts'

/** The last action on a booking; `was` is the booking before it. */
export type UndoableAction =
  | {
      readonly kind: 'booked'
      readonly booking: BookedMoves
      /** The return that was booked in the same commit; null for a single booking. */
      readonly back: BookedMoves | null
    }
  | { readonly kind: 'changed' | 'withdrawn'; readonly booking: BookedMoves; readonly was: BookedMoves }

export type Undoable = {
  readonly act: UndoableAction | null
  readonly undone: boolean
  readonly busy: boolean
  /** Why the undo failed. `again` is true if a person may try the undo again. */
  readonly refusal: { readonly message: string; readonly again: boolean } | null
}

/** Describes the last action or its undo; empty if there is no action. */
export function describeAction({ act, undone }: Undoable): string {
  if (act === null) return ''
  const what = describeBooking(act.booking)
  switch (act.kind) {
    case 'booked':
      if (undone) return 'Undone. Nothing was sent.'
      return act.back === null ? `Saved: ${what}.` : `Saved: ${what}, with its return.`
    case 'changed':
      return undone ? `Undone: ${what} is unchanged.` : `Changed: ${what}.`
    case 'withdrawn':
      return undone ? `Undone: ${what} is booked again.` : `Withdrawn: ${what}.`
    default:
      return assertNever(act)
  }
}

/** How the message about the last action looks: `warn` and `bad` for news that a person must not take for success. */
export function actionTone({ act, undone, refusal }: Undoable): 'ok' | 'warn' | 'bad' {
  if (refusal !== null) return 'warn'
  if (act === null || undone || act.kind === 'withdrawn') return 'ok'
  const states = [act.booking, ...(act.kind === 'booked' && act.back !== null ? [act.back] : [])]
  if (states.some(({ state }) => state === 'refused')) return 'bad'
  return states.some(isDoubtful) ? 'warn' : 'ok'
}

function isDoubtful(booking: BookedMoves): boolean {
  const { state, entry } = booking
  if (state === 'in-doubt' || state === 'held') return true
  if (state === 'booked-awaiting-number') return entry.code !== null
  const { flag } = statusOf(booking)
  return flag === 'missing' || flag === 'moved' || flag === 'cancel-refused' || flag === 'change-refused'
}

/** Returns why the last action cannot be undone, as a sentence; null if it can. */
export function undoBlockedReason({ act, undone, busy, refusal }: Undoable): string | null {
  if (act === null) return 'Nothing to undo since Lanekeeper was opened.'
  if (undone) return 'Already undone.'
  if (busy) return 'Being undone.'
  if (refusal?.again === false) return refusal.message
  switch (act.kind) {
    case 'booked':
      return notReversibleReason(act.booking) ?? (act.back === null ? null : notReversibleReason(act.back))
    case 'changed':
      return notReversibleReason(act.booking) ?? notAsBeforeReason(act.was)
    case 'withdrawn':
      return notAsBeforeReason(act.was)
    default:
      return assertNever(act)
  }
}

/**
 * Returns why the previous version of a booking cannot be restored; null if it can. A version that was refused or held
 * would be refused or held again when it is sent.
 */
function notAsBeforeReason({ state }: BookedMoves): string | null {
  return state === 'waiting' ? null : 'It was rejected as it was. Book or edit it again.'
}

/** Returns why a booking can no longer be withdrawn or changed; null while it has certainly not been sent. */
function notReversibleReason({ state, entry }: BookedMoves): string | null {
  if (canWithdraw(entry)) return null
  switch (state) {
    case 'booked':
    case 'booked-awaiting-number':
      return 'Already sent. Cancel it from the booking.'
    case 'withdrawn':
      return 'Already withdrawn.'
    case 'placed-by-phone':
      return 'It was booked by phone.'
    case 'sending':
      return 'Being sent now.'
    case 'waiting':
    case 'held':
    case 'refused':
    case 'in-doubt':
      return 'It may already be booked. Resolve it from the booking.'
    default:
      return assertNever(state)
  }
}
