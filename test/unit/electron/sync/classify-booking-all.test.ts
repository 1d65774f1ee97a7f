import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExchangeResult } from '../../../../electron/provider/http/connection.ts'
import { classify, type SentRequest } from '../../../../electron/sync/classify-booking.ts'
import {
  CUSTOMER_REFERENCE,
  LOANER_REFERENCE,
  ONE_WAY,
  PAIR,
  pairAnswer,
  singleAnswer,
} from '../../../support/builders/booked-moves.ts'
import { answered, errorBody, LOGIN_PAGE, sentBooking, verdictOf } from '../../../support/builders/sent-request.ts'
import { seedOf } from '../../../support/fakes/system.ts'
import { reasonOfVerdict } from '../../../support/sentences.ts'

/**
 * Without a duplicate guarantee, a handed-over request leaves again only after a refused token, a busy provider or a
 * misdirected request: rows 16, 22 and 26 of test/spec/reliability.md.
 */

const SEED = seedOf('classify-all')

const BODIES = {
  'a known code': errorBody('field_invalid'),
  'an unknown code': errorBody('something_new'),
  'a page': LOGIN_PAGE,
  'a valid booking': pairAnswer(),
} as const

type Body = keyof typeof BODIES

/** The classification table written a second time, by status and body, so that a slip in the product is noticed. */
function allowed(status: number, body: Body): string {
  const envelope = body === 'a known code' || body === 'an unknown code'
  if (status === 200 && body === 'a valid booking') return 'booked'
  if (status === 401) return 'retryable'
  if (status === 429 && envelope) return 'retryable'
  if (status === 421 || status === 425) return 'retryable'
  if (body === 'a known code' && [400, 413, 415, 422].includes(status)) return 'refused'
  if (envelope && [403, 404, 405, 410].includes(status)) return 'must-hold'
  return 'unknown'
}

describe('`classify` of every status', () => {
  test.for(Object.keys(BODIES) as Body[])('Every status with %s is classified as the table allows', (body) => {
    for (let status = 100; status < 600; status += 1) {
      const verdict = verdictOf(status, BODIES[body])
      expect(`${status} ${verdict.proof}`).toBe(`${status} ${allowed(status, body)}`)
      expect(verdict.response === null).toBe(verdict.proof !== 'booked')
      expect(verdict.status).toBe(status)
      if (verdict.proof === 'unknown') expect(reasonOfVerdict(verdict)).toMatch(/don't book it again/)
    }
  })

  test('A truncated body is never classified as booked under any status', () => {
    for (let status = 100; status < 600; status += 1) {
      expect(verdictOf(status, pairAnswer(), {}, { complete: false }).proof).not.toBe('booked')
    }
  })
})

const code = fc.oneof(
  fc.constantFrom('field_invalid', 'ACCESS_DENIED', 'move_duplication', 'missing_scope', 'request_invalid', ''),
  fc.string(),
)
const body = fc.oneof(
  fc.constant(JSON.stringify(pairAnswer())),
  fc.constant(JSON.stringify(singleAnswer())),
  fc.array(code, { maxLength: 3 }).map((codes) => JSON.stringify({ errors: codes.map((one) => ({ code: one })) })),
  fc.json(),
  fc.string({ maxLength: 400 }),
)
const header = fc.oneof(fc.constantFrom('', '0', '120', 'soon', 'Sun, 06 Nov 1994 08:49:37 GMT'), fc.string())
const exchanged: fc.Arbitrary<ExchangeResult> = fc.oneof(
  {
    arbitrary: fc
      .tuple(fc.string(), fc.nat({ max: 3 }))
      .map(([text, bytes]) => ({ kind: 'broken' as const, code: text, bytes })),
    weight: 1,
  },
  {
    arbitrary: fc
      .record({
        status: fc.oneof(
          fc.integer({ min: 100, max: 599 }),
          fc.constantFrom(200, 400, 401, 403, 421, 422, 425, 429, 503),
        ),
        headers: fc.oneof(
          fc.constant({}),
          header.map((text) => ({ 'retry-after': text })),
        ),
        body,
        complete: fc.boolean(),
      })
      .map((answer) => ({ kind: 'answered' as const, answer })),
    weight: 9,
  },
)
const sent: fc.Arbitrary<SentRequest> = fc
  .record({
    booking: fc.constantFrom(PAIR, ONE_WAY),
    earlier: fc.array(fc.constantFrom('misdirected-request', 'token-refused', 'provider-busy'), { maxLength: 2 }),
    doubt: fc.boolean(),
    verified: fc.boolean(),
    taken: fc.boolean().map((yes) => () => yes),
  })
  .map((changes) => sentBooking(changes))

describe('`classify` of any result', () => {
  test('`classify` never throws and is retryable only for an unsent request or one of six statuses', () => {
    fc.assert(
      fc.property(exchanged, sent, (what, ours) => {
        const verdict = classify(what, ours)
        if (verdict.proof !== 'retryable') return
        if (what.kind === 'broken') {
          expect(what.bytes).toBe(0)
          return
        }
        const { status } = what.answer
        expect([400, 401, 403, 421, 425, 429]).toContain(status)
        if (status === 421 || status === 425) {
          expect(ours.verified).toBe(true)
          expect(ours.earlier).not.toContain('misdirected-request')
        }
      }),
      { seed: SEED, numRuns: 5000 },
    )
  })

  test('`classify` is booked only for a complete 200 with a number that no other booking has', () => {
    fc.assert(
      fc.property(exchanged, sent, (what, ours) => {
        const verdict = classify(what, ours)
        if (verdict.proof !== 'booked') return
        expect(what).toMatchObject({ kind: 'answered', answer: { status: 200, complete: true } })
        expect(ours.taken(1)).toBe(false)
      }),
      { seed: SEED, numRuns: 5000 },
    )
  })

  test('A pair is booked exactly when both of our references come back', () => {
    const reference = fc.oneof(fc.constantFrom(CUSTOMER_REFERENCE, LOANER_REFERENCE, null, ''), fc.string())
    fc.assert(
      fc.property(reference, reference, (customer, loaner) => {
        const told = pairAnswer({ reference_id: customer }, { reference_id: loaner })
        const { proof } = classify(answered(200, told), sentBooking())
        expect(proof === 'booked').toBe(customer === CUSTOMER_REFERENCE && loaner === LOANER_REFERENCE)
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })
})
