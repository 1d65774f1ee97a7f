import { expect, test } from 'vitest'
import type { BookedMoves } from '../../shared/move/move.ts'
import { addMinutes, toLocal, toMillis } from '../../shared/time/time.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { openDeskStore } from '../support/desk/test-store.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { bringTo } from '../support/builders/outbox-entries.ts'
import { openDeskBehindProxy, type DeskBehindProxy } from '../support/faults/desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openTestFront } from '../support/desk/test-desk-host.ts'
import { virtualClock } from '../support/fakes/system.ts'

/* The reminder ladder, with bookings in doubt by a really lost response, over restarts and clocks that are set. */

const MINUTE = 60_000

async function withLostAnswer(): Promise<DeskBehindProxy> {
  return openDeskBehindProxy('baseline', {
    toxics: [{ type: 'cut', when: 'after', end: 'rst', match: { asks: 'create', nth: 1 } }],
  })
}

async function doubted(on: DeskBehindProxy): Promise<BookedMoves> {
  let saved: BookedMoves | null = null
  await on.untilRest(() => (saved = on.book('pair')))
  if (saved === null) throw new Error('nothing was booked')
  expect(on.read(saved).state).toBe('in-doubt')
  return saved
}

const reminder = (on: DeskBehindProxy) => on.desk().status().reminder

test('A reminder of a booking in doubt is due at once, returns after a snooze and ends with a resolution', async () => {
  const on = await withLostAnswer()
  expect(reminder(on)).toBeNull()
  const booking = await doubted(on)
  const first = { bookingId: booking.id, customerName: booking.customerName, time: booking.time.utc }
  expect(reminder(on)).toMatchObject({ count: 1, due: true, urgent: false, first })
  expect(on.desk().status().attention).toBe(1)

  const dueStates: boolean[] = []
  on.desk().onStatus((status) => dueStates.push(status.reminder?.due === true))
  expect(valueOf(on.desk().snoozeReminder()).reminder).toMatchObject({ due: false })
  expect(dueStates).toEqual([false])
  expect(on.desk().status().attention).toBe(1)
  on.clock.advance(5 * MINUTE)
  on.desk().tick()
  expect(dueStates.at(-1)).toBe(true)

  valueOf(on.desk().resolveBooking(booking.id, { kind: 'placed-by-phone', who: 'Dana R.', reference: 'PH-77' }))
  expect(reminder(on)).toBeNull()
})

test('A snoozed reminder stays snoozed over a restart, and a clock set back does not silence the reminder', async () => {
  const on = await withLostAnswer()
  await doubted(on)
  on.clock.advance(6 * MINUTE)
  valueOf(on.desk().snoozeReminder())
  await on.reopen()
  expect(reminder(on)).toMatchObject({ count: 1, due: false })
  const before = on.clock.now()
  on.clock.setWall(addMinutes(before, -60))
  expect(reminder(on)).toMatchObject({ count: 1, due: true })
  on.clock.setWall(before)
  expect(reminder(on)).toMatchObject({ due: false })
  on.clock.advance(9 * MINUTE)
  await on.reopen()
  expect(reminder(on)).toMatchObject({ count: 1, due: true })
})

test('A snoozed reminder returns by the clock alone, while nothing else happens', async () => {
  const folder = temporaryFolder()
  const remote = { address: 'http://127.0.0.1:9', profile: 'baseline' }
  const { store, book } = openDeskStore({ folder, remote })
  bringTo(store, book(pairBooking(1)), 'in-doubt')
  store.close()
  const clock = virtualClock()
  const { front, desk } = await openTestFront(folder, { address: remote.address, token: 't' }, { clock })
  valueOf(desk().snoozeReminder())
  const dueStates: boolean[] = []
  front.onStatus((status) => dueStates.push(status.reminder?.due === true))
  clock.advance(4 * MINUTE)
  expect(dueStates).not.toContain(true)
  clock.advance(MINUTE)
  expect(dueStates).toContain(true)
})

test('A reminder becomes urgent two hours before the appointment, even when it was just snoozed', async () => {
  const on = await withLostAnswer()
  const utc = addMinutes(on.clock.now(), 4 * 60)
  const local = toLocal(utc, 'America/New_York')
  await on.untilRest(() =>
    valueOf(on.desk().bookMove(pairBooking(1, { appointment: { local, zone: 'America/New_York', utc } }))),
  )
  on.clock.setWall(addMinutes(utc, -121))
  valueOf(on.desk().snoozeReminder())
  expect(reminder(on)).toMatchObject({ due: false, urgent: false, nextAt: addMinutes(utc, -120) })
  on.clock.setWall(addMinutes(utc, -120))
  expect(reminder(on)).toMatchObject({ due: true, urgent: true })
  valueOf(on.desk().snoozeReminder())
  const { nextAt } = reminder(on) ?? {}
  expect(toMillis(nextAt ?? '') - toMillis(on.clock.now())).toBe(5 * MINUTE)
})
