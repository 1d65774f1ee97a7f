import { expect, test } from 'vitest'
import { oneWayBooking } from '../../support/bookings.ts'
import { answered } from '../../support/classified.ts'
import { entryOf } from '../../support/entries.ts'
import { openSyncDesk, settled } from '../../support/scripted.ts'

test('row 16: a booking whose token is refused while the probe passes is asked for once more, and not again before somebody acted', async () => {
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
  expect(sync.link()).toMatchObject({
    kind: 'down',
    cause: 'token-refused',
    words: expect.stringMatching(/refused .* twice/),
  })
  sync.lookNow()
  await minutes(2)
  expect(desk.sent).toHaveLength(2)
  // The token was entered again.
  sync.startOver()
  await minutes(2)
  expect(desk.sent).toHaveLength(3)
})
