import { expect, test } from 'vitest'
import { MOVE_FLAGS, moveFlagLabel } from '../../../../shared/outbox/amendment.ts'
import { resolutionSchema } from '../../../../shared/outbox/resolution.ts'

const accepts = (numbers: readonly object[]) =>
  resolutionSchema.safeParse({ kind: 'provider-numbers', who: 'Dana R.', numbers }).success

test('A resolution names one number or two, each a positive number of a known move.', () => {
  const one = { moveId: 'm', number: 1 }
  expect([[], [one], [one, one], [one, one, one]].map(accepts)).toEqual([false, true, true, false])
  expect(['', 'm', 'm'.repeat(64), 'm'.repeat(65)].map((moveId) => accepts([{ moveId, number: 1 }]))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([0, 1, 1.5, -1].map((number) => accepts([{ moveId: 'm', number }]))).toEqual([false, true, false, false])
})

test('A resolution holds names and reasons of a length that a person types.', () => {
  const says = (who: number, reference: number) =>
    resolutionSchema.safeParse({ kind: 'placed-by-phone', who: 'w'.repeat(who), reference: 'r'.repeat(reference) })
      .success
  expect([says(80, 80), says(81, 80), says(80, 81)]).toEqual([true, false, false])
  const why = (length: number) =>
    resolutionSchema.safeParse({ kind: 'not-booked-reported', who: 'w', why: 'y'.repeat(length), confirmed: false })
      .success
  expect([why(300), why(301)]).toEqual([true, false])
})

test('The label of a move flag is the one that the list has room for.', () => {
  expect(MOVE_FLAGS.map(moveFlagLabel)).toEqual([
    'Canceled',
    'Stopped',
    'Rescheduled',
    'Missing',
    'Cancel requested',
    'Cancel started',
    'Not canceled',
    'Change requested',
    'Not changed',
  ])
})
