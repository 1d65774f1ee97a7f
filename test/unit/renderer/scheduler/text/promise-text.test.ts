import { expect, test } from 'vitest'
import { describePromise } from '../../../../../renderer/scheduler/text/form-text.ts'
import { planTrip } from '../../../../../shared/booking/trip.ts'
import type { DeskStatus } from '../../../../../shared/bridge/calls.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'

const status = (kind: 'up' | 'down') =>
  ({ connection: { kind }, rooftop: PRACTICE_ROOFTOP, now: '2026-11-24T15:00:00Z' }) as DeskStatus
/** Two in the afternoon the next day, with the vehicle ready at one. */
const trip = planTrip({ kind: 'pair', time: '2026-11-25T19:00:00Z', readyBy: '2026-11-25T18:00:00Z', miles: 9 })

test('The save bar says when the booking of a planned trip must have been sent, from the same ready time', () => {
  expect(describePromise(trip, status('up'))).toBe('Saves instantly, then sends. Must be sent by 12:00 PM Wed.')
  const soon = planTrip({ kind: 'pair', time: '2026-11-24T19:00:00Z', readyBy: '2026-11-24T18:00:00Z', miles: 9 })
  expect(describePromise(soon, status('up'))).toBe('Saves instantly, then sends. Must be sent by 12:00 PM.')
})

test('The save bar promises no time without a trip, and none while the desk is offline', () => {
  expect(describePromise(null, status('up'))).toBe('Saves instantly, then sends.')
  expect(describePromise(trip, status('down'))).toBe("Saves instantly. Sends when you're back online.")
})
