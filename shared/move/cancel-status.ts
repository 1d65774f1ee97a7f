import { assertNever } from '../result.ts'

/*
 * Parses `cancel_status` (test/spec/provider.md#cancel-status). The provider's pages show only some of its values, so
 * other spellings are understood too, and an unknown value is shown unchanged.
 */

/** Statuses of a move that nobody will drive, in lower case. */
export const CANCELED = ['succeeded', 'canceled', 'cancelled', 'partial'] as const

/** Statuses after which a move does not change any more, in lower case. */
export const TERMINAL_CANCEL_STATUSES = [...CANCELED, 'rescheduled'] as const

/** Statuses while the provider has not decided, in lower case. */
export const CANCEL_PENDING = ['pending', 'started'] as const

/**
 * The meaning of a `cancel_status`: not requested, undecided, canceled (free, charged in part, or without a word on
 * charges), too late, rescheduled as another move, or an unknown status.
 */
export type CancelStatus = 'none' | 'pending' | 'free' | 'partial' | 'canceled' | 'failed' | 'rescheduled' | 'other'

/** Parses a `cancel_status`. Null counts as not requested. */
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

/** True if the move will not be driven any more under its number. */
export function endsMove(
  standing: CancelStatus,
): standing is Extract<CancelStatus, 'free' | 'partial' | 'canceled' | 'rescheduled'> {
  switch (standing) {
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
      return assertNever(standing)
  }
}
