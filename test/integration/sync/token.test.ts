import { expect, test } from 'vitest'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered } from '../../support/builders/sent-request.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'

test('A booking whose token is refused twice is not sent again before the token is entered again', async () => {
  const desk = openSyncDesk()
  const booked = desk.book(oneWayBooking(1))
  desk.script.send = () => answered(401, '')
  const sync = desk.start()
  await desk.facts.next('send-settled')
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      desk.clock.advance(60_000)
      await settled()
      await settled()
    }
  }
  await minutes(40)
  expect([desk.sent.length, entryOf(desk.store, booked).state]).toEqual([2, 'waiting'])
  expect(sync.connection()).toMatchObject({
    kind: 'down',
    cause: 'token-refused',
    detail: 'refused-twice',
  })
  sync.checkConnection()
  await minutes(2)
  expect(desk.sent).toHaveLength(2)
  // The token was entered again.
  sync.reset()
  await minutes(2)
  expect(desk.sent).toHaveLength(3)
})
