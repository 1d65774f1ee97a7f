import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../../electron/store/store.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { answered } from '../../support/builders/sent-request.ts'
import { bookedAnswer, openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'

/** A store whose `nth` read fails as a fault of the app would. */
function failingRead(store: Store, nth: () => number) {
  let reads = 0
  const failing: Store = {
    ...store,
    read(look) {
      reads += 1
      if (reads === nth()) throw new TypeError('a fault of the app')
      return store.read(look)
    },
  }
  return { failing, reads: () => reads }
}

describe('The send queue', () => {
  test('The send queue pauses five seconds after any failed read and then sends the waiting bookings', async () => {
    const whole = openSyncDesk()
    whole.book(oneWayBooking(1))
    const counted = failingRead(whole.store, () => 0)
    whole.start({ store: counted.failing })
    await whole.facts.next('sync-idle')
    expect(counted.reads()).toBeGreaterThan(5)

    for (let nth = 1; nth <= counted.reads(); nth += 1) {
      const desk = openSyncDesk()
      const booked = desk.book(oneWayBooking(1))
      const sync = desk.start({ store: failingRead(desk.store, () => nth).failing })
      await settled()
      await settled()
      expect([nth, entryOf(desk.store, booked).state]).not.toEqual([nth, 'in-doubt'])
      const faults = desk.facts.all.filter(({ event }) => event === 'internal-error')
      const fault = faults[0]?.event === 'internal-error' ? faults[0].place : null
      if (fault === 'sync') expect(sync.connection()).toMatchObject({ kind: 'down', detail: 'internal' })
      desk.clock.advance(5_000)
      await desk.facts.next('sync-idle')
      expect([nth, fault]).not.toEqual([nth, null])
      expect(desk.sent.length).toBeLessThan(2)
      if (fault === 'sync') expect([nth, entryOf(desk.store, booked).state]).toEqual([nth, 'booked'])
      await sync.close()
    }
  })
})

describe('A request that the provider says was misdirected', () => {
  const sendTo = async (authorized: boolean | undefined) => {
    const desk = openSyncDesk()
    const booked = desk.book(oneWayBooking(1))
    desk.script.open = () => ({ kind: 'open', socket: Object.assign(new Socket(), { authorized }) })
    desk.script.send = (request) => (desk.sent.length === 1 ? answered(421, '') : bookedAnswer(request))
    desk.start()
    await desk.facts.next('sync-idle')
    return [desk.sent.length, entryOf(desk.store, booked).state]
  }

  test('A misdirected request is sent again after a verified connection', async () => {
    expect(await sendTo(true)).toEqual([2, 'booked'])
  })

  test.for([false, undefined])(
    'An entry is in doubt after a misdirected request on a connection with the verification %j',
    async (authorized) => {
      expect(await sendTo(authorized)).toEqual([1, 'in-doubt'])
    },
  )
})
