import { NO_FIELDS, type Fields } from './outbox/fields.ts'
import type { Damage } from './desk/damage.ts'

/**
 * How a refusal is said, on both sides of the bridge: always a value with a code, never a thrown error.
 * A thrown error is a bug or a dead disk.
 */

/** What was wrong with one field. `path` is the booking's own path, for example `customer.phone`. */
export type FieldIssue = { readonly path: string; readonly message: string }

export type FailureCode =
  /** Something typed cannot be taken; `issues` name each place. */
  | 'invalid'
  /** No booking or move by that id. */
  | 'not-found'
  /** A booking or an amendment left, or may have left, for the provider; it cannot be taken back here. */
  | 'already-sent'
  /** What was asked for does not fit the state of the booking or the move, or its provider does not take it; nothing was done. */
  | 'not-possible'
  /** The move has come too far for what was asked. */
  | 'too-late'
  /** The same was asked before, or the move is canceled already. */
  | 'already-asked'
  /** The call did not come from this desk's own window, or asked for what it may not have. */
  | 'not-allowed'
  /** The disk is full or cannot be written; nothing was saved. */
  | 'not-saved'
  /** Bookings of the provider that the desk would leave are still open. */
  | 'open-bookings'
  /** The settings are just being changed; nothing was done. */
  | 'busy'
  /** This desk has no practice service whose link could be cut. */
  | 'not-practice'
  /** The provider could not be asked, or what it answered cannot be read; nothing was done. */
  | 'unreachable'
  /** The bookings' own file is damaged; what was saved can be brought back. */
  | 'damaged'
  /** A fault of ours; the log has its name. */
  | 'internal'

/** Which sentence says a failure: the window has one for each. */
export type FailureDetail =
  | 'invalid-input'
  | 'booking-not-found'
  | 'move-not-found'
  | 'amendment-not-found'
  | 'amendment-left'
  | 'booking-left'
  | 'booking-left-unchanged'
  | 'duplicate-in-progress'
  | 'other-kind'
  | 'disk-full'
  | 'commit-uncertain'
  | 'store-damaged'
  | 'number-known'
  | 'numbers-equal'
  | 'not-reported-yet'
  | 'quarantine'
  | 'state-changed'
  | 'already-canceled'
  | 'cancel-already-requested'
  | 'delivered'
  | 'canceled'
  | 'collected'
  | 'cancel-pending'
  | 'change-pending'
  | 'not-left'
  | 'withdrawn'
  | 'placed-by-phone'
  | 'outcome-unknown'
  | 'not-offered'
  | 'number-unknown'
  | 'not-fetched'
  | 'opening'
  | 'already-open'
  | 'newer-version'
  | 'newer-backups'
  | 'pre-release'
  | 'backups-unfit'
  | 'not-recovered'
  | 'recovering'
  | 'nothing-to-recover'
  | 'damaged'
  | 'network-drive'
  | 'not-opened'
  | 'foreign-sender'
  | 'foreign-link'
  | 'internal'
  | 'no-response'
  | 'settings-busy'
  | 'not-switched'
  | 'settings-not-saved'
  | 'open-bookings'
  | 'settings-file-read'
  | 'practice-untestable'
  | 'not-practice'
  | 'link-not-switched'
  | 'reminder-not-saved'
  | 'draft-not-saved'
  | 'appearance-not-saved'

export type Failure = {
  readonly code: FailureCode
  readonly detail: FailureDetail
  /** The values of which the window makes a sentence with `detail`. */
  readonly fields: Fields
  /** What was wrong with each field that was typed; with the code `invalid` alone. */
  readonly issues: readonly FieldIssue[]
  /** What was found; with the code `damaged` alone. */
  readonly damage?: Damage
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function fail(
  code: FailureCode,
  detail: FailureDetail,
  fields: Fields = NO_FIELDS,
  issues: readonly FieldIssue[] = [],
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, detail, fields, issues } }
}

/** The never-check that ends a `switch` over a union: it does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
