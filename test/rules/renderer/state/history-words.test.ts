import { expect, test } from 'vitest'
import { sayEvent } from '../../../../renderer/state/history-words.ts'
import type { HistoryEvent } from '../../../../shared/history.ts'
import { GATES } from '../../../../shared/outbox.ts'
import { WISH_STATES } from '../../../../shared/wish.ts'
import { START } from '../../../support/system.ts'

const ZONE = 'America/New_York'
const say = (event: HistoryEvent) => {
  const { words, who, more } = sayEvent(event, ZONE, START)
  return [`${words}${who === null ? '' : `, by ${who}`}`, ...more].join(' | ')
}

test('decisions, gates and wishes are said with who and why', () => {
  const decided = { kind: 'decided', at: START, who: 'Dana R.', why: null, detail: null } as const
  expect(say({ ...decided, decision: 'number-named', detail: '70001, 70002' })).toBe(
    'The provider has it, number named: 70001, 70002, by Dana R.',
  )
  expect(say({ ...decided, decision: 'absent', why: 'Asked by phone' })).toMatch(
    /said once, by Dana R\. \| Asked by phone$/,
  )
  expect(say({ ...decided, decision: 'withdrawn', who: null })).toBe('Taken back')
  for (const gate of GATES) expect(say({ kind: 'held', at: START, gate })).not.toMatch('Somebody had to')
  for (const state of WISH_STATES) {
    expect(say({ kind: 'wish-became', at: START, wish: 'cancel', role: 'loaner', state, reason: null })).toMatch(
      /^Cancellation .+, Loaner$/,
    )
  }
  expect(say({ kind: 'saved', at: START, who: 'Dana R.', beside: 2 })).toBe(
    'Saved knowingly beside 2 others like it, by Dana R.',
  )
  expect(say({ kind: 'unreached', at: START, until: START, times: 3 })).toMatch(/reached, 3 times \| The last time /)
})
