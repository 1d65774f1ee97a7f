import type { AmendmentCode } from '../../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { changeSchema, type Change, type Amendment } from '../../../shared/outbox/amendment.ts'
import type { AmendmentKind, AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { formatFields, parseFields } from '../fields.ts'
import { parseJson } from '../../platform/json.ts'
import type { ProviderIdentity } from './outbox.ts'
import type { Tx, View } from '../tx.ts'
import { sqlAmendmentStates, stepAmendment, type AmendmentEvent } from '../../../shared/outbox/amendment-machine.ts'
import type { Fields } from '../../../shared/outbox/fields.ts'
import { sqlStates } from '../../../shared/outbox/states.ts'

/*
 * Amendments: cancellation and change requests of a person. Like an outbox entry, an amendment changes its state by a
 * compare-and-swap on its revision; unlike the request of an entry, the request of an amendment never changes.
 */

/** An amendment with the fields that the send queue uses. */
export type PendingAmendment = {
  readonly id: string
  readonly moveId: string
  readonly bookingId: string
  readonly kind: AmendmentKind
  /** Null for a cancellation and for an unreadable change; `kind` tells them apart. */
  readonly change: Change | null
  readonly state: AmendmentState
  readonly code: AmendmentCode | null
  readonly fields: Fields
  readonly providerMessage: string | null
  readonly notBefore: UtcInstant | null
  readonly revision: number
}

type AmendmentRow = Omit<PendingAmendment, 'change' | 'fields'> & {
  readonly payload: string | null
  readonly fields: string | null
}

const COLUMNS = `w.id, w.move_id AS moveId, w.booking_id AS bookingId, w.kind, w.payload, w.state, w.code, w.fields,
  w.provider_message AS providerMessage, w.not_before AS notBefore, w.revision`

function readAmendmentRow({ payload, fields, ...row }: AmendmentRow): PendingAmendment {
  return { ...row, change: readChange(payload), fields: parseFields(fields) }
}

/**
 * Also null for an unreadable change, because one invalid amendment must not keep others from leaving or a booking
 * from being shown.
 */
function readChange(payload: string | null): Change | null {
  const read = changeSchema.safeParse(parseJson(payload))
  return read.success ? read.data : null
}

export type NewAmendment = {
  readonly id: string
  readonly moveId: string
  readonly bookingId: string
  readonly kind: AmendmentKind
  readonly change: Change | null
  readonly who: string
  readonly at: UtcInstant
}

/** Throws if the move has an open amendment of that kind. */
export function insertAmendment(tx: Tx, { id, moveId, bookingId, kind, change, who, at }: NewAmendment): void {
  tx.touch(bookingId)
  tx.sql(
    `INSERT INTO amendments (id, booking_id, move_id, kind, payload, state, requested_by, created_at, changed_at)
     VALUES (@id, @bookingId, @moveId, @kind, @payload, 'waiting', @who, @at, @at)`,
  ).run({ id, bookingId, moveId, kind, payload: change === null ? null : JSON.stringify(change), who, at })
}

type ShownRow = {
  readonly id: string
  readonly kind: AmendmentKind
  readonly payload: string | null
  readonly state: AmendmentState
  readonly code: AmendmentCode | null
  readonly fields: string | null
  readonly provider_message: string | null
  readonly requested_by: string | null
  readonly created_at: UtcInstant
  readonly changed_at: UtcInstant
}

/** The amendments of a move, the newest first. */
export function amendmentsOfMove(view: View, moveId: string): readonly Amendment[] {
  const rows = view
    .sql(
      `SELECT id, kind, payload, state, code, fields, provider_message, requested_by, created_at, changed_at
       FROM amendments WHERE move_id = +? ORDER BY seq DESC`,
    )
    .all(moveId) as ShownRow[]
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    change: readChange(row.payload),
    state: row.state,
    code: row.code,
    fields: parseFields(row.fields),
    providerMessage: row.provider_message,
    who: row.requested_by ?? '',
    madeAt: row.created_at,
    changedAt: row.changed_at,
  }))
}

