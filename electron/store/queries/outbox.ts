import type { UtcInstant } from '../../../shared/time/time.ts'
import { openSql, type ProviderIdentity } from '../tables/outbox.ts'
import type { View } from '../tx.ts'
import { sqlStates } from '../../../shared/outbox/states.ts'
import { sqlAmendmentStates } from '../../../shared/outbox/amendment-machine.ts'

/** The number of entries that leave automatically for this provider. */
export function countWaiting(view: View, remote: ProviderIdentity): number {
  return view
    .sql(
      `SELECT count(*) FROM outbox
       WHERE ${openSql()} AND provider_address = ? AND provider_profile = ? AND state IN ${sqlStates({ automatic: true })}`,
    )
    .pluck()
    .get(remote.address, remote.profile) as number
}

/**
 * Counts of the bookings of one provider that are open or have an amendment to send. While there are such bookings, the
 * desk cannot switch to another provider.
 */
export type OpenBookingsOfOtherProvider = ProviderIdentity & {
  readonly waiting: number
  /** Bookings that are being sent, are in doubt, or await a number. */
  readonly doubt: number
  /** Refused and held bookings. */
  readonly stuck: number
  /** Booked bookings with an amendment that waits or is being sent. */
  readonly asking: number
}

/** The providers other than `remote` with open entries, or with a booked booking whose amendment may still be sent. */
export function openElsewhere(view: View, remote: ProviderIdentity): readonly OpenBookingsOfOtherProvider[] {
  return view
    .sql(
      `SELECT provider_address AS address, provider_profile AS profile,
         count(*) FILTER (WHERE state = 'waiting') AS waiting,
         count(*) FILTER (WHERE state IN ${sqlStates({ possiblySent: true })}) AS doubt,
         count(*) FILTER (WHERE state IN ${sqlStates({ needsPerson: true, unsent: true })}) AS stuck,
         count(*) FILTER (WHERE state = 'booked') AS asking
       FROM (
         SELECT provider_address, provider_profile, state FROM outbox WHERE ${openSql()}
         UNION ALL
         SELECT provider_address, provider_profile, state FROM outbox WHERE desk IS NULL AND state = 'booked' AND booking_id IN (
           SELECT w.booking_id FROM amendments w WHERE w.state IN ${sqlAmendmentStates({ sendable: true })}
         )
       )
       WHERE NOT (provider_address = +? AND provider_profile = +?)
       GROUP BY provider_address, provider_profile ORDER BY provider_address, provider_profile`,
    )
    .all(remote.address, remote.profile) as OpenBookingsOfOtherProvider[]
}

/**
 * Returns a function that reads when a response of this provider last proved a booking; null for never. The function is
 * for one store and reads each attempt once, because a new provider has no booked attempt among those of years.
 */
export function lastBookedReader(remote: ProviderIdentity): (view: View) => UtcInstant | null {
  let at: UtcInstant | null = null
  let newest = 0
  return (view) => {
    const attempts = view.sql('SELECT max(seq) FROM attempts').pluck().get() as number | null
    if (attempts === null || attempts === newest) return at
    const row = view
      .sql(
        `SELECT a.at FROM attempts a CROSS JOIN outbox o ON o.seq = a.entry_seq
         WHERE a.seq > ? AND a.phase = 'settled' AND a.code = 'booked'
           AND o.provider_address = ? AND o.provider_profile = ?
         ORDER BY a.seq DESC LIMIT 1`,
      )
      .get(newest, remote.address, remote.profile) as { at: UtcInstant } | undefined
    at = row?.at ?? at
    newest = attempts
    return at
  }
}
