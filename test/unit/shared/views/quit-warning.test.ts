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
  sendBy: minutes === null ? null : addMinutes(START, minutes),
})

test('nothing is said when nothing waits', () => {
  expect(describeUnsent(0, { bookings: [queued(null)] }, ZONE, START)).toBeNull()
})

test('how many, and by when the first must leave, wherever in the list that stands', () => {
  const bookings = [queued(90), queued(null), queued(30), queued(60)]
  const said = describeUnsent(3, { bookings }, ZONE, START)
  expect(said?.message).toBe('3 bookings have not been sent yet.')
  const alone = describeUnsent(1, { bookings: [queued(30)] }, ZONE, START)
  expect(alone?.message).toBe('1 booking has not been sent yet.')
  const time = /must leave by (.*?)\. /
  expect(said?.detail).toMatch(/^The first of them must leave by /)
  expect(alone?.detail).toMatch(/^It must leave by /)
  expect(time.exec(said?.detail ?? '')?.[1]).toBe(time.exec(alone?.detail ?? '')?.[1])
})

test('where none has a time to leave by, it is still said that nothing is sent while it is closed', () => {
  expect(describeUnsent(1, { bookings: [queued(null)] }, ZONE, START)?.detail).toMatch(/^Nothing is sent while/)
})
