import type { UtcInstant } from '../../shared/time.ts'
import { changeSchema, type Change, type Wish, type WishKind, type WishState } from '../../shared/wish.ts'
import { readJson } from './json.ts'
import type { Remote } from './outbox.ts'
import type { Tx, View } from './store.ts'

/*
 * Wishes: cancellations and changes that a person asked for. As an entry of the outbox, a wish leaves `waiting` for
 * `sending` by a compare-and-swap on its revision, and what was asked is fixed when it is made.
 */

/** A wish as the sender works on it. */
export type OpenWish = {
  readonly id: string
  readonly moveId: string
  readonly bookingId: string
  readonly kind: WishKind
  /** Null for a cancellation, and for a change that cannot be read any more: the kind tells them apart. */
  readonly change: Change | null
  readonly state: WishState
  readonly revision: number
}

type WishRow = Omit<OpenWish, 'change'> & { readonly payload: string | null }

const COLUMNS = 'w.id, w.move_id AS moveId, m.booking_id AS bookingId, w.kind, w.payload, w.state, w.revision'

function readWishRow({ payload, ...row }: WishRow): OpenWish {
  return { ...row, change: readChange(payload) }
}

/** Null also where it cannot be read: one spoilt wish must not keep others from leaving, or a booking from being shown. */
function readChange(payload: string | null): Change | null {
  const read = changeSchema.safeParse(readJson(payload))
  return read.success ? read.data : null
}

export type NewWish = {
  readonly id: string
  readonly moveId: string
  readonly bookingId: string
  readonly kind: WishKind
  readonly change: Change | null
  readonly who: string
  readonly at: UtcInstant
}

/** Throws when the move has an open wish of that kind. */
export function insertWish(tx: Tx, { id, moveId, bookingId, kind, change, who, at }: NewWish): void {
  tx.touch(bookingId)
  tx.sql(
    `INSERT INTO wishes (id, move_id, kind, payload, state, who, made_at, changed_at)
     VALUES (@id, @moveId, @kind, @payload, 'waiting', @who, @at, @at)`,
  ).run({ id, moveId, kind, payload: change === null ? null : JSON.stringify(change), who, at })
}

/** The wishes of a move, the newest first. */
export function wishesOfMove(view: View, moveId: string): readonly Wish[] {
  const rows = view
    .sql(
      `SELECT id, kind, payload, state, code, reason, who, made_at AS madeAt, changed_at AS changedAt
       FROM wishes WHERE move_id = ? ORDER BY seq DESC`,
    )
    .all(moveId) as (Omit<Wish, 'change'> & { payload: string | null })[]
  return rows.map(({ payload, ...row }) => ({
    ...row,
    change: readChange(payload),
  }))
}

export function wishById(view: View, id: string): OpenWish | null {
  const row = view.sql(`SELECT ${COLUMNS} FROM wishes w JOIN moves m ON m.id = w.move_id WHERE w.id = ?`).get(id) as
    WishRow | undefined
  return row === undefined ? null : readWishRow(row)
}

export type DueWish = OpenWish & { readonly number: number }

/** A clock that was set back must not keep a wish from leaving: no pause is longer than this many minutes. */
export const LONGEST_PAUSE = 10

/**
 * The oldest wish that may be asked now: its booking is booked with this remote and its move has a number. `longest` is
 * `LONGEST_PAUSE` from now. Null when there is none.
 */
export function nextWish(view: View, remote: Remote, now: UtcInstant, longest: UtcInstant): DueWish | null {
  const row = view
    .sql(
      `SELECT ${COLUMNS}, m.number FROM wishes w JOIN moves m ON m.id = w.move_id
         JOIN outbox o ON o.booking_id = m.booking_id
       WHERE w.state IN ('waiting', 'sending') AND o.state = 'booked' AND m.number IS NOT NULL
         AND o.remote_address = @address AND o.remote_profile = @profile
         AND (w.not_before IS NULL OR w.not_before <= @now OR w.not_before > @longest)
       ORDER BY w.seq LIMIT 1`,
    )
    .get({ address: remote.address, profile: remote.profile, now, longest }) as
    (WishRow & { number: number }) | undefined
  return row === undefined ? null : { ...readWishRow(row), number: row.number }
}

