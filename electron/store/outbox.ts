import type { EntryState } from '../../shared/move.ts'
import type { UtcInstant } from '../../shared/time.ts'
import type { Tx, View } from './store.ts'

/*
 * The outbox: one entry for each booking, in the same transaction as the booking. An entry leaves `waiting` for
 * `sending` by a compare-and-swap on its revision, and only the one who swapped it may send it.
 */

/** The one provider that a booking was made for; it is sent to no other. */
export type Remote = { readonly address: string; readonly profile: string }

export type Entry = {
  readonly id: string
  readonly bookingId: string
  readonly seq: number
  readonly revision: number
  readonly state: EntryState
  /** The frozen bytes of a first try; null before it. */
  readonly payload: string | null
}

/** What names an entry and its booking. */
export type EntryName = Pick<Entry, 'id' | 'bookingId'>

const COLUMNS = 'o.id, o.booking_id AS bookingId, o.seq, o.revision, o.state, o.payload'

/**
 * Another entry that may be on its way, for the same vehicle or repair order: an entry is not sent past it, because its
 * own outcome would then be read wrongly.
 */
const BLOCKERS = `
  SELECT 1 FROM outbox d JOIN bookings e ON e.id = d.booking_id
  WHERE d.state IN ('sending', 'in-doubt') AND d.id <> o.id AND (
    e.reference = b.reference
    OR EXISTS (
      SELECT 1 FROM moves m JOIN vehicles v ON v.id = m.vehicle_id
      JOIN vehicles w ON w.vin = v.vin JOIN moves n ON n.vehicle_id = w.id
      WHERE m.booking_id = b.id AND n.booking_id = e.id
    )
  )`

export function appendEntry(
  tx: Tx,
  entry: { readonly id: string; readonly bookingId: string; readonly remote: Remote; readonly at: UtcInstant },
): void {
  tx.touch(entry.bookingId)
  tx.sql(
    `INSERT INTO outbox (id, booking_id, state, remote_address, remote_profile, changed_at)
     VALUES (?, ?, 'waiting', ?, ?, ?)`,
  ).run(entry.id, entry.bookingId, entry.remote.address, entry.remote.profile, entry.at)
}

/** The oldest entry that may leave for this remote now; null when none may. */
export function nextEntry(view: View, remote: Remote): Entry | null {
  const row = view
    .sql(
      `SELECT ${COLUMNS} FROM outbox o JOIN bookings b ON b.id = o.booking_id
       WHERE o.state = 'waiting' AND o.remote_address = ? AND o.remote_profile = ? AND NOT EXISTS (${BLOCKERS})
       ORDER BY o.seq LIMIT 1`,
    )
    .get(remote.address, remote.profile) as Entry | undefined
  return row ?? null
}

export function isBlocked(view: View, entryId: string): boolean {
  return (
    view
      .sql(`SELECT 1 FROM outbox o JOIN bookings b ON b.id = o.booking_id WHERE o.id = ? AND EXISTS (${BLOCKERS})`)
      .get(entryId) !== undefined
  )
}

export function entryOfBooking(view: View, bookingId: string): Entry | null {
  const row = view.sql(`SELECT ${COLUMNS} FROM outbox o WHERE o.booking_id = ?`).get(bookingId) as Entry | undefined
  return row ?? null
}

/**
 * Takes an entry for sending, with the exact bytes that will leave. False when it is no longer as it was read: then
 * nothing may be sent. The caller's commit must be on disk before the first byte leaves.
 */
export function claimEntry(tx: Tx, entry: Entry, payload: string, digest: string, at: UtcInstant): boolean {
  const swapped = tx
    .sql(
      `UPDATE outbox SET state = 'sending', revision = revision + 1, payload = coalesce(payload, @payload),
         code = NULL, reason = NULL, changed_at = @at
       WHERE id = @id AND revision = @revision AND state = 'waiting'`,
    )
    .run({ id: entry.id, revision: entry.revision, payload, at })
  if (swapped.changes !== 1) return false
  tx.touch(entry.bookingId)
  appendAttempt(tx, { entryId: entry.id, at, phase: 'sending', code: null, status: null, digest })
  return true
}

export type Settlement = { readonly state: EntryState; readonly code: string; readonly reason: string | null }

/** Moves an entry from the state in which it was read. Throws when it is in another: then two hands are at work. */
export function moveEntry(tx: Tx, entry: EntryName, from: EntryState, to: Settlement, at: UtcInstant): void {
  const moved = tx
    .sql(
      `UPDATE outbox SET state = @state, code = @code, reason = @reason, revision = revision + 1, changed_at = @at
       WHERE id = @id AND state = @from`,
    )
    .run({ id: entry.id, from, state: to.state, code: to.code, reason: to.reason, at })
  if (moved.changes !== 1) throw new Error(`entry is no longer ${from}`)
  tx.touch(entry.bookingId)
}

