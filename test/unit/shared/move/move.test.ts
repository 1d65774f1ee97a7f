import { expect, test } from 'vitest'
import { ok, fail, assertNever } from '../../../../shared/result.ts'
import { stageLabel, stateLabel, STAGES } from '../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'

test('Every state has its own label, and no two stages in a row have the same one', () => {
  const states = ENTRY_STATES.map(stateLabel)
  expect(new Set(states).size).toBe(states.length)
  const stages = STAGES.map(stageLabel)
  expect(stages).toEqual(['Started', 'Arrived', 'Picked up', 'En route', 'Arrived', 'Delivered'])
  for (const words of states) expect(words).toMatch(/^[A-Z][a-z]/)
})

test('A result is a value or a failure with its code, detail and fields', () => {
  expect(ok(5)).toEqual({ ok: true, value: 5 })
  expect(fail('not-found', 'booking-not-found')).toEqual({
    ok: false,
    failure: { code: 'not-found', detail: 'booking-not-found', fields: {}, issues: [] },
  })
})

test('`assertNever` throws for an unexpected case', () => {
  expect(() => assertNever('new' as never)).toThrow(/unexpected case: "new"/)
})
