import { parseOutcomeCode, type OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/*
 * The attempts to send an entry, step by step: append-only, and without personal data.
 *
 *   started -> prepared -> unreachable | sending -> settled | interrupted
 *
 * A `started` without a later step means that preparing the request crashed the process.
 */

export type AttemptRow = {
  readonly entryId: string
  readonly at: UtcInstant
  readonly phase: 'started' | 'prepared' | 'unreachable' | 'sending' | 'settled' | 'interrupted'
  readonly code?: string | null
  readonly status?: number | null
  /** Stands for the payload, which is personal data. */
  readonly digest?: string | null
  /** How many bytes of the request were handed over. 0 proves that nothing left. */
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

/** The outcome codes of an entry's sent attempts, oldest first. */
export function previousOutcomeCodes(view: View, entryId: string): readonly OutcomeCode[] {
  return attemptOutcomes(view, entryId).map(({ code }) => code)
}

/** The sent attempts of an entry with their outcomes, oldest first. */
export function attemptOutcomes(
  view: View,
  entryId: string,
): readonly { readonly at: UtcInstant; readonly code: OutcomeCode }[] {
  const rows = view
    .sql(`SELECT at, code FROM attempts WHERE entry_id = ? AND phase IN ('settled', 'interrupted') ORDER BY seq`)
    .all(entryId) as { at: UtcInstant; code: string }[]
  return rows.map(({ at, code }) => ({ at, code: parseOutcomeCode(code) }))
}

/** The last `limit` steps of an entry, oldest first. `more` is true if there were earlier steps. */
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

/** How many of the last attempts in a row crashed the process before anything could be sent. */
export function countCrashedAttempts(view: View, entryId: string): number {
  const rows = view
    .sql('SELECT phase FROM attempts WHERE entry_id = ? ORDER BY seq DESC LIMIT 10')
    .all(entryId) as Pick<AttemptRow, 'phase'>[]
  const other = rows.findIndex((row) => row.phase !== 'started')
  return other === -1 ? rows.length : other
}
