import { expect, test } from 'vitest'
import { reminderOf, reminderStep } from '../../../../shared/outbox/reminder.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { START } from '../../../support/fakes/system.ts'

const after = (minutes: number) => addMinutes(START, minutes)

test('The reminder of an urgent booking climbs one step each five minutes beside those of the ladder.', () => {
  const steps = [0, 4, 5, 10, 15].map((at) => reminderStep({ since: START, time: after(120) }, null, after(at)).step)
  expect(steps).toEqual([2, 2, 4, 5, 7])
  const far = [0, 5, 15, 30, 59, 60, 90].map(
    (at) => reminderStep({ since: START, time: after(9_000) }, null, after(at)).step,
  )
  expect(far).toEqual([1, 2, 3, 4, 4, 5, 6])
})

test('The reminder of a booking stands below the ladder while nobody knows since when it is in doubt.', () => {
  for (const since of ['never', after(5)]) {
    expect(reminderStep({ since, time: after(9_000) }, null, START)).toMatchObject({ step: 0, due: true })
  }
})

test('The reminder names the urgent booking that is nearest to its time.', () => {
  const doubt = (bookingId: string, time: string) => ({
    bookingId,
    kind: 'one-way' as const,
    action: null,
    customerName: null,
    vehicle: 'Ford Transit',
    since: START,
    time,
  })
  const first = (...all: ReturnType<typeof doubt>[]) => reminderOf(all, null, START)?.first.bookingId
  expect(first(doubt('a', after(100)), doubt('b', after(-30)), doubt('c', after(9_000)))).toBe('b')
  expect(first(doubt('a', after(100)), doubt('b', 'never'))).toBe('b')
  // One whose time cannot be read is as near as can be.
  expect(first(doubt('a', 'never'), doubt('b', START))).toBe('a')
})
