import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  boardOf,
  connect,
  createRooftops,
  found,
  isAlone,
  isLive,
  ownerOf,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { proves } from '../support/spec-rows.ts'

/* Failures of a rooftop with a real hub and a real provider, those of test/spec/board-rows.json without a file of theirs. */

const WHO = 'Dana R.'
const HOURS = 60

let hub: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  hub = await startHub()
  rooftops = createRooftops(hub)
  return () => hub.remove()
})

type OpenDesk = Awaited<ReturnType<Awaited<ReturnType<typeof rooftops.open>>['open']>>

const book = ({ desk }: OpenDesk) => valueOf(desk.bookMove(rooftops.next()))

describe('A provider that no desk reaches', () => {
  test.for([
    ['The internet is away', 'board: 1'],
    ['The provider refuses the tokens of all desks', 'board: 2'],
  ])('%s: all bookings wait at all desks, and each leaves once by its own desk afterwards', async ([, row = '']) => {
    proves(row)
    const rooftop = await rooftops.open()
    const proxy = await openTestProxy(rooftop.provider.url)
    const isInternet = row === 'board: 1'
    if (isInternet) await rooftop.provider.setConnection('cut')
    else proxy.addToxic({ type: 'status', when: 'before', status: 401, body: { errors: 'access_denied' } })
    const of = isInternet ? {} : { address: proxy.url }
    const [one, two] = [await rooftop.open({ of }), await rooftop.open({ of })]
    const booked = [one, two].map((desk) => ({ desk, booking: book(desk) }))
    for (const { booking } of booked)
      for (const { desk } of [one, two]) await reached(desk, () => stateOf(desk, booking.id) === 'waiting')
    expect([one, two].map(({ desk }) => isLive(desk))).toEqual([true, true])
    if (isInternet) await rooftop.provider.setConnection('up')
    else proxy.removeToxics()
    for (const { desk } of [one, two]) desk.checkConnection()
    for (const { booking } of booked)
      for (const { desk } of [one, two]) await reached(desk, () => stateOf(desk, booking.id) === 'booked')
    expect(booked.map(({ desk, booking }) => ownerOf(desk.desk, booking.id))).toEqual([null, null])
    expect(await rooftop.sent()).toEqual(referencesOf(...booked.map(({ booking }) => booking)))
  })
})

test('A desk whose token the provider refuses hands its bookings over, and another desk sends each once', async () => {
  proves('board: 3')
  const rooftop = await rooftops.open()
  const [one, two] = [await rooftop.open({ of: { token: 'revoked' } }), await rooftop.open()]
  const booked = [book(one), book(one)]
  for (const { id } of booked) await reached(two.desk, () => stateOf(two.desk, id) === 'waiting')
  await reached(one.desk, () => one.desk.status().connection.kind === 'down')
  expect(one.desk.status().connection).toMatchObject({ cause: 'token-refused' })
  expect(valueOf(one.desk.handOver(WHO, false))).toEqual({ count: 2 })
  const offered = () => {
    const board = boardOf(two.desk)
    return board?.kind === 'live' && board.takeable.some(({ role, waiting }) => role === one.role && waiting === 2)
  }
  await reached(two.desk, offered)
  expect(valueOf(await two.desk.takeOver(one.role, WHO))).toEqual({ waiting: 2, doubtful: 0, requests: 0, refused: 0 })
  for (const { id } of booked) await reached(one.desk, () => stateOf(one.desk, id) === 'booked')
  expect(await rooftop.sent()).toEqual(referencesOf(...booked))
})

test('A desk whose cable is cut without a sign names the silence, books on alone, and shows all once it is back', async () => {
  proves('board: 9')
  const rooftop = await rooftops.open()
  const [one, two] = [await rooftop.open({ hasRoad: true }), await rooftop.open()]
  one.road?.cut()
  await reached(one.desk, () => isAlone(one.desk))
  expect(boardOf(one.desk)).toMatchObject({ fault: 'silent' })
  const booked = [book(one), book(two)]
  for (const [at, { desk }] of [one, two].entries())
    await reached(desk, () => stateOf(desk, booked[at]?.id ?? '') === 'booked')
  one.road?.heal('late')
  for (const { id } of booked)
    for (const { desk } of [one, two]) await reached(desk, () => stateOf(desk, id) === 'booked')
  expect(await rooftop.sent()).toEqual(referencesOf(...booked))
})

