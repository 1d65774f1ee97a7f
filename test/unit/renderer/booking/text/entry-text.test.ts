import { expect, test } from 'vitest'
import { PAIR } from '../../../../support/builders/booked-moves.ts'
import { reasonOf } from '../../../../support/sentences.ts'

test("`entryReason` says of `move_invalid` that a move number can't be used (test/spec/provider.md#error-codes)", () => {
  const entry = { ...PAIR.entry, code: 'refused', fields: { codes: ['move_invalid'] }, providerMessage: null } as const
  expect(reasonOf({ ...PAIR, state: 'refused', entry, waitReason: null })).toBe(
    "The driver service rejected this booking: a move number can't be used.",
  )
})

test('A booking in doubt that was taken over is not to be booked again before a call', () => {
  const entry = { ...PAIR.entry, state: 'in-doubt', code: 'taken-over', unresolvedAttempt: true } as const
  expect(reasonOf({ ...PAIR, state: 'in-doubt', entry })).toBe(
    "Taken over from another desk, which may have sent this already. It may already be booked, so don't book it again. " +
      'Ask the driver service by phone and give the reference.',
  )
})
