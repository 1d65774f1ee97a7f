import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sendAlone } from '../../../electron/store/board/consent.ts'
import { readLink } from '../../../electron/store/board/link.ts'
import { sentTwice } from '../../../electron/store/board/double-sends.ts'
import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { START } from '../../support/fakes/system.ts'
import { openBoardDesk } from '../../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'

/* A hub is lost after a takeover, and its desks refill a new one. */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const WHO = 'Dana R.'
const isLive = ({ kind }: BoardStatus) => kind === 'live'

let roles = 0

type Desk = Awaited<ReturnType<typeof openBoardDesk>>

/** A booking of the first desk that the second took over, from the state in which `prepare` leaves the first. */
async function takenOver(prepare: (one: Desk, id: string) => void, isClaimed = true) {
  const [one, two] = [await openBoardDesk(hub, `desk${(roles += 1)}`), await openBoardDesk(hub, `desk${(roles += 1)}`)]
  const [a, b] = [one.start(), two.start()]
  await Promise.all([one.reached(a, isLive), two.reached(b, isLive)])
  const { id } = one.book(pairBooking(roles))
  await two.seen(() => two.stateOf(id) !== null)
  if (isClaimed) {
    await one.freed(a, () => one.next(a) === id)
    expect(await one.claim(a, id)).toMatchObject({ state: 'sending' })
  }
  a.end()
  // A beat that is still under way would let the hub hear the desk again.
  await expect.poll(() => hub.sql('SELECT 1 FROM pg_stat_activity WHERE usename = $1', [one.role])).toEqual([])
  await hub.silence(one.role)
  const value = { waiting: isClaimed ? 0 : 1, doubtful: isClaimed ? 1 : 0 }
  expect(await b.takeOver(one.role, WHO)).toMatchObject({ ok: true, value })
  prepare(one, id)
  b.end()
  const second = await startHub()
  onTestFinished(second.remove)
  await second.admit(one.role)
  await second.admit(two.role)
  /** Starts desks at the new hub one after another, each after the one before refilled the hub. */
  const refill = async (...desks: readonly Desk[]) => {
    const boards = []
    for (const desk of desks) {
      const board = desk.start({}, second)
      boards.push(board)
      await desk.reached(board, isLive)
      await expect.poll(() => isTold(desk)).toBe(true)
    }
    return boards
  }
  return { one, two, id, second, refill }
}

/** True once the new hub has all that the desk knows. */
const isTold = ({ store }: Desk) =>
  store.read(
    (view) =>
      readLink(view)?.refilledEpoch === readLink(view)?.epoch &&
      view.sql('SELECT 1 FROM board_due UNION ALL SELECT 1 FROM board_queue').get() === undefined,
  )

describe('A proof of booking that a new hub gets after a takeover', () => {
  test.for([
    ['the taker', true],
    ['the desk of before', false],
  ] as const)('The proof ends the doubt of the taker if %s refills the hub first', async ([, takerIsFirst]) => {
    const { one, two, id, refill, second } = await takenOver((desk, booking) => {
      desk.store.write((tx) => tx.sql('UPDATE moves SET number = 70000 + rowid WHERE booking_id = ?').run(booking))
      bringTo(desk.store, { id: booking }, 'booked')
    })
    const boards = await refill(...(takerIsFirst ? [two, one] : [one, two]))
    await two.seen(() => two.stateOf(id) === 'booked')
    expect(entryOf(two.store, { id }).desk).toBeNull()
    await one.seen(() => entryOf(one.store, { id }).desk === two.role)
    await expect.poll(() => isTold(two)).toBe(true)
    for (const board of boards) expect(board.status()?.sentTwice).toEqual([])
    expect(await second.sql(`SELECT seq FROM board.event WHERE effect ? 'conflict'`)).toEqual([])
  })
})

