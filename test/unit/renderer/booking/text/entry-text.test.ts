import { expect, test } from 'vitest'
import { PAIR } from '../../../../support/builders/booked-moves.ts'
import { reasonOf } from '../../../../support/sentences.ts'

test("`entryReason` says of `move_invalid` that a move number can't be used (test/spec/provider.md#error-codes)", () => {
  const entry = { ...PAIR.entry, code: 'refused', fields: { codes: ['move_invalid'] }, providerMessage: null } as const
  expect(reasonOf({ ...PAIR, state: 'refused', entry, waitReason: null })).toBe(
    "The driver service rejected this booking: a move number can't be used.",
  )
})
