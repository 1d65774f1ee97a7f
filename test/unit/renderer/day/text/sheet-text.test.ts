import { expect, test } from 'vitest'
import { printedBookings, sheetCells } from '../../../../../renderer/day/text/sheet-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'

const canceled = { cancelStatus: { known: true, value: 'Succeeded' } } as const
const pair = (customer: object, loaner: object): BookedMoves => ({
  ...PAIR,
  state: 'booked',
  moves: [aMove('customer', customer), aMove('loaner', loaner)],
})

test('The run sheet leaves out rejected and wholly canceled bookings, and keeps a half canceled one', () => {
  const [booked, half, gone] = [pair({}, {}), pair({}, canceled), pair(canceled, canceled)]
  const rejected: BookedMoves = { ...booked, state: 'refused' }
  expect(printedBookings([booked, half, gone, rejected])).toEqual([booked, half])
})

test('The last column is empty for a confirmed booking, and names the status of any other', () => {
  const lastCell = (booking: BookedMoves) => sheetCells(booking).at(-1)
  expect(lastCell(pair({}, {}))).toBe('')
  expect(lastCell(pair({}, canceled))).toBe('Canceled 1 of 2')
  expect(lastCell({ ...pair({}, {}), state: 'in-doubt' })).toBe('Check with provider')
})
