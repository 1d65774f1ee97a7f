import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasReturn, isReturnOf, latestOpenPickup } from '../../../../shared/booking/open-pickup.ts'
import type { BookedMoves } from '../../../../shared/move/move.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { aMove, ONE_WAY, PAIR } from '../../../support/builders/booked-moves.ts'
import { START } from '../../../support/fakes/system.ts'

function visit(id: string, action: 'pickup' | 'return', minutes: number, vin: string | null): BookedMoves {
  const utc = addMinutes(START, minutes)
  const moves = PAIR.moves.map((move) => (move.role === 'customer' ? withVin(move, vin) : move))
  return { ...PAIR, id, action, time: { ...PAIR.time, utc }, moves }
}

function withVin(move: BookedMoves['moves'][number], vin: string | null) {
  return { ...move, vehicle: move.vehicle === null ? null : { ...move.vehicle, vin } }
}

test('A return with another VIN returns another car, and without a VIN the repair order decides', () => {
  const pickup = visit('p', 'pickup', 0, '1M8GDM9AXKP042788')
  expect(isReturnOf(visit('r', 'return', 60, '1M8GDM9AXKP042788'), pickup)).toBe(true)
  expect(isReturnOf(visit('r', 'return', 60, '5GZCZ43D13S812715'), pickup)).toBe(false)
  expect(isReturnOf(visit('r', 'return', 60, null), pickup)).toBe(true)
  expect(isReturnOf({ ...visit('r', 'return', 60, null), reference: 'RO 9' }, pickup)).toBe(false)
  expect(isReturnOf({ ...visit('r', 'return', 60, null), reference: null }, pickup)).toBe(true)
})

/** Pickups and returns of one car in turn; each return follows its pickup. */
test('Of visits in turn, exactly a last pickup without a return is open, in whatever order they are read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), fc.boolean(), fc.integer({ min: 0, max: 5 }), (count, isOut, turn) => {
      const pickups = Array.from({ length: count + (isOut ? 1 : 0) }, (_, at) =>
        visit(`p${at}`, 'pickup', at * 100, null),
      )
      const returns = Array.from({ length: count }, (_, at) => visit(`r${at}`, 'return', at * 100 + 50, null))
      const turned = <T>(all: readonly T[]) => [...all.slice(turn), ...all.slice(0, turn)]
      expect(latestOpenPickup(turned(pickups), turned(returns))?.id ?? null).toBe(isOut ? `p${count}` : null)
    }),
  )
})

test('A pickup has a return unless its car is canceled or the pickup is not made or in doubt', () => {
  const canceled = { cancelStatus: { known: true, value: 'succeeded' } } as const
  const at = (changes: Partial<BookedMoves>) => hasReturn({ ...PAIR, state: 'booked', ...changes })
  expect(at({})).toBe(true)
  expect(at({ moves: [aMove('customer'), aMove('loaner', canceled)] })).toBe(true)
  expect(at({ moves: [aMove('customer', canceled), aMove('loaner')] })).toBe(false)
  expect(at({ moves: [aMove('customer', canceled), aMove('loaner', canceled)] })).toBe(false)
  expect(at({ moves: [aMove('customer', { cancelStatus: { known: true, value: 'pending' } }), aMove('loaner')] })).toBe(
    false,
  )
  for (const state of ['refused', 'withdrawn', 'in-doubt'] as const) expect(at({ state })).toBe(false)
  expect(at({ action: 'return' })).toBe(false)
  expect(hasReturn({ ...ONE_WAY, state: 'booked' })).toBe(false)
})
