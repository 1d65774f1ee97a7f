import type { View } from '../tx.ts'

/** What keeps a desk from leaving its board, because the other desks would go by what the hub knows. */
export type Unsettled = {
  /** Bookings of this desk that were offered and are open, which leave only with a claim or by a person's decision. */
  readonly open: number
  /** Offered bookings of this desk that are settled here, and that another desk may send as far as the hub knows. */
  readonly unreported: number
  /** Lines that the hub does not have yet. */
  readonly unsaid: number
}

/** Counts what a desk that leaves its board would leave unsettled. */
export function countUnsettled(view: View): Unsettled {
  const count = (text: string) => view.sql(text).pluck().get() as number
  const offered = (settled: 'IN' | 'NOT IN') =>
    count(
      `SELECT count(*) FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       WHERE r.state <> 'done' AND o.desk IS NULL
         AND o.state ${settled} ('booked', 'withdrawn', 'placed-by-phone')`,
    )
  const unsaid = count('SELECT (SELECT count(*) FROM board_due) + (SELECT count(*) FROM board_queue)')
  return { open: offered('NOT IN'), unreported: offered('IN'), unsaid }
}
