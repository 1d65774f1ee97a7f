import { notCancelableReason } from '../../shared/outbox/amendment-rules.ts'
import { insertAmendment } from '../store/tables/amendments.ts'
import { readBooking, readUnlinked } from '../store/tables/bookings.ts'
import { markCancelAsked, openReschedules } from '../store/queries/reschedules.ts'
import type { View } from '../store/tx.ts'
import type { SyncContext } from './context.ts'

/**
 * Requests the cancellation of each booking whose replacement is proved booked. The requests and the note that they
 * were made are one commit, so a restart at any moment neither forgets nor repeats them.
 */
export function cancelReplacedBookings({ store, remote, clock, ids, log }: SyncContext): void {
  const due = (view: View) =>
    openReschedules(view, (id) => readUnlinked(view, id, remote)).filter(({ step }) => step === 'ask-cancel')
  for (const { oldId, newId } of store.read(due)) {
    const asked = store.write((tx) => {
      const old = readBooking(tx, oldId, remote)
      if (old?.replacement?.bookingId !== newId || old.replacement.step !== 'ask-cancel') return null
      const at = clock.now()
      markCancelAsked(tx, newId, at)
      tx.touch(newId)
      const { who } = old.replacement
      return old.moves
        .filter((move) => notCancelableReason(old, move) === null)
        .map((move) => {
          const id = ids.next()
          insertAmendment(tx, { id, moveId: move.id, bookingId: oldId, kind: 'cancel', change: null, who, at })
          return id
        })
    })
    if (asked === null) continue
    log({ event: 'replaced-cancel-asked', bookingId: oldId })
    for (const amendmentId of asked) log({ event: 'amendment-saved', amendmentId, kind: 'cancel' })
  }
}
