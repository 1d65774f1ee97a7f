import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  connect,
  boardOf,
  createRooftops,
  found,
  isAlone,
  ownerOf,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import type { Desk } from '../../electron/desk/desk.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { dropLog } from '../support/hub/drop-log.ts'
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

const decided = ({ desk }: { readonly desk: Desk }, id: string) =>
  valueOf(desk.readHistory(id)).events.flatMap((event) => (event.kind === 'resolved' ? [event.decision] : []))

/** A booking that waits at a desk whose hub is away, and that another desk took over meanwhile. */
async function openTakenOver() {
  const { provider, open, sent } = await rooftops.open()
  await provider.setConnection('cut')
  const [before, taker, third] = [await open({ hasRoad: true }), await open(), await open()]
  const booking = valueOf(before.desk.bookMove(rooftops.next()))
  const { id } = booking
  for (const { desk } of [taker, third]) await reached(desk, () => stateOf(desk, id) === 'waiting')
  before.road?.cut()
  await reached(before.desk, () => isAlone(before.desk))
  await hub.silence(before.role)
  expect(valueOf(await taker.desk.takeOver(before.role, WHO))).toMatchObject({ waiting: 1, refused: 0 })
  // The taker has said what it has, so that the booking waits at every desk.
  await reached(third.desk, () => decided(third, id).includes('taken-over'))
  /** Gives the desk of before its hub again, and returns once these desks have the act. */
  const heal = async (act: string, ...desks: readonly { readonly desk: Desk }[]) => {
    before.road?.heal('lost')
    for (const one of [before, ...desks]) await reached(one.desk, () => decided(one, id).includes(act))
    expect(ownerOf(before.desk, id)).toBe(taker.name)
  }
  const reconnect = async (...desks: readonly { readonly desk: Desk }[]) => {
    await provider.setConnection('up')
    for (const { desk } of desks) await connect(desk)
  }
  return { provider, before, taker, third, booking, id, heal, reconnect, sent }
}

describe('A booking that was taken over from a desk without its hub', () => {
  test('A withdrawal there holds the booking at the taker, where a person sends it after all, once', async () => {
    proves('board: 11.acted')
    const { before, taker, booking, heal, reconnect, sent } = await openTakenOver()
    valueOf(before.desk.withdrawBooking(booking.id))
    await heal('withdrawn-elsewhere', taker)
    await reached(before.desk, () => boardOf(before.desk)?.takenOver[0]?.changed === 1)
    expect(boardOf(before.desk)?.takenOver).toEqual([{ desk: taker.name, count: 1, changed: 1 }])
    await reconnect(before, taker)
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
    const { before, taker, booking, heal, reconnect, sent } = await openTakenOver()
    const changed = (clock: string) => ({ ...pairBooking(90), appointment: inDays(2, clock) })
    valueOf(before.desk.changeBooking(booking.id, changed('10:15')))
    await heal('changed-elsewhere', taker)
    await reconnect(before, taker)
    await reached(taker.desk, () => stateOf(taker.desk, booking.id) === 'held')
    expect(found(taker.desk, booking.id).entry.fields).toEqual({ desk: before.name, isWithdrawn: false })
    expect(found(taker.desk, booking.id).time.utc).toBe(booking.time.utc)
    valueOf(taker.desk.changeBooking(booking.id, changed('10:15')))
    await reached(taker.desk, () => stateOf(taker.desk, booking.id) === 'booked')
    expect(await sent()).toHaveLength(booking.moves.length)
  })

  test.for(['third', 'before'] as const)(
    'A withdrawal that the dead taker never heard of holds the booking at the next taker, the %s desk',
    async (next) => {
      const { taker, id, heal, reconnect, sent, ...desks } = await openTakenOver()
      const { before, third } = desks
      valueOf(before.desk.withdrawBooking(id))
      await taker.close()
      await heal('withdrawn-elsewhere', third)
      await hub.silence(taker.role)
      expect(valueOf(await desks[next].desk.takeOver(taker.role, WHO))).toMatchObject({ waiting: 1 })
      await reconnect(before, third)
      await reached(desks[next].desk, () => stateOf(desks[next].desk, id) === 'held')
      expect(await sent()).toEqual([])
    },
  )

  test('A change that comes back to its desk with the booking, and goes to the taker again, still holds the booking', async () => {
    const { before, taker, id, heal, reconnect, sent } = await openTakenOver()
    valueOf(before.desk.changeBooking(id, { ...pairBooking(91), appointment: inDays(2, '10:15') }))
    await heal('changed-elsewhere', taker)
    valueOf(await before.desk.takeBooking(id, WHO))
    await reached(taker.desk, () => ownerOf(taker.desk, id) === before.name && decided(taker, id).includes('changed'))
    await before.close()
    await hub.silence(before.role)
    expect(valueOf(await taker.desk.takeOver(before.role, WHO))).toMatchObject({ waiting: 1 })
    await reconnect(taker)
    await reached(taker.desk, () => stateOf(taker.desk, id) === 'held')
    expect(await sent()).toEqual([])
  })

  test('A withdrawal comes to a taker that reads a snapshot in place of the log', async () => {
    const { before, taker, third, id, heal, reconnect, sent } = await openTakenOver()
    valueOf(before.desk.withdrawBooking(id))
    await taker.close()
    await heal('withdrawn-elsewhere', third)
    await dropLog(hub)
    const back = await taker.start()
    await reached(back.desk, () => decided(back, id).includes('withdrawn-elsewhere'))
    await reconnect(before, third, back)
    await reached(back.desk, () => stateOf(back.desk, id) === 'held')
    expect(await sent()).toEqual([])
  })
})

test('A proof that comes after the taker booked by phone stays at its desk, and both desks say that there may be two', async () => {
  const { provider, open } = await rooftops.open()
  const proxy = await startFaultProxy(provider.url)
  onTestFinished(proxy.close)
  const hold = proxy.holdRequests({ asks: 'create' })
  onTestFinished(hold.release)
  const of = { address: proxy.url }
  const [before, taker] = [
    await open({ hasRoad: true, of, deadlines: { connect: 2_000, answer: 60_000 } }),
    await open({ of }),
  ]
  const { id } = valueOf(before.desk.bookMove(rooftops.next()))
  await hold.arrived(1)
  await reached(taker.desk, () => stateOf(taker.desk, id) === 'waiting')
  before.road?.cut()
  await reached(before.desk, () => isAlone(before.desk))
  hold.release()
  await reached(before.desk, () => stateOf(before.desk, id) === 'booked')
  await hub.silence(before.role)
  expect(valueOf(await taker.desk.takeOver(before.role, WHO))).toMatchObject({ doubtful: 1 })
  valueOf(taker.desk.resolveBooking(id, { kind: 'placed-by-phone', who: WHO, reference: 'PH-77' }))
  const outcome = () => hub.sql('SELECT outcome FROM board.send_right WHERE booking = $1', [id])
  await expect.poll(outcome).toEqual([{ outcome: 'placed-by-phone' }])
  before.road?.heal('lost')
  for (const { desk } of [before, taker]) await reached(desk, () => boardOf(desk)?.sentTwice.length === 1)
  await reached(before.desk, () => ownerOf(before.desk, id) === taker.name)
  expect(found(before.desk, id).moves.map(({ number }) => number.known)).toEqual([true, true])
  expect(stateOf(taker.desk, id)).toBe('placed-by-phone')
})
