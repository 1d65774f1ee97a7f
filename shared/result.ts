import { NO_FIELDS, type Fields } from './outbox/fields.ts'
import type { Damage } from './desk/damage.ts'

/**
 * A failure on both sides of the bridge is a value with a code, never a thrown error. A thrown error is a bug or a
 * dead disk.
 */

/** An error of one field. `path` is the booking's own path, for example `customer.phone`. */
export type FieldIssue = { readonly path: string; readonly message: string }

export type FailureCode =
  /** The input is invalid. `issues` name each place. */
  | 'invalid'
  /** No booking or move has that id. */
  | 'not-found'
  /** A booking or an amendment left, or may have left, for the provider, so it cannot be withdrawn here. */
  | 'already-sent'
  /**
   * The state of the booking or move does not allow the request, or its provider does not support it. Nothing was
   * done.
   */
  | 'not-possible'
  /** The move is too far along for the request. */
  | 'too-late'
  /** The same request exists already, or the move is canceled. */
  | 'already-asked'
  /** The call did not come from this desk's own window, or requested something that the page may not have. */
  | 'not-allowed'
  /** The disk is full or cannot be written. Nothing was saved. */
  | 'not-saved'
  /** Bookings of the provider that the desk would leave are still open. */
  | 'open-bookings'
  /** The settings are being changed at this moment. Nothing was done. */
  | 'busy'
  /** This desk has no practice service whose connection could be cut. */
  | 'not-practice'
  /** The provider could not be reached, or its response cannot be read. Nothing was done. */
  | 'unreachable'
  /** The store's file is damaged. The saved bookings can be recovered. */
  | 'damaged'
  /** A fault of the app. The log has its code. */
  | 'internal'

/** Selects the sentence for a failure. The window has a text for each detail. */
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
  /** The values from which the window makes a sentence with `detail`. */
  readonly fields: Fields
  /** The errors of typed fields. Only with the code `invalid`. */
  readonly issues: readonly FieldIssue[]
  /** The damage. Only with the code `damaged`. */
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

/** The never-check at the end of a `switch` over a union. The code does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
