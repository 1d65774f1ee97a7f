import { newFactSchema, type AddedFact, type NewFact } from '../../../shared/booking/added-facts.ts'
import type { FailureDetail } from '../../../shared/result.ts'
import type { MoveRole } from '../../../shared/move/move.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { parseJson } from '../../platform/json.ts'
import type { Tx, View } from '../tx.ts'

/*
 * Facts that persons added to a booking after it had left: append-only, and in the order of their times. Two desks may
 * add facts apart and append those of the other desk later, so the numbers of their rows differ.
 */

export function appendAddedFact(
  tx: Tx,
  bookingId: string,
  { fact, who, at, amendmentId, keptBecause }: Omit<AddedFact, 'isReplaced' | keyof NewFact> & { fact: NewFact },
): void {
  tx.touch(bookingId)
  tx.sql(
    `INSERT INTO added_facts (booking_id, at, kind, content, added_by, amendment_id, kept_because)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(bookingId, afterLast(tx, bookingId, at), fact.kind, JSON.stringify(fact), who, amendmentId, keptBecause)
}

/** Marks that a change of a booking, which was waiting again, takes the place of the facts that were added before. */
export function replaceAddedFacts(tx: Tx, bookingId: string, at: UtcInstant): void {
  tx.sql(
    `INSERT INTO added_facts (booking_id, at, kind)
     SELECT @bookingId, @at, 'changed' WHERE EXISTS (SELECT 1 FROM added_facts WHERE booking_id = +@bookingId)`,
  ).run({ bookingId, at: afterLast(tx, bookingId, at) })
}

/** A clock that was set back must not put a new fact before one that its person could read. */
function afterLast(view: View, bookingId: string, at: UtcInstant): UtcInstant {
  const last = view.sql('SELECT max(at) FROM added_facts WHERE booking_id = +?').pluck().get(bookingId)
  return last !== null && (last as UtcInstant) > at ? (last as UtcInstant) : at
}

type FactRow = {
  readonly at: UtcInstant
  readonly kind: string
  readonly content: string | null
  readonly who: string | null
  readonly amendmentId: string | null
  readonly keptBecause: FailureDetail | null
}

/**
 * The facts of a booking, the oldest first. An unreadable fact is left out, because one damaged row must not keep a
 * booking from being shown.
 */
export function addedFactsOf(view: View, bookingId: string): readonly AddedFact[] {
  const rows = view
    .sql(
      `SELECT at, kind, content, added_by AS who, amendment_id AS amendmentId, kept_because AS keptBecause
       FROM added_facts WHERE booking_id = +? ORDER BY at, seq`,
    )
    .all(bookingId) as FactRow[]
  const changed = rows.findLastIndex(({ kind }) => kind === 'changed')
  return rows.flatMap(({ content, who, kind, ...row }, nth) => {
    const read = kind === 'changed' ? null : newFactSchema.safeParse(parseJson(content))
    return read?.success === true ? [{ ...read.data, ...row, who: who ?? '', isReplaced: nth < changed }] : []
  })
}

/** The texts of all facts by which a search finds a move. A loaner finds only the move of the loaner. */
export function searchedFacts(view: View, bookingId: string, role: MoveRole): readonly string[] {
  return addedFactsOf(view, bookingId).flatMap((fact) => {
    if (fact.kind === 'repair-order') return [fact.reference]
    if (fact.kind === 'note') return [fact.text]
    if (role !== 'loaner') return []
    return [
      Object.values(fact.loaner)
        .filter((part) => part !== null)
        .join(' '),
    ]
  })
}
