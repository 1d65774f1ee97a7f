import { assertNever } from '../../shared/result.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { parseErrors } from './parse-response.ts'
import type { FetchMoveResult } from './client.ts'
import type { HttpResponse, UnreachableCause } from './http/connection.ts'
import { retryAfter } from './retry-after.ts'

/*
 * These functions read from an answer, or from a missing answer, how the provider stands. They do not know the send queue.
 */

/** Health checks fetch this number. Providers never assign it, so the answer is always "not found". */
export const NONEXISTENT_MOVE_NUMBER = 0

/** A cause that a person has to fix is checked again after this pause, so that the fix needs no restart. */
export const BUSY_RETRY_MS = 5 * 60_000

/** The provider takes no request for `ms` milliseconds. */
export type ProviderPause = { readonly kind: 'pause'; readonly ms: number; readonly cause: ConnectionCause }

/** What a GET tells of the provider: it answers, it cannot be reached, or it will not take bookings for a while. */
export type HealthResult =
  { readonly kind: 'reached' } | { readonly kind: 'unreachable'; readonly cause: UnreachableCause } | ProviderPause

/** Any answer of a provider that is not in trouble counts, also that it does not know the move. */
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

/** The pause that a busy provider asks for with the headers of its answer. */
export function busyPause(headers: HttpResponse['headers'], now: UtcInstant): ProviderPause {
  return { kind: 'pause', ms: retryAfter(headers, now), cause: 'provider-busy' }
}

/**
 * True when the provider itself says that it knows no such move; a page of that status may be anybody's, and one that finds
 * fault with the request knows nothing at this address at all.
 */
export function isMoveUnknown(asked: FetchMoveResult): boolean {
  if (asked.kind !== 'answered' || asked.answer.status !== 404) return false
  const errors = parseErrors(asked.answer.body)
  return errors !== null && !errors.some(({ code }) => code === 'request_invalid')
}
