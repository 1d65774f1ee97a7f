import { expect, test } from 'vitest'
import { describeLive, describeUpdated, kindLabel } from '../../../../../renderer/lookup/text/page-text.ts'
import { aMove, CONCIERGE, ONE_WAY, PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const at = (value: string) => ({ known: true, value }) as const

test('The kind names action and loaner', () => {
  expect(kindLabel(PAIR)).toBe('Pickup + loaner')
  expect(kindLabel({ ...PAIR, action: 'return' })).toBe('Return + loaner')
  expect(kindLabel(CONCIERGE)).toBe('Pickup')
  expect(kindLabel(ONE_WAY)).toBe('One-way')
})

test('The live line names driver, car and the last stage, and stands in for a driver without a name', () => {
  const stages = {
    ...aMove('loaner').stages,
    pickup_started: at('2026-11-24T18:12:00Z'),
    delivery_started: at('2026-11-24T18:30:00Z'),
  }
  expect(describeLive(aMove('loaner', { stages, news: { driverName: 'Marcus T.' } }))).toBe(
    'Marcus T. with LN-12: En route',
  )
  expect(describeLive(aMove('customer', { stages }))).toBe('The driver with 2019 Buick Enclave: En route')
})

test('The time of the last news is the latest of all moves, with its day unless that is today', () => {
  const now = '2026-11-24T19:00:00Z'
  const told = (customer: string | null, loaner: string | null) => ({
    moves: [aMove('customer', { providerReadAt: customer }), aMove('loaner', { providerReadAt: loaner })],
  })
  expect(describeUpdated(told(null, null), ZONE, now)).toBeNull()
  expect(describeUpdated(told('2026-11-24T18:05:00Z', '2026-11-24T18:06:00Z'), ZONE, now)).toBe('Updated 1:06 PM')
  expect(describeUpdated(told('2026-11-23T18:05:00Z', null), ZONE, now)).toBe('Updated Mon, Nov 23, 1:05 PM ET')
})
