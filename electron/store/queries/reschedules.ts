import { CANCELED } from '../../../shared/move/cancel-status.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { rescheduleStep, type Reschedule } from '../../../shared/outbox/reschedule.ts'
import type { RescheduleLink } from '../../../shared/outbox/reschedule-link.ts'
import { sqlList } from '../../../shared/outbox/states.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/*
 * The reschedules: a booking with `replaces` is the replacement of that booking. The store keeps the link and when the
 * cancellation was requested; `rescheduleStep` derives the rest from the two bookings.
 */

type Unlinked = Omit<BookedMoves, 'replaces' | 'replacement'>
type Read = (bookingId: string) => Unlinked | null

const NEWEST_REPLACEMENT = `SELECT b.id FROM bookings b INDEXED BY bookings_replaces JOIN outbox o ON o.booking_id = b.id
  WHERE b.replaces = ? ORDER BY o.seq DESC LIMIT 1`

/** The id of the newest replacement of a booking; null for none. */
function replacementOf(view: View, bookingId: string): string | null {
  return (view.sql(NEWEST_REPLACEMENT).pluck().get(bookingId) as string | undefined) ?? null
}

/** The id of the booking that a booking replaces; null for none. */
function replacedBy(view: View, bookingId: string): string | null {
  const id = view.sql('SELECT replaces FROM bookings WHERE id = ?').pluck().get(bookingId)
  return typeof id === 'string' ? id : null
}

/** The bookings of the same reschedules as these bookings, in addition to them. */
export function withLinked(view: View, bookingIds: readonly string[]): readonly string[] {
  const linked = bookingIds.flatMap((id) => [replacedBy(view, id), replacementOf(view, id)])
  return [...new Set([...bookingIds, ...linked.filter((id) => id !== null)])]
}

/** The links of a booking to the other bookings of its reschedules; a link to a lost booking is null. */
export function linksOf(view: View, booking: Unlinked, read: Read): Pick<BookedMoves, 'replaces' | 'replacement'> {
  const { id } = booking
  const [oldId, newId] = [replacedBy(view, id), replacementOf(view, id)]
  const old = oldId === null ? null : read(oldId)
  const replacement = newId === null ? null : read(newId)
  return {
    replaces: old === null ? null : linkTo(view, old, stepOf(view, old, booking), id),
    replacement: replacement === null ? null : linkTo(view, replacement, stepOf(view, booking, replacement), newId),
  }
}

function linkTo(
  view: View,
  { id, time, state, moves }: Unlinked,
  step: RescheduleLink['step'],
  replacementId: string | null,
): RescheduleLink {
  const who = view
    .sql(
      `SELECT d.decided_by FROM decisions d JOIN outbox o ON o.id = d.entry_id
       WHERE o.booking_id = ? AND d.kind = 'rescheduled' ORDER BY d.seq LIMIT 1`,
    )
    .pluck()
    .get(replacementId)
  const numbers = moves.flatMap(({ number }) => (number.known ? [number.value] : []))
  return { bookingId: id, time, state, numbers, step, who: typeof who === 'string' ? who : '' }
}

function stepOf(view: View, old: Unlinked, replacement: Unlinked): RescheduleLink['step'] {
  const ids = { oldId: old.id, newId: replacement.id }
  const row = view
    .sql(
      `SELECT b.replaced_cancel_asked_at IS NOT NULL AS asked, EXISTS (${SETTLED}) AS settled
       FROM bookings b WHERE b.id = @newId`,
    )
    .get(ids) as { asked: number; settled: number } | undefined
  const reschedule: Reschedule = {
    old,
    replacement,
    isCancelAsked: row?.asked === 1,
    isSettled: row?.settled === 1,
  }
  return rescheduleStep(reschedule)
}

const SETTLED = `SELECT 1 FROM decisions d JOIN outbox e ON e.id = d.entry_id
  WHERE e.booking_id = b.replaces AND d.kind = 'reschedule-settled' AND d.detail = b.id`

export type OpenReschedule = { readonly oldId: string; readonly newId: string; readonly step: RescheduleLink['step'] }

/**
 * The reschedules whose replacement the provider has or may have by phone, while the old booking is not canceled and no
 * person settled the reschedule. The others need neither a cancellation nor a person.
 */
export function openReschedules(view: View, read: Read): readonly OpenReschedule[] {
  const rows = view
    .sql(
      `SELECT b.id AS newId, b.replaces AS oldId FROM bookings b INDEXED BY bookings_replaces
         JOIN outbox o ON o.booking_id = b.id
       WHERE b.replaces IS NOT NULL AND o.state IN ('booked', 'placed-by-phone') AND NOT EXISTS (${SETTLED})
         AND EXISTS (
           SELECT 1 FROM moves m
           WHERE m.booking_id = b.replaces AND lower(coalesce(m.cancel_status, '')) NOT IN ${sqlList(CANCELED)})
       ORDER BY o.seq`,
    )
    .all() as { oldId: string; newId: string }[]
  return rows.flatMap(({ oldId, newId }) => {
    const [old, replacement] = [read(oldId), read(newId)]
    return old === null || replacement === null ? [] : [{ oldId, newId, step: stepOf(view, old, replacement) }]
  })
}

/** Notes that the desk requests the cancellation of the replaced booking. Throws if that was noted before. */
export function markCancelAsked(tx: Tx, replacementId: string, at: UtcInstant): void {
  const { changes } = tx
    .sql(
      `UPDATE bookings SET replaced_cancel_asked_at = ? WHERE id = ? AND replaces IS NOT NULL
         AND replaced_cancel_asked_at IS NULL`,
    )
    .run(at, replacementId)
  if (changes !== 1) throw new Error('the cancellation of a replaced booking is requested once')
}
