import type { View } from '../tx.ts'

/**
 * The number of a move that this provider showed to this desk and that is not known to be gone, or null. Only a
 * provider that answered as the API before has such a move.
 */
export function shownNumber(view: View, remoteAddress: string): number | null {
  const number = view
    .sql(
      `SELECT coalesce(
         (SELECT m.number FROM moves m INDEXED BY moves_number JOIN bookings b ON b.id = m.booking_id
          WHERE m.number IS NOT NULL AND m.provider_read_at IS NOT NULL AND m.missing_since IS NULL
            AND b.provider_address = +@address ORDER BY m.number DESC LIMIT 1),
         (SELECT number FROM external_moves WHERE provider_address = +@address ORDER BY fetched_at DESC LIMIT 1))`,
    )
    .pluck()
    .get({ address: remoteAddress })
  return typeof number === 'number' ? number : null
}
