import { onTestFinished } from 'vitest'
import { startBoard } from '../../../electron/board/board.ts'
import type { Board } from '../../../electron/board/board-of-desk.ts'
import type { OpenHub } from '../../../electron/board/hub-session.ts'
import { openPostgresHub } from '../../../electron/board/postgres.ts'
import { createBookingService } from '../../../electron/bookings/service.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import type { ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import { joinBoard } from '../../../electron/store/board/link.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { claimToSend } from '../../../electron/sync/claim-to-send.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import { recordFacts } from '../builders/event-recorder.ts'
import { entryOf } from '../builders/outbox-entries.ts'
import { openTestStore, REMOTE } from '../desk/test-store.ts'
import { START } from '../fakes/system.ts'
import type { TestHub } from './board.ts'

type HubAddress = Parameters<typeof openPostgresHub>[0]
type Started = Partial<HubAddress> & {
  /** Changes the sessions of the board. */
  readonly through?: (open: OpenHub) => OpenHub
}

/** A desk with a store and a booking service, and without a send queue. Its board is not started yet. */
export function createBoardDesk(role: string, remote: ProviderIdentity = REMOTE) {
  const store = openTestStore()
  const facts = recordFacts()
  const service = createBookingService({
    store,
    remote,
    rooftop: () => PRACTICE_ROOFTOP,
    defaultPayer: () => null,
    miles: () => null,
    clock: systemClock,
    ids: systemIds,
    log: () => {},
    wake: () => {},
    msSinceLastSend: () => 0,
  })
  const incarnation = systemIds.next()
  store.write((tx) => joinBoard(tx, { role, incarnation }, START))
  /** Starts the board at a hub that admits the desk. */
  const startAt = (hub: TestHub, { through = (open) => open, ...at }: Started = {}) => {
    const { host = '', port = 0, ssl } = hub.config(role)
    if (typeof ssl !== 'object') throw new Error('the hub has no TLS')
    const board = startBoard({
      store,
      intact: Promise.resolve(true),
      open: through(openPostgresHub({ host, port, tls: ssl, role, incarnation, ...at })),
      clock: systemClock,
      random: systemRandom,
      ids: systemIds,
      log: facts.log,
    })
    onTestFinished(board.end)
    return board
  }
  const reached = (board: Board, is: (status: BoardStatus) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        const status = board.status()
        if (status !== null && is(status)) resolve()
      }
      board.onStatus(look)
      look()
    })
  return {
    store,
    service,
    facts,
    role,
    startAt,
    reached,
    /** Resolves once the store is as expected. */
    seen: (is: () => boolean) =>
      new Promise<void>((resolve) => {
        if (is()) resolve()
        store.onChange(() => is() && resolve())
      }),
    /** Resolves once something is as expected whenever an entry may have become free to leave. */
    freed: (board: Board, is: () => boolean) =>
      new Promise<void>((resolve) => {
        if (is()) resolve()
        board.onFreed(() => is() && resolve())
      }),
    stateOf(id: string) {
      const found = service.getBooking(id)
      return found.ok ? found.value.state : null
    },
    book(booking: Parameters<typeof service.bookMove>[0]) {
      const booked = service.bookMove(booking)
      if (!booked.ok) throw new Error(booked.failure.detail)
      return booked.value
    },
    /** The booking that the send queue would send next; null for none. */
    next: ({ rights }: Board) => store.read((view) => nextEntry(view, remote, rights.standing()))?.bookingId ?? null,
    /** Claims the entry of a booking, as the send queue does; null if the entry may not leave. */
    async claim({ rights }: Board, id: string) {
      const release = rights.hold(id)
      const attempt = { kind: 'claimed', payload: '{}', digest: 'd' } as const
      const claimed = await claimToSend(
        { store, rights, clock: systemClock, log: facts.log },
        entryOf(store, { id }),
        attempt,
      )
      release()
      return claimed
    },
  }
}

/** A desk that a hub admits, whose board starts at that hub or at another one. */
export async function openBoardDesk(hub: TestHub, role: string, remote: ProviderIdentity = REMOTE) {
  await hub.admit(role)
  const desk = createBoardDesk(role, remote)
  return { ...desk, start: (at: Started = {}, of = hub) => desk.startAt(of, at) }
}
