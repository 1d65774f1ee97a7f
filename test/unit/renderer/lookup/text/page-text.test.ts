import { expect, test } from 'vitest'
import {
  describeCallInstead,
  describeLive,
  describeUpdated,
  kindLabel,
} from '../../../../../renderer/lookup/text/page-text.ts'
import { aMove, CONCIERGE, ONE_WAY, PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const at = <T>(value: T) => ({ known: true, value }) as const

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
  expect(describeLive(PAIR, aMove('loaner', { stages, news: { driverName: 'Marcus T.' } }))).toBe(
    'Marcus T. with LN-12: En route',
  )
  expect(describeLive(PAIR, aMove('customer', { stages }))).toBe('The driver with 2019 Buick Enclave: En route')
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

test('The page says whom to call for what the provider does not take, with the moves that are not over', () => {
  const takes = (cancel: boolean, change: boolean) => ({ ...PAIR.capabilities, cancel, change })
  const pair = (cancel: boolean, change: boolean) => ({
    ...PAIR,
    state: 'booked' as const,
    capabilities: takes(cancel, change),
    moves: [aMove('customer', { number: at(70_004) }), aMove('loaner', { number: at(70_003) })],
  })
  const none = pair(false, false)
  expect(describeCallInstead(none)).toBe('To cancel or change, call the driver service: moves 70004 and 70003.')
  expect(describeCallInstead(pair(true, false))).toContain('To change, call')
  expect(describeCallInstead(pair(false, true))).toContain('To cancel, call')
  expect(describeCallInstead(pair(true, true))).toBeNull()
  expect(describeCallInstead({ ...none, state: 'waiting' })).toBeNull()
  const stages = { ...aMove('loaner').stages, delivery_successful: at('2026-11-24T18:30:00Z') }
  const halfDone = {
    ...none,
    moves: [none.moves[0] ?? aMove('customer'), aMove('loaner', { number: at(70_003), stages })],
  }
  expect(describeCallInstead(halfDone)).toBe('To cancel or change, call the driver service: move 70004.')
})
