import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  effectiveReference,
  effectiveVehicle,
  latestNote,
  notAddableReason,
} from '../../../../shared/booking/added-facts.ts'
import { AMENDMENT_STATES, type AmendmentState } from '../../../../shared/outbox/amendment-state.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { addedFact, loanerFact, noteFact, orderFact } from '../../../support/builders/added-facts.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'
import { aMove, CONCIERGE, ONE_WAY, PAIR } from '../../../support/builders/booked-moves.ts'

const SEED = seedOf('added-facts')

describe('The effective values of a booking', () => {
  const facts = fc.array(
    fc.record({
      fact: fc.oneof(
        fc.string({ minLength: 1 }).map((text) => orderFact(text)),
        fc.string({ minLength: 1 }).map((stock) => loanerFact({ stock })),
        fc.string({ minLength: 1 }).map(noteFact),
      ),
      isReplaced: fc.boolean(),
    }),
  )

  test('The latest fact of a kind that is not replaced holds, else the sent value', () => {
    fc.assert(
      fc.property(facts, fc.option(fc.string()), (list, reference) => {
        const booking = { reference, addedFacts: list.map(({ fact, isReplaced }) => addedFact(fact, { isReplaced })) }
        let expected: { reference: string | null; stock: string | null; note: string | null } = {
          reference,
          stock: 'LN-12',
          note: null,
        }
        for (const { fact, isReplaced } of list) {
          if (isReplaced) continue
          if (fact.kind === 'repair-order') expected = { ...expected, reference: fact.reference }
          if (fact.kind === 'loaner') expected = { ...expected, stock: fact.loaner.stock }
          if (fact.kind === 'note') expected = { ...expected, note: fact.text }
        }
        expect({
          reference: effectiveReference(booking),
          stock: effectiveVehicle(booking, aMove('loaner'))?.stock,
          note: latestNote(booking),
        }).toEqual(expected)
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  test('An added loaner is the whole vehicle of the loaner move alone, with the transmission that was sent', () => {
    const booking = { ...PAIR, addedFacts: [addedFact(loanerFact({ make: 'Kia' }))] }
    const sent = aMove('loaner', { vehicle: { ...loanerFact({ vin: '1M8GDM9AXKP042788' }).loaner, manual: true } })
    expect(effectiveVehicle(booking, sent)).toEqual({ ...loanerFact({ make: 'Kia' }).loaner, manual: true })
    expect(effectiveVehicle(booking, aMove('loaner', { vehicle: null }))).toEqual({
      ...loanerFact({ make: 'Kia' }).loaner,
      manual: false,
    })
    expect(effectiveVehicle(booking, aMove('customer'))).toBe(aMove('customer').vehicle)
    expect(effectiveVehicle(PAIR, aMove('loaner', { vehicle: null }))).toBeNull()
  })
})

test('An added loaner holds until its change or a later one took effect, and then the vehicle of the move holds', () => {
  const change = (id: string, state: AmendmentState, madeAt = START) => ({ id, kind: 'change' as const, state, madeAt })
  const stock = (amendmentId: string | null, ...amendments: readonly ReturnType<typeof change>[]) =>
    effectiveVehicle(
      { addedFacts: [addedFact(loanerFact({ stock: 'added' }), { amendmentId })] },
      { role: 'loaner', vehicle: { ...loanerFact({ stock: 'of the move' }).loaner, manual: false }, amendments },
    )?.stock
  for (const state of AMENDMENT_STATES)
    expect(stock('a-1', change('a-1', state)), state).toBe(state === 'completed' ? 'of the move' : 'added')
  const [before, after] = [addMinutes(START, -1), addMinutes(START, 1)]
  expect(stock('a-1', change('a-0', 'completed', before))).toBe('added')
  expect(stock(null, change('a-0', 'completed', before))).toBe('added')
  expect(stock(null, change('a-2', 'completed', after))).toBe('of the move')
  expect(stock('a-1', change('a-2', 'submitted', after), change('a-1', 'refused'))).toBe('added')
})

describe('`notAddableReason`', () => {
  test.for(ENTRY_STATES)('`notAddableReason` lets facts be added to a %s booking only if it may have left', (state) => {
    const entry = { ...PAIR.entry, state }
    const leaves = ['waiting', 'held', 'refused', 'withdrawn'].includes(state)
    expect(notAddableReason({ ...PAIR, entry }, 'note') === null).toBe(!leaves)
    if (state === 'held')
      expect(notAddableReason({ ...PAIR, entry: { ...entry, unresolvedAttempt: true } }, 'note')).toBeNull()
  })

  test('`notAddableReason` names the missing loaner of a one-way and of a pair without one', () => {
    expect(notAddableReason(CONCIERGE, 'loaner')).toMatchObject({ failure: { detail: 'no-loaner' } })
    expect(notAddableReason(ONE_WAY, 'loaner')).toMatchObject({ failure: { detail: 'no-loaner' } })
    expect([notAddableReason(ONE_WAY, 'note'), notAddableReason(PAIR, 'loaner')]).toEqual([null, null])
  })
})
