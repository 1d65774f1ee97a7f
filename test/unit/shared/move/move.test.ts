import { expect, test } from 'vitest'
import { ok, fail, assertNever } from '../../../../shared/result.ts'
import { stageLabel, stateLabel, STAGES } from '../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'

test('every state and every stage is said in words of its own', () => {
  for (const said of [ENTRY_STATES.map(stateLabel), STAGES.map(stageLabel)]) {
    expect(new Set(said).size).toBe(said.length)
    for (const words of said) expect(words).toMatch(/^[A-Z][a-z]/)
  }
})

test('a result is a value or a failure with its code, words and fields', () => {
  expect(ok(5)).toEqual({ ok: true, value: 5 })
  expect(fail('not-found', 'booking-not-found')).toEqual({
    ok: false,
    failure: { code: 'not-found', detail: 'booking-not-found', fields: {}, issues: [] },
  })
})

test('a case that nobody thought of throws', () => {
  expect(() => assertNever('new' as never)).toThrow(/unexpected case: "new"/)
})
