import { describe, expect, test } from 'vitest'
import { describeFilters, describeMove } from '../../../../../renderer/lookup/text/lookup-text.ts'
import { addedFact, orderFact } from '../../../../support/builders/added-facts.ts'
import { aMove, LOANER_REFERENCE, PAIR } from '../../../../support/builders/booked-moves.ts'

describe('`describeMove`', () => {
  test('`describeMove` gives the repair order, the number and the tracking page', () => {
    const booking = {
      ...PAIR,
      moves: [
        aMove('customer', {
          number: { known: true, value: 70_001 },
          trackingLink: { known: true, value: 'https://p.example/t/1' },
        }),
        aMove('loaner', { number: { known: true, value: 70_002 } }),
      ],
    }
    expect(describeMove(booking, 'move-customer')).toBe('RO 10412, move 70001, https://p.example/t/1')
    expect(describeMove(booking, 'move-loaner')).toBe('RO 10412, move 70002')
    expect(describeMove(booking, null)).toBe('RO 10412, move 70001, https://p.example/t/1, move 70002')
    const added = { ...booking, reference: null, addedFacts: [addedFact(orderFact('RO 501'))] }
    expect(describeMove(added, 'move-loaner')).toBe('RO 501, move 70002')
    expect(describeMove({ ...booking, reference: null }, 'move-loaner')).toBe(`${LOANER_REFERENCE}, move 70002`)
  })
})

test('`describeFilters` joins the names of all filters', () => {
  expect(describeFilters(['open'])).toBe('open')
  expect(describeFilters(['open', 'today', 'attention'])).toBe('open, due today, and in need of attention')
})
