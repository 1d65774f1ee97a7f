import type { Call } from './captured-calls.ts'
import { IN_SAMPLE } from './sample.ts'

/*
 * The faults that a FaultProxy injects. A request toxic acts on one whole HTTP request or on its response, a connection
 * toxic on the bytes of one TCP connection.
 */

/**
 * The point at which a request toxic acts: `before` or `after` the upstream has applied the request. A request that was
 * stopped `before` is never applied, except with `latency` and `corrupt`.
 */
export type When = 'before' | 'after'

/** How a connection ends: in order, or by a reset. */
export type ConnectionEnd = 'fin' | 'rst'

/** Milliseconds, or until the client has closed its connection. */
export type Delay = number | 'client-gone'

/** The forms of `Retry-After` (RFC 9110, 10.2.3) and malformed values that servers send. */
export type RetryAfterForm =
  | 'seconds'
  /** `Sun, 06 Nov 1994 08:49:37 GMT` */
  | 'imf-date'
  /** `Sunday, 06-Nov-94 08:49:37 GMT` */
  | 'rfc850-date'
  /** `Sun Nov  6 08:49:37 1994` */
  | 'asctime-date'
  | 'past-date'
  | 'zero'
  | 'negative'
  | 'huge'
  | 'fraction'
  | 'garbage'
  | 'empty'
  | 'missing'
  | 'twice'

/** The body of a fabricated response. `errors` is the provider's envelope with one code. */
export type FabricatedBody = 'none' | 'page' | { readonly errors: string } | { readonly json: unknown }

export type Toxic =
  /** No byte of a response. With `before` the upstream sees no connection either. */
  | { readonly type: 'cut'; readonly when: When; readonly end: ConnectionEnd }
  /** No byte of a response, and the client's connection stays open until the client closes it. */
  | { readonly type: 'half-open'; readonly when: When }
  /**
   * The request or the response is delayed and then goes on. A request that is delayed until the client has gone is
   * applied although nobody waits for the response.
   */
  | { readonly type: 'latency'; readonly when: When; readonly delay: Delay }
  /**
   * Exactly `bytes` of the request reach the upstream (`before`), or of the response the client (`after`), and both
   * connections end. A negative number counts from the end; at least one byte is always missing.
   */
  | { readonly type: 'limit-data'; readonly when: When; readonly bytes: number; readonly end: ConnectionEnd }
  /** The whole response passes, and the connection ends only after the delay. */
  | { readonly type: 'slow-close'; readonly when: 'after'; readonly delay: Delay }
  /** The request (`before`) or the response (`after`) goes on with other text in the named places. */
  | {
      readonly type: 'corrupt'
      readonly when: When
      /** The status of a changed response. */
      readonly status?: number
      /** A header of the message and its new value. */
      readonly header?: readonly [name: string, value: string | (() => string)]
      readonly body?: (body: string, call: Call) => string
    }
  /** A fabricated response, which may be a lie: with `after` the upstream booked what a refusal denies. */
  | {
      readonly type: 'status'
      readonly when: When
      readonly status: number
      readonly body: FabricatedBody
      /** Further header lines. */
      readonly headers?: readonly string[]
    }
  /**
   * A good response whose body breaks off after `bytes` (negative: from the end), with a length that is too long or
   * fits, in chunks without an end, or without a length. A too long length and chunks without an end can hold `all` of
   * the body and still not be whole.
   */
  | {
      readonly type: 'truncated'
      readonly when: When
      readonly bytes: number | 'all'
      readonly framing: 'too-long' | 'fitting' | 'chunked' | 'until-end'
    }
  /** A well-formed response about other moves. A null reference leaves the sent reference. */
  | {
      readonly type: 'foreign'
      readonly when: When
      readonly numbers: readonly [number, number]
      readonly reference: string | null
    }
  /** A 429. Only `before`, because a provider that responds with 429 has done nothing. */
  | { readonly type: 'busy'; readonly when: 'before'; readonly retryAfter: RetryAfterForm; readonly envelope: boolean }

/** The request goes on with a token that the upstream no longer knows, so that the upstream itself refuses. */
export const EXPIRED_TOKEN = {
  type: 'corrupt',
  when: 'before',
  header: ['authorization', 'Bearer ran-out'],
} as const satisfies Toxic

/** The responses show a time that is `ms` later. */
export function clockAhead(ms: number): Toxic {
  return { type: 'corrupt', when: 'after', header: ['date', () => new Date(Date.now() + ms).toUTCString()] }
}

export type ToxicType = Toxic['type']

/** The direction of bytes: from the client to the upstream, or back. */
export type Direction = 'up' | 'down'

export type ConnectionToxic =
  /** The connection ends as soon as the proxy has accepted it. */
  | { readonly type: 'cut'; readonly end: ConnectionEnd }
  /** The connection stays open, and nobody reads or responds. */
  | { readonly type: 'half-open' }
  /** Exactly `bytes` of one direction pass, and then both sides find the connection ended. */
  | { readonly type: 'limit-data'; readonly direction: Direction; readonly bytes: number; readonly end: ConnectionEnd }
  /** The connection leads to another port of this machine. */
  | { readonly type: 'reroute'; readonly port: number }

/**
 * The cases of a fault matrix that `npm test` runs: the first of each toxic, before and after the provider acted.
 * Without the sample, every case.
 */
export function sampleOf<Case>(cases: readonly Case[], toxicOf: (one: Case) => Toxic | null): readonly Case[] {
  if (!IN_SAMPLE) return cases
  const seen = new Set<string>()
  return cases.filter((one) => {
    const toxic = toxicOf(one)
    const key = toxic === null ? 'of our own' : `${toxic.type} ${toxic.when}`
    return !seen.has(key) && seen.add(key)
  })
}
