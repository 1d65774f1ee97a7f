import { beforeAll, describe, expect, test } from 'vitest'
import type { Board } from '../../../electron/board/board-of-desk.ts'
import type { OpenHub } from '../../../electron/board/hub-session.ts'
import { sentTwice } from '../../../electron/store/board/double-sends.ts'
import { untoldTakeovers } from '../../../electron/store/board/takeover.ts'
import { nextDueAmendment } from '../../../electron/store/tables/amendments.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { describeTaken } from '../../../renderer/app/text/takeover-text.ts'
import {
  describeAmendment,
  describeCancellation,
  describeChange,
} from '../../../renderer/booking/text/amendment-text.ts'
import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Result } from '../../../shared/result.ts'
import { bringAmendmentTo, change, HOPDRIVE } from '../../support/builders/amendment.ts'
import { inDays, oneWayBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { START } from '../../support/fakes/system.ts'
import { openBoardDesk } from '../../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'

/*
 * A person changes or cancels a booking of another desk: the booking is taken over first, and the requests of both
 * desks meet as the rules of electron/board/README.md say.
 */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const [DANA, LEE] = ['Dana R.', 'Lee P.']
const isLive = ({ kind }: BoardStatus) => kind === 'live'
const UP = { kind: 'up', since: START } as const
const NOT_FREE = { ok: false, failure: { code: 'not-possible' } }
let made = 0

type Desk = Awaited<ReturnType<typeof openBoardDesk>> & { board: Board }

async function goLive(desk: Omit<Desk, 'board'>): Promise<Desk> {
  const board = desk.start()
  await desk.reached(board, isLive)
  return Object.assign(desk, { board })
}

/** Two live desks, and a booking of the first that both have in a state. */
async function openPair(state: 'waiting' | 'booked' = 'booked') {
  made += 2
  const one = await goLive(await openBoardDesk(hub, `desk${made}`, HOPDRIVE))
  const two = await goLive(await openBoardDesk(hub, `desk${made + 1}`, HOPDRIVE))
  const { id, moves } = one.book(oneWayBooking(made))
  const moveId = moves[0]?.id ?? ''
  if (state === 'booked') {
    one.store.write((tx) => confirmMove(tx, moveId, toldMove(100 + made, {}), START))
    bringTo(one.store, { id }, state)
  }
  await two.seen(() => bookingOf(two, id)?.state === state)
  return { one, two, id, moveId }
}

function bookingOf({ service }: Desk, id: string): BookedMoves | null {
  const found = service.getBooking(id)
  return found.ok ? found.value : null
}

function of<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.detail)
  return result.value
}

/** The requests of a booking at a desk, as `kind state code`, sorted. */
const requests = (desk: Desk, id: string) =>
  (bookingOf(desk, id)?.moves ?? [])
    .flatMap(({ amendments }) => amendments.map(({ kind, state, code }) => `${kind} ${state} ${code ?? ''}`.trim()))
    .toSorted()

/** The booking and its first move as a desk shows them. */
function shownAt(desk: Desk, id: string): readonly [BookedMoves, BookedMoves['moves'][number]] {
  const booking = bookingOf(desk, id)
  const move = booking?.moves[0]
  if (booking === null || move === undefined) throw new Error('the desk has no such booking')
  return [booking, move]
}

/** What the history of a booking says of its requests that ended. */
const endsOf = (desk: Desk, id: string) =>
  shownAt(desk, id)[1].amendments.flatMap((amendment) => describeAmendment(amendment) ?? [])

/** What the send queue of a desk would ask of the provider next. */
const nextRequest = ({ store }: Desk) =>
  store.read((view) => nextDueAmendment(view, HOPDRIVE, START, START))?.kind ?? null

/** The second desk takes the booking while the first is away from the hub, both act, and the first comes back. */
async function apart(acts: {
  first: (desk: Desk, moveId: string) => void
  second: (desk: Desk, moveId: string) => void
}) {
  const { one, two, id, moveId } = await openPair()
  one.board.end()
  acts.first(one, moveId)
  of(await two.board.takeBooking(id, LEE))
  acts.second(two, moveId)
  await goLive(one)
  return { one, two, id }
}

