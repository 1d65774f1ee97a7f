import { describe, expect, test } from 'vitest'
import { AMENDMENT_STATES } from '../../../../shared/outbox/amendment-state.ts'
import { sqlAmendmentStates } from '../../../../shared/outbox/amendment-machine.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { STATE_FACTS, statesWhere } from '../../../../shared/outbox/states.ts'

/** The states of each fact, as `test/spec/reliability.md#entry-states` means them. */
const ENTRY_FACTS = {
  open: ['waiting', 'sending', 'booked-awaiting-number', 'refused', 'in-doubt', 'held'],
  terminal: ['booked', 'withdrawn'],
  sendable: ['waiting', 'sending', 'refused', 'in-doubt', 'held'],
  automatic: ['waiting', 'sending'],
  needsPerson: ['booked-awaiting-number', 'refused', 'in-doubt', 'held'],
  withdrawable: ['waiting', 'refused', 'held'],
  possiblySent: ['sending', 'booked-awaiting-number', 'in-doubt'],
  unsent: ['waiting', 'refused', 'held', 'withdrawn', 'placed-by-phone'],
  takesNumber: ['booked-awaiting-number', 'in-doubt', 'placed-by-phone'],
  verifiesNumber: ['booked-awaiting-number', 'placed-by-phone'],
  duplicable: ['waiting', 'sending', 'booked', 'booked-awaiting-number', 'in-doubt', 'held', 'placed-by-phone'],
  resolved: ['waiting', 'booked', 'withdrawn', 'placed-by-phone'],
} as const

const TALLY = {
  waiting: 'notSent',
  sending: 'unknown',
  booked: 'accepted',
  'booked-awaiting-number': 'accepted',
  refused: 'refused',
  'in-doubt': 'unknown',
  held: 'notSent',
  withdrawn: 'withdrawn',
  'placed-by-phone': 'byPhone',
} as const

const AMENDMENT_FACTS = {
  open: ['waiting', 'sending', 'submitted'],
  terminal: ['completed', 'refused', 'withdrawn'],
  sendable: ['waiting', 'sending'],
  withdrawable: ['waiting'],
  verifiable: ['sending', 'submitted'],
} as const

describe('The table of entry states', () => {
  test.for(Object.entries(ENTRY_FACTS))(
    'The fact %s belongs to its entry states and to no other state',
    ([fact, states]) => {
      expect(statesWhere({ [fact]: true })).toEqual(states)
      expect(statesWhere({ [fact]: false })).toEqual(
        ENTRY_STATES.filter((state) => !states.some((one) => one === state)),
      )
    },
  )

  test('The tally counts each entry state in its part', () => {
    for (const state of ENTRY_STATES) expect([state, STATE_FACTS[state].tally]).toEqual([state, TALLY[state]])
  })

  test('`statesWhere` finds the entry states that have all of several facts', () => {
    expect(statesWhere({ needsPerson: true, unsent: true })).toEqual(['refused', 'held'])
    expect(statesWhere({})).toEqual(ENTRY_STATES)
  })
})

describe('The table of amendment states', () => {
  test.for(Object.entries(AMENDMENT_FACTS))(
    'The fact %s belongs to its amendment states and to no other state',
    ([fact, states]) => {
      const listed = (words: readonly string[]) => `(${words.map((word) => `'${word}'`).join(', ')})`
      const others = AMENDMENT_STATES.filter((state) => !states.some((one) => one === state))
      expect(sqlAmendmentStates({ [fact]: true })).toBe(listed(states))
      expect(sqlAmendmentStates({ [fact]: false })).toBe(listed(others))
    },
  )
})
