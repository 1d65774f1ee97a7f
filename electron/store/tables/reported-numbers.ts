import { indexMove } from '../queries/search.ts'
import type { ProviderIdentity } from './outbox.ts'
import type { Tx, View } from '../tx.ts'
import { sqlStates } from '../../../shared/outbox/states.ts'

/** Numbers that a person reported for moves without a known number, and that are not verified yet. */

export type ReportedNumber = { readonly moveId: string; readonly bookingId: string; readonly number: number }

/**
 * Records the reported number of a move, by which a search finds the move; null removes the number once a fetch has
 * verified or disproved it.
 */
export function recordReportedNumber(tx: Tx, moveId: string, number: number | null): void {
  tx.sql('UPDATE moves SET reported_number = ? WHERE id = +?').run(number, moveId)
  indexMove(tx, moveId)
}

/** The numbers to verify at a provider, oldest booking first. */
export function reportedNumbers(view: View, remote: ProviderIdentity): readonly ReportedNumber[] {
  return view
    .sql(
      `SELECT m.id AS moveId, m.booking_id AS bookingId, m.reported_number AS number
       FROM moves m JOIN outbox o ON o.booking_id = m.booking_id
       WHERE m.reported_number IS NOT NULL AND o.desk IS NULL AND o.provider_address = +? AND o.provider_profile = +?
         AND o.state IN ${sqlStates({ verifiesNumber: true })}
       ORDER BY o.seq, CASE m.role WHEN 'loaner' THEN 1 ELSE 0 END`,
    )
    .all(remote.address, remote.profile) as ReportedNumber[]
}
