import type { OutboxEvent } from '../../../shared/outbox/machine.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/** Persons' decisions about an entry: append-only. */

/**
 * The kind of an outbox event, or a decision that causes no event. Only events that a person causes are recorded.
 */
export type DecisionKind =
  | OutboxEvent['kind']
  | 'booked-despite-duplicates'
  | 'loaner-promised-again'
  | 'customer-told'
  | 'replacement-number'
  | 'rescheduled'
  | 'reschedule-settled'
  | 'handed-over'
  | 'taken-back'
  | 'send-without-board'
  | keyof typeof ACTS_ELSEWHERE

/** What a person at the desk of before did to a booking that another desk had taken over, and its kind here. */
export const ACTS_ELSEWHERE = { 'changed-elsewhere': 'changed', 'withdrawn-elsewhere': 'withdrawn' } as const

export type Decision = {
  readonly entryId: string
  readonly at: UtcInstant
  readonly kind: DecisionKind
  readonly who: string | null
  readonly why: string | null
  /**
   * By `kind`: the provider's numbers or the ids of other bookings (joined by `, `), the new number of a
   * rescheduled move, the reference of a phone call, the time that the customer was told, the id of the other booking
   * of a reschedule, the name of the desk of before, or for `changed` the highest `outbox.seq` at that moment.
   */
  readonly detail: string | null
}

/**
 * What a person at the desk of before did last to a booking after this desk took it over, unless a person here changed
 * the booking since; null for nothing. `desk` is the name of that desk.
 */
export function lastActElsewhere(
  view: View,
  entryId: string,
): { readonly kind: keyof typeof ACTS_ELSEWHERE; readonly desk: string } | null {
  const last = decisionsOn(view, entryId).findLast(({ kind }) => kind === 'changed' || kind in ACTS_ELSEWHERE)
  if (last?.kind !== 'changed-elsewhere' && last?.kind !== 'withdrawn-elsewhere') return null
  return { kind: last.kind, desk: last.detail ?? '' }
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

/** Persons' decisions about an entry, oldest first. */
export function decisionsOn(view: View, entryId: string): readonly Decision[] {
  return view
    .sql(
      'SELECT entry_id AS entryId, at, kind, decided_by AS who, why, detail FROM decisions WHERE entry_id = +? ORDER BY seq',
    )
    .all(entryId) as Decision[]
}

/** The bookings alike beside which a person saved this one, since the last change of the booking. */
export function acceptedDuplicates(view: View, entryId: string): readonly string[] {
  const decisions = decisionsOn(view, entryId)
  const since = decisions.findLastIndex(({ kind }) => kind === 'changed') + 1
  return decisions
    .slice(since)
    .flatMap(({ kind, detail }) => (kind === 'booked-despite-duplicates' ? (detail?.split(', ') ?? []) : []))
}
