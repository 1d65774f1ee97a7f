import { describe, expect, test } from 'vitest'
import {
  explainFact,
  describeFact,
  factSaved,
  formatFact,
} from '../../../../../renderer/booking/text/added-fact-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import type { Amendment } from '../../../../../shared/outbox/amendment.ts'
import type { AmendmentState } from '../../../../../shared/outbox/amendment-state.ts'
import { addedFact, loanerFact, noteFact, orderFact } from '../../../../support/builders/added-facts.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const BOOKED: BookedMoves = {
  ...PAIR,
  state: 'booked',
  entry: { ...PAIR.entry, state: 'booked' },
  capabilities: { cancel: true, change: true },
}

function withChange(state: AmendmentState): BookedMoves {
  const change: Amendment = {
    id: 'a-1',
    kind: 'change',
    change: null,
    state,
    code: null,
    fields: {},
    providerMessage: null,
    who: 'Dana R.',
    madeAt: START,
    changedAt: START,
  }
  return { ...BOOKED, moves: [aMove('customer'), aMove('loaner', { amendments: [change] })] }
}

test('`formatFact` gives the value of each kind', () => {
  expect(
    [addedFact(orderFact('RO 501')), addedFact(noteFact('Key is here')), addedFact(loanerFact())].map(formatFact),
  ).toEqual(['RO 501', 'Key is here', 'LN-77 Kia Soul, 2022, Blue, VIN 1M8GDM9AXKP042788'])
  expect(formatFact(addedFact(loanerFact({ stock: 'LN-77' })))).toBe('LN-77')
})

describe('`describeFact`', () => {
  test.for([
    ['waiting', 'Sends to the driver service automatically'],
    ['sending', 'Sends to the driver service automatically'],
    ['submitted', 'Sends to the driver service automatically'],
    ['completed', 'The driver service has it.'],
    ['refused', 'stays here'],
    ['withdrawn', 'stays here'],
  ] as const)('`describeFact` says of a loaner whose change is %s that it %s', ([state, words]) => {
    expect(describeFact(addedFact(loanerFact(), { amendmentId: 'a-1' }), withChange(state))).toContain(words)
  })

  test('`describeFact` says why a loaner stays on the desk, and when it can be sent after all', () => {
    const kept = addedFact(loanerFact(), { keptBecause: 'collected' })
    const { moves } = BOOKED
    const collected = moves.map((move) => ({
      ...move,
      stages: { ...move.stages, pickup_successful: { known: true, value: START } as const },
    }))
    const words = describeFact(kept, { ...BOOKED, moves: collected })
    expect(words).toContain("stays here, and the driver service doesn't have it. Already picked up")
    expect(describeFact(kept, BOOKED)).toContain('add the loaner again to send it')
    expect(factSaved(kept, { ...BOOKED, moves: collected })).toBe(`Added. ${words}`)
    expect(factSaved(addedFact(orderFact('RO 501')), BOOKED)).toContain('The driver service is not told')
  })

  test('`describeFact` says that a booking which waits again lacks the fact, and that a change took its place', () => {
    const waiting: BookedMoves = { ...PAIR, state: 'waiting', entry: { ...PAIR.entry, state: 'waiting' } }
    const facts = [orderFact('RO 501'), loanerFact(), noteFact('x')]
    const all = facts.map((fact) => describeFact(addedFact(fact), waiting))
    expect(all).toEqual([
      expect.stringContaining('Edit the booking to send it'),
      expect.stringContaining('Edit the booking to send it'),
      null,
    ])
    for (const fact of facts)
      expect(describeFact(addedFact(fact, { isReplaced: true }), waiting)).toContain('replaced it')
  })

  test('`describeFact` counts the other bookings that were shown before a repair order was added', () => {
    const of = (...alike: readonly string[]) => describeFact(addedFact(orderFact('RO 501', alike)), BOOKED)
    expect([of(), of('b-1'), of('b-1', 'b-2')]).toEqual([
      null,
      'Added although another booking of the day has it.',
      'Added although 2 other bookings of the day have it.',
    ])
  })
})

test('`explainFact` names the way to tell the provider of a loaner, for a booking with a loaner', () => {
  const way = 'To tell the driver service about the loaner, use Change.'
  expect(explainFact('note', true)).toContain(way)
  expect(explainFact('repair-order', true)).toContain(way)
  expect(explainFact('note', false)).not.toContain('Change')
  expect(explainFact('loaner', true)).toMatch(/^Sent to the driver service as a change/)
})
