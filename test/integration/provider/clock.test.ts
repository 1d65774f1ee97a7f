import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createProviderClient } from '../../../electron/provider/client.ts'
import type { ClockOffset } from '../../../electron/clock/corrected-clock.ts'
import { formatHttpDate } from '../../../shared/time/http-date.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { createDeferred } from '../../support/deferred.ts'
import { startFaultServer, type ServerScript } from '../../support/faults/fault-server.ts'
import { formatResponse } from '../../support/http/wire.ts'
import { START, virtualClock } from '../../support/fakes/system.ts'

/* The clock offset that responses show, and requests over which the machine slept. */

const REQUEST = { path: '/v1/one-way-moves', body: '{}' }
const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND

async function setUp(script: ServerScript) {
  const server = await startFaultServer(script)
  const clock = virtualClock()
  const offsets: ClockOffset[] = []
  const provider = createProviderClient({
    base: server.url,
    secret: () => 't',
    clock,
    onClockOffset: (one) => offsets.push(one),
  })
  const send = async () => {
    const opened = await provider.open()
    if (opened.kind !== 'open') throw new Error(opened.code)
    return provider.send(opened.socket, REQUEST, () => {})
  }
  return { server, clock, offsets, provider, send }
}

const dated = (status: number, ahead: number) =>
  formatResponse(status, '', [`date: ${formatHttpDate(fromMillis(toMillis(START) - ahead))}`])

describe('The clock offset', () => {
  test.for([DAY, -DAY, 0])(
    'A clock offset of %i ms is read from the response to a fetch and to a booking',
    async (ahead) => {
      for (const status of [200, 404, 401, 503]) {
        const { provider, send, offsets } = await setUp({ onRequest: (socket) => socket.write(dated(status, ahead)) })
        await provider.fetchMove(7)
        await send()
        expect(offsets).toEqual([
          { skewMs: ahead, toleranceMs: SECOND },
          { skewMs: ahead, toleranceMs: SECOND },
        ])
      }
    },
  )

  test('The clock offset is not read from a response without a date or from a broken request', async () => {
    const without = await setUp({ onRequest: (socket) => socket.write(formatResponse(200, '')) })
    await without.provider.fetchMove(7)
    const broken = await setUp({ onRequest: (socket) => socket.resetAndDestroy() })
    await broken.send()
    expect([without.offsets, broken.offsets]).toEqual([[], []])
  })
})

describe('A request over a sleep', () => {
  test('A request without a response is given up five seconds after a sleep, with its bytes counted as sent', async () => {
    const asked = createDeferred()
    const { clock, provider, send, server } = await setUp({ onRequest: () => asked.resolve() })
    const sending = send()
    await asked.promise
    provider.onSystemResume()
    clock.advance(4_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(clock.pending()).toEqual([1, 85_001])
    clock.advance(1)
    const exchanged = await sending
    expect(exchanged).toMatchObject({ kind: 'broken', code: 'ECONNRESET' })
    expect(exchanged.kind === 'broken' && exchanged.bytes > 0).toBe(true)
    expect(server.requests()).toBe(1)
    expect(clock.pending()).toEqual([])
  })

  test('A response that comes within five seconds after a sleep is read', async () => {
    const asked = createDeferred<Socket>()
    const { clock, provider, send } = await setUp({ onRequest: (socket) => asked.resolve(socket) })
    const sending = send()
    const socket = await asked.promise
    provider.onSystemResume()
    clock.advance(4_999)
    socket.write(dated(200, 0))
    expect(await sending).toMatchObject({ kind: 'answered', answer: { status: 200, complete: true } })
    expect(clock.pending()).toEqual([])
  })

  test('A request that begins after a sleep has its whole time', async () => {
    const asked = createDeferred<Socket>()
    const { clock, provider, send } = await setUp({ onRequest: (socket) => asked.resolve(socket) })
    provider.onSystemResume()
    const sending = send()
    const socket = await asked.promise
    clock.advance(60_000)
    socket.write(dated(200, 0))
    expect(await sending).toMatchObject({ kind: 'answered' })
  })

  test('A fetch without a response is given up five seconds after a sleep', async () => {
    const asked = createDeferred()
    const { clock, provider } = await setUp({ onRequest: () => asked.resolve() })
    const asking = provider.fetchMove(7)
    await asked.promise
    provider.onSystemResume()
    clock.advance(5_000)
    expect(await asking).toMatchObject({ kind: 'broken' })
  })
})
