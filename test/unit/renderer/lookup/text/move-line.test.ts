import { describe, expect, test } from 'vitest'
import { describeMove } from '../../../../../renderer/lookup/text/move-line.ts'
import { describeFilteredOut } from '../../../../../renderer/lookup/text/no-results-text.ts'
import { LOOKUP_FILTERS } from '../../../../../shared/views/lookup.ts'
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

test('`describeFilteredOut` is a whole sentence for each filter, with and without a text', () => {
  expect(LOOKUP_FILTERS.map((filter) => describeFilteredOut('0134', [filter]).title)).toEqual([
    'No bookings for "0134" that are open',
    'No bookings for "0134" that are due today',
    'No bookings for "0134" that need attention',
  ])
  expect(describeFilteredOut('', ['attention']).title).toBe('No bookings that need attention')
  expect(describeFilteredOut('', ['open', 'today', 'attention']).title).toBe(
    'No bookings that are open, are due today, and need attention',
  )
})
