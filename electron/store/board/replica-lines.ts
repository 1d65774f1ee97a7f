import type { UnreachedDesk } from '../../../shared/desk/board-status.ts'
import { nameKey } from '../../../shared/desk/desk-name.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Entry } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'
import { composeAnyBody, keysOf } from './booking-body.ts'
import { deskName, enqueue, readLink } from './link.ts'
import { noteOffer, readRight } from './rights.ts'
import { awaitedDesks, type ListedDesk } from './roster.ts'

/*
 * What this desk says of the bookings of other desks, after a hub was lost together with the desk that could say more
 * (electron/hub/README.md#epochs).
 */

/** Tells the hub that the provider booked another desk's booking, whose owner published that nothing was booked. */
export function publishProof(tx: Tx, bookingId: string): void {
  const found = composeAnyBody(tx, bookingId)
  if (found === null) return
  const { body } = found
  const entry = String(body.entry['id'])
  const known = readRight(tx, entry)
  const right = { state: 'done', outcome: 'booked', rev: Math.max(known?.rev ?? 1, 1), epoch: known?.epoch ?? 0 }
  enqueue(tx, { kind: 'settled', booking: bookingId, entry, body: { right, booking: body, keys: keysOf(body) } })
  tx.touch(bookingId)
}

/** Tells the hub that another desk's entry, which waits there, may have left before the hub lost that. */
export function publishClaim(tx: Tx, { id, bookingId }: Pick<Entry, 'id' | 'bookingId'>): void {
  enqueue(tx, { kind: 'claim-seen', booking: bookingId, entry: id, body: {} })
  tx.touch(bookingId)
}

/**
 * Offers the open bookings of desks that are gone and that this hub did not name, so that another desk can take them
 * over. The hub ignores a booking that it has.
 */
export function offerOfGone(tx: Tx, roster: readonly ListedDesk[]): void {
  const link = readLink(tx)
  const gone = goneByName(roster)
  if (link === null || link.epoch === null || gone.size === 0) return
  for (const { bookingId, entryId, desk } of unnamedReplicas(tx, link.epoch)) {
    const role = gone.get(nameKey(deskName(tx, desk)))
    const known = readRight(tx, entryId)
    const found = composeAnyBody(tx, bookingId)
    if (role === undefined || known === null || found === null) continue
    const { body } = found
    const right = { state: known.state, rev: Math.abs(known.rev), epoch: known.epoch, claimedAt: known.claimedAt }
    enqueue(tx, {
      kind: 'replica-offered',
      booking: bookingId,
      entry: entryId,
      body: { for: role, right, booking: body, keys: keysOf(body) },
    })
    noteOffer(tx, entryId, {
      owner: desk,
      state: known.state,
      rev: known.rev,
      epoch: known.epoch,
      hubEpoch: link.epoch,
    })
  }
}

/**
 * The roles of the desks that are gone for long, by the key of the name. A desk that knows the hub before speaks for
 * itself, and so may a desk that is invited and has not come yet.
 */
function goneByName(roster: readonly ListedDesk[]): ReadonlyMap<string, string> {
  const gone = new Map<string, string>()
  for (const { name, role, isGoneForLong } of roster) if (isGoneForLong === true) gone.set(nameKey(name), role)
  for (const { name, isGone, isNew, heardAt } of roster)
    if (!isGone && (isNew !== true || heardAt === null)) gone.delete(nameKey(name))
  return gone
}

/** True if `offerOfGone` would offer a booking. */
export function hasGoneToOffer(view: View, roster: readonly ListedDesk[]): boolean {
  const gone = goneByName(roster)
  const epoch = readLink(view)?.epoch ?? null
  if (gone.size === 0 || epoch === null) return false
  return unnamedReplicas(view, epoch).some(({ desk }) => gone.has(nameKey(deskName(view, desk))))
}

/** The desks that the roster does not name, with their bookings after `since` that the hub has not named either. */
export function unreachedDesks(view: View, since: UtcInstant): readonly UnreachedDesk[] {
  const rows = view
    .sql(
      `SELECT coalesce(d.name, o.desk) AS name, count(*) AS count
       FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       JOIN bookings b ON b.id = o.booking_id LEFT JOIN board_desks d ON d.role = o.desk
       WHERE r.state <> 'done' AND r.rev < 0 AND o.desk IS NOT NULL AND b.time_utc >= +? GROUP BY name ORDER BY name`,
    )
    .all(since) as Omit<UnreachedDesk, 'isAwaited'>[]
  const names = view.sql('SELECT name FROM board_desks WHERE listed').pluck().all() as readonly string[]
  const [listed, awaited] = [names, awaitedDesks(view)].map((some) => new Set(some.map(nameKey)))
  return rows
    .filter(({ name }) => listed?.has(nameKey(name)) !== true)
    .map((desk) => ({ ...desk, isAwaited: awaited?.has(nameKey(desk.name)) === true }))
}

type UnnamedReplica = { readonly bookingId: string; readonly entryId: string; readonly desk: string }

/** The open bookings of other desks that the hub has not named since it lost events (`forgetRevisions`). */
function unnamedReplicas(view: View, epoch: number): readonly UnnamedReplica[] {
  return view
    .sql(
      `SELECT o.booking_id AS bookingId, o.id AS entryId, o.desk
       FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       WHERE r.state <> 'done' AND r.rev < 0 AND r.offered_epoch IS NOT ? ORDER BY o.seq`,
    )
    .all(epoch) as UnnamedReplica[]
}
