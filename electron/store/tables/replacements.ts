import type { Mismatch } from '../../../shared/move/mismatch.ts'
import type { ProviderMove } from '../../../shared/move/move.ts'
import { STAGES } from '../../../shared/move/move.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { indexMove } from '../queries/search.ts'
import type { Tx, View } from '../tx.ts'
import { addFormerNumber } from './former-numbers.ts'
import { confirmMove } from './moves.ts'
import type { ProviderIdentity } from './outbox.ts'
import type { ReportedNumber } from './reported-numbers.ts'

/*
 * Moves that the provider replaced by a move with a new number (test/spec/reliability.md#rescheduled-moves). The new
 * number comes from a field of a response (`replaced_by`) or from a person (`reported_number`), and never from the
 * provider's free text.
 */

/** The condition for a move `m` that the provider ended as rescheduled. The index `moves_rescheduled` has this text. */
const RESCHEDULED_SQL = `lower(m.cancel_status) = 'rescheduled'`

/**
 * The condition for a rescheduled move `m` whose new number the desk does not know. After a mismatch a person has to
 * ask for the number again.
 */
export const LACKS_REPLACEMENT_SQL = `${RESCHEDULED_SQL} AND m.reported_number IS NULL
  AND (m.replaced_by IS NULL OR m.replacement_mismatch IS NOT NULL)`

/** The new numbers to verify at a provider, oldest booking first. A person's number goes before a told number. */
export function replacementNumbers(view: View, remote: ProviderIdentity): readonly ReportedNumber[] {
  return view
    .sql(
      `SELECT m.id AS moveId, m.booking_id AS bookingId, coalesce(m.reported_number, m.replaced_by) AS number
       FROM moves m INDEXED BY moves_rescheduled JOIN outbox o ON o.booking_id = m.booking_id
       WHERE ${RESCHEDULED_SQL} AND o.desk IS NULL AND o.provider_address = +? AND o.provider_profile = +? AND o.state = 'booked'
         AND (m.reported_number IS NOT NULL OR (m.replaced_by IS NOT NULL AND m.replacement_mismatch IS NULL))
       ORDER BY o.seq, CASE m.role WHEN 'loaner' THEN 1 ELSE 0 END`,
    )
    .all(remote.address, remote.profile) as ReportedNumber[]
}

/**
 * Records the number of the move that replaced a move of this booking. A response about one move of a pair shows the
 * other move (`other`) with our reference and a new number; the replaced move is then fetched soon, because only its
 * own response says that it was rescheduled.
 */
export function recordReplacement(
  tx: Tx,
  bookingId: string,
  other: { readonly number: number; readonly reference: string | null },
): void {
  tx.sql(
    `UPDATE moves SET replaced_by = @number, replacement_mismatch = NULL, polled_at = NULL
     WHERE booking_id = +@bookingId AND reference = +@reference AND number <> +@number AND replaced_by IS NOT +@number
       AND NOT EXISTS (SELECT 1 FROM former_numbers f WHERE f.move_id = moves.id AND f.number = +@number)`,
  ).run({ bookingId, number: other.number, reference: other.reference })
}

/** Records the new number that a person reported for a rescheduled move, which a fetch then verifies. */
export function reportReplacement(tx: Tx, moveId: string, number: number): void {
  tx.sql('UPDATE moves SET reported_number = ?, replacement_mismatch = NULL WHERE id = +?').run(number, moveId)
  indexMove(tx, moveId)
}

/** Records that the move with the new number is not ours, so a person has to ask for the number. */
export function refuseReplacement(tx: Tx, moveId: string, why: Mismatch): void {
  tx.sql('UPDATE moves SET reported_number = NULL, replacement_mismatch = ? WHERE id = +?').run(
    JSON.stringify(why),
    moveId,
  )
  indexMove(tx, moveId)
}

/**
 * Follows a move to its new number: the progress of the replaced move ends, and the old number becomes a former number.
 * Booking, vehicle and amendments stay.
 */
export function followReplacement(tx: Tx, moveId: string, response: ProviderMove, at: UtcInstant): void {
  addFormerNumber(tx, moveId, at)
  tx.sql(
    `UPDATE moves SET reported_number = NULL, replaced_by = NULL, replacement_mismatch = NULL, details_url = NULL,
       pickup_resolved = NULL, delivery_resolved = NULL, provider_vehicle = NULL, provider_news = NULL,
       ${STAGES.map((stage) => `${stage} = NULL`).join(', ')}
     WHERE id = +?`,
  ).run(moveId)
  confirmMove(tx, moveId, response, at)
  indexMove(tx, moveId)
}
