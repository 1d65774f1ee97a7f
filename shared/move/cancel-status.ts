import { assertNever } from '../result.ts'

/*
 * The values of `cancel_status` (test/spec/provider.md#cancel-status). `succeeded`, `partial` and `failed` are known as
 * names of events only, so other spellings are parsed too, and an unknown value is shown as received.
 */

/** Values of a canceled move, in lower case. */
export const CANCELED = ['succeeded', 'canceled', 'cancelled', 'partial'] as const

/** Values after which a move does not change any more, in lower case. */
export const TERMINAL_CANCEL_STATUSES = [...CANCELED, 'rescheduled'] as const

/** Values while the provider has not decided, in lower case. */
export const CANCEL_PENDING = ['pending', 'started'] as const

/**
 * Meaning of a `cancel_status`. `free`, `partial` and `canceled`: the move is canceled, free of charge, charged in
 * part, or with a charge not stated; `failed`: the cancellation came too late; `rescheduled`: another move replaced
 * this move; `other`: the value is unknown.
 */
export type CancelStatus = 'none' | 'pending' | 'free' | 'partial' | 'canceled' | 'failed' | 'rescheduled' | 'other'

/** Reads a `cancel_status`; null means that no cancellation was requested. */
export function parseCancelStatus(status: string | null): CancelStatus {
  switch (status?.trim().toLowerCase() ?? '') {
    case '':
    case 'not cancelled':
    case 'not canceled':
      return 'none'
    case 'pending':
    case 'started':
      return 'pending'
    case 'succeeded':
      return 'free'
    case 'canceled':
    case 'cancelled':
      return 'canceled'
    case 'partial':
      return 'partial'
    case 'failed':
      return 'failed'
    case 'rescheduled':
      return 'rescheduled'
    default:
      return 'other'
  }
}

/** True for `started`, whose meaning is not published; without a request of this desk the provider began by itself. */
export function isStarted(status: string | null): boolean {
  return status?.trim().toLowerCase() === 'started'
}

/** True if no driver moves the vehicle under this number any more. */
export function endsMove(
  status: CancelStatus,
): status is Extract<CancelStatus, 'free' | 'partial' | 'canceled' | 'rescheduled'> {
  switch (status) {
    case 'free':
    case 'partial':
    case 'canceled':
    case 'rescheduled':
      return true
    case 'none':
    case 'pending':
    case 'failed':
    case 'other':
      return false
    default:
      return assertNever(status)
  }
}
