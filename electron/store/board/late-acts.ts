import { ACTS_ELSEWHERE } from '../tables/decisions.ts'
import type { Tx } from '../tx.ts'
import type { BookingBody } from './booking-body.ts'
import { appendNew, rowsLacking } from './replicas.ts'

/**
 * Takes in what persons at the desk of before, `desk` by name, did to a booking which this desk took over meanwhile.
 * The booking stays as this desk has it, and the send guard `changed-elsewhere` leaves it to a person.
 */
export function takeInActs(tx: Tx, { booking, entry, decisions, addedFacts }: BookingBody, desk: string): void {
  const [bookingId, entryId] = [String(booking['id']), String(entry['id'])]
  const acts = rowsLacking(tx, 'decisions', 'entry_id', entryId, decisions).flatMap((row) => {
    const kind = Object.entries(ACTS_ELSEWHERE).find(([, act]) => act === row['kind'])?.[0]
    return kind === undefined ? [] : [{ ...row, kind, detail: desk }]
  })
  // The mark of a change stands for values that this desk does not take in.
  const facts = addedFacts.filter(({ kind }) => kind !== 'changed')
  const added =
    appendNew(tx, 'decisions', 'entry_id', entryId, acts) + appendNew(tx, 'added_facts', 'booking_id', bookingId, facts)
  if (added > 0) tx.touch(bookingId)
}
