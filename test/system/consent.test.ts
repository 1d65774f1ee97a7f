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
import { startHub, type TestHub } from '../support/hub/board.ts'
import { proves } from '../support/spec-rows.ts'

/* Whole desks of one rooftop with a real hub and a real provider: what a person decides about the right to send. */

const WHO = 'Dana R.'

let hub: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  hub = await startHub()
  rooftops = createRooftops(hub)
  return () => hub.remove()
})

const next = () => rooftops.next()

/** Two desks, of which the first has saved bookings that wait for the provider and that both desks know. */
async function waitingAt(count: number, hasRoad = false) {
  const rooftop = await rooftops.open()
  const [one, two] = [await rooftop.open({ hasRoad }), await rooftop.open()]
  await rooftop.provider.setConnection('cut')
  const booked = Array.from({ length: count }, () => valueOf(one.desk.bookMove(next())))
  for (const { id } of booked) await reached(two.desk, () => stateOf(two.desk, id) === 'waiting')
  const back = async () => {
    await rooftop.provider.setConnection('up')
    for (const { desk } of [one, two]) desk.checkConnection()
  }
  return { ...rooftop, one, two, booked, back }
}

/** As `waitingAt`, with one booking that the second desk took over while the first is cut off from the hub. */
async function takenWhileCutOff() {
  const waiting = await waitingAt(1, true)
  const { one, two, booked } = waiting
  one.road?.cut()
  await reached(one.desk, () => isAlone(one.desk))
  await hub.silence(one.role)
  expect(valueOf(await two.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 1 })
  return { ...waiting, id: booked[0]?.id ?? '' }
}

/** Books another booking at the taker, and expects that this one alone leaves. */
async function expectOnlyLater({ two, back, sent }: Awaited<ReturnType<typeof takenWhileCutOff>>): Promise<void> {
  await back()
  const later = valueOf(two.desk.bookMove(next()))
  await reached(two.desk, () => stateOf(two.desk, later.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(later))
}

describe('A desk that hands over', () => {
  test('A desk that is heard hands over what waits, sends none of that, and the taker sends each once', async () => {
    const { one, two, booked, back, sent } = await waitingAt(2)
    expect(valueOf(one.desk.handOver(WHO, false))).toEqual({ count: 2 })
    expect(boardOf(one.desk)).toMatchObject({ handedOver: 2 })
    await reached(
      two.desk,
      () => boardOf(two.desk)?.kind === 'live' && JSON.stringify(boardOf(two.desk)).includes(one.role),
    )
    expect(boardOf(two.desk)).toMatchObject({
      takeable: [{ role: one.role, isSilent: false, waiting: 2, doubtful: 0 }],
    })
    await back()
    await reached(one.desk, () => one.desk.status().connection.kind === 'up')
    const later = valueOf(one.desk.bookMove(next()))
    await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(later))
    expect(valueOf(await two.desk.takeOver(one.role, WHO))).toEqual({
      waiting: 2,
      doubtful: 0,
      requests: 0,
      refused: 0,
    })
    for (const { id } of booked) await reached(two.desk, () => stateOf(two.desk, id) === 'booked')
    await reached(one.desk, () => booked.every(({ id }) => ownerOf(one.desk, id) === two.name))
    expect(boardOf(one.desk)).toMatchObject({ handedOver: 0 })
    expect(await sent()).toEqual(referencesOf(later, ...booked))
  })

  test('A desk takes back what no other desk took over, and sends that itself', async () => {
    const { one, two, booked, back, sent } = await waitingAt(1)
    const [{ id }] = booked as [(typeof booked)[number]]
    valueOf(one.desk.handOver(WHO, false))
    expect(valueOf(one.desk.handOver(WHO, true))).toEqual({ count: 1 })
    expect(boardOf(one.desk)).toMatchObject({ handedOver: 0 })
    await back()
    await reached(two.desk, () => stateOf(two.desk, id) === 'booked')
    expect(ownerOf(one.desk, id)).toBeNull()
    expect(await sent()).toEqual(referencesOf(...booked))
    const decisions = valueOf(two.desk.readHistory(id)).events.flatMap((event) =>
      event.kind === 'resolved' ? [event] : [],
    )
    expect(decisions.map(({ decision, who }) => [decision, who])).toEqual([
      ['handed-over', WHO],
      ['taken-back', WHO],
    ])
  })
})

