import { canWithdraw } from '../../shared/outbox/machine.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { countMovesOf } from '../store/tables/moves.ts'
import { entryOfBooking, transitionOrThrow } from '../store/tables/outbox.ts'
import { nextEntry } from '../store/queries/send-order.ts'
import {
  MAX_RETRY_MINUTES,
  transitionAmendment,
  nextDueAmendment,
  amendmentsOfUnsentBookings,
} from '../store/tables/amendments.ts'
import { cancelReplacedBookings } from './cancel-replaced.ts'
import type { SyncContext } from './context.ts'
import { nextResend, type SendHistory } from './resend.ts'
import { sendEntry, type SendResult } from './send-booking.ts'
import { sendAmendment } from './send-amendment.ts'

/** The next request, and the booking that the request is about. */
export type NextToSend = { readonly bookingId: string; readonly send: () => Promise<SendResult> }

/** Returns the next entry or amendment to send; null when nothing may leave now. Bookings leave before amendments. */
export function nextToSend(deps: SyncContext, history: SendHistory): NextToSend | null {
  const { store, clock, remote, rights } = deps
  closeForUnsentBooking(deps)
  cancelReplacedBookings(deps)
  const entry = store.read((view) => nextEntry(view, remote, rights.standing())) ?? nextResend(deps, history)
  if (entry !== null) {
    if (entry.state === 'in-doubt') history.resent.add(entry.id)
    const send = () =>
      sendEntry(deps, entry, history).finally(() => history.lastSendAt.set(entry.id, clock.monotonic()))
    return { bookingId: entry.bookingId, send }
  }
  const now = clock.now()
  const amendment = store.read((view) => nextDueAmendment(view, remote, now, addMinutes(now, MAX_RETRY_MINUTES)))
  if (amendment === null) return null
  return { bookingId: amendment.bookingId, send: () => sendAmendment(deps, amendment) }
}

/**
 * Closes the waiting amendments of a booking that the desk did not book, or that a person placed by phone. A booking
 * that can be withdrawn is withdrawn if all of its moves are to be canceled, because the desk would book them in vain.
 */
function closeForUnsentBooking({ store, remote, clock, log }: SyncContext): void {
  const open = store.read((view) => amendmentsOfUnsentBookings(view, remote))
  for (const bookingId of new Set(open.map((amendment) => amendment.bookingId))) {
    const amendments = open.filter((amendment) => amendment.bookingId === bookingId)
    const closed = store.write((tx) => {
      const at = clock.now()
      const entry = entryOfBooking(tx, bookingId)
      const whole = amendments.length === countMovesOf(tx, bookingId)
      if (entry === null) return null
      const because = entry.state === 'placed-by-phone' ? 'placed-by-phone' : 'booking-not-made'
      // A booking that waits or is held keeps its amendments, unless all of its moves are to be canceled.
      if (!whole && canWithdraw(entry) && entry.state !== 'refused') return null
      if (whole && canWithdraw(entry)) transitionOrThrow(tx, entry, { kind: 'withdrawn' }, at)
      return amendments.map((amendment) =>
        transitionAmendment(tx, amendment, { kind: 'amendment-closed', because }, at),
      )
    })
    for (const { id, state, code } of closed ?? []) log({ event: 'amendment-closed', amendmentId: id, state, code })
  }
}
