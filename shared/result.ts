import { NO_FIELDS, type Fields } from './outbox/fields.ts'
import type { Damage } from './desk/damage.ts'
import type { FieldIssue } from './field-issues.ts'

/** Failures on both sides of the bridge are values with a code. A thrown error is a bug or a failed disk. */

export type FailureCode =
  /** The input is invalid; `issues` name each field. */
  | 'invalid'
  /** The target of the call does not exist, for example no booking has the id. */
  | 'not-found'
  /**
   * The booking or amendment left, may have left or is already settled, so a person can no longer change or withdraw
   * the request.
   */
  | 'already-sent'
  /**
   * The request does not fit the state of its target, or the provider does not support the request. No change was
   * made.
   */
  | 'not-possible'
  /**
   * The move has passed the last stage at which the request is possible, or a change was requested for a canceled move.
   */
  | 'too-late'
  /** The same request or a cancellation request is already open, or the move is already canceled. */
  | 'already-asked'
  /**
   * The caller is not this desk's own window, the link leads to a host that is not allowed, another process has the
   * store open, or a person declined what a change of the settings newly trusts.
   */
  | 'not-allowed'
  /**
   * The disk, the data folder or the files of a store did not allow the write or the opening. With the detail
   * `commit-uncertain` the write may be saved after all.
   */
  | 'not-saved'
  /**
   * Another customer has or gets the loaner. The fields are those of a `LoanerConflict`, with `zone` and the time `at`;
   * saving again with the id of that booking in `promised` promises the loaner all the same.
   */
  | 'loaner-promised'
  /** The settings would switch away from a provider that still has open bookings of this desk. */
  | 'open-bookings'
  /** The desk is opening, recovering or changing its settings. No change was made. */
  | 'busy'
  /** This desk does not work with the practice service. */
  | 'not-practice'
  /** The provider could not be reached, or its response cannot be read. No change was made. */
  | 'unreachable'
  /** A store is damaged. A person can start the recovery. */
  | 'damaged'
  /** A bug. The log names the error. */
  | 'internal'

/** Selects the sentence of a failure. The window has a sentence for each detail. */
export type FailureDetail =
  | 'invalid-input'
  | 'booking-not-found'
  | 'move-not-found'
  | 'amendment-not-found'
  | 'amendment-left'
  | 'booking-left'
  | 'booking-left-unchanged'
  | 'fact-before-sending'
  | 'no-loaner'
  | 'duplicate-in-progress'
  | 'other-kind'
  | 'loaner-promised'
  | 'disk-full'
  | 'commit-uncertain'
  | 'store-damaged'
  | 'number-known'
  | 'numbers-equal'
  | 'number-replaced'
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
  | 'reschedule-open'
  | 'other-provider'
  | 'other-desk'
  | 'board-away'
  | 'board-frozen'
  | 'being-sent'
  | 'board-live'
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
  | 'foreign-folder'
  | 'not-opened'
  | 'foreign-sender'
  | 'foreign-link'
  | 'trust-declined'
  | 'internal'
  | 'no-response'
  | 'settings-busy'
  | 'not-switched'
  | 'settings-not-saved'
  | 'open-bookings'
  | 'settings-file-read'
  | 'practice-untestable'
  | 'not-practice'
  | 'practice-connection-not-switched'
  | 'reminder-not-saved'
  | 'board-notice-not-saved'
  | 'board-decision-not-saved'
  | 'not-an-invitation'
  | 'board-already-joined'
  | 'board-invitation-expired'
  | 'board-invitation-used'
  | 'board-not-reached'
  | 'board-not-saved'
  | 'board-bookings-open'
  | 'board-not-told'
  | 'board-declined'
  | 'draft-not-saved'
  | 'appearance-not-saved'

export type Failure = {
  readonly code: FailureCode
  readonly detail: FailureDetail
  /** Values for the sentence that the window makes of `detail`. */
  readonly fields: Fields
  /** The invalid fields; empty unless the code is `invalid`. */
  readonly issues: readonly FieldIssue[]
  /** The damage of the store; present only with the code `damaged`. */
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

/** Fails with `invalid` and an issue for each wrong field. */
export function invalidInput(issues: readonly FieldIssue[]) {
  return fail('invalid', 'invalid-input', NO_FIELDS, issues)
}

/** Ends a `switch` over a union. The call does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
