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
  | (typeof ACTS_ELSEWHERE)[number]
  | 'acts-seen'

/** What a person at the desk of before did to a booking that another desk had taken over. */
export const ACTS_ELSEWHERE = ['changed-elsewhere', 'withdrawn-elsewhere'] as const

export type Decision = {
  readonly entryId: string
  readonly at: UtcInstant
  readonly kind: DecisionKind
  readonly who: string | null
  readonly why: string | null
  /**
   * By `kind`: the provider's numbers or the ids of other bookings (joined by `, `), the new number of a
   * rescheduled move, the reference of a phone call, the time that the customer was told, the id of the other booking
   * of a reschedule, the name of the desk of before, the acts that were seen, or for `changed` the highest `outbox.seq`
   * at that moment.
   */
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

/** An act of a person at the desk of before, whose name is `desk`. */
export type ActElsewhere = {
  readonly kind: (typeof ACTS_ELSEWHERE)[number]
  readonly desk: string
  readonly key: string
}

/** The acts at desks of before that no person at the desk of this entry saw, oldest first. */
export function unseenActs(view: View, entryId: string): readonly ActElsewhere[] {
  const decisions = decisionsOn(view, entryId)
  const seen = new Set(
    decisions.flatMap(({ kind, detail }) => (kind === 'acts-seen' ? (detail ?? '').split(', ') : [])),
  )
  return decisions.flatMap(({ kind, at, detail }) => {
    const act = ACTS_ELSEWHERE.find((one) => one === kind)
    const key = `${kind} ${at}`
    return act === undefined || seen.has(key) ? [] : [{ kind: act, desk: detail ?? '', key }]
  })
}

/** Notes that a person decided about the booking knowing what was done at the desks of before. */
export function noteActsSeen(tx: Tx, entryId: string, { who, at }: Pick<Decision, 'who' | 'at'>): void {
  const keys = unseenActs(tx, entryId).map(({ key }) => key)
  if (keys.length > 0) appendDecision(tx, { entryId, at, kind: 'acts-seen', who, why: null, detail: keys.join(', ') })
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
