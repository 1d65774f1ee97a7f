import { beforeAll, describe, expect, test } from 'vitest'
import {
  boardOf,
  createRooftops,
  found,
  isAlone,
  ownerOf,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { proves } from '../support/spec-rows.ts'

/* What a person does to a booking at a desk without its hub, while another desk takes the booking over. */

const WHO = 'Dana R.'

let hub: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  hub = await startHub()
  rooftops = createRooftops(hub)
  return () => hub.remove()
})

/** A booking that waits at a desk whose hub is away, and that another desk took over meanwhile. */
async function openTakenOver() {
  const { provider, open, sent } = await rooftops.open()
  await provider.setConnection('cut')
  const [before, taker] = [await open({ hasRoad: true }), await open()]
  const booking = valueOf(before.desk.bookMove(rooftops.next()))
  await reached(taker.desk, () => stateOf(taker.desk, booking.id) === 'waiting')
  before.road?.cut()
  await reached(before.desk, () => isAlone(before.desk))
  await hub.silence(before.role)
  expect(valueOf(await taker.desk.takeOver(before.role, WHO))).toMatchObject({ waiting: 1, refused: 0 })
  /** Gives the desk of before its hub again, and returns once the booking is as it is shown at the taker. */
  const heal = async (decision: string) => {
    before.road?.heal('lost')
    await reached(taker.desk, () => decided(taker.desk).includes(decision))
    await reached(before.desk, () => decided(before.desk).includes(decision))
    expect(ownerOf(before.desk, booking.id)).toBe(taker.name)
  }
  const decided = (desk: typeof taker.desk) =>
    valueOf(desk.readHistory(booking.id)).events.flatMap((event) => (event.kind === 'resolved' ? [event.decision] : []))
  const connect = async () => {
    await provider.setConnection('up')
    for (const { desk } of [before, taker]) desk.checkConnection()
  }
  return { before, taker, booking, heal, connect, sent }
}

describe('A booking that was taken over from a desk without its hub', () => {
  test('A withdrawal there holds the booking at the taker, where a person sends it after all, once', async () => {
    proves('board: 11.acted')
    const { before, taker, booking, heal, connect, sent } = await openTakenOver()
    valueOf(before.desk.withdrawBooking(booking.id))
    await heal('withdrawn-elsewhere')
    await reached(before.desk, () => boardOf(before.desk)?.takenOver[0]?.changed === 1)
    expect(boardOf(before.desk)?.takenOver).toEqual([{ desk: taker.name, count: 1, changed: 1 }])
    await connect()
    await reached(taker.desk, () => stateOf(taker.desk, booking.id) === 'held')
    expect(found(taker.desk, booking.id).entry).toMatchObject({
      code: 'changed-elsewhere',
      fields: { desk: before.name, isWithdrawn: true },
    })
    expect(await sent()).toEqual([])
    valueOf(taker.desk.resolveBooking(booking.id, { kind: 'release', who: WHO }))
    for (const { desk } of [taker, before]) await reached(desk, () => stateOf(desk, booking.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(booking))
  })

  test('A change there holds the booking at the taker, where a person changes the booking too and so sends it', async () => {
    const { before, taker, booking, heal, connect, sent } = await openTakenOver()
    const changed = (clock: string) => ({ ...pairBooking(90), appointment: inDays(2, clock) })
    valueOf(before.desk.changeBooking(booking.id, changed('10:15')))
    await heal('changed-elsewhere')
    await connect()
    await reached(taker.desk, () => stateOf(taker.desk, booking.id) === 'held')
    expect(found(taker.desk, booking.id).entry.fields).toEqual({ desk: before.name, isWithdrawn: false })
    expect(found(taker.desk, booking.id).time.utc).toBe(booking.time.utc)
    valueOf(taker.desk.changeBooking(booking.id, changed('10:15')))
    await reached(taker.desk, () => stateOf(taker.desk, booking.id) === 'booked')
    expect(await sent()).toHaveLength(booking.moves.length)
  })
})
