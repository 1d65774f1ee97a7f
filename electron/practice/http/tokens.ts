import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { randomHex } from '../domain/create-booking.ts'
import { refusal, type ApiResult } from './error-envelope.ts'
import type { ClientCredentials } from '../schemas/hopdrive.ts'

/** The client that may request tokens, and the lifetime of a token. */
export type Client = { readonly id: string; readonly secret: string; readonly tokenSeconds: number }

export type Tokens = {
  /**
   * Issues a new token (test/spec/provider.md#sign-in); earlier tokens stay valid until they expire. Refuses a wrong id
   * or secret with 401.
   */
  issue(request: ClientCredentials): ApiResult<{ access_token: string; token_type: 'Bearer'; expires_in: number }>
  isGood(token: string): boolean
}

/**
 * Short-lived tokens in memory: a restarted service knows none of them, and its clients sign in again. The provider
 * documents neither the lifetime nor the response fields, so the response has the usual fields of OAuth 2.
 */
export function createTokens({ id, secret, tokenSeconds }: Client, clock: Clock, random: Random): Tokens {
  const ends = new Map<string, number>()
  return {
    issue(request) {
      // Both parts are always compared, so that the time does not reveal the wrong part.
      const right = [
        isEqualInConstantTime(request.client_id, id),
        isEqualInConstantTime(request.client_secret, secret),
      ].every(Boolean)
      if (!right) return { kind: 'refused', error: NO_SUCH_CLIENT }
      for (const [token, end] of ends) if (end <= clock.monotonic()) ends.delete(token)
      const token = randomHex(random, 48)
      ends.set(token, clock.monotonic() + tokenSeconds * 1000)
      return { kind: 'ok', value: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds } }
    },
    isGood: (token) => (ends.get(token) ?? 0) > clock.monotonic(),
  }
}

/** Compares digests, so that neither time nor length reveals how close a guess is. */
export function isEqualInConstantTime(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

const NO_SUCH_CLIENT = refusal(401, 'access_denied', 'There is no client with this id and secret.')
