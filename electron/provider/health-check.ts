import { assertNever } from '../../shared/result.ts'
import type { ConnectionCause, ConnectionDetail } from '../../shared/desk/connection.ts'
import type { Fields } from '../../shared/outbox/fields.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { FetchMoveResult } from './client.ts'
import type { HttpResponse, UnreachableCause } from './http/connection.ts'
import { retryAfter } from './retry-after.ts'

/*
 * These functions read the provider's health from a response or from a missing response. They do not know the send
 * queue.
 */

/**
 * A move number that providers never assign. Fetching this number shows whether the provider answers, whatever the
 * state of any real move.
 */
export const NONEXISTENT_MOVE_NUMBER = 0

/** Pause before the desk tries again where a person may have to fix the cause, for example after a `401`. */
export const BUSY_RETRY_MS = 5 * 60_000

/** A pause of `ms` milliseconds before the next request, because of `cause`. */
export type ProviderPause = {
  readonly kind: 'pause'
  readonly ms: number
  readonly cause: ConnectionCause
  readonly detail?: ConnectionDetail
}

/** The provider's health by a fetch: `reached`, `unreachable`, or no bookings for a while (`pause`). */
export type HealthResult =
  | { readonly kind: 'reached' }
  | {
      readonly kind: 'unreachable'
      readonly cause: UnreachableCause
      readonly detail?: ConnectionDetail
      readonly fields?: Fields
    }
  | ProviderPause

/**
 * Classifies the health of a server by a fetch: any response without trouble counts as `reached`. Only `checkProvider`
 * decides whether that server is the provider, so nothing leaves on the word of this function.
 */
export function classifyHealth(fetched: FetchMoveResult, now: UtcInstant): HealthResult {
  switch (fetched.kind) {
    case 'move':
      return { kind: 'reached' }
    case 'unreachable':
      return fetched.busy === undefined ? unreachable(fetched) : busyPause(fetched.busy, now)
    case 'broken':
      return { kind: 'unreachable', cause: 'provider-down' }
    case 'answered': {
      const { status, headers } = fetched.answer
      if (status === 401) return { kind: 'pause', ms: BUSY_RETRY_MS, cause: 'token-refused' }
      if (status === 429 || asksToWait(fetched.answer)) return busyPause(headers, now)
      if (status >= 300 && status < 400) {
        return { kind: 'pause', ms: BUSY_RETRY_MS, cause: 'protocol-changed' }
      }
      return status >= 500 ? { kind: 'unreachable', cause: 'provider-down' } : { kind: 'reached' }
    }
    default:
      return assertNever(fetched)
  }
}

function unreachable({ cause, fields }: Extract<FetchMoveResult, { kind: 'unreachable' }>): HealthResult {
  return { kind: 'unreachable', cause, ...(fields === undefined ? {} : { fields }) }
}

/** True for a `503` that says how long to wait. Like a `429`, such a response asks the desk for a pause. */
export function asksToWait({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): boolean {
  return status === 503 && headers['retry-after'] !== undefined
}

/** Returns the pause that a busy provider asks for in the headers of its response. */
export function busyPause(headers: HttpResponse['headers'], now: UtcInstant): ProviderPause {
  return { kind: 'pause', ms: retryAfter(headers, now), cause: 'provider-busy' }
}
