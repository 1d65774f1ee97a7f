import { entryOfBooking, transitionOrThrow, type Entry } from '../../../electron/store/tables/outbox.ts'
import type { Store } from '../../../electron/store/store.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { OutboxEvent } from '../../../shared/outbox/machine.ts'
import { START } from '../fakes/system.ts'
import { codeOf } from '../outcome-codes.ts'

const CLAIMED: OutboxEvent = { kind: 'claimed' }

function judged(proof: Extract<OutboxEvent, { kind: 'classified' }>['proof']): OutboxEvent {
  return { kind: 'classified', proof, code: codeOf(proof) }
}

/** The events that bring a waiting entry into each state. */
const WAYS: Readonly<Record<EntryState, readonly OutboxEvent[]>> = {
  waiting: [],
  sending: [CLAIMED],
  booked: [CLAIMED, judged('booked')],
  'booked-awaiting-number': [CLAIMED, judged('unknown'), { kind: 'number-reported' }],
  refused: [CLAIMED, judged('refused')],
  'in-doubt': [CLAIMED, judged('unknown')],
  held: [{ kind: 'held', reason: 'possible-duplicate' }],
  withdrawn: [{ kind: 'withdrawn' }],
  'placed-by-phone': [{ kind: 'placed-by-phone' }],
}

export function entryOf(store: Store, booking: { readonly id: string }): Entry {
  const entry = store.read((view) => entryOfBooking(view, booking.id))
  if (entry === null) throw new Error('no entry')
  return entry
}

/** Sets the entry of a booking back to waiting by SQL and brings the entry into a state. */
export function bringTo(store: Store, booking: { readonly id: string }, state: EntryState, at = START): Entry {
  return store.write((tx) => {
    tx.sql(`UPDATE outbox SET state = 'waiting', unresolved = 0, revision = revision + 1 WHERE booking_id = ?`).run(
      booking.id,
    )
    let entry = entryOf(store, booking)
    for (const event of WAYS[state]) entry = transitionOrThrow(tx, entry, event, at)
    return entry
  })
}
