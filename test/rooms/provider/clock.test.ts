import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeProvider } from '../../../electron/provider/client.ts'
import type { Offset } from '../../../electron/provider/skew.ts'
import { writeHttpDate } from '../../../shared/http-date.ts'
import { fromMillis, toMillis } from '../../../shared/time.ts'
import { makeGate } from '../../support/gate.ts'
import { answerOf, startRawServer, type Behaviour } from '../../support/raw-server.ts'
import { START, virtualClock } from '../../support/system.ts'

/* What a provider's answers show of this PC's clock, and what becomes of a request over which the machine slept. */

const REQUEST = { path: '/v1/one-way-moves', body: '{}' }
const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND

async function setUp(behaviour: Behaviour) {
  const server = await startRawServer(behaviour)
  const clock = virtualClock()
  const offsets: Offset[] = []
  const provider = makeProvider({ base: server.url, secret: () => 't', clock, heard: (one) => offsets.push(one) })
  const send = async () => {
    const opened = await provider.open()
    if (opened.kind !== 'open') throw new Error(opened.code)
    return provider.send(opened.socket, REQUEST, () => {})
  }
  return { server, clock, offsets, provider, send }
}

const dated = (status: number, ahead: number) =>
  answerOf(status, '', [`date: ${writeHttpDate(fromMillis(toMillis(START) - ahead))}`])

describe('the clock is read off', () => {
  test.for([DAY, -DAY, 0])('an answer to a question and to a booking: ahead by %i ms', async (ahead) => {
    for (const status of [200, 404, 401, 503]) {
      const { provider, send, offsets } = await setUp({ asked: (socket) => socket.write(dated(status, ahead)) })
      await provider.ask(7)
      await send()
      expect(offsets).toEqual([
        { ahead, within: SECOND },
        { ahead, within: SECOND },
      ])
    }
  })

  test('no answer without a date, and nothing that was broken off', async () => {
    const without = await setUp({ asked: (socket) => socket.write(answerOf(200, '')) })
    await without.provider.ask(7)
    const broken = await setUp({ asked: (socket) => socket.resetAndDestroy() })
    await broken.send()
    expect([without.offsets, broken.offsets]).toEqual([[], []])
  })
})

describe('after a sleep', () => {
  test('a request without an answer is given up in five seconds, not at its deadline, and may have been taken', async () => {
    const asked = makeGate()
    const { clock, provider, send, server } = await setUp({ asked: () => asked.open() })
    const sending = send()
    await asked.passed
    provider.resumed()
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
    const asked = makeGate<Socket>()
    const { clock, provider, send } = await setUp({ asked: (socket) => asked.open(socket) })
    const sending = send()
    const socket = await asked.passed
    provider.resumed()
    clock.advance(4_999)
    socket.write(dated(200, 0))
    expect(await sending).toMatchObject({ kind: 'answered', answer: { status: 200, whole: true } })
    expect(clock.pending()).toEqual([])
  })

  test('a request that began after it has its whole time', async () => {
    const asked = makeGate<Socket>()
    const { clock, provider, send } = await setUp({ asked: (socket) => asked.open(socket) })
    provider.resumed()
    const sending = send()
    const socket = await asked.passed
    clock.advance(60_000)
    socket.write(dated(200, 0))
    expect(await sending).toMatchObject({ kind: 'answered' })
  })

  test('a question is given up in the same way', async () => {
    const asked = makeGate()
    const { clock, provider } = await setUp({ asked: () => asked.open() })
    const asking = provider.ask(7)
    await asked.passed
    provider.resumed()
    clock.advance(5_000)
    expect(await asking).toMatchObject({ kind: 'broken' })
  })
})
