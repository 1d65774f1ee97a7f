import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPO_ROOT } from '../../../build/paths.ts'
import type { TestHub } from '../hub/board.ts'
import type { HubBooking, HubRow } from './judge.ts'

type DeskFile = { readonly role: string; readonly file: string }

/** Keeps the stores of the desks of a round and what the hub heard of them, because chance does not repeat a breach. */
export async function keepEvidence(hub: TestHub, round: number, files: readonly DeskFile[]): Promise<void> {
  const folder = join(REPO_ROOT, 'out/test/board-breach')
  mkdirSync(folder, { recursive: true })
  for (const { role, file } of files) copyFileSync(file, join(folder, `${role}.db`))
  const events = await hub.sql(
    `SELECT seq, desk, kind, booking, entry, body->'right' AS said, effect FROM board.event
     WHERE desk LIKE $1 ORDER BY seq`,
    [`r${round}d%`],
  )
  writeFileSync(join(folder, 'log.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

/**
 * What the hub has of all bookings, because the desks of a round also read those of the rounds before: the rights, and
 * the bodies of the log and of the table of bookings.
 */
export async function readHub(
  hub: TestHub,
): Promise<{ readonly hub: readonly HubRow[]; readonly log: readonly HubBooking[] }> {
  const rights = await hub.sql(
    `SELECT booking, entry, owner, state, rev::float8 AS rev, handed_over AS "handedOver", taken_from AS "takenFrom",
       epoch::float8 AS epoch FROM board.send_right`,
  )
  const bookings = await hub.sql(
    `SELECT b.booking, b.body AS kept, (
       SELECT e.body->'booking' FROM board.event e WHERE e.booking = b.booking AND e.effect->'newest' = 'true'
       ORDER BY e.seq DESC LIMIT 1
     ) AS logged, coalesce((
       SELECT jsonb_agg(jsonb_build_object('desk', e.desk, 'body', e.body->'booking')) FROM board.event e
       WHERE e.booking = b.booking AND jsonb_typeof(e.body->'booking') = 'object'
         AND e.effect->'newest' IS DISTINCT FROM 'true'
     ), '[]') AS late FROM board.booking b`,
  )
  return { hub: rights as unknown as readonly HubRow[], log: bookings as unknown as readonly HubBooking[] }
}
