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

/* What a provider's answers show of this PC's clock, and what becomes of a request over which the machine slept. */

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
    heard: (one) => offsets.push(one),
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

describe('the clock is read off', () => {
  test.for([DAY, -DAY, 0])('an answer to a question and to a booking: ahead by %i ms', async (ahead) => {
    for (const status of [200, 404, 401, 503]) {
      const { provider, send, offsets } = await setUp({ onRequest: (socket) => socket.write(dated(status, ahead)) })
      await provider.fetchMove(7)
      await send()
      expect(offsets).toEqual([
        { skewMs: ahead, toleranceMs: SECOND },
        { skewMs: ahead, toleranceMs: SECOND },
      ])
    }
  })

  test('no answer without a date, and nothing that was broken off', async () => {
    const without = await setUp({ onRequest: (socket) => socket.write(formatResponse(200, '')) })
    await without.provider.fetchMove(7)
    const broken = await setUp({ onRequest: (socket) => socket.resetAndDestroy() })
    await broken.send()
    expect([without.offsets, broken.offsets]).toEqual([[], []])
  })
})

describe('after a sleep', () => {
  test('a request without an answer is given up in five seconds, not at its deadline, and may have been taken', async () => {
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

  test('an answer that comes in those seconds is read', async () => {
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

  test('a request that began after it has its whole time', async () => {
    const asked = createDeferred<Socket>()
    const { clock, provider, send } = await setUp({ onRequest: (socket) => asked.resolve(socket) })
    provider.onSystemResume()
    const sending = send()
    const socket = await asked.promise
    clock.advance(60_000)
    socket.write(dated(200, 0))
    expect(await sending).toMatchObject({ kind: 'answered' })
  })

  test('a question is given up in the same way', async () => {
    const asked = createDeferred()
    const { clock, provider } = await setUp({ onRequest: () => asked.resolve() })
    const asking = provider.fetchMove(7)
    await asked.promise
    provider.onSystemResume()
    clock.advance(5_000)
    expect(await asking).toMatchObject({ kind: 'broken' })
  })
})
