import type { OutboxEvent } from '../../../shared/outbox/machine.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/** The decisions of persons about an entry: append-only. */

/** What a person can decide: an event of the outbox, or to book beside others like it. */
export type DecisionKind = OutboxEvent['kind'] | 'booked-despite-duplicates'

export type Decision = {
  readonly entryId: string
  readonly at: UtcInstant
  /** The event of the outbox that it caused, or that it could not cause. */
  readonly kind: DecisionKind
  readonly who: string | null
  readonly why: string | null
  /** The provider's numbers, the reference of a phone call, or the bookings beside which one was saved. */
  readonly detail: string | null
}

export function appendDecision(tx: Tx, decision: Decision): void {
  const { entryId, at, kind, who, why, detail } = decision
  tx.sql('INSERT INTO decisions (entry_id, at, kind, decided_by, why, detail) VALUES (?, ?, ?, ?, ?, ?)').run(
    entryId,
    at,
    kind,
    who,
    why,
    detail,
  )
}

/** What persons decided about an entry, oldest first. */
export function decisionsOn(view: View, entryId: string): readonly Decision[] {
  return view
    .sql(
      'SELECT entry_id AS entryId, at, kind, decided_by AS who, why, detail FROM decisions WHERE entry_id = ? ORDER BY seq',
    )
    .all(entryId) as Decision[]
}