/** Cancellations that wait although their booking did not leave, was not taken, or was placed by phone. */
export function wishesOfUnsent(view: View, remote: Remote): readonly OpenWish[] {
  const rows = view
    .sql(
      `SELECT ${COLUMNS} FROM wishes w JOIN moves m ON m.id = w.move_id JOIN outbox o ON o.booking_id = m.booking_id
       WHERE w.state = 'waiting' AND o.state IN ('draft', 'waiting', 'held', 'refused', 'withdrawn', 'by-phone')
         AND o.remote_address = ? AND o.remote_profile = ? ORDER BY w.seq`,
    )
    .all(remote.address, remote.profile) as WishRow[]
  return rows.map(readWishRow)
}

/** The wishes of a move that the provider has, or may have. */
export function wishesAsked(view: View, moveId: string): readonly OpenWish[] {
  const rows = view
    .sql(
      `SELECT ${COLUMNS} FROM wishes w JOIN moves m ON m.id = w.move_id
       WHERE w.move_id = ? AND w.state IN ('sending', 'asked') ORDER BY w.seq`,
    )
    .all(moveId) as WishRow[]
  return rows.map(readWishRow)
}

/** How the tries of a wish ended, and what looking found, oldest first. A try that was broken off has no end. */
export function wishCodes(view: View, wishId: string): readonly string[] {
  const rows = view
    .sql(`SELECT code FROM wish_tries WHERE wish_id = ? AND phase <> 'sending' ORDER BY seq`)
    .all(wishId) as { code: string }[]
  return rows.map((row) => row.code)
}

/** How often a wish was sent, and how often its move was looked at for it. */
export function countTries(view: View, wishId: string): { readonly sent: number; readonly looked: number } {
  return view
    .sql(
      `SELECT count(*) FILTER (WHERE phase = 'sending') AS sent, count(*) FILTER (WHERE phase = 'looked') AS looked
       FROM wish_tries WHERE wish_id = ?`,
    )
    .get(wishId) as { sent: number; looked: number }
}

/** True when an earlier cancellation of the move was refused: what its `cancel_status` says may speak of that one. */
export function wasRefusedBefore(view: View, wish: OpenWish): boolean {
  return (
    view
      .sql(`SELECT 1 FROM wishes WHERE move_id = ? AND kind = 'cancel' AND state = 'refused' AND id <> ? LIMIT 1`)
      .get(wish.moveId, wish.id) !== undefined
  )
}

/**
 * Takes a wish for sending. False when it is no longer as it was read: then nothing may be sent. The caller's commit must
 * be on disk before the first byte leaves.
 */
export function claimWish(tx: Tx, wish: OpenWish, at: UtcInstant): boolean {
  const swapped = tx
    .sql(
      `UPDATE wishes SET state = 'sending', revision = revision + 1, code = NULL, reason = NULL, not_before = NULL,
         changed_at = @at
       WHERE id = @id AND revision = @revision AND state IN ('waiting', 'sending')`,
    )
    .run({ id: wish.id, revision: wish.revision, at })
  if (swapped.changes !== 1) return false
  tx.touch(wish.bookingId)
  appendTry(tx, wish, { at, phase: 'sending', code: null, status: null })
  return true
}

export type WishSettlement = {
  readonly state: WishState
  readonly code: string | null
  readonly reason: string | null
  readonly notBefore?: UtcInstant | null
}

/** Moves a wish from a state in which it was read. Throws when it is in another: then two hands are at work. */
export function moveWish(tx: Tx, wish: OpenWish, from: WishState, to: WishSettlement, at: UtcInstant): void {
  const moved = tx
    .sql(
      `UPDATE wishes SET state = @state, code = @code, reason = @reason, not_before = @notBefore, changed_at = @at,
         revision = revision + 1
       WHERE id = @id AND state = @from`,
    )
    .run({ id: wish.id, from, state: to.state, code: to.code, reason: to.reason, notBefore: to.notBefore ?? null, at })
  if (moved.changes !== 1) throw new Error(`wish is no longer ${from}`)
  tx.touch(wish.bookingId)
}

export type WishTry = {
  readonly at: UtcInstant
  readonly phase: 'sending' | 'settled' | 'looked'
  readonly code: string | null
  readonly status: number | null
}

export function appendTry(tx: Tx, wish: Pick<OpenWish, 'id'>, row: WishTry): void {
  tx.sql('INSERT INTO wish_tries (wish_id, at, phase, code, status) VALUES (?, ?, ?, ?, ?)').run(
    wish.id,
    row.at,
    row.phase,
    row.code,
    row.status,
  )
}
