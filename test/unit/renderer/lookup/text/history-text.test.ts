import { expect, test } from 'vitest'
import { describeEvent } from '../../../../../renderer/lookup/text/history-text.ts'
import type { HistoryEvent } from '../../../../../shared/views/history.ts'
import { HOLD_REASONS } from '../../../../../shared/outbox/machine.ts'
import { AMENDMENT_STATES } from '../../../../../shared/outbox/amendment-state.ts'
import { START } from '../../../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const BARE = { code: null, fields: {}, providerMessage: null } as const
const say = (event: HistoryEvent) => {
  const { text, who, more } = describeEvent(event, ZONE, START)
  return [`${text}${who === null ? '' : `, by ${who}`}`, ...more].join(' | ')
}

test('`describeEvent` describes decisions, holds and amendments with the person and the reason', () => {
  const decided = { kind: 'resolved', at: START, who: 'Dana R.', why: null, detail: null } as const
  expect(say({ ...decided, decision: 'number-reported', detail: '70001, 70002' })).toBe(
    'Number entered to be looked up: 70001, 70002, by Dana R.',
  )
  expect(say({ ...decided, decision: 'not-booked-reported', why: 'Asked by phone' })).toMatch(
    /^Reported as not booked, by Dana R\. \| Asked by phone$/,
  )
  expect(say({ ...decided, decision: 'withdrawn', who: null })).toBe('Withdrawn')
  expect(say({ ...decided, decision: 'taken-over', detail: 'Desk 2' })).toBe('Taken over from Desk 2, by Dana R.')
  expect(say({ ...decided, decision: 'taken-over', who: null })).toBe('Taken over from another desk')
  const notBooked = { ...decided, decision: 'not-booked-elsewhere', who: null } as const
  expect(say({ ...notBooked, detail: 'Desk 2' })).toBe('Not booked by Desk 2, sending again')
  expect(say({ ...notBooked, detail: null })).toBe('Not booked by the other desk, sending again')
  const elsewhere = { ...decided, who: null, detail: 'Desk 2' } as const
  expect(say({ ...elsewhere, decision: 'changed-elsewhere' })).toBe(
    'Changed at Desk 2, which had not heard of the takeover',
  )
  expect(say({ ...elsewhere, decision: 'withdrawn-elsewhere' })).toBe(
    'Withdrawn at Desk 2, which had not heard of the takeover',
  )
  expect(say({ ...decided, decision: 'handed-over' })).toBe('Handed over to any desk, by Dana R.')
  expect(say({ ...decided, decision: 'taken-back' })).toBe('Handover ended, by Dana R.')
  expect(say({ ...decided, decision: 'send-without-board' })).toBe('Sent without the board, by Dana R.')
  for (const reason of HOLD_REASONS) expect(say({ kind: 'held', at: START, reason })).not.toMatch('Someone had to')
  for (const state of AMENDMENT_STATES) {
    expect(say({ kind: 'amendment-changed', at: START, amendment: 'cancel', role: 'loaner', state, ...BARE })).toMatch(
      /^Cancellation .+, Loaner$/,
    )
  }
  expect(say({ kind: 'fact-added', at: START, fact: 'repair-order', who: 'Dana R.' })).toBe(
    'RO number added, by Dana R.',
  )
  expect(say({ kind: 'booked', at: START, who: 'Dana R.', duplicateCandidates: 2 })).toBe(
    'Saved despite 2 similar bookings, by Dana R.',
  )
  expect(say({ kind: 'unreachable', at: START, until: START, times: 3 })).toMatch(/reached, 3 times \| The last time /)
})
