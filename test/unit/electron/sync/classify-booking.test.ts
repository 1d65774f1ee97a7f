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

/** The rows of the classification table that a handed-over request can end in, mode N. */

const doubt = (code: string) => expect.objectContaining({ proof: 'unknown', code, told: null })

describe('rows 8 to 10: no answer', () => {
  test.for(['ECONNRESET', 'EPIPE', 'closed', 'answer-timeout', ''])(
    'row 8: %s with no byte handed over waits',
    (code) => {
      expect(classify({ kind: 'broken', code, bytes: 0 }, sentBooking())).toMatchObject({
        proof: 'retryable',
        code: 'not-sent',
        line: { kind: 'suspect' },
      })
    },
  )

  test.for(['ECONNRESET', 'EPIPE', 'closed', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', 'never heard of', ''])(
    'row 9: broken off with %s after the first byte is in doubt',
    (code) => {
      const verdict = classify({ kind: 'broken', code, bytes: 412 }, sentBooking())
      expect(verdict).toEqual(doubt('connection-lost'))
      expect(verdict.line).toEqual({ kind: 'suspect' })
      expect(verdict.status).toBeNull()
    },
  )

  test('row 10: no answer in time is in doubt', () => {
    expect(classify({ kind: 'broken', code: 'answer-timeout', bytes: 412 }, sentBooking())).toEqual(doubt('no-answer'))
  })

  test('the words say not to book it again and to ask by phone', () => {
    const reason = reasonOfVerdict(classify({ kind: 'broken', code: 'ECONNRESET', bytes: 412 }, sentBooking()))
    expect(reason).toMatch(/may be booked/i)
    expect(reason).toMatch(/do not book it again/)
    expect(reason).toMatch(/phone/)
  })
})

describe('row 11: booked', () => {
  test('a pair whose two moves echo our references is booked with both numbers and the provider’s ready-by', () => {
    proves('2.1: reference_id', '4: status-200', '4.3: ready-by')
    const verdict = verdictOf(200, pairAnswer())
    expect(verdict.proof).toBe('booked')
    expect(verdict.told?.moves.map((move) => [move.moveId, move.told.number])).toEqual([
      ['move-customer', 90_001],
      ['move-loaner', 90_002],
    ])
    expect(verdict.told?.readyBy).toBe('2026-11-24T18:10:00Z')
    expect(verdict.line).toEqual({ kind: 'continue' })
  })

  test('a one-way that echoes our reference is booked', () => {
    const verdict = verdictOf(200, singleAnswer(), { booking: ONE_WAY })
    expect(verdict.proof).toBe('booked')
    expect(verdict.told?.moves).toEqual([expect.objectContaining({ moveId: 'move-single' })])
  })

  test('a one-way that answers its number alone contradicts nothing, and is booked', () => {
    proves('4.2: not-shown-answer')
    expect(verdictOf(200, { id: 7 }, { booking: ONE_WAY }).proof).toBe('booked')
    expect(verdictOf(200, singleAnswer({ reference_id: null }), { booking: ONE_WAY }).proof).toBe('booked')
  })
})

describe('row 12: a success that cannot be believed is in doubt', () => {
  const pair: readonly (readonly [string, unknown])[] = [
    ['HTML', LOGIN_PAGE],
    ['nothing', ''],
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
  test.for(pair)('%s', ([, body]) => {
    expect(verdictOf(200, body)).toEqual(doubt('answer-unreadable'))
  })

  test.for([201, 202, 203, 204, 205, 206, 226, 299])('the undocumented status %i, whatever it says', (status) => {
    proves('4: status-200')
    expect(verdictOf(status, pairAnswer())).toEqual(doubt('answer-unreadable'))
  })

  test('an answer that was cut off, though what came reads as booked', () => {
    expect(verdictOf(200, pairAnswer(), {}, { complete: false })).toEqual(doubt('answer-unreadable'))
  })

  test('a number that another of our bookings carries', () => {
    expect(verdictOf(200, pairAnswer(), { taken: (number) => number === 90_002 })).toEqual(doubt('answer-unreadable'))
    expect(verdictOf(200, singleAnswer(), { booking: ONE_WAY, taken: () => true })).toEqual(doubt('answer-unreadable'))
  })

  test('a one-way with another reference', () => {
    const body = singleAnswer({ reference_id: 'RO 10412 LK-00000000C' })
    expect(verdictOf(200, body, { booking: ONE_WAY })).toEqual(doubt('answer-unreadable'))
  })

  test.for([
    ['the VIN of another car', { reference_id: null, vehicle: { vin: '2T1BURHE0JC000001' } }],
    ['a reference that is no text', { reference_id: 42 }],
    ['a reference that is empty', { reference_id: '' }],
  ] as const)('a one-way that contradicts us by %s', ([, move]) => {
    expect(verdictOf(200, singleAnswer(move), { booking: ONE_WAY })).toEqual(doubt('answer-unreadable'))
  })

  test.for([
    ['an error beside its number', { id: 6, ...errorBody('address_invalid') }],
    ['a word that nothing was done', { id: 19, success: false }],
    ['another reference beside its move', { move: { id: 8 }, reference_id: 'RO 10412 LK-00000000C' }],
  ] as const)('a one-way that contradicts itself by %s', ([, body]) => {
    expect(verdictOf(200, body, { booking: ONE_WAY })).toEqual(doubt('answer-unreadable'))
  })

  test('a pair with the VIN of another car', () => {
    const other = { vehicle: { vin: '2T1BURHE0JC000001' } }
    expect(verdictOf(200, pairAnswer(other))).toEqual(doubt('answer-unreadable'))
    // The loaner's was not given by us, so that the provider may name one.
    expect(verdictOf(200, pairAnswer({}, other)).proof).toBe('booked')
  })

  test('but not for our VIN in other letters', () => {
    const ours = { vehicle: { vin: '1m8-gdm9 axkp042788' } }
    expect(verdictOf(200, pairAnswer(ours)).proof).toBe('booked')
  })

  test('a pair that is answered as a one-way', () => {
    expect(verdictOf(200, singleAnswer())).toEqual(doubt('answer-unreadable'))
  })

  test('any number that was seen stands in the words', () => {
    expect(reasonOfVerdict(verdictOf(200, pairAnswer({ reference_id: 'other' })))).toContain('90001 and 90002')
    expect(reasonOfVerdict(verdictOf(202, { move: { id: 4711 } }))).toContain('4711')
  })
})

describe('row 13: a redirect is in doubt and stops the line', () => {
  test.for([300, 301, 302, 303, 304, 307, 308, 399])('%i', (status) => {
    const verdict = verdictOf(status, pairAnswer(), {}, { headers: { location: 'https://elsewhere.example/' } })
    expect(verdict).toEqual(doubt('redirect'))
    expect(verdict.line).toMatchObject({ kind: 'halt', cause: 'protocol-changed' })
  })
})

describe('row 14: refused', () => {
  const codes =
    'address_invalid outside_region field_invalid field_missing google_place_id_invalid pickup_location_required request_invalid'.split(
      ' ',
    )
  const cases = [400, 413, 415, 422].flatMap((status) => codes.map((code) => [status, code] as const))
  test.for(cases)('%i with the known code %s is refused, in the provider’s words', ([status, code]) => {
    const verdict = verdictOf(status, errorBody(code, 'Zip is not known.'))
    expect(verdict).toMatchObject({ proof: 'refused', line: { kind: 'continue' } })
    expect(reasonOfVerdict(verdict)).toMatch(/\(Zip is not known\.\)$/)
  })

  test.for(['ADDRESS_INVALID', 'Address_Invalid', 'REQUEST_INVALID'])(
    'the code counts in any letter case: %s',
    (code) => {
      expect(verdictOf(422, errorBody(code)).proof).toBe('refused')
    },
  )

  test('the field stands before the words where the provider names it', () => {
    const body = { errors: [{ code: 'field_invalid', message: 'must have five digits', param: 'zip' }] }
    expect(reasonOfVerdict(verdictOf(400, body))).toContain('ZIP: must have five digits')
  })

  test('one unknown code beside a known one is in doubt', () => {
    const body = { errors: [...errorBody('field_invalid').errors, ...errorBody('move_was_made_anyway').errors] }
    expect(verdictOf(400, body)).toEqual(doubt('unknown'))
  })

  test('a known code under another status is in doubt', () => {
    expect(verdictOf(409, errorBody('field_invalid'))).toEqual(doubt('unknown'))
    expect(verdictOf(500, errorBody('field_invalid'))).toEqual(doubt('server-error'))
    expect(verdictOf(302, errorBody('field_invalid'))).toEqual(doubt('redirect'))
  })

  test('an envelope that was cut off is none', () => {
    expect(verdictOf(400, errorBody('field_invalid'), {}, { complete: false })).toEqual(doubt('intermediary-response'))
  })
})

describe('row 15: a 4xx without the provider’s envelope is in doubt, and probably not booked', () => {
  const statuses = [400, 402, 403, 404, 405, 406, 407, 409, 410, 411, 413, 415, 422, 423, 431, 451, 499]
  test.for(statuses)('%i', (status) => {
    for (const body of [LOGIN_PAGE, '', {}, { errors: [] }, { errors: {} }, { errors: ['field_invalid'] }]) {
      const verdict = verdictOf(status, body)
      expect(verdict).toEqual(doubt('intermediary-response'))
      expect(reasonOfVerdict(verdict)).toContain('probably not booked')
    }
  })
})

describe('rows 16 to 22: the provider says that it is not booked, or may not know', () => {
  test.for([401, 400, 403])('row 16: %i with access_denied waits, and the line pauses for the token', (status) => {
    proves('5: not-shown-token')
    for (const code of ['access_denied', 'ACCESS_DENIED']) {
      const verdict = verdictOf(status, errorBody(code))
      expect(verdict).toMatchObject({ proof: 'retryable', code: 'token-refused' })
      expect(verdict.line).toMatchObject({ kind: 'pause', cause: 'token-refused' })
    }
  })

  test('row 16: a token that was signed in for is fetched anew for one more try', () => {
    const renews = { renews: true }
    expect(verdictOf(401, LOGIN_PAGE, renews)).toMatchObject({ proof: 'retryable', line: { kind: 'suspect' } })
    // Another end in between: that token was good.
    const later = verdictOf(401, '', { ...renews, earlier: ['token-refused', 'provider-busy'] })
    expect(later.line).toEqual({ kind: 'suspect' })
    // Not the token but what it may do.
    expect(verdictOf(403, errorBody('access_denied'), renews).line).toMatchObject({ kind: 'pause' })
  })

  test('row 16: the second refusal of a booking for its token stops the line, whatever it signs in with', () => {
    for (const renews of [true, false]) {
      for (const earlier of [['token-refused'], ['provider-busy', 'token-refused']] as const) {
        const verdicts = [
          verdictOf(401, '', { renews, earlier }),
          ...[401, 400, 403].map((status) => verdictOf(status, errorBody('access_denied'), { renews, earlier })),
        ]
        for (const verdict of verdicts) {
          expect(verdict).toMatchObject({ proof: 'retryable', line: { kind: 'halt', cause: 'token-refused' } })
        }
      }
    }
  })

  test('row 16: any 401 waits, also without the envelope', () => {
    proves('5: not-shown-token')
    expect(verdictOf(401, LOGIN_PAGE).proof).toBe('retryable')
  })

  test.for(['missing_scope', 'plan_ended'])('row 17: 403 with %s is held and the line stops', (code) => {
    expect(verdictOf(403, errorBody(code))).toMatchObject({
      proof: 'must-hold',
      code: 'forbidden',
      line: { kind: 'halt' },
    })
  })

  test.for([404, 405, 410])('row 18: %i with the envelope is held and the line stops', (status) => {
    const verdict = verdictOf(status, errorBody('not_found'))
    // No matter of the token: what the light says must not send anyone to look for a new one.
    expect(verdict).toMatchObject({ proof: 'must-hold', code: 'endpoint-not-found' })
    expect(verdict.line).toMatchObject({ kind: 'halt', cause: 'protocol-changed' })
  })

  test('row 19: 408 is in doubt, with the envelope and without', () => {
    expect(verdictOf(408, errorBody('field_invalid'))).toEqual(doubt('request-timeout'))
    expect(verdictOf(408, '')).toEqual(doubt('request-timeout'))
  })

  test('row 20: 409 is in doubt', () => {
    expect(verdictOf(409, errorBody('conflict'))).toEqual(doubt('unknown'))
  })

  test.for([400, 409, 422])('row 21: move_duplication (%i) on a first try is held and the line goes on', (status) => {
    const verdict = verdictOf(status, errorBody('MOVE_DUPLICATION'))
    expect(verdict).toMatchObject({ proof: 'repeat', code: 'move-duplication', line: { kind: 'continue' } })
  })

  test('row 21, rule M: move_duplication on a later try may be our own first one, and is in doubt', () => {
    expect(verdictOf(409, errorBody('move_duplication'), { earlier: ['provider-busy'] })).toEqual(
      doubt('move-duplication'),
    )
    const unproved = { earlier: ['no-answer'], doubt: true } as const
    expect(verdictOf(409, errorBody('move_duplication'), unproved)).toMatchObject({ proof: 'repeat' })
  })

  test('row 22: 429 waits, and the line for as long as it was asked to', () => {
    proves('8: not-shown-limits')
    const verdict = verdictOf(429, '', {}, { headers: { 'retry-after': '90' } })
    expect(verdict).toMatchObject({ proof: 'retryable', code: 'provider-busy' })
    expect(verdict.line).toMatchObject({ kind: 'pause', ms: 90_000, cause: 'provider-busy' })
    expect(verdictOf(429, errorBody('too_many')).line).toMatchObject({ ms: 60_000 })
  })

  test('row 22: a 429 that nobody signs is in doubt', () => {
    expect(verdictOf(429, LOGIN_PAGE)).toEqual(doubt('intermediary-response'))
  })
})

describe('rows 23, 26, 27', () => {
  test.for([500, 501, 502, 503, 504, 505, 507, 520, 524, 599])('row 23: %i is in doubt', (status) => {
    proves('7: not-shown-errors')
    for (const body of [errorBody('internal_server_error'), LOGIN_PAGE, pairAnswer(), '']) {
      for (const headers of [{}, { 'retry-after': '5' }]) {
        const verdict = verdictOf(status, body, {}, { headers })
        expect(verdict).toEqual(doubt('server-error'))
        expect(verdict.line).toEqual({ kind: 'suspect' })
      }
    }
  })

  test.for([421, 425])('row 26: %i waits once over a proved connection', (status) => {
    expect(verdictOf(status, '')).toMatchObject({
      proof: 'retryable',
      code: 'misdirected-request',
      line: { kind: 'suspect' },
    })
    expect(verdictOf(status, '', { earlier: ['misdirected-request'] }).proof).toBe('unknown')
    expect(verdictOf(status, '', { verified: false }).proof).toBe('unknown')
  })

  test.for([0, 100, 101, 199, 600, 999, -1, NaN])('row 27: the status %d is in doubt', (status) => {
    expect(verdictOf(status, pairAnswer()).proof).toBe('unknown')
  })

  test('row 27: a known status with an unknown code is in doubt', () => {
    proves('7: not-shown-errors')
    expect(verdictOf(400, errorBody('something_new'))).toEqual(doubt('unknown'))
    expect(verdictOf(418, errorBody('field_invalid'))).toEqual(doubt('unknown'))
  })
})

test('the sample stands for what is sent', () => {
  expect(PAIR.moves.map((move) => move.reference)).toEqual([CUSTOMER_REFERENCE, LOANER_REFERENCE])
})
