import type { UtcInstant } from '../../../shared/time/time.ts'
import { indexBooking } from '../queries/search.ts'
import { ACTS_ELSEWHERE } from '../tables/decisions.ts'
import { entryById, entryOfBooking } from '../tables/outbox.ts'
import type { Tx } from '../tx.ts'
import type { BookingBody, Row } from './booking-body.ts'
import { isForgotten } from './forget.ts'
import { takeInAmendments } from './late-amendments.ts'
import { appendNew, assertOwnRows } from './replicas.ts'

/*
 * What persons at the desk of before did to a booking that another desk has. The hub finds in a late line what the
 * booking lacks, and every desk keeps that, because each may take the booking over next.
 */

/** Keeps the acts among these rows. The booking stays as it is, and its owner asks a person before it leaves. */
export function noteActs(tx: Tx, entryId: string, rows: readonly Row[]): void {
  const entry = entryById(tx, entryId)
  const acts = rows.filter(({ kind }) => ACTS_ELSEWHERE.some((act) => act === kind))
  if (entry !== null && appendNew(tx, 'decisions', 'entry_id', entryId, acts) > 0) tx.touch(entry.bookingId)
}

/** Takes in the requests and the facts of a late line about a booking that this store has. */
export function takeInLate(tx: Tx, body: BookingBody, at: UtcInstant): void {
  const { booking, addedFacts } = body
  const bookingId = String(booking['id'])
  if (entryOfBooking(tx, bookingId) === null || isForgotten(tx, bookingId)) return
  assertOwnRows(tx, bookingId, body)
  takeInAmendments(tx, body, at)
  // The mark of a change stands for values that this desk does not take in.
  const facts = addedFacts.filter(({ kind }) => kind !== 'changed')
  if (appendNew(tx, 'added_facts', 'booking_id', bookingId, facts) === 0) return
  tx.touch(bookingId)
  indexBooking(tx, bookingId)
}
