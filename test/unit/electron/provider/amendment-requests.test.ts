import { describe, expect, test } from 'vitest'
import { parseCancellation, parseChanged, parseFetched } from '../../../../electron/provider/parse-response.ts'
import { cancellationRequest, changeRequest } from '../../../../electron/provider/build-request.ts'
import { changeSchema } from '../../../../shared/outbox/amendment.ts'
import {
  CUSTOMER_REFERENCE,
  LOANER_REFERENCE,
  pairAnswer,
  singleAnswer,
} from '../../../support/builders/booked-moves.ts'

/** Examples made by hand from test/spec/provider.md#times, #changes and #cancellations. */

const READY = { local: '2026-11-24T15:00', zone: 'America/New_York', utc: '2026-11-24T20:00:00Z' }

describe('The request of an amendment', () => {
  test('A cancellation request holds only the number of its move', () => {
    expect(cancellationRequest(7)).toEqual({ path: '/v1/cancelation', body: '{"move_id":7}' })
  })

  test('A change request holds only the fields that change', () => {
    const all = { stock: 'S-9', vin: '1M8GDM9AXKP042788', year: '2019', make: 'Buick', model: 'Enclave', color: 'Red' }
    const { path, body } = changeRequest(7, changeSchema.parse({ readyBy: READY, ...all }))
    expect(path).toBe('/v1/moves/7')
    expect(JSON.parse(body)).toEqual({
      ready_by: '2026-11-24T20:00:00Z',
      vehicle_stock: 'S-9',
      vehicle_vin: '1M8GDM9AXKP042788',
      vehicle_year: '2019',
      vehicle_make: 'Buick',
      vehicle_model: 'Enclave',
      vehicle_color: 'Red',
    })
    expect(JSON.parse(changeRequest(7, changeSchema.parse({ color: 'Red' })).body)).toEqual({ vehicle_color: 'Red' })
  })
})

describe('The answer to an amendment', () => {
  test('`parseCancellation` reads the move number and the cancel_status', () => {
    expect(parseCancellation('{"move_id":7,"cancel_status":"pending","more":1}')).toEqual({
      number: 7,
      cancelStatus: 'pending',
    })
  })

  test.for([
    '',
    '[]',
    '{}',
    '{"move_id":7}',
    '{"move_id":"7","cancel_status":"pending"}',
    '{"cancel_status":"pending"}',
  ])('`parseCancellation` refuses %j', (body) => expect(parseCancellation(body)).toBeNull())

  test('`parseChanged` reads the flat fields of a change, and a missing field is null', () => {
    const answer = {
      id: 7,
      vehicle_color: 'Red',
      vehicle_vin: null,
      vehicle_year: 2019,
      ready_by: '2026-11-24T20:00:00+00: 00',
    }
    expect(parseChanged(JSON.stringify(answer))).toEqual({
      number: 7,
      vehicle: { stock: null, vin: null, year: null, make: null, model: null, color: 'Red' },
      readyBy: '2026-11-24T20:00:00Z',
    })
    expect(parseChanged('{"vehicle_color":"Red"}')).toBeNull()
    expect(parseChanged('<html>')).toBeNull()
  })

  test('`parseFetched` reads the vehicle and the cancellation of a move', () => {
    const vehicle = {
      stock: 'S-9',
      vin: null,
      year: '2019',
      make: 'Buick',
      model: 'Enclave',
      color: 'Red',
      manual: true,
    }
    const body = singleAnswer({ vehicle, cancel_status: 'failed', cancel_reason: 'Too far along.' })
    expect(parseFetched(JSON.stringify(body), 90_001)?.move).toMatchObject({
      vehicle: { stock: 'S-9', vin: null, year: '2019', make: 'Buick', model: 'Enclave', color: 'Red' },
      cancelStatus: 'failed',
      cancelReason: 'Too far along.',
    })
    expect(parseFetched(JSON.stringify(singleAnswer({ vehicle: null })), 90_001)?.move.vehicle).toBeUndefined()
  })

  test('`parseFetched` reads a move of a pair with the other move as its partner', () => {
    const body = JSON.stringify(pairAnswer())
    expect(parseFetched(body, 90_001)).toMatchObject({
      move: { number: 90_001, reference: CUSTOMER_REFERENCE },
      partner: { number: 90_002, reference: LOANER_REFERENCE },
    })
    expect(parseFetched(body, 90_002)).toMatchObject({ move: { number: 90_002 }, partner: { number: 90_001 } })
    expect(parseFetched(JSON.stringify(singleAnswer()), 90_001)?.partner).toBeNull()
  })
})
