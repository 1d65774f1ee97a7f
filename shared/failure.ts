import type { Damage } from './recovery.ts'

/**
 * How a refusal is said, on both sides of the bridge: always a value with a code, never a thrown error.
 * A thrown error is a bug or a dead disk.
 */

/** What was wrong with one field. `path` is the booking's own path, for example `customer.phone`. */
export type FieldIssue = { readonly path: string; readonly message: string }

export type FailureCode =
  /** Something typed cannot be taken; `fields` name each place. */
  | 'invalid'
  /** No booking or move by that id. */
  | 'not-found'
  /** A booking or a wish left, or may have left, for the provider; it cannot be taken back here. */
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
  | 'unreached'
  /** The bookings' own file is damaged; what was saved can be brought back. */
  | 'damaged'
  /** A fault of ours; the log has its name. */
  | 'fault'

export type Failure = {
  readonly code: FailureCode
  /** What happened and what to do, in words for the person at the desk. */
  readonly message: string
  readonly fields: readonly FieldIssue[]
  /** What was found; with the code `damaged` alone. */
  readonly damage?: Damage
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export function done<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failed(
  code: FailureCode,
  message: string,
  fields: readonly FieldIssue[] = [],
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, message, fields } }
}

/** The never-check that ends a `switch` over a union: it does not compile while a case is missing. */
export function never(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