export function amendmentById(view: View, id: string): PendingAmendment | null {
  const row = view.sql(`SELECT ${COLUMNS} FROM amendments w WHERE w.id = +?`).get(id) as AmendmentRow | undefined
  return row === undefined ? null : readAmendmentRow(row)
}

/** `number` is the provider's number of the move. */
export type DueAmendment = PendingAmendment & { readonly number: number }

/**
 * Longer than any pause between two requests. A `not_before` further ahead comes from a clock that was set back since,
 * and does not keep the amendment from leaving.
 */
export const MAX_RETRY_MINUTES = 10

/**
 * The oldest amendment that may leave now, or null: its booking is booked with this provider and its move has a number.
 * `longest` is `MAX_RETRY_MINUTES` after `now`.
 */
export function nextDueAmendment(
  view: View,
  remote: ProviderIdentity,
  now: UtcInstant,
  longest: UtcInstant,
): DueAmendment | null {
  const row = view
    .sql(
      `SELECT ${COLUMNS}, m.number FROM amendments w JOIN moves m ON m.id = w.move_id
         JOIN outbox o ON o.booking_id = w.booking_id
       WHERE w.state IN ${sqlAmendmentStates({ sendable: true })} AND o.state = 'booked' AND m.number IS NOT NULL
         AND o.desk IS NULL AND o.provider_address = +@address AND o.provider_profile = +@profile
         AND (w.not_before IS NULL OR w.not_before <= +@now OR w.not_before > +@longest)
       ORDER BY w.seq LIMIT 1`,
    )
    .get({ address: remote.address, profile: remote.profile, now, longest }) as
    (AmendmentRow & { number: number }) | undefined
  return row === undefined ? null : { ...readAmendmentRow(row), number: row.number }
}

/**
 * The waiting amendments of bookings for this provider that count as not booked there: waiting, held, refused,
 * withdrawn or placed by phone. Oldest first.
 */
export function amendmentsOfUnsentBookings(view: View, remote: ProviderIdentity): readonly PendingAmendment[] {
  const rows = view
    .sql(
      `SELECT ${COLUMNS} FROM amendments w JOIN outbox o ON o.booking_id = w.booking_id
       WHERE w.state = 'waiting' AND o.state IN ${sqlStates({ unsent: true })}
         AND o.desk IS NULL AND o.provider_address = +? AND o.provider_profile = +? ORDER BY w.seq`,
    )
    .all(remote.address, remote.profile) as AmendmentRow[]
  return rows.map(readAmendmentRow)
}

/** The amendments of a move in `sending` or `submitted`, which the provider has or may have. Oldest first. */
export function submittedAmendments(view: View, moveId: string): readonly PendingAmendment[] {
  return amendmentsIn(view, moveId, sqlAmendmentStates({ verifiable: true }))
}

/** The amendments of a move that are not settled. Oldest first. */
export function openAmendments(view: View, moveId: string): readonly PendingAmendment[] {
  return amendmentsIn(view, moveId, sqlAmendmentStates({ open: true }))
}

function amendmentsIn(view: View, moveId: string, states: string): readonly PendingAmendment[] {
  const rows = view
    .sql(
      `SELECT ${COLUMNS} FROM amendments w
       WHERE w.move_id = +? AND w.state IN ${states} ORDER BY w.seq`,
    )
    .all(moveId) as AmendmentRow[]
  return rows.map(readAmendmentRow)
}

/** The outcome codes of an amendment's attempts and fetches, oldest first. An interrupted attempt has no outcome. */
export function amendmentOutcomeCodes(view: View, amendmentId: string): readonly AmendmentCode[] {
  const rows = view
    .sql(`SELECT code FROM amendment_attempts WHERE amendment_id = +? AND phase <> 'sending' ORDER BY seq`)
    .all(amendmentId) as { code: AmendmentCode }[]
  return rows.map((row) => row.code)
}

