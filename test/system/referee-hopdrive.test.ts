import { expect, test } from 'vitest'
import type { Booking } from '../../shared/booking/booking.ts'
import { changeSchema } from '../../shared/outbox/amendment.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, valueOf } from '../support/desk/test-desk.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { checkTraffic } from '../support/faults/traffic-check.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openHopdrive, settingsFor } from '../support/fakes/hopdrive-practice.ts'
import { createReferee } from '../support/oracle/referee.ts'

const WHO = 'Dana R.'

const BOOKINGS: readonly Booking[] = [
  pairBooking(1, { action: 'pickup' }),
  pairBooking(2, { action: 'return', loaner: null, reference: null }),
  oneWayBooking(3),
]

test('Traffic in the profile `hopdrive` conforms to the published pages of the provider', async () => {
  const clock = movableClock()
  const practice = await openHopdrive({ clock, driver: 'manual' })
  const proxy = await openTestProxy(practice.url)
  const traffic = checkTraffic(proxy, createReferee('hopdrive'))
  const deadlines = { connect: 30_000, answer: 30_000 }
  const { desk, facts } = await openTestDesk(temporaryFolder(), null, clock, { deadlines })
  valueOf(await desk.changeSettings(settingsFor(proxy)))
  const saved = BOOKINGS.map((booking) => valueOf(desk.bookMove(booking)))
  for (let settled = 0; settled < saved.length; settled += 1) await facts.next('send-settled')
  // After this time even a distant move is due for a fetch.
  clock.moveOn(7 * 60)
  desk.checkConnection()
  await facts.next('move-refreshed')
  await facts.next('sync-idle')
  const [changed, canceled, oneWay] = saved.map(({ id }) => valueOf(desk.getBooking(id)))
  const loaner = canceled?.moves.find((move) => move.role === 'loaner')?.id ?? ''
  valueOf(desk.requestChange(loaner, changeSchema.parse({ stock: 'LN-7', vin: '2T1BURHE0JC000001', make: 'Kia' }), WHO))
  const readyBy = { local: '2099-07-01T09:00', zone: 'America/New_York', utc: '2099-07-01T13:00:00Z' }
  const all = { year: '2024', model: 'Soul', color: 'Núñez red' }
  valueOf(desk.requestChange(oneWay?.moves[0]?.id ?? '', changeSchema.parse({ readyBy, ...all }), WHO))
  valueOf(desk.requestCancellation(changed?.moves.map((move) => move.id) ?? [], WHO))
  for (let settled = 0; settled < 4; settled += 1) {
    expect(await facts.next('amendment-closed')).toMatchObject({ state: settled < 2 ? 'completed' : 'submitted' })
  }
  // A refused request is checked too: the desk does not know yet that this move is canceled.
  const number = oneWay?.moves[0]?.number
  if (number?.known !== true) throw new Error('no number')
  await practice.decide(number.value, 'succeeded')
  valueOf(desk.requestCancellation([oneWay?.moves[0]?.id ?? ''], WHO))
  expect(await facts.next('amendment-closed')).toMatchObject({ state: 'refused' })
  expect(traffic.violations).toEqual([])
  for (const { id } of saved) expect(valueOf(desk.getBooking(id)).state).toBe('booked')
  const calls = new Set(traffic.exchanges.map(({ method, path }) => `${method} ${path.replace(/\d+$/, '<id>')}`))
  expect([...calls].sort()).toEqual([
    'GET /v1/moves/<id>',
    'PATCH /v1/moves/<id>',
    'POST /v1/authorize',
    'POST /v1/cancelation',
    'POST /v1/concierge-loaner-moves',
    'POST /v1/one-way-moves',
  ])
})
