import type { UtcInstant } from '../../shared/time.ts'
import type { Tx, View } from './store.ts'

/*
 * What happened to an entry, step by step, and what persons decided about it: append-only, and without personal data but
 * for the names of those who decided.
 *
 *   started -> prepared -> unreached | sending -> settled | interrupted
 *
 * A `started` with nothing after it is a try in which reading what is to be sent ended the process.
 */

export type AttemptRow = {
  readonly entryId: string
  readonly at: UtcInstant
  readonly phase: 'started' | 'prepared' | 'unreached' | 'sending' | 'settled' | 'interrupted'
  readonly code?: string | null
  readonly status?: number | null
  /** Stands for the payload, which is personal data. */
  readonly digest?: string | null
  /** How many bytes of the request were handed over; 0 proves that nothing left. */
  readonly bytes?: number | null
}

export function appendAttempt(tx: Tx, row: AttemptRow): void {
  tx.sql('INSERT INTO attempts (entry_id, at, phase, code, status, digest, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    row.entryId,
    row.at,
    row.phase,
    row.code ?? null,
    row.status ?? null,
    row.digest ?? null,
    row.bytes ?? null,
  )
}

/** How earlier tries of an entry that were handed over ended, oldest first. */
export function earlierCodes(view: View, entryId: string): readonly string[] {
  return triesOf(view, entryId).map(({ code }) => code)
}

/** The tries of an entry that were handed over and how each ended, oldest first. */
export function triesOf(view: View, entryId: string): readonly { readonly at: UtcInstant; readonly code: string }[] {
  return view
    .sql(`SELECT at, code FROM attempts WHERE entry_id = ? AND phase IN ('settled', 'interrupted') ORDER BY seq`)
    .all(entryId) as { at: UtcInstant; code: string }[]
}

/** The last `limit` steps of an entry, oldest first; `more` when there were others before them. */
export function attemptsOf(
  view: View,
  entryId: string,
  limit: number,
): { readonly steps: readonly Omit<AttemptRow, 'entryId'>[]; readonly more: boolean } {
  const rows = view
    .sql('SELECT at, phase, code, status FROM attempts WHERE entry_id = ? ORDER BY seq DESC LIMIT ?')
    .all(entryId, limit + 1) as Omit<AttemptRow, 'entryId'>[]
  return { steps: rows.slice(0, limit).reverse(), more: rows.length > limit }
}

/** How many of the last tries, without a break, ended the process before anything could be sent. */
export function triesThatVanished(view: View, entryId: string): number {
  const rows = view
    .sql('SELECT phase FROM attempts WHERE entry_id = ? ORDER BY seq DESC LIMIT 10')
    .all(entryId) as Pick<AttemptRow, 'phase'>[]
  const other = rows.findIndex((row) => row.phase !== 'started')
  return other === -1 ? rows.length : other
}

export type Decision = {
  readonly entryId: string
  readonly at: UtcInstant
  /** The event of the outbox that it caused, or that it could not cause. */
  readonly kind: string
  readonly who: string | null
  readonly why: string | null
  /** The provider's numbers, the reference of a phone call, or the bookings beside which one was saved. */
  readonly detail: string | null
}

export function appendDecision(tx: Tx, decision: Decision): void {
  const { entryId, at, kind, who, why, detail } = decision
  tx.sql('INSERT INTO decisions (entry_id, at, kind, who, why, detail) VALUES (?, ?, ?, ?, ?, ?)').run(
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
    .sql('SELECT entry_id AS entryId, at, kind, who, why, detail FROM decisions WHERE entry_id = ? ORDER BY seq')
    .all(entryId) as Decision[]
}
