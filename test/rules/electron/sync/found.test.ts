import { expect, test } from 'vitest'
import { searchLine, searchWords } from '../../../../shared/lookup.ts'
import { ONE_WAY, singleAnswer } from '../../../support/booked.ts'
import { errorBody, verdictOf } from '../../../support/classified.ts'

/** Found while the rules were tested. */

test.for([
  ['another VIN and no reference', { reference_id: null, vehicle: { vin: '2T1BURHE0JC000001' } }],
  ['a reference that is no text', { reference_id: 42 }],
] as const)('a one-way that answers %s contradicts us, and is in doubt', ([, move]) => {
  expect(verdictOf(200, singleAnswer(move), { booking: ONE_WAY }).state).toBe('in-doubt')
})

test('row 18: an address that is not known is no matter of the token', () => {
  expect(verdictOf(404, errorBody('not_found')).line).toMatchObject({ cause: 'provider-changed' })
})

const MOVE = {
  number: 9,
  reference: 'RO 1',
  customerName: "Nora O'Shea",
  customerPhone: '+18045550134',
  vin: null,
  stock: null,
  vehicle: '',
}

test.for([
  ['2026-1187', { reference: '2026-1187' }],
  ['10-4423', { stock: '10-4423' }],
  ['+44 20 7946 0958', { customerPhone: '+442079460958' }],
  ['+442079460958', { customerPhone: '+442079460958' }],
  ['O’Shea', {}],
  ["o'shea", { customerName: 'Nora O’Shea' }],
  ['(804)', {}],
  ['(804) 555', {}],
  ['(804) 555-01', {}],
  ['804-555', {}],
] as const)('a move is found by %j', ([text, changes]) => {
  const line = searchLine({ ...MOVE, ...changes })
  expect(searchWords(text).filter((word) => !line.includes(word))).toEqual([])
})
