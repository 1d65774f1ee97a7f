import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changed, oneWayBody, pairBody, running, START, type Running } from './running.ts'
import { proves } from '../../support/spec-rows.ts'

let desk: Running
beforeEach(async () => {
  desk = await running()
})
afterEach(() => desk.end())

describe('Numbers and places', () => {
  test('Moves count from 70001 and lanes from 880, and a refusal takes no number', async () => {
    proves('2.1: lane_uri')
    const pair = (await desk.post('/v1/concierge-loaner-moves', pairBody())).json
    await desk.post('/v1/concierge-loaner-moves', changed(pairBody(), 'customer_name', undefined))
    const single = (await desk.post('/v1/one-way-moves', oneWayBody())).json
    const again = (await desk.post('/v1/concierge-loaner-moves', pairBody())).json
    expect([pair.loaner_move.move_id, pair.customer_move.move_id]).toEqual([70001, 70002])
    expect(single.move.id).toBe(70003)
    expect([again.loaner_move.move_id, again.customer_move.move_id]).toEqual([70004, 70005])
    const lanes = [pair.loaner_move, pair.customer_move, single.move, again.loaner_move, again.customer_move]
    expect(lanes.map((move) => move.lane_uri.split('/').at(-1))).toEqual(['880', '880', '881', '882', '882'])
  })

  test('An address has one location however it is spelled, and the name belongs to the move', async () => {
    const first = (await desk.post('/v1/one-way-moves', oneWayBody())).json
    const spelled = { ...oneWayBody(), name: 'The lot', address_one: ' 4100  w. broad ST ', city: 'RICHMOND' }
    const second = (await desk.post('/v1/one-way-moves', spelled)).json
    expect(second.pickup_location).toEqual({ ...first.pickup_location, name: 'The lot' })
    const other = (await desk.post('/v1/one-way-moves', { ...oneWayBody(), address_one: '4102 W Broad St' })).json
    expect(other.pickup_location.location_id).not.toBe(first.pickup_location.location_id)
    expect(other.pickup_location.google_place_id).not.toBe(first.pickup_location.google_place_id)
  })

  test.each([
    ['00000', { lat: 40.8154, lon: -73.0451 }],
    ['23299', { lat: 37.5406, lon: -77.4316 }],
    ['99999', { lat: 55.3422, lon: -131.6478 }],
  ])('The unknown ZIP %s has the coordinates of the next known one', async (zip, point) => {
    const body = changed(pairBody(), 'customer_move.pickup_location.zip', zip)
    const { status, json } = await desk.post('/v1/concierge-loaner-moves', body)
    expect(status).toBe(200)
    expect(json.customer_move.pickup_location).toMatchObject(point)
  })

  test('The ledger has every accepted POST in order', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    desk.clock.pass(5)
    await desk.post('/v1/one-way-moves', changed(oneWayBody(), 'reference_id', undefined))
    expect(await desk.ledger()).toEqual([
      {
        id: 1,
        kind: 'concierge-loaner',
        accepted_at: START,
        references: ['RO 10023 LK-3FA9C1D2L', 'RO 10023 LK-3FA9C1D2C'],
        move_ids: [70001, 70002],
      },
      { id: 2, kind: 'one-way', accepted_at: '2026-11-24T12:00:05Z', references: [null], move_ids: [70003] },
    ])
  })

  test('The same body sent twice makes two bookings', async () => {
    await desk.post('/v1/one-way-moves', oneWayBody())
    await desk.post('/v1/one-way-moves', oneWayBody())
    expect((await desk.ledger()).map((entry) => entry.move_ids)).toEqual([[70001], [70002]])
  })
})
