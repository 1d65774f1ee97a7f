import { request, Agent } from 'node:https'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { createSecureContext, setDefaultCACertificates } from 'node:tls'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { createBookingService } from '../../../electron/bookings/service.ts'
import { createCorrectedClock } from '../../../electron/clock/corrected-clock.ts'
import type { Clock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import type { LogEvent } from '../../../electron/platform/log-events.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { bookingRequest, type Request } from '../../../electron/provider/build-request.ts'
import { createProviderClient } from '../../../electron/provider/client.ts'
import { openMaintainedStore } from '../../../electron/store/maintenance/maintenance.ts'
import type { Store } from '../../../electron/store/store.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { startSync } from '../../../electron/sync/sync.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { serviceParts } from '../data/bulk-writer.ts'
import { bookingAt } from '../data/generator.ts'
import { copyStore, type Size } from '../data/stores.ts'
import { profileShares, type Shares } from '../support/profile.ts'
import { runningClock } from '../support/running-clock.ts'
import { startService } from '../support/service.ts'
import type { WireOrder, WireReport } from './wire-service.ts'

/*
 * Drains stored bookings with the desk's send queue over TLS to a service in another process, beside clients that POST
 * the same kind of bodies on one kept connection and store nothing.
 */

/** In each run the desk sends `bookings` bookings, and each bare client `bare` requests. */
export type DrainCase = { readonly latencyMs: number; readonly bookings: number; readonly bare: number }

export type DrainOrder = {
  readonly size: Size
  readonly runs: number
  readonly cases: readonly DrainCase[]
  /** Paths of the certificate of 127.0.0.1, its key, and the root (PEM). */
  readonly tls: { readonly key: string; readonly cert: string; readonly root: string }
}

/** Milliseconds a booking, by the parts of its way. `connecting` is what the queue waited for the connection. */
export type Drained = {
  readonly each: number
  readonly commits: number
  readonly connecting: number
  readonly intent: number
  readonly exchange: number
  readonly outcome: number
}

export type DrainReport = readonly {
  readonly latencyMs: number
  readonly ours: readonly Drained[]
  readonly http: readonly number[]
  readonly fetch: readonly number[]
  readonly profile: Shares | null
}[]

const { size, runs, cases, tls } = JSON.parse(process.argv[2] ?? '{}') as DrainOrder
const root = readFileSync(tls.root, 'utf8')
setDefaultCACertificates([root])
const roots = createSecureContext({ ca: [root], minVersion: 'TLSv1.2' })
const copy = copyStore(size, 'drain')
const latencies = cases.map(({ latencyMs }) => latencyMs)
const wire: WireOrder = { file: join(copy.folder, 'service.db'), key: tls.key, cert: tls.cert, latencies }
const service = await startService<WireReport>('wire-service', [JSON.stringify(wire)])
const { token, addresses } = service.report

const clock = runningClock()
/** Backups have no part in this bench. */
const short: Clock = { ...clock, schedule: (ms, call) => (ms >= 2_000 ? () => {} : clock.schedule(ms, call)) }
const opened = openMaintainedStore({ folder: copy.folder, clock: short, log: () => {} }, 'desk')
if (!opened.ok) throw new Error(opened.failure.detail)
const { store, intact, end } = opened.value
if (!(await intact)) throw new Error('the store of the bench is damaged')
let next = copy.calendar.bookings

let commitMs = 0
const timedStore: Store = {
  ...store,
  write(work) {
    const from = performance.now()
    try {
      return store.write(work)
    } finally {
      commitMs += performance.now() - from
    }
  },
}

/** Saves bookings for the provider at an address. */
function saveBookings(address: string, count: number): readonly BookedMoves[] {
  const parts = { ...serviceParts(clock, systemIds), remote: { address, profile: 'baseline' } }
  const desk = createBookingService({ ...parts, store, log: () => {}, wake: () => {}, msSinceLastSend: () => 0 })
  return Array.from({ length: count }, () => {
    const booked = desk.bookMove(bookingAt(next++, copy.calendar))
    if (!booked.ok) throw new Error(JSON.stringify(booked.failure))
    return booked.value
  })
}

/** Sends the `bookings` bookings that wait for the provider at an address. */
async function drain(address: string, bookings: number): Promise<Drained> {
  const parts = { ...serviceParts(clock, systemIds), remote: { address, profile: 'baseline' } }
  const corrected = createCorrectedClock(clock, () => {})
  const provider = createProviderClient({
    base: new URL(address),
    secret: () => token,
    clock: corrected,
    onClockOffset: corrected.follow,
    roots: () => roots,
  })
  const spent = { connecting: 0, intent: 0, exchange: 0, outcome: 0 }
  let [first, last, settled] = [0, 0, 0]
  let commitsBefore = 0
  let finish: (ms: number) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const finished = new Promise<number>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  const log = (event: LogEvent) => {
    const now = performance.now()
    const ended = PARTS[event.event]
    if (event.event === 'send-connecting' && first === 0) {
      first = last = now
      commitsBefore = commitMs
    }
    if (ended !== undefined) spent[ended] += now - last
    last = now
    // Two invented visits of a customer may be alike, and the desk holds the later one.
    const isHeld = event.event === 'entry-skipped' && event.code === 'possible-duplicate'
    if (event.event !== 'send-settled' && !isHeld) return
    if (event.event === 'send-settled' && event.state !== 'booked')
      fail(new Error(`a booking is ${event.state}: ${event.code}`))
    settled += 1
    if (settled === bookings) finish(now - first)
  }
  const sync = startSync({
    ...parts,
    store: timedStore,
    intact: Promise.resolve(true),
    provider,
    rights: NO_BOARD_RIGHTS,
    requestTarget: () => ({ profile: 'baseline', rooftop: null }),
    noticeMinutes: () => 0,
    rejectsDuplicates: () => false,
    revokeDuplicateGuarantee: () => '',
    clock: corrected,
    clockTrust: corrected,
    random: systemRandom,
    log,
    pollIntervals: POLL_INTERVALS,
  })
  const ms = await finished
  const commits = commitMs - commitsBefore
  await sync.close()
  const each = (sum: number) => sum / bookings
  return {
    each: each(ms),
    commits: each(commits),
    connecting: each(spent.connecting),
    intent: each(spent.intent),
    exchange: each(spent.exchange),
    outcome: each(spent.outcome),
  }
}

/** The part of a booking's way that ends with an event. */
const PARTS: Partial<Record<LogEvent['event'], 'connecting' | 'intent' | 'exchange' | 'outcome'>> = {
  'send-connected': 'connecting',
  'send-claimed': 'intent',
  'send-answered': 'exchange',
  'send-settled': 'outcome',
}

/** The requests of saved bookings under other references, so that the service takes the requests as new bookings. */
function requestsLike(saved: readonly BookedMoves[], suffix: string): readonly Request[] {
  return saved.map((booking) => {
    const moves = booking.moves.map((move) => ({ ...move, reference: `${move.reference}${suffix}` }))
    return bookingRequest({ ...booking, moves }, { profile: 'baseline', rooftop: null })
  })
}

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function timedEach(requests: readonly Request[], post: (request: Request) => Promise<number>): Promise<number> {
  const [opening, ...rest] = requests
  if (opening === undefined) throw new Error('no request')
  // The first request opens the connection.
  await post(opening)
  const from = performance.now()
  for (const sent of rest) {
    const status = await post(sent)
    if (status !== 200) throw new Error(`a bare request got ${status}`)
  }
  return (performance.now() - from) / rest.length
}

async function bareHttp(address: string, requests: readonly Request[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ms = await timedEach(requests, ({ path, body }) => {
    return new Promise<number>((resolve, reject) => {
      const sending = request(address + path, { method: 'POST', agent, headers }, (incoming) => {
        incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0))
      })
      sending.on('error', reject).end(body)
    })
  })
  agent.destroy()
  return ms
}

function bareFetch(address: string, requests: readonly Request[]): Promise<number> {
  return timedEach(requests, async ({ path, body }) => {
    const response = await fetch(address + path, { method: 'POST', headers, body })
    await response.text()
    return response.status
  })
}

const report: DrainReport[number][] = []
for (const [nth, { latencyMs, bookings, bare }] of cases.entries()) {
  const address = addresses[nth] ?? ''
  const [ours, http, fetched]: [Drained[], number[], number[]] = [[], [], []]
  saveBookings(address, 20)
  await drain(address, 20)
  for (let run = 0; run < runs; run += 1) {
    const saved = saveBookings(address, bookings)
    ours.push(await drain(address, bookings))
    http.push(await bareHttp(address, requestsLike(saved.slice(0, bare), '-h')))
    fetched.push(await bareFetch(address, requestsLike(saved.slice(0, bare), '-f')))
  }
  if (latencyMs === 0) saveBookings(address, bookings)
  const profile = latencyMs === 0 ? await profileShares(async () => void (await drain(address, bookings))) : null
  report.push({ latencyMs, ours, http, fetch: fetched, profile })
}
await end()
await service.end()
copy.end()
process.stdout.write(JSON.stringify(report satisfies DrainReport))
process.exit(0)
