import { expect, test } from 'vitest'
import type { QueuedBooking } from '../../../shared/queue.ts'
import { addMinutes } from '../../../shared/time.ts'
import { sayUnsent } from '../../../shared/unsent.ts'
import { PAIR } from '../../support/booked.ts'
import { START } from '../../support/system.ts'

const ZONE = 'America/New_York'
const queued = (minutes: number | null): QueuedBooking => ({
  booking: PAIR,
  attention: false,
  sendBy: minutes === null ? null : addMinutes(START, minutes),
})

test('nothing is said when nothing waits', () => {
  expect(sayUnsent(0, { bookings: [queued(null)] }, ZONE, START)).toBeNull()
})

test('how many, and by when the first must leave, wherever in the list that stands', () => {
  const bookings = [queued(90), queued(null), queued(30), queued(60)]
  const said = sayUnsent(3, { bookings }, ZONE, START)
  expect(said?.message).toBe('3 bookings have not been sent yet.')
  const alone = sayUnsent(1, { bookings: [queued(30)] }, ZONE, START)
  expect(alone?.message).toBe('1 booking has not been sent yet.')
  const time = /must leave by (.*?)\. /
  expect(said?.detail).toMatch(/^The first of them must leave by /)
  expect(alone?.detail).toMatch(/^It must leave by /)
  expect(time.exec(said?.detail ?? '')?.[1]).toBe(time.exec(alone?.detail ?? '')?.[1])
})

test('where none has a time to leave by, it is still said that nothing is sent while it is closed', () => {
  expect(sayUnsent(1, { bookings: [queued(null)] }, ZONE, START)?.detail).toMatch(/^Nothing is sent while/)
})