const both = async (one: Desk, two: Desk, id: string, expected: readonly string[]) => {
  const is = (desk: Desk) => JSON.stringify(requests(desk, id)) === JSON.stringify(expected.toSorted())
  await Promise.all([one.seen(() => is(one)), two.seen(() => is(two))])
  expect([one, two].flatMap(({ facts }) => facts.all.filter(({ event }) => event === 'board-event-skipped'))).toEqual(
    [],
  )
}

const cancels = (who: string) => (desk: Desk, moveId: string) =>
  void of(desk.service.requestCancellation([moveId], who))
const changes = (who: string, color: string) => (desk: Desk, moveId: string) =>
  void of(desk.service.requestChange(moveId, change({ color }), who))

describe('A booking that another desk takes over to act on it', () => {
  test('A booked booking stays booked, its cancellation leaves from the taker alone, and its desk is told', async () => {
    const { one, two, id, moveId } = await openPair()
    expect(two.service.requestCancellation([moveId], LEE)).toMatchObject(NOT_FREE)
    expect(await two.board.takeBooking(id, LEE)).toMatchObject({ ok: true })
    expect(bookingOf(two, id)).toMatchObject({ desk: null, state: 'booked' })
    cancels(LEE)(two, moveId)
    await both(one, two, id, ['cancel waiting'])
    expect([nextRequest(one), nextRequest(two)]).toEqual([null, 'cancel'])
    expect(bookingOf(one, id)).toMatchObject({ desk: `Desk ${two.role}`, state: 'booked' })
    expect(one.store.read(untoldTakeovers)).toEqual([{ desk: `Desk ${two.role}`, count: 1 }])
    expect(one.service.withdrawBooking(id)).toMatchObject(NOT_FREE)
  })

  test('A booking that waits is withdrawn at the taker, and its desk sends nothing', async () => {
    const { one, two, id } = await openPair('waiting')
    expect(await two.board.takeBooking(id, LEE)).toMatchObject({ ok: true })
    of(two.service.withdrawBooking(id))
    await one.seen(() => bookingOf(one, id)?.state === 'withdrawn')
    expect(one.next(one.board)).toBeNull()
  })

  test('A booking whose request is under way is not taken, and is taken once it is booked', async () => {
    const { one, two, id } = await openPair('waiting')
    await one.freed(one.board, () => one.next(one.board) === id)
    const release = one.board.rights.hold(id)
    expect(await one.board.rights.claim(entryOf(one.store, { id }))).toMatchObject({ kind: 'granted' })
    expect(await two.board.takeBooking(id, LEE)).toMatchObject({ failure: { detail: 'being-sent' } })
    expect(bookingOf(two, id)?.desk).toBe(`Desk ${one.role}`)
    bringTo(one.store, { id }, 'booked')
    release()
    await two.seen(() => bookingOf(two, id)?.state === 'booked')
    expect(await two.board.takeBooking(id, LEE)).toMatchObject({ ok: true })
  })

  test('The bookings of a reschedule are taken together, and the taker cancels the old one', async () => {
    const { one, two, id } = await openPair()
    const replacement = of(one.service.rescheduleBooking(id, inDays(3, '11:00'), DANA))
    await two.seen(() => bookingOf(two, replacement.id) !== null)
    expect(await two.board.takeBooking(id, LEE)).toMatchObject({ ok: true })
    expect([id, replacement.id].map((each) => bookingOf(two, each)?.desk)).toEqual([null, null])
    await one.seen(() => bookingOf(one, replacement.id)?.desk !== null)
    two.store.write((tx) => {
      for (const [at, move] of replacement.moves.entries()) confirmMove(tx, move.id, toldMove(900 + at, {}), START)
    })
    bringTo(two.store, replacement, 'booked')
    expect(bookingOf(two, id)?.replacement?.step).toBe('ask-cancel')
  })

  test('Of two desks that take one booking, one has it and the other reads where it is', async () => {
    const { one, two, id } = await openPair('waiting')
    const third = await goLive(await openBoardDesk(hub, `desk${(made += 2)}third`, HOPDRIVE))
    await third.seen(() => bookingOf(third, id) !== null)
    await Promise.all([two.board.takeBooking(id, LEE), third.board.takeBooking(id, DANA)])
    const owner = (desk: Desk) => bookingOf(desk, id)?.desk ?? desk.role
    await Promise.all([one, two, third].map((desk) => desk.seen(() => owner(desk).replace('Desk ', '') !== one.role)))
    expect([two, third].filter((desk) => bookingOf(desk, id)?.desk === null)).toHaveLength(1)
    expect(bookingOf(one, id)?.desk).not.toBeNull()
  })

  test('A takeover of an unknown booking, of an own one and without the hub answers why', async () => {
    const { one, two, id } = await openPair('waiting')
    expect(await one.board.takeBooking('06h1l8a74p3nuc3mm9pn30', DANA)).toMatchObject({
      failure: { code: 'not-found' },
    })
    expect(await one.board.takeBooking(id, DANA)).toMatchObject({ ok: true })
    expect(one.store.read(untoldTakeovers)).toEqual([])
    two.board.end()
    expect(await two.board.takeBooking(id, LEE)).toMatchObject({ failure: { detail: 'board-away' } })
    expect(bookingOf(two, id)?.desk).toBe(`Desk ${one.role}`)
  })
})

