import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import {
  HOLD_REASONS,
  SENDABLE_STATES,
  stepEntry,
  type HoldReason,
  type OutboxEntry,
  type OutboxEvent,
} from '../../../shared/outbox/machine.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { appendAttempt } from './attempts.ts'
import { appendDecision, noteActsSeen } from './decisions.ts'
import { deletePayload, freezePayload } from './payloads.ts'
import { parseJson } from '../../platform/json.ts'
import type { Tx, View } from '../tx.ts'
import { sqlStates } from '../../../shared/outbox/states.ts'
import type { Fields } from '../../../shared/outbox/fields.ts'
import { formatFields, parseFields } from '../fields.ts'

/*
 * The outbox: one entry for each booking, written in the same transaction. `shared/outbox/machine.ts` alone defines
 * the transitions; each change is a compare-and-swap on the revision that was read, so only one caller can move an
 * entry to `sending` and send it.
 */

/** The provider that a booking was made for. The booking is sent to no other provider. */
export type ProviderIdentity = { readonly address: string; readonly profile: string }

export type Entry = OutboxEntry & {
  readonly id: string
  readonly bookingId: string
  readonly seq: number
  readonly revision: number
  /** The desk of the board that made the booking and alone sends it; null for this desk. */
  readonly desk: string | null
  /**
   * The request body that the first claim froze; null before that claim, after a change of the booking, and once the
   * entry has been booked for some days.
   */
  readonly payload: string | null
}

export const ENTRY_COLUMNS = `o.id, o.booking_id AS bookingId, o.seq, o.revision, o.desk, o.state, o.code, o.fields,
  (SELECT p.body FROM payloads p WHERE p.entry_seq = o.seq) AS payload,
  o.provider_message AS providerMessage, o.unresolved, o.sent_at AS sentAt,
  o.not_booked_reported_at AS notBookedReportedAt, o.overridden_holds AS overriddenHolds`

export type EntryRow = Omit<Entry, 'fields' | 'unresolvedAttempt' | 'overriddenHolds'> & {
  readonly fields: string | null
  readonly unresolved: number
  readonly overriddenHolds: string
}

export function readEntry({ fields, unresolved, overriddenHolds, ...row }: EntryRow): Entry {
  return {
    ...row,
    fields: parseFields(fields),
    unresolvedAttempt: unresolved === 1,
    overriddenHolds: parseHolds(overriddenHolds),
  }
}

/** Unreadable text counts as no overridden hold. */
function parseHolds(text: string): readonly HoldReason[] {
  const names = parseJson<unknown>(text)
  return Array.isArray(names) ? HOLD_REASONS.filter((reason) => names.includes(reason)) : []
}

/**
 * The condition of the partial index over the open entries of this desk, for `outbox` or its alias. A query with this
 * condition uses that index, and a query without it reads every entry.
 */
export function openSql(alias?: string): string {
  const of = alias === undefined ? '' : `${alias}.`
  return `${of}desk IS NULL AND ${of}state NOT IN ${sqlStates({ open: false })}`
}

export function appendEntry(
  tx: Tx,
  entry: {
    readonly id: string
    readonly bookingId: string
    readonly remote: ProviderIdentity
    readonly at: UtcInstant
  },
): void {
  tx.touch(entry.bookingId)
  tx.sql(
    `INSERT INTO outbox (id, booking_id, state, provider_address, provider_profile, changed_at)
     VALUES (?, ?, 'waiting', ?, ?, ?)`,
  ).run(entry.id, entry.bookingId, entry.remote.address, entry.remote.profile, entry.at)
}

/**
 * Records that a person changed the booking, with the highest `outbox.seq` at that moment, which shows which entries
 * existed before. Times cannot show that, because a clock can be set back.
 */
export function recordEdit(tx: Tx, entryId: string, at: UtcInstant): void {
  const newest = tx.sql('SELECT max(seq) FROM outbox').pluck().get() as number
  appendDecision(tx, { entryId, at, kind: 'changed', who: null, why: null, detail: String(newest) })
  noteActsSeen(tx, entryId, { who: null, at })
}

/**
 * This provider's entries in doubt that were last claimed between two times, with a ready-by after `now`, with their
 * payload, which a recovery can lose, and without a waiting amendment. Oldest first.
 */
export function wentInDoubtBetween(
  view: View,
  remote: ProviderIdentity,
  { from, to, now }: { readonly from: UtcInstant; readonly to: UtcInstant; readonly now: UtcInstant },
): readonly Entry[] {
  const rows = view
    .sql(
      `SELECT ${ENTRY_COLUMNS} FROM outbox o JOIN bookings b ON b.id = o.booking_id
       WHERE ${openSql('o')} AND o.state = 'in-doubt' AND o.provider_address = +? AND o.provider_profile = +?
         AND o.sent_at BETWEEN ? AND ? AND b.ready_by_utc > +?
         AND EXISTS (SELECT 1 FROM payloads p WHERE p.entry_seq = o.seq)
         AND NOT EXISTS (
           SELECT 1 FROM amendments w WHERE w.booking_id = b.id AND w.state = 'waiting'
         )
       ORDER BY o.seq`,
    )
    .all(remote.address, remote.profile, from, to, now) as EntryRow[]
  return rows.map(readEntry)
}

const ENTRY_OF_BOOKING_SQL = `SELECT ${ENTRY_COLUMNS} FROM outbox o WHERE o.booking_id = +?`

