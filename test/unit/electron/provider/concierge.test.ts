import { describe, expect, test } from 'vitest'
import { bookingRequest } from '../../../../electron/provider/build-request.ts'
import { parseConcierge, parseFetched } from '../../../../electron/provider/parse-response.ts'
import type { BookedMoves } from '../../../../shared/move/move.ts'
import {
  aMove,
  CAR,
  CONCIERGE,
  CUSTOMER_REFERENCE,
  HOME,
  LOANER_REFERENCE,
  LOT,
  pairAnswer,
  singleAnswer,
} from '../../../support/builders/booked-moves.ts'
import { verdictOf } from '../../../support/builders/sent-request.ts'

const lot = { name: LOT.name, address_one: LOT.addressOne, city: 'Richmond', state: 'VA', zip: '23230' }
const home = {
  name: 'Home',
  address_one: HOME.addressOne,
  address_two: 'Apt 4',
  city: 'Richmond',
  state: 'VA',
  zip: '23220',
}

const unresolved = { resolved: { known: false } } as const
const RETURN: BookedMoves = {
  ...CONCIERGE,
  action: 'return',
  moves: [aMove('customer', { pickup: { ...LOT, ...unresolved }, delivery: { ...HOME, ...unresolved } })],
}

test.for([
  ['pickup', CONCIERGE, home, lot],
  ['return', RETURN, lot, home],
] as const)('A %s without a loaner has exactly this body', ([action, booking, from, to]) => {
  const { path, body } = bookingRequest({ ...booking, payerNumber: 77 }, { profile: 'hopdrive', rooftop: 42 })
  expect(path).toBe('/v1/concierge-moves')
  expect(JSON.parse(body)).toEqual({
    rooftop: 42,
    third_party_payer: 77,
    duplicate_check: 'reference_num',
    appointment_time_utc: '2026-11-24 19:00:00',
    customer_name: 'Harriet Quill',
    customer_phone: '+18045550134',
    customer_action: action,
    customer_move: {
      reference_num: CUSTOMER_REFERENCE,
      vehicle: { vin: CAR.vin, year: '2019', make: 'Buick', model: 'Enclave', color: 'White', manual: false },
      pickup_location: from,
      delivery_location: to,
    },
  })
})

const { customer_move, loaner_move, ...around } = pairAnswer({ reference_num: CUSTOMER_REFERENCE, reference_id: null })
const ALONE = { ...around, customer_move }

describe('A response to a pair without a loaner', () => {
  test.for([
    ['`customer_move` alone', ALONE],
    ['`customer_move` beside an empty `loaner_move`', { ...ALONE, loaner_move: null }],
    ['one `move`', singleAnswer()],
  ])('A pair without a loaner is booked by a response with %s', ([, body]) => {
    const verdict = verdictOf(200, body, { booking: CONCIERGE })
    expect(verdict.proof).toBe('booked')
    expect(verdict.response?.moves).toMatchObject([{ moveId: 'move-customer', response: { number: 90_001 } }])
    expect(verdict.response?.readyBy).toMatch(/^2026-11-24T/)
  })

  test.for([
    ['a loaner too', pairAnswer()],
    ['no number', { customer_move: { reference_num: CUSTOMER_REFERENCE } }],
    ['a number at the top alone', { move_id: 90_001, reference_num: CUSTOMER_REFERENCE }],
    ['no reference', { customer_move: { move_id: 90_001 } }],
    ['no reference in one `move`', singleAnswer({ reference_id: undefined })],
    ['the reference of another booking', { customer_move: { ...customer_move, reference_num: LOANER_REFERENCE } }],
    ['the VIN of another car', { customer_move: { ...customer_move, vehicle: { vin: '2T1BURHE0JC000001' } } }],
    ['nothing', {}],
  ])('A pair without a loaner stays in doubt by a response with %s', ([, body]) => {
    expect(verdictOf(200, body, { booking: CONCIERGE })).toMatchObject({ proof: 'unknown', code: 'answer-unreadable' })
  })

  test('A pair with a loaner stays in doubt by a response with `customer_move` alone', () => {
    expect(verdictOf(200, ALONE)).toMatchObject({ proof: 'unknown', code: 'answer-unreadable' })
  })

  test('`parseConcierge` reads what the response holds of the booking as a whole', () => {
    expect(parseConcierge(JSON.stringify({ ...ALONE, customer_name: 'H. Quill' }))?.bookingValues).toMatchObject({
      customerName: 'H. Quill',
      appointment: '2026-11-24T19:00:00Z',
    })
  })
})

test.for([
  ['`customer_move` alone', ALONE],
  ['one `move`', singleAnswer()],
])('`parseFetched` reads a pair without a loaner as %s', ([, body]) => {
  expect(parseFetched(JSON.stringify(body), 90_001)).toMatchObject({ move: { number: 90_001 }, partner: null })
})

test('`parseFetched` does not take the customer’s move for the other move of a pair', () => {
  expect(parseFetched(JSON.stringify({ customer_move, loaner_move }), 90_003)).toBeNull()
})
