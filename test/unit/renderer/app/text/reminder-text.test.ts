import { describe, expect, test } from 'vitest'
import { describeReminder, describeWait } from '../../../../../renderer/app/text/reminder-text.ts'
import type { Reminder } from '../../../../../shared/outbox/reminder.ts'
import { addMinutes, fromMillis, toMillis } from '../../../../../shared/time/time.ts'
import { START } from '../../../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const FIRST: Reminder['first'] = {
  bookingId: 'b-1',
  kind: 'pair',
  action: 'pickup',
  customerName: 'Harriet Quill',
  vehicle: '2019 Buick Enclave',
  time: '2026-11-24T19:00:00Z',
}
const ONE: Reminder = { count: 1, step: 1, due: true, urgent: false, nextAt: null, first: FIRST }

describe('`describeReminder`', () => {
  test('`describeReminder` names the booking in doubt and its time', () => {
    expect(describeReminder(ONE, ZONE, START)).toEqual({
      count: '1 booking to check with the driver service.',
      first: 'Pickup, Harriet Quill, Tue, Nov 24, 2:00 PM ET',
      wait: null,
    })
  })

  test('`describeReminder` counts several bookings in doubt and names the most urgent one', () => {
    const first = { ...FIRST, kind: 'one-way', action: null, customerName: null } as const
    expect(describeReminder({ ...ONE, count: 3, first }, ZONE, START)).toMatchObject({
      count: '3 bookings to check with the driver service.',
      first: 'Most urgent: One-way, 2019 Buick Enclave, ready by Tue, Nov 24, 2:00 PM ET',
    })
  })

  test('`describeReminder` says that a reminder is urgent and how much time is left', () => {
    const now = addMinutes(FIRST.time ?? '', -80)
    expect(describeReminder({ ...ONE, urgent: true }, ZONE, now)).toMatchObject({
      count: 'Urgent: 1 booking to check with the driver service.',
      wait: 'in 1 h 20 min',
    })
  })

  test('`describeReminder` says that the time of a booking cannot be read', () => {
    const unread = { ...ONE, urgent: true, first: { ...FIRST, time: null } }
    expect(describeReminder(unread, ZONE, START)).toMatchObject({
      first: "Pickup, Harriet Quill, at a time we can't read",
      wait: null,
    })
  })
})

test.for([
  [7200, 'in 2 h'],
  [7199, 'in 1 h 59 min'],
  [3600, 'in 1 h'],
  [3599, 'in 59 min'],
  [60, 'in 1 min'],
  [59, 'now'],
  [0, 'now'],
  [-1, '1 min ago'],
  [-60, '1 min ago'],
  [-3660, '1 h 1 min ago'],
  [-3 * 86_400, '3 days ago'],
] as const)('`describeWait` describes a time %d seconds ahead as "%s"', ([seconds, words]) => {
  expect(describeWait(fromMillis(toMillis(START) + seconds * 1000), START)).toBe(words)
})
