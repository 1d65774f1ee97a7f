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
    "Another desk may have sent this already. It may already be booked, so don't book it again. " +
      'Ask the driver service by phone and give the reference.',
  )
})

test('A booking that its desk changed or withdrew too late for the takeover names that desk', () => {
  const held = (fields: Readonly<Record<string, string | boolean>>) =>
    reasonOf({ ...PAIR, state: 'held', entry: { ...PAIR.entry, state: 'held', code: 'changed-elsewhere', fields } })
  expect(held({ desk: 'Desk 2', isWithdrawn: true })).toBe(
    'Desk 2 withdrew this before it knew of the takeover. Ask there, then withdraw it or send anyway.',
  )
  expect(held({ desk: 'Desk 2', isWithdrawn: false })).toBe(
    'Desk 2 changed this before it knew of the takeover, and the change is not in it. ' +
      'Ask there, then change it, send anyway or withdraw it.',
  )
  expect(held({})).toMatch(/^Another desk changed this/)
})