describe('Requests of two desks that meet', () => {
  test('A request of the desk of before that no other request meets leaves from the taker', async () => {
    const { one, two, id } = await apart({ first: cancels(DANA), second: () => {} })
    await both(one, two, id, ['cancel waiting'])
    expect([nextRequest(one), nextRequest(two)]).toEqual([null, 'cancel'])
  })

  test('A second cancellation joins the first', async () => {
    const { one, two, id } = await apart({ first: cancels(DANA), second: cancels(LEE) })
    await both(one, two, id, ['cancel waiting', 'cancel withdrawn asked-elsewhere'])
    expect([nextRequest(one), nextRequest(two)]).toEqual([null, 'cancel'])
    const words = [one, two].map((desk) => describeCancellation(...shownAt(desk, id), UP))
    expect(words).toEqual(Array(2).fill('Cancel request saved. Sends automatically.'))
    expect(endsOf(two, id)).toEqual([
      'Not sent, because another desk asked first. Look at its request, and ask again if needed.',
    ])
  })

  test('Of two changes the one of the taker leaves, and the other is not sent and says so', async () => {
    const { one, two, id } = await apart({ first: changes(DANA, 'Red'), second: changes(LEE, 'Blue') })
    await both(one, two, id, ['change waiting', 'change withdrawn asked-elsewhere'])
    const open = bookingOf(one, id)?.moves[0]?.amendments.find(({ state }) => state === 'waiting')
    expect(open).toMatchObject({ who: LEE, change: { color: 'Blue' } })
    expect([nextRequest(one), nextRequest(two)]).toEqual([null, 'change'])
    expect(describeChange(...shownAt(one, id), UP)).toBe(
      `Change saved. Sends automatically. Desk ${two.role} already asks for color Blue, so Dana R.'s change to color ` +
        'Red was not sent. Ask again if needed.',
    )
    expect(describeChange(...shownAt(two, id), UP)).toContain('This computer already asks for color Blue, so Dana R.')
  })

  test('A cancellation wins over a change, whichever desk made it', async () => {
    const late = await apart({ first: cancels(DANA), second: changes(LEE, 'Blue') })
    await both(late.one, late.two, late.id, ['cancel waiting', 'change withdrawn superseded'])
    expect(nextRequest(late.two)).toBe('cancel')
    const early = await apart({ first: changes(DANA, 'Red'), second: cancels(LEE) })
    await both(early.one, early.two, early.id, ['cancel waiting', 'change withdrawn superseded'])
    expect(nextRequest(early.two)).toBe('cancel')
    for (const { one, two, id } of [late, early]) {
      for (const desk of [one, two]) {
        expect(describeCancellation(...shownAt(desk, id), UP)).toBe('Cancel request saved. Sends automatically.')
        expect(endsOf(desk, id)).toEqual(['Dropped, because the move is being canceled.'])
      }
    }
  })

  test('A request that may have left is not called withdrawn beside the one of the taker', async () => {
    const first = (desk: Desk, moveId: string) => {
      changes(DANA, 'Red')(desk, moveId)
      const [amendment] = desk.store.read((view) =>
        view.sql('SELECT id FROM amendments WHERE move_id = +?').pluck().all(moveId),
      ) as string[]
      bringAmendmentTo(desk.store, amendment ?? '', 'sending')
    }
    const { one, two, id } = await apart({ first, second: changes(LEE, 'Blue') })
    await both(one, two, id, ['change waiting', 'change refused asked-elsewhere'])
    expect(endsOf(one, id)).toEqual([
      'Another desk asked too, and both requests may have arrived. The move shows what counts.',
    ])
    expect([nextRequest(one), nextRequest(two)]).toEqual([null, 'change'])
  })

  test('The old booking of a reschedule is taken over from a silent desk with its replacement', async () => {
    const { one, two, id } = await openPair()
    const replacement = of(one.service.rescheduleBooking(id, inDays(3, '11:00'), DANA))
    await two.seen(() => bookingOf(two, replacement.id) !== null)
    one.board.end()
    await hub.silence(one.role)
    await two.reached(
      two.board,
      (status) =>
        status.kind === 'live' && status.takeable.some(({ role, requests: old }) => role === one.role && old === 1),
    )
    expect(of(await two.board.takeOver(one.role, LEE))).toEqual({ waiting: 1, doubtful: 0, requests: 1, refused: 0 })
    expect([id, replacement.id].map((each) => bookingOf(two, each)?.desk)).toEqual([null, null])
  })

  test('What waits on a silent desk for a booked booking is taken over with the rest', async () => {
    const { one, two, id, moveId } = await openPair()
    cancels(DANA)(one, moveId)
    await two.seen(() => requests(two, id).length === 1)
    one.board.end()
    await hub.silence(one.role)
    await two.reached(
      two.board,
      (status) =>
        status.kind === 'live' && status.takeable.some(({ role, requests: open }) => role === one.role && open === 1),
    )
    expect(of(await two.board.takeOver(one.role, LEE))).toEqual({ waiting: 0, doubtful: 0, requests: 1, refused: 0 })
    expect([bookingOf(two, id)?.desk, nextRequest(two)]).toEqual([null, 'cancel'])
  })
})

