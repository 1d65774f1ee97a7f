import { describe, expect, test } from 'vitest'
import { PAIR } from '../../../support/builders/booked-moves.ts'
import { classify } from '../../../../electron/sync/classify-booking.ts'
import { errorBody, LOGIN_PAGE, sentBooking, verdictOf } from '../../../support/builders/sent-request.ts'

const PROBE = { kind: 'suspect' }
const GO = { kind: 'continue' }
const BARE = { fields: {}, providerMessage: null, response: null }

describe('The booking classifier', () => {
  test.for([
    [100, 'unknown', { status: 100 }],
    [199, 'unknown', { status: 199 }],
    [201, 'answer-unreadable', {}],
    [299, 'answer-unreadable', {}],
    [408, 'request-timeout', { page: true }],
    [499, 'intermediary-response', { page: true }],
    [500, 'server-error', {}],
    [599, 'server-error', {}],
  ] as const)('The booking classifier leaves %i without the envelope in doubt as %s', ([status, code, fields]) => {
    const providerMessage = 'page' in fields ? 'Guest network' : null
    const rest = { providerMessage, status, directive: PROBE }
    expect(verdictOf(status, LOGIN_PAGE)).toEqual({ ...BARE, proof: 'unknown', code, fields, ...rest })
  })

  test.for([300, 399])('The booking classifier halts the queue after %i, with the booking in doubt', (status) => {
    expect(verdictOf(status, '')).toEqual({
      ...BARE,
      proof: 'unknown',
      code: 'redirect',
      status,
      directive: { kind: 'halt', cause: 'protocol-changed', detail: 'redirected' },
    })
  })

  test('The booking classifier accepts the provider’s VIN for a vehicle without a VIN', () => {
    const [customer, loaner] = PAIR.moves
    if (customer === undefined || loaner === undefined) throw new Error('no pair')
    const body = {
      customer_move: { move_id: 1, reference_id: customer.reference },
      loaner_move: { move_id: 2, reference_id: loaner.reference, vehicle: { vin: '2T1BURHE0JC000001' } },
    }
    const booking = { ...PAIR, moves: [customer, { ...loaner, vehicle: null }] }
    expect(verdictOf(200, body, { booking })).toMatchObject({ proof: 'booked', code: 'booked' })
  })

  test('The booking classifier tells an unsent request from a cut one and from an unanswered one', () => {
    const broken = (code: string, bytes: number) => classify({ kind: 'broken', code, bytes }, sentBooking())
    const none = { ...BARE, status: null, directive: PROBE }
    expect(broken('EPIPE', 0)).toEqual({ ...none, proof: 'retryable', code: 'not-sent' })
    expect(broken('ECONNRESET', 1)).toEqual({ ...none, proof: 'unknown', code: 'connection-lost' })
    expect(broken('answer-timeout', 412)).toEqual({ ...none, proof: 'unknown', code: 'no-answer' })
  })

  test.for([400, 413, 415, 422])('The booking classifier takes a code of a refusal with %i as a refusal', (status) => {
    expect(verdictOf(status, errorBody('field_invalid', 'No.'))).toEqual({
      proof: 'refused',
      code: 'refused',
      fields: { codes: ['field_invalid'], params: [null] },
      providerMessage: 'No.',
      status,
      response: null,
      directive: GO,
    })
  })

  test.for([402, 406, 409, 414, 418, 423])(
    'The booking classifier does not take a code of a refusal with %i as a refusal',
    (status) => {
      expect(verdictOf(status, errorBody('field_invalid'))).toEqual({
        ...BARE,
        proof: 'unknown',
        code: 'unknown',
        fields: { status },
        providerMessage: 'No.',
        status,
        directive: PROBE,
      })
    },
  )

  test.for([
    'address_invalid',
    'outside_region',
    'field_invalid',
    'field_missing',
    'google_place_id_invalid',
    'move_invalid',
    'pickup_location_required',
    'request_invalid',
    'FIELD_INVALID',
  ])('The booking classifier takes %s as a refusal, and not beside an unknown code', (code) => {
    expect(verdictOf(400, errorBody(code)).proof).toBe('refused')
    const errors = [...errorBody(code).errors, ...errorBody('something_new').errors]
    expect(verdictOf(400, { errors }).proof).toBe('unknown')
  })

  test.for([
    [403, 'forbidden', 'token-refused'],
    [404, 'endpoint-not-found', 'protocol-changed'],
    [405, 'endpoint-not-found', 'protocol-changed'],
    [410, 'endpoint-not-found', 'protocol-changed'],
  ] as const)(
    'The booking classifier halts the queue and holds the booking after %i with the envelope',
    ([status, code, cause]) => {
      expect(verdictOf(status, errorBody('x'))).toEqual({
        ...BARE,
        proof: 'must-hold',
        code,
        status,
        directive: { kind: 'halt', cause, detail: code },
      })
      expect(verdictOf(status, LOGIN_PAGE).proof).toBe('unknown')
    },
  )

  test('The booking classifier keeps twenty errors and a thousand characters of each, with single spaces', () => {
    const errors = Array.from({ length: 21 }, (_, place) => ({
      type: 'invalid_request_error',
      code: 'field_invalid',
      message: place === 0 ? ` a \n b ${'x'.repeat(1_000)}` : `no. ${place}`,
      param: place === 1 ? 'p'.repeat(1_001) : undefined,
    }))
    const { fields, providerMessage } = verdictOf(422, { errors })
    expect(fields['codes']).toHaveLength(20)
    expect((fields['params'] as (string | null)[]).map((param) => param?.length ?? null).slice(0, 3)).toEqual([
      null,
      1_000,
      null,
    ])
    const lines = providerMessage?.split('\n') ?? []
    expect([lines.length, lines[0]?.length, lines[0]?.slice(0, 5), lines[19]]).toEqual([20, 1_000, 'a b x', 'no. 19'])
    expect(verdictOf(422, errorBody('field_invalid', '  ')).providerMessage).toBeNull()
  })

  test('The booking classifier believes a 429 by the envelope or by `Retry-After`, and no other 429', () => {
    const busy = { proof: 'retryable', code: 'provider-busy', status: 429 }
    expect(verdictOf(429, errorBody('rate'))).toMatchObject({ ...busy, directive: { kind: 'pause', ms: 60_000 } })
    expect(verdictOf(429, LOGIN_PAGE, {}, { headers: { 'retry-after': '120' } })).toMatchObject({
      ...busy,
      directive: { kind: 'pause', ms: 120_000, cause: 'provider-busy' },
    })
    expect(verdictOf(429, LOGIN_PAGE)).toMatchObject({ proof: 'unknown', code: 'intermediary-response' })
    expect(verdictOf(429, errorBody('rate'), {}, { complete: false }).proof).toBe('unknown')
  })

  test.for([421, 425])(
    'The booking classifier sends once more after %i over a verified connection, and only once',
    (status) => {
      expect(verdictOf(status, '', { verified: true })).toMatchObject({
        proof: 'retryable',
        code: 'misdirected-request',
      })
      expect(verdictOf(status, '', { verified: false }).proof).toBe('unknown')
      expect(verdictOf(status, '', { verified: true, earlier: ['misdirected-request'] }).proof).toBe('unknown')
    },
  )

  test.for([
    [401, false, [], { kind: 'pause', ms: 300_000, cause: 'token-refused' }],
    [401, true, [], PROBE],
    [401, true, ['token-refused'], { kind: 'halt', cause: 'token-refused', detail: 'refused-twice' }],
    [401, false, ['token-refused', 'not-sent'], { kind: 'pause', ms: 300_000, cause: 'token-refused' }],
    [403, true, [], { kind: 'pause', ms: 300_000, cause: 'token-refused' }],
    [400, false, ['token-refused'], { kind: 'halt', cause: 'token-refused', detail: 'refused-twice' }],
  ] as const)(
    'The booking classifier answers a refused token by %i (renews: %j, earlier: %j)',
    ([status, renews, earlier, directive]) => {
      expect(verdictOf(status, errorBody('access_denied'), { renews, earlier })).toEqual({
        ...BARE,
        proof: 'retryable',
        code: 'token-refused',
        status,
        directive,
      })
    },
  )

  test.for([
    [[], false, 'repeat'],
    [['not-sent'], false, 'unknown'],
    [['not-sent'], true, 'repeat'],
    [['connection-lost'], true, 'repeat'],
  ] as const)(
    'The booking classifier reads a repeat after %j (unresolved attempt: %j) as %s',
    ([earlier, unresolvedAttempt, proof]) => {
      expect(verdictOf(409, errorBody('move_duplication'), { earlier, unresolvedAttempt })).toEqual({
        ...BARE,
        proof,
        code: 'move-duplication',
        status: 409,
        directive: GO,
      })
    },
  )
})
