import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Board } from '../../../electron/board/board-of-desk.ts'
import { readLink } from '../../../electron/store/board/link.ts'
import { readRight } from '../../../electron/store/board/rights.ts'
import type { Resolution } from '../../../shared/outbox/resolution.ts'
import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import { describeLive } from '../../../renderer/app/text/board-text.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { openBoardDesk } from '../../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

/* What a desk may send, as its board and a real hub decide. */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const WHO = 'Dana R.'
const RELEASE: Resolution = { kind: 'release', who: WHO }
const isLive = ({ kind }: BoardStatus) => kind === 'live'

let roles = 0
let customers = 0

type Desk = Awaited<ReturnType<typeof openBoardDesk>>
type LiveDesk = Desk & { readonly board: Board }

/** Desks of a hub whose boards are live. */
async function openDesks(count: number, of = hub): Promise<readonly LiveDesk[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const desk = await openBoardDesk(of, `desk${(roles += 1)}`)
      const board = desk.start()
      await desk.reached(board, isLive)
      return { ...desk, board }
    }),
  )
}

async function openDesk(of = hub) {
  const [desk] = await openDesks(1, of)
  if (desk === undefined) throw new Error('no desk')
  return desk
}

/** The same request of a customer, as each desk may write it down. */
const request = () => pairBooking((customers += 2))

/** True once the hub knows all that the desk said about a booking. */
const isOffered = ({ store }: Desk, id: string) =>
  store.read(
    (view) =>
      readRight(view, entryOf(store, { id }).id) !== null &&
      view.sql('SELECT 1 FROM board_due UNION ALL SELECT 1 FROM board_queue').get() === undefined,
  )

/** Books, and waits until the hub and the other desks know the booking. */
async function offer(desk: LiveDesk, others: readonly Desk[], booking = request()) {
  const { id } = desk.book(booking)
  await desk.freed(desk.board, () => isOffered(desk, id))
  for (const other of others) await other.seen(() => other.stateOf(id) !== null)
  return id
}

const refusals = ({ facts }: Desk) => facts.all.flatMap((fact) => (fact.event === 'claim-refused' ? [fact.code] : []))
const rightOf = ({ store }: Desk, id: string) => store.read((view) => readRight(view, entryOf(store, { id }).id))

describe('A claim for a booking that another desk made too', () => {
  test('The earlier of two waiting bookings leaves, and the later one is held', async () => {
    proves('board: 5')
    const [one, two] = await openDesks(2)
    if (one === undefined || two === undefined) throw new Error('two desks')
    const booking = request()
    const first = await offer(one, [two], booking)
    const second = await offer(two, [one], booking)
    expect(await two.claim(two.board, second)).toBe(null)
    expect(entryOf(two.store, { id: second })).toMatchObject({ state: 'held', code: 'possible-duplicate' })
    expect(await one.claim(one.board, first)).toMatchObject({ state: 'sending' })
    expect(refusals(two)).toEqual(['duplicate'])
  })

  test('A person’s release claims despite the duplicates of all desks', async () => {
    const [one, two, three] = await openDesks(3)
    if (one === undefined || two === undefined || three === undefined) throw new Error('three desks')
    const booking = request()
    for (const desk of [one, two]) await offer(desk, [three], booking)
    const id = await offer(three, [], booking)
    expect(await three.claim(three.board, id)).toBe(null)
    expect(three.service.resolveBooking(id, RELEASE)).toMatchObject({ ok: true })
    await three.freed(three.board, () => three.next(three.board) === id)
    expect(await three.claim(three.board, id)).toMatchObject({ state: 'sending' })
    expect(rightOf(three, id)).toMatchObject({ state: 'claimed', rev: 2 })
  })

  test('A booking saved despite a duplicate leaves, but not beside another duplicate, and not after a change', async () => {
    const [one, two] = await openDesks(2)
    if (one === undefined || two === undefined) throw new Error('two desks')
    const save = async (alike: readonly string[], booking: ReturnType<typeof request>) => {
      const made = two.service.bookDespiteDuplicates({ booking, alike: [...alike], who: WHO })
      if (!made.ok) throw new Error(made.failure.detail)
      await two.freed(two.board, () => isOffered(two, made.value.id))
      return made.value.id
    }
    const booking = request()
    const first = await offer(one, [two], booking)
    const accepted = await save([first], booking)
    expect(await two.claim(two.board, accepted)).toMatchObject({ state: 'sending' })

    const [third, fourth] = [request(), request()]
    const seen = await offer(one, [two], third)
    const unseen = await offer(one, [two], third)
    const beside = await save([seen], third)
    expect(await two.claim(two.board, beside)).toBe(null)
    expect(refusals(two)).toEqual(['duplicate'])
    expect(unseen).not.toBe(seen)

    const changed = await save([await offer(one, [two], fourth)], fourth)
    expect(two.service.changeBooking(changed, { ...fourth, reference: 'RO 77' })).toMatchObject({ ok: true })
    await two.freed(two.board, () => isOffered(two, changed))
    expect(await two.claim(two.board, changed)).toBe(null)
    expect(refusals(two)).toEqual(['duplicate', 'duplicate'])
  })
})

