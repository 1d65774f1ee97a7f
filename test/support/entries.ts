import { entryOfBooking, surelyMove, type Entry } from '../../electron/store/outbox.ts'
import type { Store } from '../../electron/store/store.ts'
import type { EntryState } from '../../shared/move.ts'
import type { OutboxEvent } from '../../shared/outbox.ts'
import { START } from './system.ts'

const CLAIMED: OutboxEvent = { kind: 'claimed' }

function judged(proof: Extract<OutboxEvent, { kind: 'judged' }>['proof']): OutboxEvent {
  return { kind: 'judged', proof, code: proof, reason: 'why' }
}

/** How an entry that waits gets into a state, by the events that bring it there. */
const WAYS: Readonly<Record<EntryState, readonly OutboxEvent[] | null>> = {
  draft: null,
  waiting: [],
  sending: [CLAIMED],
  booked: [CLAIMED, judged('booked')],
  'booked-number-to-come': [CLAIMED, judged('unknown'), { kind: 'number-named' }],
  refused: [CLAIMED, judged('refused')],
  'in-doubt': [CLAIMED, judged('unknown')],
  held: [{ kind: 'gated', gate: 'looks-doubled', reason: 'why' }],
  withdrawn: [{ kind: 'withdrawn' }],
  'by-phone': [{ kind: 'by-phone' }],
}

export function entryOf(store: Store, booking: { readonly id: string }): Entry {
  const entry = store.read((view) => entryOfBooking(view, booking.id))
  if (entry === null) throw new Error('no entry')
  return entry
}

/** Sets the entry of a booking back to waiting, by hand, and brings it into a state. No way leads to a draft: it is written as one. */
export function bringTo(store: Store, booking: { readonly id: string }, state: EntryState, at = START): Entry {
  return store.write((tx) => {
    const way = WAYS[state]
    tx.sql('UPDATE outbox SET state = ?, doubt = 0, revision = revision + 1 WHERE booking_id = ?').run(
      way === null ? 'draft' : 'waiting',
      booking.id,
    )
    let entry = entryOf(store, booking)
    for (const event of way ?? []) entry = surelyMove(tx, entry, event, at)
    return entry
  })
}
