import { expect, test } from 'vitest'
import { describeFee, describePartialPair } from '../../../../../renderer/booking/text/cancel-question-text.ts'
import type { BookedMoves, Move, Stage } from '../../../../../shared/move/move.ts'
import { aMove, anAmendment, PAIR } from '../../../../support/builders/booked-moves.ts'

const known = <T>(value: T) => ({ known: true, value }) as const
const loaner = aMove('loaner')
const customer = aMove('customer')

const at = (move: Move, stage: Stage): Move => ({ ...move, stages: { ...move.stages, [stage]: known(true as const) } })

/** What is left of a pair if the move of `role` is canceled. */
const rest = (
  role: 'customer' | 'loaner',
  { action = 'pickup', moves = [customer, loaner] }: Partial<Pick<BookedMoves, 'action' | 'moves'>> = {},
) => {
  const move = moves.find((one) => one.role === role)
  if (move === undefined) throw new Error(`no ${role}`)
  return describePartialPair({ ...PAIR, state: 'booked', action, moves }, move)
}

test('The cancel question says how far the driver has come, and leaves the fee to the provider', () => {
  for (const [move, progress] of [
    [customer, "The driver hasn't started, so this is usually free."],
    [at(customer, 'pickup_started'), 'The driver has started, so this may be charged.'],
    [at(customer, 'pickup_arrived'), 'The driver has started, so this may be charged.'],
    [at(customer, 'pickup_successful'), 'A vehicle is already picked up, so this may be charged or too late.'],
    [at(customer, 'delivery_started'), 'A vehicle is already picked up, so this may be charged or too late.'],
  ] as const) {
    const words = describeFee([loaner, move])
    expect(words).toBe(`${progress} The driver service sets any fee.`)
    expect(words).not.toContain('probably')
  }
})

test('The words on half a pair differ for each half, and say that the provider leaves the other move open', () => {
  const halves = (['pickup', 'return'] as const).flatMap((action) =>
    (['customer', 'loaner'] as const).map((role) => rest(role, { action })),
  )
  expect(new Set(halves).size).toBe(4)
  for (const words of halves) expect(words).toContain('may keep the other move. Then')
  expect(halves.filter((words) => words?.includes('left without a car'))).toHaveLength(2)
})

test('The words on half a pair go by the progress of both moves', () => {
  expect(rest('customer', { moves: [customer, at(loaner, 'delivery_successful')] })).toBe(
    'The other move is done: the loaner is with the customer.',
  )
  const collected = rest('customer', { moves: [at(customer, 'pickup_successful'), loaner] })
  expect(collected).toContain("the driver has the customer's car")
  expect(collected).not.toContain('both cars')
  const canceled: Move = { ...loaner, cancelStatus: known('succeeded') }
  expect(rest('customer', { moves: [customer, canceled] })).toBeNull()
  const asked: Move = { ...loaner, amendments: [anAmendment()] }
  const pending: Move = { ...loaner, cancelStatus: known('pending') }
  for (const other of [asked, pending])
    expect(rest('customer', { moves: [customer, other] })).toBe('The other move is already being canceled.')
})
