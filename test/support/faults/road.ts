import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { never } from '../../../shared/failure.ts'
import { recordFacts, type Facts } from '../facts.ts'
import { asksFor, type Asks, type Call, type Decide } from './calls.ts'
import type { End, Fault } from './knobs.ts'
import { grantingBody, MADE_UP_NUMBERS, writeAnswer, writeMadeUp, writeTruncated } from './made-up.ts'
import { retryAfterValues } from './retry-after.ts'
import { openTally, type Hit, type Tally, type TallyBook } from './tally.ts'
import { endWith, exchangeBytes, firstOf, readAnswer, readRequest, sendBytes, withStatus, withToken } from './wire.ts'
import type { Request } from './wire.ts'

/** What a road tells while it works. */
export type RoadFact =
  /** A call is held until the desk gives up: nothing moves before that. */
  | { readonly event: 'held'; readonly asks: Asks }
  /** A fault has struck, and all that follows from it has happened. */
  | ({ readonly event: 'hit' } & Hit)

export type FaultyRoad = {
  readonly url: string
  /** Whole requests that arrived here, in order. */
  readonly calls: readonly Call[]
  readonly tally: Tally
  readonly next: Facts<RoadFact>['next']
  /** From the next request on other faults strike; all pass where null is decided. */
  decideBy(decide: Decide): void
  /** Stops listening: the address then refuses connections. */
  close(): Promise<void>
}

export type RoadOptions = {
  readonly decide?: Decide
  /** Milliseconds since 1970 by the clock of the desk: what a date in `Retry-After` counts from. */
  readonly now?: () => number
}

/** A road over loopback between a desk and a real remote, that does to each call what `decide` says. Ends with the test. */
export async function openFaultyRoad(target: string, options: RoadOptions = {}): Promise<FaultyRoad> {
  const { now = Date.now } = options
  let decide: Decide = options.decide ?? (() => null)
  const calls: Call[] = []
  const book = openTally()
  const facts = recordFacts<RoadFact>()
  const open = new Set<Socket>()
  const travel = async (desk: Socket, request: Request) => {
    const asks = asksFor(request.call)
    calls.push(request.call)
    book.count('arrived', asks)
    const fault = decide(request.call)
    const trip = makeTrip(new URL(target), desk, request, book, facts, now)
    try {
      if (fault === null) return await trip.back(await trip.onward())
      await act(fault, trip)
    } catch {
      // The remote could not be reached, or went away: the desk finds its connection broken.
      desk.destroy()
    }
    if (fault === null) return
    const hit = { kind: fault.kind, when: fault.when, asks, applied: trip.applied() }
    book.strike(hit)
    facts.log({ event: 'hit', ...hit })
  }
  const server = createServer({ noDelay: true }, (desk) => {
    let came = Buffer.alloc(0)
    let read: Request | null = null
    open.add(desk)
    desk.on('close', () => open.delete(desk)).on('error', () => {})
    desk.on('data', (chunk: Buffer) => {
      book.carry('fromDesk', chunk.length)
      if (read !== null) return
      came = Buffer.concat([came, chunk])
      read = readRequest(came)
      if (read !== null) void travel(desk, read)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of open) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    tally: book.tally,
    next: facts.next,
    decideBy: (next) => void (decide = next),
    close,
  }
}

/** The steps of one call, of which a fault leaves some out or changes them. */
type Trip = {
  readonly request: Request
  readonly now: () => number
  /** The whole request to the remote, and its whole answer. */
  onward(bytes?: Buffer): Promise<Buffer>
  /** A part of the request, and the end of that connection. */
  onwardPart(bytes: Buffer, end: End): Promise<void>
  /** Bytes to the desk, and the end of that connection. */
  back(bytes: Buffer, end?: End): Promise<void>
  /** Tells that the call is held, and resolves when the desk's connection is gone. */
  givenUp(): Promise<void>
  applied(): boolean
}

function makeTrip(
  target: URL,
  desk: Socket,
  request: Request,
  { count, carry }: TallyBook,
  facts: Facts<RoadFact>,
  now: () => number,
): Trip {
  const asks = asksFor(request.call)
  let applied = false
  return {
    request,
    now,
    async onward(bytes = request.bytes) {
      carry('toRemote', bytes.length)
      count('reached', asks)
      const answer = await exchangeBytes(target, bytes)
      carry('fromRemote', answer.length)
      const { status } = readAnswer(answer)
      applied = status >= 200 && status < 300
      if (applied) count('applied', asks)
      return answer
    },
    async onwardPart(bytes, end) {
      carry('toRemote', bytes.length)
      await sendBytes(target, bytes, end)
    },
    async back(bytes, end = 'fin') {
      if (desk.destroyed) return
      carry('toDesk', bytes.length)
      await endWith(desk, bytes, end)
    },
    async givenUp() {
      const gone = new Promise<void>((resolve) => (desk.destroyed ? resolve() : desk.once('close', () => resolve())))
      facts.log({ event: 'held', asks })
      await gone
    },
    applied: () => applied,
  }
}

const NOTHING = Buffer.alloc(0)

async function act(fault: Fault, trip: Trip): Promise<void> {
  const { call } = trip.request
  const answer = fault.when === 'after' ? await trip.onward() : null
  switch (fault.kind) {
    case 'drop':
      return fault.end === 'silence' ? trip.givenUp() : trip.back(NOTHING, fault.end)
    case 'delay':
      await (fault.until === 'given-up' ? trip.givenUp() : passed(fault.until))
      return trip.back(answer ?? (await trip.onward()))
    case 'cut':
      if (answer !== null) return trip.back(firstOf(answer, fault.bytes), fault.end)
      await trip.onwardPart(firstOf(trip.request.bytes, fault.bytes), fault.end)
      return trip.back(NOTHING, fault.end)
    case 'status':
      return trip.back(
        writeMadeUp(fault.status, fault.body, [...(fault.headers ?? []), ...elsewhere(fault.status, call)]),
      )
    case 'restatus':
      return trip.back(withStatus(answer ?? NOTHING, fault.status))
    case 'page':
      return trip.back(writeMadeUp(200, 'page'))
    case 'truncated': {
      const whole = answer === null ? Buffer.from(grantingBody(call, MADE_UP_NUMBERS, null)) : readAnswer(answer).body
      return trip.back(writeTruncated(whole, fault.bytes, fault.framing))
    }
    case 'foreign':
      return trip.back(writeAnswer(200, 'application/json', grantingBody(call, fault.numbers, fault.reference)))
    case 'busy': {
      const lines = retryAfterValues(fault.retryAfter, trip.now()).map((value) => `retry-after: ${value}`)
      return trip.back(writeMadeUp(429, fault.envelope ? { errors: 'rate_limited' } : 'page', lines))
    }
    case 'expired-token':
      return trip.back(await trip.onward(withToken(trip.request, 'ran-out')))
    default:
      return never(fault)
  }
}

/** Whoever follows a redirect asks the same once more, and is seen here. */
function elsewhere(status: number, { path }: Call): readonly string[] {
  return status >= 300 && status < 400 ? [`location: ${path}`] : []
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
