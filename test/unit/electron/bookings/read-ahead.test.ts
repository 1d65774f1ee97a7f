import { expect, test } from 'vitest'
import { readAheadInSteps } from '../../../../electron/bookings/read-ahead.ts'
import { ok } from '../../../../shared/result.ts'
import { virtualClock } from '../../../support/fakes/system.ts'

test('Reading ahead takes one step at a time until nothing is left', () => {
  const clock = virtualClock()
  let left = 3
  readAheadInSteps({ readAhead: () => ok((left -= 1) > 0) }, { clock, log: () => {} })
  expect(left).toBe(3)
  clock.advance(60_000)
  expect(left).toBe(0)
})

test('Reading ahead ends with its stop between two steps', () => {
  const clock = virtualClock()
  let steps = 0
  const stop = readAheadInSteps({ readAhead: () => ok((steps += 1) > 0) }, { clock, log: () => {} })
  while (steps < 2) clock.advance(10)
  stop()
  clock.advance(60_000)
  expect(steps).toBe(2)
  expect(clock.pending()).toEqual([])
})

test('Reading ahead ends at the first failure, which is logged and thrown at nobody', () => {
  const clock = virtualClock()
  const logged: unknown[] = []
  let steps = 0
  const readAhead = () => {
    steps += 1
    throw Object.assign(new Error('the disk refuses'), { code: 'SQLITE_IOERR' })
  }
  readAheadInSteps({ readAhead }, { clock, log: (event) => logged.push(event) })
  clock.advance(60_000)
  expect(steps).toBe(1)
  expect(logged).toEqual([{ event: 'internal-error', place: 'read-ahead', code: 'SQLITE_IOERR' }])
})
