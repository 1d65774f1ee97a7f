import { describe, expect, test } from 'vitest'
import { classify } from '../../../../electron/sync/classify-booking.ts'
import {
  CUSTOMER_REFERENCE,
  LOANER_REFERENCE,
  ONE_WAY,
  PAIR,
  pairAnswer,
  singleAnswer,
} from '../../../support/builders/booked-moves.ts'
import { errorBody, LOGIN_PAGE, sentBooking, verdictOf } from '../../../support/builders/sent-request.ts'
import { proves } from '../../../support/spec-rows.ts'
import { reasonOfVerdict } from '../../../support/sentences.ts'

/** Rows 8 to 27 of the table in test/spec/reliability.md, without a duplicate guarantee. */

const doubt = (code: string) => expect.objectContaining({ proof: 'unknown', code, response: null })

// Rows 8 to 10.
describe('A request without an answer', () => {
  test.for(['ECONNRESET', 'EPIPE', 'closed', 'answer-timeout', ''])(
    'A request broken off with "%s" before its first byte waits',
    (code) => {
      expect(classify({ kind: 'broken', code, bytes: 0 }, sentBooking())).toMatchObject({
        proof: 'retryable',
        code: 'not-sent',
        directive: { kind: 'suspect' },
      })
    },
  )

  test.for(['ECONNRESET', 'EPIPE', 'closed', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', 'never heard of', ''])(
    'A request broken off with "%s" after its first byte is in doubt',
    (code) => {
      const verdict = classify({ kind: 'broken', code, bytes: 412 }, sentBooking())
      expect(verdict).toEqual(doubt('connection-lost'))
      expect(verdict.directive).toEqual({ kind: 'suspect' })
      expect(verdict.status).toBeNull()
    },
  )

  test('A request without an answer in time is in doubt', () => {
    expect(classify({ kind: 'broken', code: 'answer-timeout', bytes: 412 }, sentBooking())).toEqual(doubt('no-answer'))
  })

  test('The reason of a lost connection says not to book again and to ask by phone', () => {
    const reason = reasonOfVerdict(classify({ kind: 'broken', code: 'ECONNRESET', bytes: 412 }, sentBooking()))
    expect(reason).toMatch(/may already be booked/i)
    expect(reason).toMatch(/don't book it again/)
    expect(reason).toMatch(/phone/)
  })
})

// Row 11.
describe('A booked answer', () => {
  test('A pair that echoes both references is booked with both numbers and the ready-by time of the provider', () => {
    proves('2.1: reference_id', '4: status-200', '4.3: ready-by')
    const verdict = verdictOf(200, pairAnswer())
    expect(verdict.proof).toBe('booked')
    expect(verdict.response?.moves.map((move) => [move.moveId, move.response.number])).toEqual([
      ['move-customer', 90_001],
      ['move-loaner', 90_002],
    ])
    expect(verdict.response?.readyBy).toBe('2026-11-24T18:10:00Z')
    expect(verdict.directive).toEqual({ kind: 'continue' })
  })

  test('A one-way that echoes our reference is booked', () => {
    const verdict = verdictOf(200, singleAnswer(), { booking: ONE_WAY })
    expect(verdict.proof).toBe('booked')
    expect(verdict.response?.moves).toEqual([expect.objectContaining({ moveId: 'move-single' })])
  })

  test('A one-way answered without a reference is booked', () => {
    proves('4.2: not-shown-answer')
    expect(verdictOf(200, { id: 7 }, { booking: ONE_WAY }).proof).toBe('booked')
    expect(verdictOf(200, singleAnswer({ reference_id: null }), { booking: ONE_WAY }).proof).toBe('booked')
  })
})

// Row 12.
describe('A success that does not prove a booking', () => {
  const pair: readonly (readonly [string, unknown])[] = [
    ['HTML', LOGIN_PAGE],
    ['an empty body', ''],
    ['a list', [pairAnswer()]],
    ['text', JSON.stringify('booked')],
    ['only one of the two moves', { customer_move: pairAnswer().customer_move }],
    ['a move without a number', pairAnswer({ move_id: null })],
    ['a number as text', pairAnswer({ move_id: '90001' })],
    ['a broken number', pairAnswer({ move_id: 90_001.5 })],
    ['a negative number', pairAnswer({ move_id: -4 })],
    ['a number past 2^53', pairAnswer({ move_id: 2 ** 53 })],
    ['another reference', pairAnswer({ reference_id: 'RO 10412 LK-00000000C' })],
    ['another reference in the loaner’s move', pairAnswer({}, { reference_id: 'RO 10412 LK-00000000L' })],
    ['no reference in the customer’s move', pairAnswer({ reference_id: null })],
    ['no reference in the loaner’s move', pairAnswer({}, { reference_id: undefined })],
    [
      'the two references changed over',
      pairAnswer({ reference_id: LOANER_REFERENCE }, { reference_id: CUSTOMER_REFERENCE }),
    ],
    ['a reference in other letters', pairAnswer({ reference_id: CUSTOMER_REFERENCE.toLowerCase() })],
    ['the same number twice', pairAnswer({ move_id: 5 }, { move_id: 5 })],
    ['an error in a success', errorBody('address_invalid')],
    ['an error beside the moves', { ...pairAnswer(), ...errorBody('address_invalid') }],
    ['a word that nothing was done', { ...pairAnswer(), success: false }],
  ]
  test.for(pair)('A 200 for a pair with %s is in doubt', ([, body]) => {
    expect(verdictOf(200, body)).toEqual(doubt('answer-unreadable'))
  })

  test.for([201, 202, 203, 204, 205, 206, 226, 299])(
    'A booking answered with the undocumented status %i is in doubt',
    (status) => {
      proves('4: status-200')
      expect(verdictOf(status, pairAnswer())).toEqual(doubt('answer-unreadable'))
    },
  )

  test('A truncated answer is in doubt although its body reads as booked', () => {
    expect(verdictOf(200, pairAnswer(), {}, { complete: false })).toEqual(doubt('answer-unreadable'))
  })

  test('An answer with the number of another booking is in doubt', () => {
    expect(verdictOf(200, pairAnswer(), { taken: (number) => number === 90_002 })).toEqual(doubt('answer-unreadable'))
    expect(verdictOf(200, singleAnswer(), { booking: ONE_WAY, taken: () => true })).toEqual(doubt('answer-unreadable'))
  })

  test('A one-way answered with another reference is in doubt', () => {
    const body = singleAnswer({ reference_id: 'RO 10412 LK-00000000C' })
    expect(verdictOf(200, body, { booking: ONE_WAY })).toEqual(doubt('answer-unreadable'))
  })

  test.for([
    ['the VIN of another car', { reference_id: null, vehicle: { vin: '2T1BURHE0JC000001' } }],
    ['a reference that is no text', { reference_id: 42 }],
    ['a reference that is empty', { reference_id: '' }],
  ] as const)('A one-way answered with %s is in doubt', ([, move]) => {
    expect(verdictOf(200, singleAnswer(move), { booking: ONE_WAY })).toEqual(doubt('answer-unreadable'))
  })

  test.for([
    ['an error beside its number', { id: 6, ...errorBody('address_invalid') }],
    ['a word that nothing was done', { id: 19, success: false }],
    ['another reference beside its move', { move: { id: 8 }, reference_id: 'RO 10412 LK-00000000C' }],
  ] as const)('A one-way whose answer contradicts itself by %s is in doubt', ([, body]) => {
    expect(verdictOf(200, body, { booking: ONE_WAY })).toEqual(doubt('answer-unreadable'))
  })

  test("A pair answered with the VIN of another customer's car is in doubt", () => {
    const other = { vehicle: { vin: '2T1BURHE0JC000001' } }
    expect(verdictOf(200, pairAnswer(other))).toEqual(doubt('answer-unreadable'))
    // The desk gave no VIN of the loaner, so the provider may name one.
    expect(verdictOf(200, pairAnswer({}, other)).proof).toBe('booked')
  })

  test('A pair answered with our VIN in another spelling is booked', () => {
    const ours = { vehicle: { vin: '1m8-gdm9 axkp042788' } }
    expect(verdictOf(200, pairAnswer(ours)).proof).toBe('booked')
  })

  test('A pair answered as a one-way is in doubt', () => {
    expect(verdictOf(200, singleAnswer())).toEqual(doubt('answer-unreadable'))
  })

  test('The reason of an unreadable success names every number of the body', () => {
    expect(reasonOfVerdict(verdictOf(200, pairAnswer({ reference_id: 'other' })))).toContain('90001 and 90002')
    expect(reasonOfVerdict(verdictOf(202, { move: { id: 4711 } }))).toContain('4711')
  })
})

// Row 13.
describe('A redirect', () => {
  test.for([300, 301, 302, 303, 304, 307, 308, 399])(
    'A redirect with %i is in doubt and halts the send queue',
    (status) => {
      const verdict = verdictOf(status, pairAnswer(), {}, { headers: { location: 'https://elsewhere.example/' } })
      expect(verdict).toEqual(doubt('redirect'))
      expect(verdict.directive).toMatchObject({ kind: 'halt', cause: 'protocol-changed' })
    },
  )
})

// Row 14.
describe('A refusal', () => {
  const codes =
    'address_invalid outside_region field_invalid field_missing google_place_id_invalid pickup_location_required request_invalid'.split(
      ' ',
    )
  const cases = [400, 413, 415, 422].flatMap((status) => codes.map((code) => [status, code] as const))
  test.for(cases)('A %i with the known code %s is refused in the words of the provider', ([status, code]) => {
    const verdict = verdictOf(status, errorBody(code, 'Zip is not known.'))
    expect(verdict).toMatchObject({ proof: 'refused', directive: { kind: 'continue' } })
    expect(reasonOfVerdict(verdict)).toMatch(/\(Zip is not known\.\)$/)
  })

  test('A refusal gives a code whose meaning is not published no other meaning', () => {
    expect(reasonOfVerdict(verdictOf(400, errorBody('request_invalid')))).toContain('the booking is invalid')
    expect(reasonOfVerdict(verdictOf(400, errorBody('move_invalid')))).toContain("a move number can't be used")
  })

  test.for(['ADDRESS_INVALID', 'Address_Invalid', 'REQUEST_INVALID'])(
    'The refusal code %s is recognized despite its letter case',
    (code) => {
      expect(verdictOf(422, errorBody(code)).proof).toBe('refused')
    },
  )

  test('A refusal names the field before the message when the provider names a field', () => {
    const body = { errors: [{ code: 'field_invalid', message: 'must have five digits', param: 'zip' }] }
    expect(reasonOfVerdict(verdictOf(400, body))).toContain('ZIP: must have five digits')
  })

  test('A refusal with an unknown code beside a known code is in doubt', () => {
    const body = { errors: [...errorBody('field_invalid').errors, ...errorBody('move_was_made_anyway').errors] }
    expect(verdictOf(400, body)).toEqual(doubt('unknown'))
  })

  test('A known refusal code under another status is in doubt', () => {
    expect(verdictOf(409, errorBody('field_invalid'))).toEqual(doubt('unknown'))
    expect(verdictOf(500, errorBody('field_invalid'))).toEqual(doubt('server-error'))
    expect(verdictOf(302, errorBody('field_invalid'))).toEqual(doubt('redirect'))
  })

  test('A truncated refusal is in doubt', () => {
    expect(verdictOf(400, errorBody('field_invalid'), {}, { complete: false })).toEqual(doubt('intermediary-response'))
  })
})

// Row 15.
describe('A 4xx without the envelope', () => {
  const statuses = [400, 402, 403, 404, 405, 406, 407, 409, 410, 411, 413, 415, 422, 423, 431, 451, 499]
  test.for(statuses)(
    'A %i without the envelope is in doubt, and its reason says that the provider answered',
    (status) => {
      for (const body of ['', {}, { errors: [] }, { errors: {} }, { errors: ['field_invalid'] }]) {
        const verdict = verdictOf(status, body)
        expect(verdict).toEqual(doubt('intermediary-response'))
        expect(reasonOfVerdict(verdict)).toMatch(
          /^The driver service replied .+ It may already be booked, so don't book it again/,
        )
      }
    },
  )

  test('A page in place of a 4xx is in doubt, and its reason has the title and says probably not booked', () => {
    const verdict = verdictOf(403, LOGIN_PAGE)
    expect(verdict).toEqual(doubt('intermediary-response'))
    expect(verdict).toMatchObject({ fields: { page: true }, providerMessage: 'Guest network' })
    expect(reasonOfVerdict(verdict)).toMatch(
      /^A web page \(“Guest network”\) answered .+ probably not booked\. It may already be/,
    )
  })

  test.for([
    [400, 'No rooftop 12 in this account.', 'No rooftop 12 in this account.'],
    [408, 'Too slow.', 'Too slow.'],
    [409, { message: 'Being worked on.' }, 'Being worked on.'],
    [422, { detail: [{ loc: ['body', 'zip'], msg: 'not a ZIP' }] }, 'not a ZIP'],
  ] as const)('A %i in doubt keeps the words of the provider, and its reason quotes them', ([status, body, words]) => {
    const verdict = verdictOf(status, body)
    expect(verdict).toMatchObject({ proof: 'unknown', providerMessage: words })
    expect(reasonOfVerdict(verdict)).toContain(`“${words}”`)
  })

  test('An unknown error code in doubt is quoted with its message', () => {
    const verdict = verdictOf(409, errorBody('conflict', 'Another desk is booking this.'))
    expect(verdict).toMatchObject({ code: 'unknown', providerMessage: 'Another desk is booking this.' })
    expect(reasonOfVerdict(verdict)).toContain('The driver service replied “Another desk is booking this.”')
  })
})

// Rows 16 to 22.
describe('A 4xx with a meaning of its own', () => {
  test.for([401, 400, 403])(
    'A booking answered %i with access_denied waits, and the send queue pauses for the token',
    (status) => {
      proves('5: not-shown-token')
      for (const code of ['access_denied', 'ACCESS_DENIED']) {
        const verdict = verdictOf(status, errorBody(code))
        expect(verdict).toMatchObject({ proof: 'retryable', code: 'token-refused' })
        expect(verdict.directive).toMatchObject({ kind: 'pause', cause: 'token-refused' })
      }
    },
  )

  test('A token from a sign-in is renewed for one more attempt', () => {
    const renews = { renews: true }
    expect(verdictOf(401, LOGIN_PAGE, renews)).toMatchObject({ proof: 'retryable', directive: { kind: 'suspect' } })
    // Another outcome in between shows that the token was good.
    const later = verdictOf(401, '', { ...renews, earlier: ['token-refused', 'provider-busy'] })
    expect(later.directive).toEqual({ kind: 'suspect' })
    // A 403 concerns the rights of the token, so a new token does not help.
    expect(verdictOf(403, errorBody('access_denied'), renews).directive).toMatchObject({ kind: 'pause' })
  })

  test('A second refusal of the token in a row halts the send queue, with and without a sign-in', () => {
    for (const renews of [true, false]) {
      for (const earlier of [['token-refused'], ['provider-busy', 'token-refused']] as const) {
        const verdicts = [
          verdictOf(401, '', { renews, earlier }),
          ...[401, 400, 403].map((status) => verdictOf(status, errorBody('access_denied'), { renews, earlier })),
        ]
        for (const verdict of verdicts) {
          expect(verdict).toMatchObject({ proof: 'retryable', directive: { kind: 'halt', cause: 'token-refused' } })
        }
      }
    }
  })

  test('A booking answered with 401 waits, also without the envelope', () => {
    proves('5: not-shown-token')
    expect(verdictOf(401, LOGIN_PAGE).proof).toBe('retryable')
  })

  test.for(['missing_scope', 'plan_ended'])(
    'A booking answered 403 with %s is held, and the send queue halts',
    (code) => {
      expect(verdictOf(403, errorBody(code))).toMatchObject({
        proof: 'must-hold',
        code: 'forbidden',
        directive: { kind: 'halt' },
      })
    },
  )

  test.for([404, 405, 410])('A booking answered %i with the envelope is held, and the send queue halts', (status) => {
    const verdict = verdictOf(status, errorBody('not_found'))
    // The cause must not send a person to look for a new token.
    expect(verdict).toMatchObject({ proof: 'must-hold', code: 'endpoint-not-found' })
    expect(verdict.directive).toMatchObject({ kind: 'halt', cause: 'protocol-changed' })
  })

  test('A booking answered with 408 is in doubt, with and without the envelope', () => {
    expect(verdictOf(408, errorBody('field_invalid'))).toEqual(doubt('request-timeout'))
    expect(verdictOf(408, '')).toEqual(doubt('request-timeout'))
  })

  test('A booking answered with 409 is in doubt', () => {
    expect(verdictOf(409, errorBody('conflict'))).toEqual(doubt('unknown'))
  })

  test.for([400, 409, 422])(
    'A first attempt answered %i with move_duplication is held, and the send queue goes on',
    (status) => {
      const verdict = verdictOf(status, errorBody('MOVE_DUPLICATION'))
      expect(verdict).toMatchObject({ proof: 'repeat', code: 'move-duplication', directive: { kind: 'continue' } })
    },
  )

  test('A later attempt answered with move_duplication is in doubt, and an unresolved attempt makes it a repeat', () => {
    expect(verdictOf(409, errorBody('move_duplication'), { earlier: ['provider-busy'] })).toEqual(
      doubt('move-duplication'),
    )
    const unproved = { earlier: ['no-answer'], unresolvedAttempt: true } as const
    expect(verdictOf(409, errorBody('move_duplication'), unproved)).toMatchObject({ proof: 'repeat' })
  })

  test('A booking answered with 429 waits, and the send queue pauses for the time of Retry-After', () => {
    proves('8: not-shown-limits')
    const verdict = verdictOf(429, '', {}, { headers: { 'retry-after': '90' } })
    expect(verdict).toMatchObject({ proof: 'retryable', code: 'provider-busy' })
    expect(verdict.directive).toMatchObject({ kind: 'pause', ms: 90_000, cause: 'provider-busy' })
    expect(verdictOf(429, errorBody('too_many')).directive).toMatchObject({ ms: 60_000 })
  })

  test('A booking answered with a 429 without envelope and Retry-After is in doubt', () => {
    expect(verdictOf(429, LOGIN_PAGE)).toEqual(doubt('intermediary-response'))
  })
})

// Rows 23, 26 and 27.
describe('Any other status', () => {
  test.for([500, 501, 502, 503, 504, 505, 507, 520, 524, 599])(
    'A booking answered with %i is in doubt for any body and header',
    (status) => {
      proves('7: not-shown-errors')
      for (const body of [errorBody('internal_server_error'), LOGIN_PAGE, pairAnswer(), '']) {
        for (const headers of [{}, { 'retry-after': '5' }]) {
          const verdict = verdictOf(status, body, {}, { headers })
          expect(verdict).toEqual(doubt('server-error'))
          const asksToWait = status === 503 && 'retry-after' in headers
          expect(verdict.directive).toEqual(asksToWait ? { kind: 'suspect', pauseMs: 5_000 } : { kind: 'suspect' })
        }
      }
    },
  )

  test.for([421, 425])('A booking answered with %i waits once, and only over a verified connection', (status) => {
    expect(verdictOf(status, '')).toMatchObject({
      proof: 'retryable',
      code: 'misdirected-request',
      directive: { kind: 'suspect' },
    })
    expect(verdictOf(status, '', { earlier: ['misdirected-request'] }).proof).toBe('unknown')
    expect(verdictOf(status, '', { verified: false }).proof).toBe('unknown')
  })

  test.for([0, 100, 101, 199, 600, 999, -1, NaN])(
    'A booking answered with the unknown status %d is in doubt',
    (status) => {
      expect(verdictOf(status, pairAnswer()).proof).toBe('unknown')
    },
  )

  test('A booking answered with an unknown code or status is in doubt', () => {
    proves('7: not-shown-errors')
    expect(verdictOf(400, errorBody('something_new'))).toEqual(doubt('unknown'))
    expect(verdictOf(418, errorBody('field_invalid'))).toEqual(doubt('unknown'))
  })
})

test('The sample pair has the two sample references', () => {
  expect(PAIR.moves.map((move) => move.reference)).toEqual([CUSTOMER_REFERENCE, LOANER_REFERENCE])
})
