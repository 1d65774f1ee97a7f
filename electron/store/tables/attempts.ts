import { parseOutcomeCode, type OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/*
 * The attempts to send an entry, step by step: append-only, and without personal data.
 *
 *   started -> prepared -> unreachable | sending -> settled | interrupted
 *
 * A `started` without a later step means that the process crashed or the disk failed while the request was prepared. A
 * `prepared` with a code means that a send guard held the entry, and a recovery appends `interrupted` to any step.
 */

export type AttemptRow = {
  readonly entryId: string
  readonly at: UtcInstant
  readonly phase: 'started' | 'prepared' | 'unreachable' | 'sending' | 'settled' | 'interrupted'
  /** Outcome code of `settled` and `interrupted`, hold reason of `prepared`, error code of `unreachable`. */
  readonly code?: string | null
  /** The HTTP status of the response. */
  readonly status?: number | null
  /** A hash of the payload, because the payload itself is personal data. */
  readonly digest?: string | null
  /**
   * The most bytes of the request that the network may have taken, for a `settled` step without a response; otherwise
   * null.
   */
  readonly bytes?: number | null
}

/** The value of `attempts.entry_seq` for the id of an entry. */
const SEQ_SQL = '(SELECT seq FROM outbox WHERE id = +?)'

export function appendAttempt(tx: Tx, row: AttemptRow): void {
  // An unknown entry has no `seq`, and the column takes no null.
  tx.sql(
    `INSERT INTO attempts (entry_seq, at, phase, code, status, digest, bytes) VALUES (${SEQ_SQL}, ?, ?, ?, ?, ?, ?)`,
  ).run(row.entryId, row.at, row.phase, row.code ?? null, row.status ?? null, row.digest ?? null, row.bytes ?? null)
}

/** As `attemptOutcomes`, without the times. */
export function previousOutcomeCodes(view: View, entryId: string): readonly OutcomeCode[] {
  return attemptOutcomes(view, entryId).map(({ code }) => code)
}

/**
 * The outcomes of an entry's claimed attempts with the times at which the outcomes were recorded, oldest first. A
 * recovery adds `unverified` even to an entry without a recorded claim.
 */
export function attemptOutcomes(
  view: View,
  entryId: string,
): readonly { readonly at: UtcInstant; readonly code: OutcomeCode }[] {
  const rows = view
    .sql(
      `SELECT at, code FROM attempts WHERE entry_seq = ${SEQ_SQL} AND phase IN ('settled', 'interrupted') ORDER BY seq`,
    )
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
    .sql(`SELECT at, phase, code, status FROM attempts WHERE entry_seq = ${SEQ_SQL} ORDER BY seq DESC LIMIT ?`)
    .all(entryId, limit + 1) as Omit<AttemptRow, 'entryId'>[]
  return { steps: rows.slice(0, limit).reverse(), more: rows.length > limit }
}

/**
 * How many of the last attempts in a row, up to a limit, have only the step `started`: in these attempts the process
 * crashed or the disk failed before the claim. `SendHistory.abortedByDisk` counts the disk failures.
 */
export function countCrashedAttempts(view: View, entryId: string): number {
  const rows = view
    .sql(`SELECT phase FROM attempts WHERE entry_seq = ${SEQ_SQL} ORDER BY seq DESC LIMIT 10`)
    .all(entryId) as Pick<AttemptRow, 'phase'>[]
  const other = rows.findIndex((row) => row.phase !== 'started')
  return other === -1 ? rows.length : other
}
