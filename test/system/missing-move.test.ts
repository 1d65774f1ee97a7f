import { expect, test } from 'vitest'
import { behindProxy, read } from '../support/desk/hopdrive-desk.ts'
import type { ToxicRule } from '../support/faults/fault-proxy.ts'
import { pairBooking } from '../support/builders/bookings.ts'

const UNKNOWN: ToxicRule = {
  type: 'status',
  when: 'after',
  status: 404,
  body: { errors: 'move_invalid' },
  match: { asks: 'fetch' },
}

test(
  'A move that the provider no longer shows stays booked, needs attention and is not booked again',
  { tags: ['row-29'] },
  async () => {
    const at = await behindProxy()
    const booking = await at.booked(pairBooking(1))
    expect(at.desk.status()).toMatchObject({ attention: 0, unreadableMoves: 0 })

    at.proxy.addToxic(UNKNOWN)
    at.clock.moveOn(7 * 60)
    at.desk.checkConnection()
    for (const _ of booking.moves) await at.facts.next('move-missing')
    const gone = read(at, booking.id)
    expect(gone).toMatchObject({ state: 'booked', moves: [{ number: { known: true } }, { number: { known: true } }] })
    expect(gone.moves.map((move) => move.missingSince !== null)).toEqual([true, true])
    expect(at.desk.status()).toMatchObject({ attention: 1, unreadableMoves: 0, connection: { kind: 'up' } })
    expect(at.applied('create')).toBe(1)

    at.proxy.removeToxics()
    at.clock.moveOn(7 * 60)
    at.desk.checkConnection()
    for (const _ of booking.moves) await at.facts.next('move-refreshed')
    expect(read(at, booking.id).moves.map((move) => move.missingSince)).toEqual([null, null])
    expect(at.desk.status()).toMatchObject({ attention: 0, unreadableMoves: 0 })
    expect(at.applied('create')).toBe(1)
  },
)
