import { fail, type Result } from '../../shared/result.ts'
import { deskName } from '../store/board/link.ts'
import { amendmentById } from '../store/tables/amendments.ts'
import { bookingOfMove } from '../store/tables/bookings.ts'
import { entryOfBooking } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { View } from '../store/tx.ts'
import type { BookingService } from './service.ts'

/**
 * Refuses with `not-possible` (`other-desk`) what would change a booking of another desk, because that desk alone sends
 * the booking and its amendments.
 */
export function refuseForOtherDesks(service: BookingService, store: Store): BookingService {
  const refusal = (bookingOf: (view: View) => string | null): Result<never> | null =>
    store.read((view) => {
      const bookingId = bookingOf(view)
      const entry = bookingId === null ? null : entryOfBooking(view, bookingId)
      if (entry === null || entry.desk === null) return null
      return fail('not-possible', 'other-desk', { desk: deskName(view, entry.desk) })
    })
  const ofBooking = (bookingId: string) => refusal(() => bookingId)
  const ofMove = (moveId = '') => refusal((view) => bookingOfMove(view, moveId))
  return {
    ...service,
    changeBooking: (id, ...rest) => ofBooking(id) ?? service.changeBooking(id, ...rest),
    withdrawBooking: (id) => ofBooking(id) ?? service.withdrawBooking(id),
    resolveBooking: (id, resolution) => ofBooking(id) ?? service.resolveBooking(id, resolution),
    rescheduleBooking: (id, ...rest) => ofBooking(id) ?? service.rescheduleBooking(id, ...rest),
    settleReschedule: (id, settling) => ofBooking(id) ?? service.settleReschedule(id, settling),
    addFact: (id, ...rest) => ofBooking(id) ?? service.addFact(id, ...rest),
    // All moves of one request are moves of one booking.
    requestCancellation: (moveIds, who) => ofMove(moveIds[0]) ?? service.requestCancellation(moveIds, who),
    requestChange: (moveId, ...rest) => ofMove(moveId) ?? service.requestChange(moveId, ...rest),
    withdrawAmendment: (id) =>
      refusal((view) => amendmentById(view, id)?.bookingId ?? null) ?? service.withdrawAmendment(id),
  }
}
