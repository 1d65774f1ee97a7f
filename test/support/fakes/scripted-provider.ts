import { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { FetchMoveResult, RequestResult, ProviderClient } from '../../../electron/provider/client.ts'
import type { ExchangeResult, ConnectResult } from '../../../electron/provider/http/connection.ts'
import { cancellationRequest, changeRequest, type Request } from '../../../electron/provider/build-request.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import type { Store } from '../../../electron/store/store.ts'
import { PRACTICE_POLL_INTERVALS, type PollInterval } from '../../../electron/sync/polling-schedule.ts'
import type { SyncContext } from '../../../electron/sync/context.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { startSync, type Sync } from '../../../electron/sync/sync.ts'
import { answered, errorBody } from '../builders/sent-request.ts'
import { openDeskStore, REMOTE, type DeskStore } from '../desk/test-store.ts'
import { fixedRandom } from './system.ts'
import { toldMove } from '../builders/provider-response.ts'

/** A provider that follows the test's script and counts calls. Each answer may be a promise that the test resolves. */
export type Script = {
  open: () => ConnectResult | Promise<ConnectResult>
  send: (request: Request) => ExchangeResult | Promise<ExchangeResult>
  ask: (number: number) => FetchMoveResult | Promise<FetchMoveResult>
  /** A cancellation or a change. */
  amendment: (request: Request) => RequestResult | Promise<RequestResult>
}

export type Scripted = {
  readonly provider: ProviderClient
  /** The script from now on; a test assigns new functions. */
  readonly script: Script
  readonly sent: readonly Request[]
  readonly asked: readonly number[]
  /** Cancellations and changes, in order. */
  readonly requested: readonly Request[]
  /** Every call, in order. */
  readonly calls: readonly string[]
  readonly sockets: readonly Socket[]
  /** How many bookings waited when connections were to be opened ahead, for each booking that was being sent. */
  readonly ahead: readonly number[]
  mostInFlight(): number
}

/** The provider's own word that no such move exists. */
export const NOT_THERE: FetchMoveResult = {
  kind: 'answered',
  answer: { status: 404, headers: {}, body: JSON.stringify(errorBody('move_invalid')), complete: true },
}
/** A `404` that any server may send. */
export const BARE_NOT_FOUND: FetchMoveResult = {
  kind: 'answered',
  answer: { status: 404, headers: {}, body: '', complete: true },
}
export const DOWN = { kind: 'unreachable', cause: 'provider-down', code: 'ECONNREFUSED' } as const

export function scriptedProvider(): Scripted {
  const [sent, asked, calls, sockets]: [Request[], number[], string[], Socket[]] = [[], [], [], []]
  const [requested, ahead]: [Request[], number[]] = [[], []]
  let inFlight = 0
  let most = 0
  const script: Script = {
    open: () => ({ kind: 'open', socket: new Socket() }),
    send: bookedAnswer,
    ask: () => NOT_THERE,
    amendment: takenAmendment,
  }
  const amendment = (name: string, request: Request) => {
    calls.push(name)
    requested.push(request)
    return Promise.resolve(script.amendment(request))
  }
  return {
    script,
    sent,
    asked,
    requested,
    calls,
    sockets,
    ahead,
    mostInFlight: () => most,
    provider: {
      async open() {
        calls.push('open')
        const opened = await script.open()
        if (opened.kind === 'open') sockets.push(opened.socket)
        return opened
      },
      openAhead: (bookings) => void (ahead[sent.length - 1] = bookings),
      async send(socket, request, written) {
        calls.push('send')
        sent.push(request)
        inFlight += 1
        most = Math.max(most, inFlight)
        written()
        const exchanged = await script.send(request)
        inFlight -= 1
        socket.destroy()
        return exchanged
      },
      async fetchMove(number) {
        calls.push('ask')
        asked.push(number)
        return script.ask(number)
      },
      cancel: (number) => amendment('cancel', cancellationRequest(number)),
      change: (number, change) => amendment('change', changeRequest(number, change)),
      abort() {
        calls.push('abandon')
      },
      onSystemResume() {
        calls.push('resumed')
      },
    },
  }
}

let lastNumber = 50_000

/** The response that books the request, with unused numbers. */
export function bookedAnswer({ body }: Request): ExchangeResult {
  const asked = JSON.parse(body) as { reference_id?: string } & Record<
    'customer_move' | 'loaner_move',
    { reference_id: string }
  >
  const move = (name: 'customer_move' | 'loaner_move') => ({
    move_id: (lastNumber += 1),
    reference_id: asked[name].reference_id,
  })
  return asked.reference_id === undefined
    ? answered(200, { customer_move: move('customer_move'), loaner_move: move('loaner_move') })
    : answered(200, { move: { id: (lastNumber += 1), reference_id: asked.reference_id } })
}

/** The response that accepts a cancellation or a change. */
export function takenAmendment({ path, body }: Request): ExchangeResult {
  const asked = JSON.parse(body) as Record<string, unknown>
  return path === '/v1/cancelation'
    ? answered(200, { move_id: asked['move_id'], cancel_status: 'pending' })
    : answered(200, { id: Number(path.split('/').at(-1)), ...asked })
}

export const toldOf = (number: number): FetchMoveResult => ({
  kind: 'move',
  response: { move: toldMove(number), readyBy: null, partner: null },
})

export type SyncDesk = DeskStore & Scripted & { start(last?: Partial<SyncContext>): Sync }

/** A desk with a send queue, a scripted provider and a virtual clock. Bookings wait until `start`. */
export function openSyncDesk(
  pollIntervals: readonly PollInterval[] = PRACTICE_POLL_INTERVALS,
  more: Partial<SyncContext> = {},
): SyncDesk {
  const scripted = scriptedProvider()
  let sync: Sync | null = null
  const remote = more.remote ?? REMOTE
  const desk = openDeskStore({ remote, wake: () => sync?.wake() })
  return {
    ...desk,
    ...scripted,
    start(last = {}) {
      const { store, clock, facts } = desk
      const started = startSync({
        store,
        intact: Promise.resolve(true),
        provider: scripted.provider,
        rights: NO_BOARD_RIGHTS,
        remote,
        requestTarget: () => ({ profile: 'baseline', rooftop: null }),
        noticeMinutes: () => 60,
        rejectsDuplicates: () => false,
        revokeDuplicateGuarantee: () => '',
        clockTrust: { isSuspect: () => false, acceptUnverified: () => true, skewMs: () => 0, disputeMs: () => 0 },
        clock,
        random: fixedRandom(),
        ids: systemIds,
        log: facts.log,
        pollIntervals,
        ...more,
        ...last,
      })
      sync = started
      onTestFinished(() => started.close())
      return started
    },
  }
}

/** Runs all ready work; the rest waits for the clock or for the test. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Makes every write of a store fail like a disk that cannot be written. The returned function undoes this. */
export function breakDisk(store: Store): () => void {
  const pragma = (text: string) => store.read((view) => void view.sql(`PRAGMA ${text}`).run())
  pragma('query_only = ON')
  return () => pragma('query_only = OFF')
}
