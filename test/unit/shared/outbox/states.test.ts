import { expect, test } from 'vitest'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { STATE_FACTS, sqlStates, statesWhere } from '../../../../shared/outbox/states.ts'

test('Every state settles by itself, waits for a person or is closed', () => {
  for (const state of ENTRY_STATES) {
    const { automatic, needsPerson, open, terminal } = STATE_FACTS[state]
    expect([state, Number(automatic) + Number(needsPerson)]).toEqual([state, open ? 1 : 0])
    expect([state, terminal && open]).toEqual([state, false])
  }
})

test('A state is withdrawable only where the provider certainly has no request, and no such state is possibly sent', () => {
  for (const state of ENTRY_STATES) {
    const { withdrawable, unsent, possiblySent, sendable } = STATE_FACTS[state]
    expect([state, withdrawable]).toEqual([state, unsent && sendable])
    expect([state, unsent && possiblySent]).toEqual([state, false])
  }
})

test('A list of states holds what the table says, in the order of the states', () => {
  expect(statesWhere({ sendable: true })).toEqual(['waiting', 'sending', 'refused', 'in-doubt', 'held'])
  expect(sqlStates({ open: false })).toBe("('booked', 'withdrawn', 'placed-by-phone')")
})