describe('A hub whose processes are frozen', () => {
  /** Two desks at a hub that freezes after a booking of the first was offered, which waits for the provider. */
  async function openFrozen() {
    const rooftop = await rooftops.open()
    const [one, two] = [await rooftop.open(), await rooftop.open()]
    await rooftop.provider.setConnection('cut')
    const offered = book(one)
    await reached(two.desk, () => stateOf(two.desk, offered.id) === 'waiting')
    onTestFinished(hub.thaw)
    hub.freeze()
    /** Lets the hub go on, and waits until both desks show all bookings as booked. */
    const thaw = async (...bookings: readonly { readonly id: string }[]) => {
      hub.thaw()
      for (const { id } of bookings)
        for (const { desk } of [one, two]) await reached(desk, () => stateOf(desk, id) === 'booked')
    }
    return { ...rooftop, one, two, offered, thaw }
  }

  test('The desk names the silence and sends what it books, and what it offered leaves once after the hub goes on', async () => {
    proves('board: 4')
    const { provider, one, offered, sent, thaw } = await openFrozen()
    await reached(one.desk, () => isAlone(one.desk))
    expect(boardOf(one.desk)).toMatchObject({ fault: 'silent' })
    await provider.setConnection('up')
    await connect(one.desk)
    const booked = book(one)
    await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
    expect(found(one.desk, offered.id)).toMatchObject({ state: 'waiting', waitReason: { code: 'claim' } })
    expect(await sent()).toEqual(referencesOf(booked))
    await thaw(offered, booked)
    expect(await sent()).toEqual(referencesOf(offered, booked))
  })

  test('A claim without an answer of the hub sends nothing, and the booking leaves once after the hub goes on', async () => {
    proves('board: 18')
    const { provider, one, offered, sent, thaw } = await openFrozen()
    await provider.setConnection('up')
    await connect(one.desk)
    await one.facts.next('claim-refused', ({ code }) => code === 'unanswered')
    await reached(one.desk, () => isAlone(one.desk))
    expect(await sent()).toEqual([])
    await thaw(offered)
    expect(await sent()).toEqual(referencesOf(offered))
  })
})

test('Desks whose clocks are hours apart show the same bookings, and none counts as silent', async () => {
  proves('board: 21')
  const rooftop = await rooftops.open()
  const [one, two] = [await rooftop.open(), await rooftop.open()]
  one.clock.moveOn(5 * HOURS)
  two.clock.moveOn(-5 * HOURS)
  await rooftop.provider.setConnection('cut')
  const booked = [one, two].map(book)
  for (const { id } of booked)
    for (const { desk } of [one, two]) await reached(desk, () => stateOf(desk, id) === 'waiting')
  const order = `SELECT booking FROM board.event WHERE kind = 'saved' AND booking = ANY ($1) ORDER BY seq`
  const logged = await hub.sql(order, [booked.map(({ id }) => id)])
  expect(new Set(logged.map(({ booking }) => booking))).toEqual(new Set(booked.map(({ id }) => id)))
  // A beat of both desks passes, after which the roster of the hub is read again.
  const beat = `SELECT bool_and(seen_at > $2::timestamptz) AS beaten FROM board.desk WHERE role = ANY ($1)`
  const [{ now = '' } = {}] = await hub.sql('SELECT clock_timestamp()::text AS now')
  const isBeaten = async () => (await hub.sql(beat, [[one.role, two.role], now]))[0]?.['beaten']
  await expect.poll(isBeaten, { timeout: 10_000 }).toBe(true)
  expect([one, two].map(({ desk }) => boardOf(desk))).toMatchObject([{ takeable: [] }, { takeable: [] }])
  expect(valueOf(await two.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 0, doubtful: 0 })
})

describe('A PC that is stolen', () => {
  test('What waits at the desk is taken over as soon as IT retired the desk, and leaves once', async () => {
    proves('board: 15')
    const { provider, open, sent } = await rooftops.open()
    const [one, two] = [await open(), await open()]
    await provider.setConnection('cut')
    const booked = book(one)
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
    await one.close()
    await hub.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [one.role])
    await reached(two.desk, () => {
      const board = boardOf(two.desk)
      return board?.kind === 'live' && board.takeable.some(({ name, isSilent }) => name === one.name && isSilent)
    })
    expect(valueOf(await two.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 1, refused: 0 })
    await provider.setConnection('up')
    await connect(two.desk)
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(booked))
  })
})
