import { expect, test } from 'vitest'
import type { Booking } from '../../shared/booking.ts'
import { oneWayBooking, pairBooking } from '../support/bookings.ts'
import { FILE_ROOFTOP } from '../support/desk-file.ts'
import { movableClock, openTestDesk, openTestPractice, valueOf } from '../support/desk.ts'
import { temporaryFolder } from '../support/folder.ts'
import { makeReferee } from '../support/referee.ts'
import { openRefereedRoad } from '../support/refereed-road.ts'

const CLIENT = { id: 'lane-7', secret: 'hopdrive-secret', tokenSeconds: 900 }

const BOOKINGS: readonly Booking[] = [
  pairBooking(1, { action: 'pickup' }),
  pairBooking(2, { action: 'return', loaner: null, reference: null }),
  oneWayBooking(3),
]

test('what the desk and the practice service say to each other as hopdrive is as its published pages have it', async () => {
  const clock = movableClock()
  const practice = await openTestPractice(temporaryFolder(), { clock, profile: 'hopdrive', client: CLIENT })
  const road = await openRefereedRoad(practice.url, makeReferee('hopdrive'))
  const deadlines = { connect: 30_000, answer: 30_000 }
  const { desk, facts } = await openTestDesk(temporaryFolder(), null, clock, { deadlines })
  const provider = { address: road.url, profile: 'hopdrive', clientId: CLIENT.id, rooftopNumber: 42 } as const
  const address = { name: 'Lot', addressTwo: null, ...FILE_ROOFTOP.address }
  const rooftop = { ...FILE_ROOFTOP, address, contact: null, noticeMinutes: 60, marginMinutes: 30 }
  valueOf(await desk.changeSettings({ provider: { ...provider, token: CLIENT.secret }, rooftop }))
  const saved = BOOKINGS.map((booking) => valueOf(desk.bookMove(booking)))
  for (let settled = 0; settled < saved.length; settled += 1) await facts.next('send-settled')
  // However far away a move is, after so long it is asked about again.
  clock.moveOn(7 * 60)
  desk.lookNow()
  await facts.next('move-refreshed')
  await facts.next('sync-idle')
  expect(road.violations).toEqual([])
  for (const { id } of saved) expect(valueOf(desk.getBooking(id)).state).toBe('booked')
  const calls = new Set(road.exchanges.map(({ method, path }) => `${method} ${path.replace(/\d+$/, '<id>')}`))
  expect([...calls].sort()).toEqual([
    'GET /v1/moves/<id>',
    'POST /v1/authorize',
    'POST /v1/concierge-loaner-moves',
    'POST /v1/one-way-moves',
  ])
})