test('Of two claims for one entry only the first is granted, because each request asks under an id of its own', async () => {
  const desk = await openDesk()
  const entry = entryOf(desk.store, { id: await offer(desk, []) })
  const answers = await Promise.all([desk.board.rights.claim(entry), desk.board.rights.claim(entry)])
  expect(answers.map(({ kind }) => kind)).toEqual(['granted', 'refused'])
  expect(refusals(desk)).toEqual(['state'])
})

describe('A claim that the hub refuses for now', () => {
  test('An entry that the hub does not know is offered again, and leaves then', async () => {
    const desk = await openDesk()
    const id = await offer(desk, [])
    const { id: entryId } = entryOf(desk.store, { id })
    await hub.sql('DELETE FROM board.send_right WHERE entry = $1', [entryId])
    expect(await desk.claim(desk.board, id)).toBe(null)
    expect(refusals(desk)).toEqual(['unknown'])
    expect(entryOf(desk.store, { id }).state).toBe('waiting')
    await desk.freed(desk.board, () => desk.next(desk.board) === id)
    expect(await desk.claim(desk.board, id)).toMatchObject({ state: 'sending' })
    const events = await hub.sql('SELECT kind FROM board.event WHERE entry = $1 ORDER BY seq', [entryId])
    const kinds = events.map(({ kind }) => kind)
    // The desk then tells that the entry is being sent, which may have reached the hub by now.
    expect(kinds).toEqual(['saved', 'saved', 'claimed', ...(kinds.length > 3 ? ['settled'] : [])])
  })

  test('A handed-over entry is not claimed, and the send queue leaves it out', async () => {
    const desk = await openDesk()
    const id = await offer(desk, [])
    const { id: entryId } = entryOf(desk.store, { id })
    await hub.sql('UPDATE board.send_right SET handed_over = true WHERE entry = $1', [entryId])
    expect(await desk.claim(desk.board, id)).toBe(null)
    expect(refusals(desk)).toEqual(['handed-over'])
    expect(rightOf(desk, id)).toMatchObject({ state: 'waiting', handedOver: true })
    expect(desk.next(desk.board)).toBe(null)
  })

  test('Claims pause after a start of the hub: what was offered waits, and leaves after the pause', async () => {
    proves('board: 7')
    const desk = await openDesk()
    const id = await offer(desk, [])
    expect(desk.next(desk.board)).toBe(id)
    onTestFinished(async () => void (await hub.sql(`UPDATE board.hub SET claim_pause = '0'`)))
    await hub.sql(`UPDATE board.hub SET claim_pause = '1 hour'`)
    // The desk hears of the pause by its next beat, and the hub refuses until then.
    expect(await desk.claim(desk.board, id)).toBe(null)
    expect(refusals(desk)).toEqual(['starting'])
    await desk.freed(desk.board, () => desk.next(desk.board) === null)
    expect(entryOf(desk.store, { id }).state).toBe('waiting')
    // The beat ends the rest of the refused entry. The hub answers, so that no person sends by a decision of their own.
    await desk.freed(desk.board, () => desk.board.rights.standing().resting?.length === 0)
    expect(desk.board.rights.standing().live).toBe(true)
    expect(desk.next(desk.board)).toBe(null)
    await hub.sql(`UPDATE board.hub SET claim_pause = '0'`)
    await desk.freed(desk.board, () => desk.next(desk.board) === id)
    expect(await desk.claim(desk.board, id)).toMatchObject({ state: 'sending' })
  })
})