/** Records how a try ended, beside `moveEntry` in one commit. */
export function settleAttempt(tx: Tx, entry: EntryName, code: string, status: number | null, at: UtcInstant): void {
  appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code, status, digest: null })
}

/** How earlier tries of an entry ended, oldest first. */
export function earlierCodes(view: View, entryId: string): readonly string[] {
  const rows = view
    .sql(`SELECT code FROM attempts WHERE entry_id = ? AND phase <> 'sending' ORDER BY seq`)
    .all(entryId) as { code: string }[]
  return rows.map((row) => row.code)
}

/**
 * Start-up rule: whatever says `sending` when nobody is sending may be booked. Returns how many entries went into doubt.
 */
export function doubtInterrupted(tx: Tx, reason: string, at: UtcInstant): number {
  return doubt(tx, 'sending', { code: 'interrupted', reason }, at)
}

/** Puts every entry of a state in doubt, because it cannot be told whether it was sent. Returns how many these are. */
export function doubt(tx: Tx, state: EntryState, { code, reason }: Omit<Settlement, 'state'>, at: UtcInstant): number {
  const rows = tx.sql(`SELECT ${COLUMNS} FROM outbox o WHERE o.state = ?`).all(state) as Entry[]
  for (const entry of rows) {
    moveEntry(tx, entry, state, { state: 'in-doubt', code, reason }, at)
    appendAttempt(tx, { entryId: entry.id, at, phase: 'interrupted', code, status: null, digest: null })
  }
  return rows.length
}

/**
 * What the status bar counts: entries that leave by themselves for this remote, and entries that a person must look at,
 * among them what waits for a remote that this desk no longer works with.
 */
export function countEntries(view: View, remote: Remote): { readonly waiting: number; readonly attention: number } {
  return view
    .sql(
      `SELECT count(*) FILTER (WHERE ours AND state IN ('waiting', 'sending')) AS waiting,
         count(*) FILTER (WHERE state IN ('in-doubt', 'held', 'refused') OR NOT ours) AS attention
       FROM (
         SELECT state, remote_address = ? AND remote_profile = ? AS ours
         FROM outbox WHERE state NOT IN ('booked', 'withdrawn')
       )`,
    )
    .get(remote.address, remote.profile) as { waiting: number; attention: number }
}

/** The open bookings of one remote: what waits, what may be booked, what a person must settle. */
export type OpenElsewhere = Remote & {
  readonly waiting: number
  readonly doubt: number
  readonly stuck: number
}

/** The remotes, but for this one, that have bookings which are neither booked nor withdrawn. */
export function openElsewhere(view: View, remote: Remote): readonly OpenElsewhere[] {
  return view
    .sql(
      `SELECT remote_address AS address, remote_profile AS profile,
         count(*) FILTER (WHERE state IN ('draft', 'waiting')) AS waiting,
         count(*) FILTER (WHERE state IN ('sending', 'in-doubt', 'booked-number-to-come')) AS doubt,
         count(*) FILTER (WHERE state IN ('refused', 'held')) AS stuck
       FROM outbox
       WHERE state NOT IN ('booked', 'withdrawn') AND NOT (remote_address = ? AND remote_profile = ?)
       GROUP BY remote_address, remote_profile ORDER BY remote_address, remote_profile`,
    )
    .all(remote.address, remote.profile) as OpenElsewhere[]
}

/** When this remote last took a booking; null when it never did. */
export function lastBookedAt(view: View, remote: Remote): UtcInstant | null {
  const row = view
    .sql(
      `SELECT max(a.at) AS at FROM attempts a JOIN outbox o ON o.id = a.entry_id
       WHERE a.phase = 'settled' AND a.code = 'booked' AND o.remote_address = ? AND o.remote_profile = ?`,
    )
    .get(remote.address, remote.profile) as { at: string | null }
  return row.at
}

type AttemptRow = {
  readonly entryId: string
  readonly at: UtcInstant
  readonly phase: 'sending' | 'settled' | 'interrupted'
  readonly code: string | null
  readonly status: number | null
  readonly digest: string | null
}

function appendAttempt(tx: Tx, row: AttemptRow): void {
  tx.sql('INSERT INTO attempts (entry_id, at, phase, code, status, digest) VALUES (?, ?, ?, ?, ?, ?)').run(
    row.entryId,
    row.at,
    row.phase,
    row.code,
    row.status,
    row.digest,
  )
}