export function entryOfBooking(view: View, bookingId: string): Entry | null {
  const row = view.sql(ENTRY_OF_BOOKING_SQL).get(bookingId) as EntryRow | undefined
  return row === undefined ? null : readEntry(row)
}

/** The entry with this id; null for an unknown id. */
export function entryById(view: View, id: string): Entry | null {
  const row = view.sql(`SELECT ${ENTRY_COLUMNS} FROM outbox o WHERE o.id = +?`).get(id) as EntryRow | undefined
  return row === undefined ? null : readEntry(row)
}

/**
 * Gives the entry to a desk of the board; null for this desk. A caller with the entry of before writes no longer, and
 * what goes from one other desk to another keeps the revision that they published.
 */
export function giveEntry(tx: Tx, { id, bookingId, desk: before }: Entry, desk: string | null): void {
  const isOwn = before === null || desk === null
  tx.sql('UPDATE outbox SET desk = ?, revision = revision + ? WHERE id = +?').run(desk, isOwn ? 1 : 0, id)
  tx.touch(bookingId)
}

/**
 * Writes the result of an event. Null without writing if the event does not fit, the entry changed since it was read,
 * or the booking is one of another desk.
 */
export function transitionEntry(tx: Tx, entry: Entry, event: OutboxEvent, at: UtcInstant): Entry | null {
  const after = stepEntry(entry, event, at)
  if (after.kind === 'impossible' || entry.desk !== null) return null
  const { state, code, fields, providerMessage, unresolvedAttempt, sentAt, notBookedReportedAt, overriddenHolds } =
    after.entry
  const swapped = tx
    .sql(
      `UPDATE outbox SET state = @state, code = @code, fields = @fields,
         provider_message = @providerMessage, unresolved = @unresolved, sent_at = @sentAt,
         not_booked_reported_at = @notBookedReportedAt, overridden_holds = @overriddenHolds,
         revision = revision + 1, changed_at = @at
       WHERE id = +@id AND revision = +@revision AND state = +@from`,
    )
    .run({
      id: entry.id,
      revision: entry.revision,
      from: entry.state,
      state,
      code,
      fields: formatFields(fields),
      providerMessage,
      unresolved: unresolvedAttempt ? 1 : 0,
      sentAt,
      notBookedReportedAt,
      overriddenHolds: JSON.stringify(overriddenHolds),
      at,
    })
  if (swapped.changes !== 1) return null
  tx.touch(entry.bookingId)
  if (event.kind === 'changed') deletePayload(tx, entry.seq)
  const payload = event.kind === 'changed' ? null : entry.payload
  return { ...entry, ...after.entry, payload, revision: entry.revision + 1 }
}

/**
 * As `transitionEntry`, but throws if the event does not fit or the entry changed since it was read (optimistic lock
 * failed).
 */
export function transitionOrThrow(tx: Tx, entry: Entry, event: OutboxEvent, at: UtcInstant): Entry {
  const moved = transitionEntry(tx, entry, event, at)
  if (moved === null) throw new Error(`an entry that was ${entry.state} could not become ${event.kind}`)
  return moved
}

/**
 * Claims an entry for sending, with the exact body that will leave; a payload that an earlier claim froze stays. Null
 * if the event does not fit or the entry changed since it was read, and then no request may leave; the caller's commit
 * must be on disk before the first byte leaves.
 */
export function claimEntry(
  tx: Tx,
  entry: Entry,
  {
    kind,
    payload,
    digest,
  }: { readonly kind: 'claimed' | 'resend-claimed'; readonly payload: string; readonly digest: string },
  at: UtcInstant,
): Entry | null {
  const claimed = transitionEntry(tx, { ...entry, payload: entry.payload ?? payload }, { kind }, at)
  if (claimed === null) return null
  if (entry.payload === null) freezePayload(tx, entry.seq, payload)
  appendAttempt(tx, { entryId: entry.id, at, phase: 'sending', digest })
  return claimed
}

/**
 * Puts every entry in `sending` in doubt, because the provider may have booked the entry, and returns how many. Runs
 * only while no process sends: at the start of a provider session and in a recovery.
 */
export function markInterruptedInDoubt(tx: Tx, fields: Fields, at: UtcInstant): number {
  const entries = entriesIn(tx, 'sending')
  for (const entry of entries) {
    transitionOrThrow(tx, entry, { kind: 'interrupted', fields }, at)
    appendAttempt(tx, { entryId: entry.id, at, phase: 'interrupted', code: 'interrupted' })
  }
  return entries.length
}

/**
 * Puts every entry in one of `SENDABLE_STATES` in doubt. Runs in a recovery that cannot prove which entries were
 * sent since the backup.
 */
export function markUnverifiedInDoubt(tx: Tx, at: UtcInstant): void {
  // All entries are read before the first transition, or an entry that just became in doubt would be marked again.
  const entries = SENDABLE_STATES.flatMap((state) => entriesIn(tx, state))
  for (const entry of entries) markUnverified(tx, entry, at)
}

/** Puts an entry in doubt that a later state of this store may have sent. */
export function markUnverified(tx: Tx, entry: Entry, at: UtcInstant): void {
  transitionOrThrow(tx, entry, { kind: 'unverified' }, at)
  appendAttempt(tx, { entryId: entry.id, at, phase: 'interrupted', code: 'unverified' })
}

function entriesIn(view: View, state: EntryState): readonly Entry[] {
  const rows = view
    .sql(`SELECT ${ENTRY_COLUMNS} FROM outbox o WHERE ${openSql('o')} AND o.state = +?`)
    .all(state) as EntryRow[]
  return rows.map(readEntry)
}