test('A desk whose claim is refused because another desk has the entry gives the entry away and says so', async () => {
  const [one, two] = await openDesks(2)
  if (one === undefined || two === undefined) throw new Error('two desks')
  const id = await offer(one, [two])
  const { id: entryId } = entryOf(one.store, { id })
  // The desk reads nothing about the booking while its request is under way.
  const release = one.board.rights.hold(id)
  await hub.silence(one.role)
  expect(await two.board.takeBooking(id, WHO)).toMatchObject({ ok: true })
  expect(await one.board.rights.claim(entryOf(one.store, { id }))).toEqual({ kind: 'refused' })
  expect(one.facts.all).toContainEqual({ event: 'entry-given-away', entryId })
  release()
})

test('Entries of an older epoch are frozen until every desk refilled the hub, and new ones leave meanwhile', async () => {
  proves('board: 6')
  const own = await startHub()
  onTestFinished(own.remove)
  const [one, two] = await openDesks(2, own)
  if (one === undefined || two === undefined) throw new Error('two desks')
  const old = await offer(one, [two])
  two.board.end()
  await own.sql('UPDATE board.hub SET epoch = epoch + 1')
  const [raised] = await own.sql('SELECT epoch::float8 AS epoch FROM board.hub')
  await one.freed(one.board, () => one.store.read(readLink)?.refilledEpoch === raised?.['epoch'])
  const fresh = await offer(one, [])
  await one.freed(one.board, () => one.next(one.board) === fresh)
  expect(rightOf(one, old)).toMatchObject({ state: 'waiting', rev: 1 })
  expect(await one.claim(one.board, old)).toBe(null)
  expect(refusals(one)).toEqual(['frozen'])
  const status = one.board.status()
  expect(status?.kind === 'live' ? describeLive(status) : '').toBe(
    `Board live. The hub lost data: 1 booking waits until Desk ${two.role} is back.`,
  )
  expect(await one.claim(one.board, fresh)).toMatchObject({ state: 'sending' })
  const back = two.start()
  await two.reached(back, isLive)
  await one.freed(one.board, () => one.next(one.board) === old)
  await one.reached(one.board, (now) => now.kind === 'live' && now.frozen === undefined)
  expect(await one.claim(one.board, old)).toMatchObject({ state: 'sending' })
})

describe('A taker', () => {
  test('A taker that has not read the last change of the desk of before sends that change', async () => {
    const [one, two] = await openDesks(2)
    if (one === undefined || two === undefined) throw new Error('two desks')
    const booking = request()
    const id = await offer(one, [two], booking)
    two.board.end()
    // The other desk reads so many events in several portions.
    for (let number = 0; number < 45; number += 1) one.book(request())
    const changed = { ...booking, vehicle: { ...booking.vehicle, color: 'Green' } }
    expect(one.service.changeBooking(id, changed)).toMatchObject({ ok: true })
    await one.freed(one.board, () => isOffered(one, id))
    one.board.end()
    await hub.silence(one.role)
    const back = two.start()
    // The takeover is asked for at the moment in which the board is live.
    await two.reached(back, isLive)
    expect(await back.takeOver(one.role, WHO)).toMatchObject({ ok: true })
    const taken = two.service.getBooking(id)
    expect(taken).toMatchObject({ ok: true, value: { desk: null, moves: [{ vehicle: { color: 'Green' } }, {}] } })
  })
})
