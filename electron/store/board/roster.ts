import { nameKey } from '../../../shared/desk/desk-name.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'
import { countOlderEpochs } from './rights.ts'

/*
 * The desks of the rooftop, and those of a hub before. A desk of the hub before may have taken over what this desk
 * offered there, so that no offered booking leaves before that desk is on the roster of the new hub.
 */

export type ListedDesk = {
  readonly role: string
  readonly name: string
  readonly isGone: boolean
  /** The store of the desk followed no hub before this one; left out by a hub of the version before. */
  readonly isNew?: boolean
  /** Null for a desk that never said hello. */
  readonly heardAt?: UtcInstant | null
  /** Gone before the desk told the hub all that it knew. */
  readonly isLost?: boolean
  /** Gone for ten minutes, in which the desk may be invited again. */
  readonly isGoneForLong?: boolean
}

/** Returns true if the store knows the roster, so that nothing needs to be written. */
export function knowsRoster(view: View, roster: readonly ListedDesk[]): boolean {
  const known = view.sql('SELECT role, name, lost FROM board_desks WHERE listed OR lost').all() as {
    readonly role: string
    readonly name: string
    readonly lost: 0 | 1
  }[]
  const kept = roster.filter(({ isGone, isLost }) => !isGone || isLost)
  return (
    known.length === kept.length &&
    stillAway(view, roster).length === awaitedDesks(view).length &&
    kept.every(({ role, name, isGone }) =>
      known.some((desk) => desk.role === role && desk.name === name && (desk.lost === 1) === isGone),
    )
  )
}

/** Keeps the roster of the hub that this desk follows. */
export function writeRoster(tx: Tx, roster: readonly ListedDesk[]): void {
  tx.sql('UPDATE board_desks SET listed = 0, lost = 0').run()
  for (const { role, name, isGone, isLost = false } of roster)
    tx.sql(
      `INSERT INTO board_desks (role, name, listed, lost) VALUES (?, ?, ?, ?)
       ON CONFLICT (role) DO UPDATE SET name = excluded.name, listed = excluded.listed, lost = excluded.lost`,
    ).run(role, name, isGone ? 0 : 1, isGone && isLost ? 1 : 0)
  tx.sql('UPDATE board_link SET former = ?').run(JSON.stringify(stillAway(tx, roster)))
}

/**
 * The desks that the next hub has to know: those of this hub but this one, those that this hub still lacks, and those
 * that are lost, as long as a booking here waits for the doubt about them.
 */
export function desksToExpect(view: View, own: readonly string[]): readonly string[] {
  const hasOlder = countOlderEpochs(view, lastHub(view).epoch ?? 0) > 0
  const listed = view
    .sql(
      `SELECT name FROM board_desks WHERE (listed OR (lost AND ?))
         AND role NOT IN (SELECT value FROM json_each(?)) ORDER BY role`,
    )
    .pluck()
    .all(hasOlder ? 1 : 0, JSON.stringify(own)) as readonly string[]
  return [...new Set([...awaitedDesks(view), ...listed])]
}

export type LastHub = {
  readonly hub: string | null
  readonly epoch: number | null
  /** True for a store that ever read or offered an entry, also if a person left that board. */
  readonly hasFollowed: boolean
}

/** The hub that this desk follows, or followed before; each null for none. */
export function lastHub(view: View): LastHub {
  const row = view
    .sql('SELECT hub, epoch FROM board_link WHERE epoch IS NOT NULL UNION ALL SELECT hub, epoch FROM board_hub_before')
    .get() as { readonly hub: string; readonly epoch: number } | undefined
  const hasRights = view.sql('SELECT 1 FROM board_rights LIMIT 1').get() !== undefined
  return { ...(row ?? { hub: null, epoch: null }), hasFollowed: row !== undefined || hasRights }
}

/**
 * Keeps the hub of a link that ends. The next hub must begin with a later epoch, because what was offered at this hub
 * waits there for the other desks.
 */
export function keepHub(tx: Tx): void {
  tx.sql(
    `INSERT INTO board_hub_before (id, hub, epoch, former)
     SELECT 1, hub, epoch, former FROM board_link WHERE epoch IS NOT NULL
     ON CONFLICT (id) DO UPDATE SET hub = excluded.hub, epoch = excluded.epoch, former = excluded.former`,
  ).run()
}

/** At the hub that this desk followed before it joined anew, the desk waits for no other desks than before. */
export function expectSameDesks(tx: Tx): void {
  tx.sql(
    `UPDATE board_link SET former = (SELECT former FROM board_hub_before)
     WHERE hub = (SELECT hub FROM board_hub_before)`,
  ).run()
}

/** Forgets which desks a hub has, for a desk that leaves its board without an open booking that it offered. */
export function forgetRoster(tx: Tx): void {
  tx.sql('UPDATE board_desks SET listed = 0, lost = 0').run()
  tx.sql('DELETE FROM board_hub_before').run()
}

/**
 * The desks of the hub before that this hub lacks. A desk without an open booking waits for them too, because it may be
 * the only desk here that knows of a desk that took over from another.
 */
export function awaitedDesks(view: View): readonly string[] {
  // A recovery ends the link, and keeps what the link had.
  const former = view
    .sql('SELECT former FROM board_link UNION ALL SELECT former FROM board_hub_before')
    .pluck()
    .get() as string | undefined
  return former === undefined ? [] : (JSON.parse(former) as readonly string[])
}

/**
 * The desks of the hub before that are not on the roster, where a person may have named them gone. A new desk that has
 * the name of one knows nothing of the hub before.
 */
function stillAway(view: View, roster: readonly ListedDesk[]): readonly string[] {
  const names = new Set(roster.flatMap(({ name, isGone, isNew }) => (isNew === true && !isGone ? [] : [nameKey(name)])))
  return awaitedDesks(view).filter((name) => !names.has(nameKey(name)))
}
