import { describe, expect, onTestFinished, test } from 'vitest'
import type { ProviderSingleResponse } from '../../../electron/provider/parse-response.ts'
import { createProviderClient, type RequestResult } from '../../../electron/provider/client.ts'
import { startPractice } from '../../../electron/practice/service.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { createDeferred } from '../../support/deferred.ts'
import { startFaultServer } from '../../support/faults/fault-server.ts'
import { formatResponse } from '../../support/http/wire.ts'
import { virtualClock } from '../../support/fakes/system.ts'
import { change } from '../../support/builders/amendment.ts'

/** The client's two amendments against the practice service as a real provider, each side with forms of its own. */

const CLIENT = { id: 'lane-7', secret: 'the-secret', tokenSeconds: 900 }
const TOKEN = 'practice-token'

async function remote(secret = CLIENT.secret) {
  const service = await startPractice({
    file: join(temporaryFolder(), 'hop.db'),
    port: 0,
    token: TOKEN,
    clock: systemClock,
    random: systemRandom,
    log: () => {},
    profile: 'hopdrive',
    client: CLIENT,
    driver: 'manual',
  })
  onTestFinished(() => service.close())
  const base = new URL(service.url)
  const provider = createProviderClient({ base, secret: () => secret, clientId: () => CLIENT.id, clock: systemClock })
  const place = { name: 'Lot', address_one: '4100 W Broad St', city: 'Richmond', state: 'VA', zip: '23230' }
  const body = JSON.stringify({
    ready_by_time_utc: '2099-06-01 13:00:00',
    move: {
      reference_num: 'RO 1',
      vehicle: { make: 'Ford', model: 'Transit', color: 'White', manual: false },
      pickup_location: place,
      delivery_location: { ...place, name: 'Body shop' },
    },
  })
  const book = async () => {
    const opened = await provider.open()
    if (opened.kind !== 'open') throw new Error(opened.code)
    await provider.send(opened.socket, { path: '/v1/one-way-moves', body }, () => {})
  }
  const door = (name: string, said: object = {}) =>
    fetch(`${service.url}/practice/moves/70001/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(said),
    })
  const read = async (): Promise<ProviderSingleResponse> => {
    const asked = await provider.fetchMove(70_001)
    if (asked.kind !== 'move') throw new Error(asked.kind)
    return asked.response
  }
  return { provider, book, door, read }
}

const statusOf = (heard: RequestResult) => (heard.kind === 'answered' ? heard.answer.status : heard.kind)

describe('The client against the practice service', () => {
  test('`cancel` makes a move pending, and a second call leaves the move pending', async () => {
    const { provider, book, read } = await remote()
    await book()
    expect((await read()).move.cancelStatus).toBe('not cancelled')
    for (let time = 0; time < 2; time += 1) {
      const heard = await provider.cancel(70_001)
      expect(heard).toMatchObject({ kind: 'answered', answer: { status: 200 } })
      if (heard.kind === 'answered') {
        expect(JSON.parse(heard.answer.body)).toEqual({ move_id: 70_001, cancel_status: 'pending' })
      }
    }
    expect((await read()).move.cancelStatus).toBe('pending')
  })

  test('`change` sets the named fields of a move and leaves the others', async () => {
    const { provider, book, read } = await remote()
    await book()
    const readyBy = { local: '2099-06-01T12:00', zone: 'America/New_York', utc: '2099-06-01T16:00:00Z' }
    expect(statusOf(await provider.change(70_001, change({ color: 'Red', stock: 'S-9', readyBy })))).toBe(200)
    const { move, readyBy: told } = await read()
    expect(move.vehicle).toEqual({ stock: 'S-9', vin: null, year: null, make: 'Ford', model: 'Transit', color: 'Red' })
    expect(told).toBe(readyBy.utc)
    expect(move.reference).toBe('RO 1')
  })

  test('`cancel` and `change` get 404 for an unknown move and 400 when they are too late', async () => {
    const { provider, book, door } = await remote()
    await book()
    expect(statusOf(await provider.cancel(99))).toBe(404)
    expect(statusOf(await provider.change(99, change({ color: 'Red' })))).toBe(404)
    for (let step = 0; step < 3; step += 1) await door('step')
    expect(statusOf(await provider.change(70_001, change({ color: 'Red' })))).toBe(400)
    await door('cancel-outcome', { outcome: 'partial' })
    expect(statusOf(await provider.cancel(70_001))).toBe(400)
  })

  test('`cancel` and `change` with a wrong secret end as unreachable', async () => {
    const { provider } = await remote('wrong')
    expect(await provider.cancel(1)).toMatchObject({ kind: 'unreachable', cause: 'token-refused' })
    expect(await provider.change(1, change({ color: 'Red' }))).toMatchObject({ kind: 'unreachable' })
  })
})

describe('The client on the wire', () => {
  const wired = async (answer: string) => {
    const server = await startFaultServer({ onRequest: (socket) => socket.write(answer) })
    return {
      server,
      provider: createProviderClient({ base: server.url, secret: () => 'a-token', clock: virtualClock() }),
    }
  }

  test('`cancel` and `change` are one request each on a connection of its own', async () => {
    const { server, provider } = await wired(formatResponse(200, '{}'))
    await provider.cancel(7)
    await provider.change(7, change({ color: 'Núñez red' }))
    const [first = '', second = ''] = server.received.map((text) => Buffer.from(text, 'latin1').toString('utf8'))
    expect(server.received).toHaveLength(2)
    expect(first).toMatch(/^POST \/v1\/cancelation HTTP\/1\.1\r\n/)
    expect(second).toMatch(/^PATCH \/v1\/moves\/7 HTTP\/1\.1\r\n/)
    for (const text of [first, second]) {
      expect(text.toLowerCase()).toContain('authorization: bearer a-token')
      expect(text.toLowerCase()).toContain('connection: close')
    }
    expect(first.split('\r\n\r\n')[1]).toBe('{"move_id":7}')
    expect(second.split('\r\n\r\n')[1]).toBe('{"vehicle_color":"Núñez red"}')
  })

  test('`abort` ends a `cancel` as broken, and the client sends no more', async () => {
    const asked = createDeferred()
    const server = await startFaultServer({ onRequest: () => asked.resolve() })
    const provider = createProviderClient({ base: server.url, secret: () => 'a-token', clock: virtualClock() })
    const heard = provider.cancel(7)
    await asked.promise
    provider.abort()
    expect(await heard).toMatchObject({ kind: 'broken' })
    expect(await provider.cancel(7)).toMatchObject({ kind: 'unreachable', code: 'given-up' })
  })
})