/**
 * How often an amendment was claimed for sending (`sent`), and how many fetches of its move were recorded (`looked`).
 * A fetch that returns the move and shows nothing of the amendment is not recorded.
 */
export function countAmendmentAttempts(
  view: View,
  amendmentId: string,
): { readonly sent: number; readonly looked: number } {
  return view
    .sql(
      `SELECT count(*) FILTER (WHERE phase = 'sending') AS sent, count(*) FILTER (WHERE phase = 'verified') AS looked
       FROM amendment_attempts WHERE amendment_id = +?`,
    )
    .get(amendmentId) as { sent: number; looked: number }
}

/**
 * True if another cancellation of the move ended as `refused`, by the provider or by the desk. A `failed` in the move's
 * `cancel_status` may then describe that earlier cancellation.
 */
export function wasRefusedBefore(view: View, amendment: PendingAmendment): boolean {
  return (
    view
      .sql(`SELECT 1 FROM amendments WHERE move_id = +? AND kind = 'cancel' AND state = 'refused' AND id <> +? LIMIT 1`)
      .get(amendment.moveId, amendment.id) !== undefined
  )
}

/**
 * Claims an amendment that is `waiting`, or again while `sending`. Null if the amendment is in another state or changed
 * since it was read, and then no request may leave; the caller's commit must be on disk before the first byte leaves.
 */
export function claimAmendment(tx: Tx, amendment: PendingAmendment, at: UtcInstant): PendingAmendment | null {
  const claimed = tryMove(tx, amendment, { kind: 'amendment-claimed' }, at)
  if (claimed !== null) appendAmendmentAttempt(tx, amendment, { at, phase: 'sending', code: null, status: null })
  return claimed
}

/**
 * Writes the result of an event. Throws without writing if the event does not fit or the amendment changed since it
 * was read.
 */
export function transitionAmendment(
  tx: Tx,
  amendment: PendingAmendment,
  event: AmendmentEvent,
  at: UtcInstant,
): PendingAmendment {
  const moved = tryMove(tx, amendment, event, at)
  if (moved === null) throw new Error(`an amendment that was ${amendment.state} could not take ${event.kind}`)
  return moved
}

function tryMove(tx: Tx, amendment: PendingAmendment, event: AmendmentEvent, at: UtcInstant): PendingAmendment | null {
  const after = stepAmendment(amendment, event)
  if (after.kind === 'impossible') return null
  const { state, code, fields, providerMessage, notBefore } = after.amendment
  const swapped = tx
    .sql(
      `UPDATE amendments SET state = @state, code = @code, fields = @fields, provider_message = @providerMessage,
         not_before = @notBefore, changed_at = @at, revision = revision + 1
       WHERE id = +@id AND revision = +@revision AND state = +@from`,
    )
    .run({
      id: amendment.id,
      revision: amendment.revision,
      from: amendment.state,
      state,
      code,
      fields: formatFields(fields),
      providerMessage,
      notBefore,
      at,
    })
  if (swapped.changes !== 1) return null
  tx.touch(amendment.bookingId)
  return { ...amendment, state, code, fields, providerMessage, notBefore, revision: amendment.revision + 1 }
}

/** A step of an attempt. `code` is null for `sending`, and `status` is the HTTP status, null without a response. */
export type AmendmentAttempt = {
  readonly at: UtcInstant
  readonly phase: 'sending' | 'settled' | 'verified'
  readonly code: AmendmentCode | null
  readonly status: number | null
}

export function appendAmendmentAttempt(tx: Tx, amendment: Pick<PendingAmendment, 'id'>, row: AmendmentAttempt): void {
  tx.sql('INSERT INTO amendment_attempts (amendment_id, at, phase, code, status) VALUES (?, ?, ?, ?, ?)').run(
    amendment.id,
    row.at,
    row.phase,
    row.code,
    row.status,
  )
}
