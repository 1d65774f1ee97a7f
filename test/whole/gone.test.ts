import { expect, test } from 'vitest'
import { onRoad, read } from '../support/at-work.ts'
import type { Decide } from '../support/faults/calls.ts'
import { pairBooking } from '../support/bookings.ts'

/* Row 29: a provider that says of a move that it numbered that it knows no such move, over real HTTP. */

const UNKNOWN: Decide = (call) =>
  /\/moves\/\d+$/.test(call.path) && call.method === 'GET'
    ? { kind: 'status', when: 'after', status: 404, body: { errors: 'move_invalid' } }
    : null

test('row 29: what the provider shows no more stays booked, is called attention to, and is not booked again', async () => {
  const at = await onRoad()
  const booking = await at.booked(pairBooking(1))
  expect(at.desk.status()).toMatchObject({ attention: 0, setAside: 0 })

  at.road.decideBy(UNKNOWN)
  at.clock.moveOn(7 * 60)
  at.desk.lookNow()
  for (const _ of booking.moves) await at.facts.next('move-gone')
  const gone = read(at, booking.id)
  expect(gone).toMatchObject({ state: 'booked', moves: [{ number: { known: true } }, { number: { known: true } }] })
  expect(gone.moves.map((move) => move.goneAt !== null)).toEqual([true, true])
  expect(at.desk.status()).toMatchObject({ attention: 1, setAside: 0, link: { kind: 'up' } })
  expect(at.applied('create')).toBe(1)

  at.road.decideBy(() => null)
  at.clock.moveOn(7 * 60)
  at.desk.lookNow()
  for (const _ of booking.moves) await at.facts.next('move-refreshed')
  expect(read(at, booking.id).moves.map((move) => move.goneAt)).toEqual([null, null])
  expect(at.desk.status()).toMatchObject({ attention: 0, setAside: 0 })
  expect(at.applied('create')).toBe(1)
})