test('A desk whose token the provider refuses is named at the others with what waits there, until that is handed over', async () => {
  proves('board: 3.shown')
  const rooftop = await rooftops.open()
  const [one, two] = [await rooftop.open({ of: { token: 'another-token' } }), await rooftop.open()]
  const booked = [1, 2].map(() => valueOf(one.desk.bookMove(next())))
  await reached(one.desk, () => one.desk.status().connection.kind === 'down')
  const stuck = () => {
    const board = boardOf(two.desk)
    return board?.kind === 'live' ? (board.stuck ?? []) : []
  }
  await reached(two.desk, () => stuck()[0]?.waiting === 2)
  expect(stuck()).toEqual([{ role: one.role, name: one.name, cause: 'token-refused', waiting: 2 }])
  expect(valueOf(one.desk.handOver(WHO, false))).toEqual({ count: 2 })
  await reached(two.desk, () => stuck().length === 0)
  expect(valueOf(await two.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 2 })
  for (const { id } of booked) await reached(two.desk, () => stateOf(two.desk, id) === 'booked')
  expect(await rooftop.sent()).toEqual(referencesOf(...booked))
})

describe('A person who sends without the board', () => {
  const alone = { kind: 'send-without-board', who: WHO } as const

  test('An offered booking leaves without the hub once, and the other desks read who decided so', async () => {
    const { one, two, booked, back, sent } = await waitingAt(1)
    const [{ id }] = booked as [(typeof booked)[number]]
    expect(one.desk.resolveBooking(id, alone)).toMatchObject({ ok: false, failure: { detail: 'board-live' } })
    await hub.stop('SIGKILL')
    await reached(one.desk, () => isAlone(one.desk))
    await back()
    await reached(one.desk, () => one.desk.status().connection.kind === 'up')
    expect(found(one.desk, id)).toMatchObject({ state: 'waiting', waitReason: { code: 'claim' } })
    valueOf(one.desk.resolveBooking(id, alone))
    await reached(one.desk, () => stateOf(one.desk, id) === 'booked')
    await hub.server.start()
    await reached(two.desk, () => stateOf(two.desk, id) === 'booked')
    expect(boardOf(one.desk)).toMatchObject({ sentTwice: [] })
    expect(boardOf(two.desk)).toMatchObject({ sentTwice: [] })
    const history = JSON.stringify(valueOf(two.desk.readHistory(id)))
    expect(history).toContain('"decision":"send-without-board","who":"Dana R."')
    expect(await sent()).toEqual(referencesOf(...booked))
  })

  test('A booking that another desk took over meanwhile is in doubt there, is not sent again, and both desks are alarmed', async () => {
    const { id, one, two, booked, back, sent } = await takenWhileCutOff()
    // The taker does not reach the provider yet, and the first desk does.
    valueOf(one.desk.resolveBooking(id, alone))
    await back()
    await Promise.race([one, two].map(({ desk }) => reached(desk, () => stateOf(desk, id) === 'booked')))
    one.road?.heal('lost')
    await reached(one.desk, () => ownerOf(one.desk, id) === two.name)
    await reached(one.desk, () => JSON.stringify(boardOf(one.desk)?.sentTwice).includes(two.name))
    await reached(two.desk, () => JSON.stringify(boardOf(two.desk)?.sentTwice).includes(one.name))
    expect(boardOf(one.desk)?.sentTwice).toEqual([{ bookingId: id, customer: booked[0]?.customerName, desk: two.name }])
    expect(await sent().then((all) => all.length)).toBeGreaterThanOrEqual(2)
    valueOf(one.desk.markTakenOverSeen())
    valueOf(one.desk.markDoubleSendSeen('another-booking'))
    expect(boardOf(one.desk)?.sentTwice).toHaveLength(1)
    valueOf(one.desk.markDoubleSendSeen(id))
    expect(boardOf(one.desk)?.sentTwice).toEqual([])
  })

  test('A booking that a person places by phone without the hub is in doubt at a desk that took it over meanwhile', async () => {
    const taken = await takenWhileCutOff()
    const { id, one, two } = taken
    valueOf(one.desk.resolveBooking(id, { kind: 'placed-by-phone', who: WHO, reference: 'HD 4471' }))
    one.road?.heal('lost')
    await reached(two.desk, () => stateOf(two.desk, id) === 'in-doubt')
    await reached(one.desk, () => ownerOf(one.desk, id) === two.name)
    await reached(two.desk, () => JSON.stringify(boardOf(two.desk)?.sentTwice).includes(one.name))
    await expectOnlyLater(taken)
  })

  test('A taker that has not sent yet puts a booking in doubt once the desk of before says that it sent without the hub', async () => {
    const taken = await takenWhileCutOff()
    const { id, one, two } = taken
    valueOf(one.desk.resolveBooking(id, alone))
    one.road?.heal('lost')
    await reached(two.desk, () => stateOf(two.desk, id) === 'in-doubt')
    expect(found(two.desk, id)).toMatchObject({ desk: null, entry: { code: 'taken-over', unresolvedAttempt: true } })
    await reached(one.desk, () => ownerOf(one.desk, id) === two.name)
    await expectOnlyLater(taken)
  })
})
