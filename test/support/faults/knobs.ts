/*
 * The faults of a network and of a remote, as knobs of tests: each says what happens to one call on a road between a desk
 * and a real remote. They live under `test/`, from which nothing is built or packed.
 */

/**
 * `before`: the remote has not done what was asked when the fault strikes, and but for `delay` never does. `after`: the
 * remote has done it, and the fault strikes its answer.
 */
export type When = 'before' | 'after'

/** How a connection ends: in order, or by a reset. */
export type End = 'fin' | 'rst'

/** The forms of `Retry-After` (RFC 9110, 10.2.3), and what else stands there in the wild. */
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

/** What stands in an answer that the road makes up. `errors` is the provider's envelope with one code. */
export type MadeUpBody = 'none' | 'page' | { readonly errors: string } | { readonly json: unknown }

export type Fault =
  /** No answer. Both connections end, or the desk's stays open without a word until the desk gives up. */
  | { readonly kind: 'drop'; readonly when: When; readonly end: End | 'silence' }
  /**
   * The request or the answer is held for some milliseconds, or until the desk has given up, and then goes on: so a
   * request that was held `before` until then is applied when nobody waits for it any more.
   */
  | { readonly kind: 'delay'; readonly when: When; readonly until: number | 'given-up' }
  /**
   * Exactly so many bytes of the request get to the remote (`before`), or of the answer to the desk (`after`): a negative
   * number is so many less than all. It is always at least one byte less than all. Both connections then end.
   */
  | { readonly kind: 'cut'; readonly when: When; readonly bytes: number; readonly end: End }
  /** Another answer, by something on the way. It may prove what is not so: `after`, a refusal would be a lie. */
  | {
      readonly kind: 'status'
      readonly when: When
      readonly status: number
      readonly body: MadeUpBody
      /** Lines of its head, beside those that every answer has. */
      readonly headers?: readonly string[]
    }
  /** The remote's own answer under another status. */
  | { readonly kind: 'restatus'; readonly when: 'after'; readonly status: number }
  /** A page with 200, as networks with a sign-in give to every request. */
  | { readonly kind: 'page'; readonly when: When }
  /**
   * A good answer whose body breaks off after so many bytes (negative: so many less than all): with a length that is too
   * long, with one that fits what is left, in chunks without their end, or without a length. The first and the third can
   * hold `all` of the body and still not be whole.
   */
  | {
      readonly kind: 'truncated'
      readonly when: When
      readonly bytes: number | 'all'
      readonly framing: 'too-long' | 'fitting' | 'chunked' | 'until-end'
    }
  /** An answer in the right form that speaks of other moves. A null reference leaves the one that was sent. */
  | {
      readonly kind: 'foreign'
      readonly when: When
      readonly numbers: readonly [number, number]
      readonly reference: string | null
    }
  /** 429. Only `before`: whoever answers it has not done what was asked. */
  | { readonly kind: 'busy'; readonly when: 'before'; readonly retryAfter: RetryAfterForm; readonly envelope: boolean }
  /** The request goes on with a token that the remote does not know any more, so that it refuses by itself. */
  | { readonly kind: 'expired-token'; readonly when: 'before' }

export type FaultKind = Fault['kind']
