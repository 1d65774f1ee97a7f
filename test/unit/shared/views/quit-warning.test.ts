import { expect, test } from 'vitest'
import type { InboxItem } from '../../../../shared/views/inbox.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { describeUnsent } from '../../../../shared/views/quit-warning.ts'
import { PAIR } from '../../../support/builders/booked-moves.ts'
import { START } from '../../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const queued = (minutes: number | null): InboxItem => ({
  booking: PAIR,
  attention: false,
  turn: null,
  deadline: PAIR.time.utc,
  sendBy: minutes === null ? null : addMinutes(START, minutes),
})

test('`describeUnsent` gives no warning when no booking waits', () => {
  expect(describeUnsent(0, { bookings: [queued(null)] }, ZONE, START)).toBeNull()
})

test('`describeUnsent` counts the unsent bookings and names the earliest send-by time wherever it is listed', () => {
  const bookings = [queued(90), queued(null), queued(30), queued(60)]
  const warning = describeUnsent(3, { bookings }, ZONE, START)
  expect(warning?.message).toBe('3 bookings are not sent yet.')
  const alone = describeUnsent(1, { bookings: [queued(30)] }, ZONE, START)
  expect(alone?.message).toBe('1 booking is not sent yet.')
  const time = /^Send (?:it|the first one) by (.*?)\. /
  expect(warning?.detail).toMatch(/^Send the first one by /)
  expect(alone?.detail).toMatch(/^Send it by /)
  expect(time.exec(warning?.detail ?? '')?.[1]).toBe(time.exec(alone?.detail ?? '')?.[1])
})

test('`describeUnsent` warns that a closed desk sends nothing, also when no booking has a send-by time', () => {
  expect(describeUnsent(1, { bookings: [queued(null)] }, ZONE, START)?.detail).toMatch(/^Nothing is sent while/)
})