describe('A decision of a person that the lost hub never had', () => {
  test.for([
    ['the taker', true],
    ['the desk of before', false],
  ] as const)(
    'A booking that was sent without the hub is in doubt at its taker, and both are alarmed, if %s refills the hub first',
    async ([, takerIsFirst]) => {
      const { one, two, id, refill } = await takenOver((desk, booking) => {
        expect(
          desk.store.write((tx) => sendAlone(tx, entryOf(desk.store, { id: booking }), { who: WHO, at: START })),
        ).toBe(true)
        bringTo(desk.store, { id: booking }, 'in-doubt')
      }, false)
      await refill(...(takerIsFirst ? [two, one] : [one, two]))
      await two.seen(() => two.stateOf(id) === 'in-doubt')
      await expect.poll(() => two.store.read(sentTwice)).toMatchObject([{ bookingId: id }])
      await expect.poll(() => one.store.read(sentTwice)).toMatchObject([{ bookingId: id }])
      await expect.poll(() => isTold(two)).toBe(true)
      expect(two.stateOf(id)).toBe('in-doubt')
    },
  )

  test('What a desk handed over stays handed over at a new hub', async () => {
    const [one, two] = [
      await openBoardDesk(hub, `desk${(roles += 1)}`),
      await openBoardDesk(hub, `desk${(roles += 1)}`),
    ]
    const first = one.start()
    await one.reached(first, isLive)
    const { id } = one.book(pairBooking(roles))
    await one.freed(first, () => one.next(first) === id)
    expect(first.handOver(WHO)).toBe(1)
    await expect.poll(() => isTold(one)).toBe(true)
    // The desk read its own line, after the line that offered the booking.
    const [{ last } = {}] = await hub.sql('SELECT last_seq::float8 AS last FROM board.hub')
    await expect.poll(() => one.store.read(readLink)?.seen).toBe(last)
    first.end()
    const second = await startHub()
    onTestFinished(second.remove)
    await second.admit(one.role)
    await second.admit(two.role)
    const [again, other] = [one.start({}, second), two.start({}, second)]
    await two.reached(other, (status) => status.kind === 'live' && status.takeable.length === 1)
    expect(again.status()?.handedOver).toBe(1)
    // Until both have refilled the hub and read what the other told, the booking is frozen.
    for (const desk of [one, two]) await expect.poll(() => isTold(desk)).toBe(true)
    await expect
      .poll(() => second.sql('SELECT board.missing_desks(h) AS missing FROM board.hub h'))
      .toEqual([{ missing: [] }])
    expect(await other.takeOver(one.role, WHO)).toMatchObject({ ok: true, value: { waiting: 1 } })
  })
})

test('A desk tells a new epoch what it read there and knows better before it says that it told all', async () => {
  const [one, two] = [await openBoardDesk(hub, `desk${(roles += 1)}`), await openBoardDesk(hub, `desk${(roles += 1)}`)]
  const [first, second] = [one.start(), two.start()]
  await Promise.all([one.reached(first, isLive), two.reached(second, isLive)])
  const { id } = two.book(pairBooking(roles))
  await one.seen(() => one.stateOf(id) !== null)
  await two.freed(second, () => two.next(second) === id)
  expect(await two.claim(second, id)).toMatchObject({ state: 'sending' })
  const [{ last } = {}] = await hub.sql('SELECT last_seq::float8 AS last FROM board.hub')
  await expect.poll(() => one.store.read(readLink)?.seen).toBeGreaterThanOrEqual(Number(last))
  second.end()
  // The hub lost the claim.
  await hub.sql(`UPDATE board.send_right SET state = 'waiting', rev = 1 WHERE booking = $1`, [id])
  await hub.sql('UPDATE board.hub SET epoch = epoch + 1')
  const said = async () =>
    (await hub.sql('SELECT kind FROM board.event WHERE desk = $1 AND seq > $2 ORDER BY seq', [one.role, last])).map(
      ({ kind }) => kind,
    )
  await expect.poll(said).toEqual(['claim-seen', 'refilled'])
})
