import { expect, test } from 'vitest'
import { done, failed, never } from '../../../shared/failure.ts'
import { ENTRY_STATES, sayStage, sayState, STAGES } from '../../../shared/move.ts'

test('every state and every stage is said in words of its own', () => {
  for (const said of [ENTRY_STATES.map(sayState), STAGES.map(sayStage)]) {
    expect(new Set(said).size).toBe(said.length)
    for (const words of said) expect(words).toMatch(/^[A-Z][a-z]/)
  }
})

test('a result is a value or a failure with its code, words and fields', () => {
  expect(done(5)).toEqual({ ok: true, value: 5 })
  expect(failed('not-found', 'No.')).toEqual({ ok: false, failure: { code: 'not-found', message: 'No.', fields: [] } })
})

test('a case that nobody thought of throws', () => {
  expect(() => never('new' as never)).toThrow(/unexpected case: "new"/)
})
