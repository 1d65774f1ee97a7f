import { describe, expect, test } from 'vitest'
import { driverUnderWay, moveNewsFacts } from '../../../../../renderer/booking/text/move-news-text.ts'
import type { Charge, MoveNews } from '../../../../../shared/move/move-news.ts'
import type { Stamp } from '../../../../../shared/move/move.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'
import { aMove } from '../../../../support/builders/booked-moves.ts'
import { NEWS } from '../../../../support/builders/move-news.ts'

const DELIVERED = '2026-11-24T19:00:00Z'
const WEEK = 7 * 24 * 60

const facts = (news: MoveNews, now = DELIVERED, delivered: Stamp = DELIVERED) =>
  moveNewsFacts(news, { delivered, zone: 'America/New_York', now }).map(({ term, value }) => `${term}: ${value}`)

const PLAIN: Charge = {
  type: 'move',
  status: null,
  dueAmount: 38.5,
  paidAmount: 0,
  balanceRemaining: 38.5,
  disputed: false,
  disputeReason: null,
  discountAmount: 0,
  discountReason: null,
  details: [],
}
const charge = (changes: Partial<Charge>, settled?: boolean) =>
  facts({ charge: { ...PLAIN, ...changes }, ...(settled === undefined ? {} : { settled }) })[0]

describe('`moveNewsFacts`', () => {
  test('`moveNewsFacts` names the driver and the charge with its dispute, its discount and its parts', () => {
    expect(facts({})).toEqual([])
    expect(facts(NEWS)).toEqual([
      'Driver: Nadia Rowe',
      'Charge: $38.50 due, status “open”, not final until Tue, Dec 1, 2:00 PM ET\nDisputed: Wrong distance\n' +
        'Discount $5.00: Late pickup\nTransport $30.00, Fuel $8.50 (Two gallons)',
    ])
  })

  test('A charge is final only when the provider said so', () => {
    const at = (settled: boolean, minutes: number, delivered: Stamp = DELIVERED) =>
      facts({ charge: PLAIN, settled }, addMinutes(DELIVERED, minutes), delivered)[0]
    expect(at(true, 0)).toBe('Charge: $38.50 due, final')
    expect(at(false, WEEK - 1)).toMatch(/^Charge: \$38\.50 due, not final until /)
    expect(at(false, WEEK)).toBe('Charge: $38.50 due, not final at the last update')
    for (const untimed of [true, null] as const) expect(at(false, 0, untimed)).toBe('Charge: $38.50 due, not final yet')
    expect(charge({})).toBe('Charge: $38.50 due')
  })

  test('A settled move without a charge says so, and a move that is not settled says nothing', () => {
    expect(facts({ settled: true })).toEqual(['Charge: none, final'])
    expect(facts({ settled: false })).toEqual([])
  })

  test.for<[Partial<Charge>, string]>([
    [{ paidAmount: 10, balanceRemaining: 28.5 }, '$38.50 due, $10.00 paid, $28.50 remaining'],
    [{ dueAmount: null, paidAmount: 10, balanceRemaining: null }, '$10.00 paid'],
    [{ dueAmount: 100, discountAmount: 20, balanceRemaining: 80 }, '$100.00 due, $80.00 remaining\nDiscount $20.00'],
    [{ status: 'paid', balanceRemaining: 0 }, '$38.50 due, $0.00 remaining, status “paid”'],
    [{ dueAmount: 1e300, balanceRemaining: null }, '“1e+300” due'],
    [{ dueAmount: '38.50 EUR', balanceRemaining: null }, '“38.50 EUR” due'],
    [{ dueAmount: 1234.5, balanceRemaining: 1234.5 }, '$1,234.50 due'],
    [
      { dueAmount: null, balanceRemaining: null, type: 'fee', status: 'paid' },
      'no amount given, type “fee”, status “paid”',
    ],
    [{ disputed: true }, '$38.50 due\nDisputed'],
    [{ discountAmount: null, discountReason: 'Late pickup' }, '$38.50 due'],
    [{ discountAmount: 5 }, '$38.50 due\nDiscount $5.00'],
    [{ details: [{ name: null, amount: null, notes: null }] }, '$38.50 due'],
  ])('A charge with %j reads %j', ([changes, words]) => expect(charge(changes)).toBe(`Charge: ${words}`))

  test('A charge and a tracking link that cannot be read are named as given', () => {
    expect(facts({ charge: 'unreadable', settled: true, unreadableTrackingLink: '7' })).toEqual([
      "Charge: given, but in a form we can't read, final",
      'Tracking page: “7” (not a link we can open)',
    ])
  })
})

test('`driverUnderWay` names the driver from the start until the delivery', () => {
  const at = (...reached: readonly ('pickup_started' | 'delivery_arrived' | 'delivery_successful')[]) => {
    const move = aMove('customer', { news: NEWS })
    const stamps = reached.map((stage) => [stage, { known: true, value: DELIVERED }])
    return driverUnderWay({ ...move, stages: { ...move.stages, ...Object.fromEntries(stamps) } })
  }
  expect([at(), at('pickup_started'), at('delivery_arrived'), at('delivery_successful')]).toEqual([
    null,
    'Nadia Rowe',
    'Nadia Rowe',
    null,
  ])
  expect(driverUnderWay(aMove('customer'))).toBeNull()
})
