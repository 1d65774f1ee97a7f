import type { BookedMoves } from '../../../shared/move/move.ts'
import { rescheduledNumbers, rescheduleStep } from '../../../shared/outbox/reschedule.ts'
import { KEPT, type RescheduleLink } from '../../../shared/outbox/reschedule-link.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'
import { hasLiveMove } from './duplicates.ts'

/*
 * The reschedules: a booking with `replaces` is the replacement of that booking. The store keeps the link and when the
 * cancellation was requested; `rescheduleStep` derives the rest from the two bookings.
 */

type Unlinked = Omit<BookedMoves, 'replaces' | 'replacement'>
type Read = (bookingId: string) => Unlinked | null

const NEWEST_REPLACEMENT = `SELECT b.id FROM bookings b INDEXED BY bookings_replaces JOIN outbox o ON o.booking_id = b.id
  WHERE b.replaces = +? ORDER BY o.seq DESC LIMIT 1`

/** The id of the newest replacement of a booking; null for none. */
function replacementOf(view: View, bookingId: string): string | null {
  return (view.sql(NEWEST_REPLACEMENT).pluck().get(bookingId) as string | undefined) ?? null
}

/** The id of the booking that a booking replaces; null for none. */
function replacedBy(view: View, bookingId: string): string | null {
  const id = view.sql('SELECT replaces FROM bookings WHERE id = +?').pluck().get(bookingId)
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
    replaces: old === null ? null : linkTo(view, old, { old, replacement: booking }),
    replacement: replacement === null ? null : linkTo(view, replacement, { old: booking, replacement }),
  }
}

type Both = { readonly old: Unlinked; readonly replacement: Unlinked }

function linkTo(view: View, { id, time, state, moves }: Unlinked, both: Both): RescheduleLink {
  const who = view
    .sql(
      `SELECT d.decided_by FROM decisions d JOIN outbox o ON o.id = d.entry_id
       WHERE o.booking_id = +? AND d.kind = 'rescheduled' ORDER BY d.seq LIMIT 1`,
    )
    .pluck()
    .get(both.replacement.id)
  return {
    bookingId: id,
    time,
    state,
    ...rescheduledNumbers(moves),
    ...progressOf(view, both),
    who: typeof who === 'string' ? who : '',
  }
}

function progressOf(view: View, { old, replacement }: Both): Pick<RescheduleLink, 'step' | 'settled'> {
  const row = view
    .sql(
      `SELECT b.replaced_cancel_asked_at IS NOT NULL AS asked, EXISTS (${SETTLED}) AS isSettled,
         (SELECT s.why FROM (${SETTLED}) s LIMIT 1) AS kept
       FROM bookings b WHERE b.id = +?`,
    )
    .get(replacement.id) as { asked: number; isSettled: number; kept: string | null } | undefined
  const isSettled = row?.isSettled === 1
  return {
    step: rescheduleStep({ old, replacement, isCancelAsked: row?.asked === 1, isSettled }),
    settled: isSettled ? (KEPT.find((kept) => kept === row.kept) ?? 'one') : null,
  }
}

/** A person's decision that settles the reschedule of the replacement `b`; `why` has what the provider keeps. */
const SETTLED = `SELECT d.why FROM decisions d JOIN outbox e ON e.id = d.entry_id
  WHERE e.booking_id = b.replaces AND d.kind = 'reschedule-settled' AND d.detail = b.id`

/** The condition that a move of the booking which `b` replaces is not canceled. */
const OLD_IS_LIVE = hasLiveMove('b.replaces')

export type OpenReschedule = Pick<RescheduleLink, 'step'> & { readonly oldId: string; readonly newId: string }

/**
 * The reschedules whose replacement the provider has or may have by phone, while the old booking is not canceled and no
 * person settled the reschedule. The others need neither a cancellation nor a person.
 */
export function openReschedules(view: View, read: Read): readonly OpenReschedule[] {
  const rows = view
    .sql(
      `SELECT b.id AS newId, b.replaces AS oldId FROM bookings b INDEXED BY bookings_replaces
         JOIN outbox o ON o.booking_id = b.id
       WHERE b.replaces IS NOT NULL AND o.desk IS NULL AND o.state IN ('booked', 'placed-by-phone') AND NOT EXISTS (${SETTLED})
         AND ${OLD_IS_LIVE}
       ORDER BY o.seq`,
    )
    .all() as { oldId: string; newId: string }[]
  return rows.flatMap(({ oldId, newId }) => {
    const [old, replacement] = [read(oldId), read(newId)]
    return old === null || replacement === null ? [] : [{ oldId, newId, ...progressOf(view, { old, replacement }) }]
  })
}

/**
 * The bookings of another desk's reschedules that are not over: the replacement is not withdrawn, no person settled the
 * reschedule, and the old booking is not canceled. Without `isAll` only those whose replacement is handed over.
 */
export function bookingsOfReschedules(view: View, desk: string, isAll: boolean): readonly string[] {
  const rows = view
    .sql(
      `SELECT b.id, b.replaces FROM bookings b INDEXED BY bookings_replaces JOIN outbox o ON o.booking_id = b.id
       WHERE b.replaces IS NOT NULL AND o.desk = +? AND o.state <> 'withdrawn' AND NOT EXISTS (${SETTLED})
         AND ${OLD_IS_LIVE}
         AND (? OR EXISTS (SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.handed_over))`,
    )
    .all(desk, isAll ? 1 : 0) as { id: string; replaces: string }[]
  return rows.flatMap(({ id, replaces }) => [id, replaces])
}

/** Notes that the desk requests the cancellation of the replaced booking. Throws if that was noted before. */
export function markCancelAsked(tx: Tx, replacementId: string, at: UtcInstant): void {
  const { changes } = tx
    .sql(
      `UPDATE bookings SET replaced_cancel_asked_at = ? WHERE id = +? AND replaces IS NOT NULL
         AND replaced_cancel_asked_at IS NULL`,
    )
    .run(at, replacementId)
  if (changes !== 1) throw new Error('the cancellation of a replaced booking is requested once')
}