test('A takeover that comes second says which desk took over first', async () => {
  const { one, two, id } = await openPair('waiting')
  const role = `desk${(made += 2)}`
  const third = await openBoardDesk(hub, role, HOPDRIVE)
  /** The second desk takes the booking after the third asked what it may take. */
  const through =
    (open: OpenHub): OpenHub =>
    async (...how) => {
      const session = await open(...how)
      const take: typeof session.take = async (...entry) => {
        expect(of(await two.board.takeOver(one.role, LEE)).waiting).toBe(1)
        return session.take(...entry)
      }
      return { ...session, take }
    }
  const board = third.start({ through })
  await third.reached(board, isLive)
  await third.seen(() => bookingOf(Object.assign(third, { board }), id) !== null)
  one.board.end()
  await hub.silence(one.role)
  const taken = of(await board.takeOver(one.role, DANA))
  expect(taken).toMatchObject({ waiting: 0, refused: 1, takenBy: [`Desk ${two.role}`] })
  expect(describeTaken(taken, { name: `Desk ${one.role}`, isSilent: true })).toBe(
    `Nothing was taken over: Desk ${two.role} took over first.`,
  )
})

test('A proof of the desk of before ends the doubt of the taker, and no desk speaks of two bookings', async () => {
  const { one, two, id } = await openPair('waiting')
  await one.freed(one.board, () => one.next(one.board) === id)
  const release = one.board.rights.hold(id)
  expect(await one.board.rights.claim(entryOf(one.store, { id }))).toMatchObject({ kind: 'granted' })
  // A beat of the desk between the two calls makes the desk heard again.
  await expect
    .poll(async () => {
      await hub.silence(one.role)
      return of(await two.board.takeOver(one.role, LEE)).doubtful
    })
    .toBe(1)
  bringTo(one.store, { id }, 'booked')
  release()
  await two.seen(() => bookingOf(two, id)?.state === 'booked')
  cancels(LEE)(two, bookingOf(two, id)?.moves[0]?.id ?? '')
  await one.seen(() => requests(one, id).length === 1)
  expect([one, two].map(({ store }) => store.read(sentTwice))).toEqual([[], []])
})
