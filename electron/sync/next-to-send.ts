import { canWithdraw } from '../../shared/outbox/machine.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { countMovesOf } from '../store/tables/moves.ts'
import { entryOfBooking, nextEntry, transitionOrThrow } from '../store/tables/outbox.ts'
import {
  MAX_RETRY_MINUTES,
  transitionAmendment,
  nextDueAmendment,
  amendmentsOfUnsentBookings,
} from '../store/tables/amendments.ts'
import type { SyncContext } from './context.ts'
import { nextResend, type SendHistory } from './resend.ts'
import { sendEntry, type SendResult } from './send-booking.ts'
import { sendAmendment } from './send-amendment.ts'

/** Returns the next send: bookings first, then amendments. Null if nothing may leave now. */
export function nextToSend(deps: SyncContext, tried: SendHistory): (() => Promise<SendResult>) | null {
  const { store, clock, remote } = deps
  closeForUnsentBooking(deps)
  const entry = store.read((view) => nextEntry(view, remote)) ?? nextResend(deps, tried)
  if (entry !== null) {
    if (entry.state === 'in-doubt') tried.resent.add(entry.id)
    return () => sendEntry(deps, entry, tried).finally(() => tried.lastSendAt.set(entry.id, clock.monotonic()))
  }
  const now = clock.now()
  const amendment = store.read((view) => nextDueAmendment(view, remote, now, addMinutes(now, MAX_RETRY_MINUTES)))
  return amendment === null ? null : () => sendAmendment(deps, amendment)
}

/**
 * Closes cancellations that were requested while the booking was in doubt, after the booking proved not to be made. A
 * booking whose moves are all to be canceled is withdrawn, because sending it would only create moves to cancel.
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
      // An entry that a person must resolve or that leaves by itself stays, unless all of its moves are to be canceled.
      if (!whole && canWithdraw(entry) && entry.state !== 'refused') return null
      if (whole && canWithdraw(entry)) transitionOrThrow(tx, entry, { kind: 'withdrawn' }, at)
      return amendments.map((amendment) =>
        transitionAmendment(tx, amendment, { kind: 'amendment-closed', because }, at),
      )
    })
    for (const { id, state, code } of closed ?? []) log({ event: 'amendment-closed', amendmentId: id, state, code })
  }
}
