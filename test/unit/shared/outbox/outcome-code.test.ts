import { expect, test } from 'vitest'
import { OUTCOME_CODES, parseOutcomeCode } from '../../../../shared/outbox/outcome-code.ts'

test('An outcome code of another version is read as unknown, which proves nothing.', () => {
  for (const code of OUTCOME_CODES) expect(parseOutcomeCode(code)).toBe(code)
  expect([parseOutcomeCode('booked-twice'), parseOutcomeCode('')]).toEqual(['unknown', 'unknown'])
})
