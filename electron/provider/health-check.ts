import { assertNever } from '../../shared/result.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { parseErrors } from './parse-response.ts'
import type { FetchMoveResult } from './client.ts'
import type { HttpResponse, UnreachableCause } from './http/connection.ts'
import { retryAfter } from './retry-after.ts'

/* Derives the state of the provider from a response or a missing response. This file does not know the send queue. */

/** Health checks fetch this number. Providers never assign it, so the answer is always "not found". */
export const NONEXISTENT_MOVE_NUMBER = 0

/** Pause before a cause that a person has to fix is checked again, so that the fix needs no restart. */
export const BUSY_RETRY_MS = 5 * 60_000

/** The provider takes no request for `ms` milliseconds. */
export type ProviderPause = { readonly kind: 'pause'; readonly ms: number; readonly cause: ConnectionCause }

/** The state of the provider after a GET: reachable, unreachable, or not taking bookings for a while. */
export type HealthResult =
  { readonly kind: 'reached' } | { readonly kind: 'unreachable'; readonly cause: UnreachableCause } | ProviderPause

/** Every response of a provider without trouble counts as reached, even an unknown move. */
export function classifyHealth(asked: FetchMoveResult, now: UtcInstant): HealthResult {
  switch (asked.kind) {
    case 'move':
      return { kind: 'reached' }
    case 'unreachable':
      return asked.busy === undefined ? { kind: 'unreachable', cause: asked.cause } : busyPause(asked.busy, now)
    case 'broken':
      return { kind: 'unreachable', cause: 'provider-down' }
    case 'answered': {
      const { status, headers } = asked.answer
      if (status === 401) return { kind: 'pause', ms: BUSY_RETRY_MS, cause: 'token-refused' }
      if (status === 429) return busyPause(headers, now)
      if (status >= 300 && status < 400) {
        return { kind: 'pause', ms: BUSY_RETRY_MS, cause: 'protocol-changed' }
      }
      return status >= 500 ? { kind: 'unreachable', cause: 'provider-down' } : { kind: 'reached' }
    }
    default:
      return assertNever(asked)
  }
}

/** The pause that a busy provider requests in its headers. */
export function busyPause(headers: HttpResponse['headers'], now: UtcInstant): ProviderPause {
  return { kind: 'pause', ms: retryAfter(headers, now), cause: 'provider-busy' }
}

/**
 * True if the provider itself does not know the move. A page with status 404 proves nothing, and an error about the
 * request means that the address is wrong.
 */
export function isMoveUnknown(asked: FetchMoveResult): boolean {
  if (asked.kind !== 'answered' || asked.answer.status !== 404) return false
  const errors = parseErrors(asked.answer.body)
  return errors !== null && !errors.some(({ code }) => code === 'request_invalid')
}
