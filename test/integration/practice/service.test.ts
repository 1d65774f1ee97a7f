import Sqlite from 'better-sqlite3'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPractice } from '../../../electron/practice/service.ts'
import { formatHttpDate } from '../../../shared/time/http-date.ts'
import { ask, oneWayBody, pairBody, post, running, testClock, testRandom, TOKEN, type Running } from './running.ts'

const { Request: OWN_REQUEST, Response: OWN_RESPONSE } = globalThis

let desk: Running
beforeEach(async () => {
  desk = await running()
})
afterEach(() => desk.end())

function codeOf(trial: Promise<unknown>): Promise<string> {
  return trial.then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code ?? 'no code',
  )
}

describe('The link', () => {
  test('`cut` refuses connections, and `restore` answers on the same port', async () => {
    const { service } = desk
    await desk.post('/v1/one-way-moves', oneWayBody())
    expect(service.connection()).toBe('up')
    await service.cut()
    expect(service.connection()).toBe('cut')
    expect(await codeOf(ask(`${service.url}/v1/moves/70001`))).toBe('ECONNREFUSED')
    await service.restore()
    expect(service.connection()).toBe('up')
    expect((await desk.get('/v1/moves/70001')).status).toBe(200)
    expect((await desk.get('/v1/moves/70001')).json.move.move_uri).toBe(`${service.url}/v1/moves/70001`)
  })

  test('`cut` ends idle and half-sent connections, and nothing of them is stored', async () => {
    const { service } = desk
    const { hostname, port } = new URL(service.url)
    const body = JSON.stringify(oneWayBody())
    const head = `POST /v1/one-way-moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`
    const starts = ['', head, `${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 60)}`]
    const ends = starts.map(
      (start) =>
        new Promise<void>((closed, refuse) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(start || '\r\n')
            opened += 1
          })
          socket.on('error', (error: NodeJS.ErrnoException) =>
            error.code === 'ECONNRESET' ? undefined : refuse(error),
          )
          socket.on('data', () => refuse(new Error('answered')))
          socket.on('close', () => closed())
        }),
    )
    let opened = 0
    await expect.poll(() => opened).toBe(3)
    // A whole request on a fourth connection: the three before it have been taken by then.
    expect((await desk.get('/v1/moves/1')).status).toBe(404)
    await service.cut()
    await Promise.all(ends)
    await service.restore()
    expect(await desk.ledger()).toEqual([])
    expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  })

  test('A client that leaves in the middle of a body stores nothing', async () => {
    const { hostname, port } = new URL(desk.service.url)
    const body = JSON.stringify(oneWayBody())
    for (const shown of [body.length - 1, 10, 0]) {
      await new Promise<void>((closed) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /v1/one-way-moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, shown)}`,
            () => socket.destroy(),
          )
        })
        socket.on('close', () => closed())
      })
    }
    expect((await desk.post('/v1/one-way-moves', oneWayBody())).json.move.id).toBe(70001)
    expect(await desk.ledger()).toHaveLength(1)
    expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  })

  test.each([
    ['half closed', false],
    ['gone', true],
  ])('A body without its last chunk stores nothing when the client is %s', async (_, gone) => {
    const { hostname, port } = new URL(desk.service.url)
    const body = JSON.stringify(oneWayBody())
    await new Promise<void>((closed) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /v1/one-way-moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
          () => (gone ? socket.destroy() : socket.end()),
        )
      })
      socket.resume()
      socket.on('close', () => closed())
    })
    expect((await desk.post('/v1/one-way-moves', oneWayBody())).json.move.id).toBe(70001)
    expect(await desk.ledger()).toHaveLength(1)
    expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  })

  test('Repeated and simultaneous calls of `cut` and `restore` end as the last call says', async () => {
    const { service } = desk
    await Promise.all([service.cut(), service.cut(), service.restore(), service.restore(), service.cut()])
    expect(service.connection()).toBe('cut')
    for (let flap = 0; flap < 30; flap++) {
      await service.restore()
      expect((await desk.get('/v1/moves/1')).status).toBe(404)
      await service.cut()
    }
    await service.restore()
    expect((await desk.get('/v1/moves/1')).status).toBe(404)
  })

  test('The service can start cut, with a settled address', async () => {
    await desk.restart({ connection: 'cut' })
    const { service } = desk
    expect(service.connection()).toBe('cut')
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/)
    expect(await codeOf(ask(`${service.url}/v1/moves/1`))).toBe('ECONNREFUSED')
    await service.restore()
    expect((await desk.get('/v1/moves/1')).status).toBe(404)
  })

  test('A `restore` to a port that another program took fails with words and works later', async () => {
    const { service } = desk
    await service.cut()
    const other = createServer()
    await new Promise<void>((listens) => other.listen(Number(new URL(service.url).port), '127.0.0.1', listens))
    await expect(service.restore()).rejects.toThrow(/cannot listen on 127\.0\.0\.1 port \d+: EADDRINUSE/)
    expect(service.connection()).toBe('cut')
    await new Promise((ended) => other.close(ended))
    await service.restore()
    expect((await desk.get('/v1/moves/1')).status).toBe(404)
  })

  test('The service listens on loopback only', async () => {
    const { port } = new URL(desk.service.url)
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((face) => face !== undefined && face.family === 'IPv4' && !face.internal)
    for (const face of others) {
      expect(await codeOf(ask(`http://${face?.address}:${port}/v1/moves/1`))).toBe('ECONNREFUSED')
    }
    expect(desk.events).toEqual([{ event: 'practice-listening', port: Number(port) }])
  })
})

describe('The file of the service', () => {
  test('A restart keeps the moves, the numbers, the places and the ledger', async () => {
    const pair = (await desk.post('/v1/concierge-loaner-moves', pairBody())).json
    const before = [(await desk.get('/v1/moves/70001')).json, (await desk.get('/v1/moves/70002')).json]
    const ledger = await desk.ledger()
    const old = desk.service.url
    await desk.restart()
    const after = [(await desk.get('/v1/moves/70001')).json, (await desk.get('/v1/moves/70002')).json]
    // Only the port of the addresses is new.
    expect(JSON.stringify(after)).toBe(JSON.stringify(before).replaceAll(old, desk.service.url))
    expect(await desk.ledger()).toEqual(ledger)
    const next = (await desk.post('/v1/concierge-loaner-moves', pairBody())).json
    expect(next.loaner_move.move_id).toBe(70003)
    expect(next.loaner_move.lane_uri).toBe(`${desk.service.url}/v1/lanes/881`)
    expect(next.loaner_move.pickup_location.location_id).toBe(pair.loaner_move.pickup_location.location_id)
  })

  test('A file of a newer version is refused with words and left unchanged', async () => {
    await desk.service.close()
    const db = new Sqlite(desk.file)
    db.pragma('user_version = 9')
    db.close()
    await expect(desk.restart()).rejects.toThrow(
      /newer version of Lanekeeper \(its schema is 9, this version knows 2\)/,
    )
    const again = new Sqlite(desk.file)
    expect(again.pragma('user_version', { simple: true })).toBe(9)
    again.close()
  })

  test('The file keeps the customer of a pair in one table only', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    const db = new Sqlite(desk.file, { readonly: true })
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
    const rowsOf = (table: string) => JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all())
    const all = JSON.stringify(tables.filter((table) => table !== 'pairs').map(rowsOf))
    expect(rowsOf('pairs')).toMatch(/Harriet.*555-0142/)
    db.close()
    expect(all).toContain('RO 10023 LK-3FA9C1D2C')
    expect(all).not.toMatch(/Harriet|555-0142/)
  })

  test('A disk fault gives a 500 in the envelope, is logged, and leaves nothing half-written', async () => {
    const db = new Sqlite(desk.file)
    db.exec("CREATE TRIGGER full BEFORE INSERT ON moves WHEN new.leg = 1 BEGIN SELECT RAISE(ABORT, 'Harriet'); END")
    db.close()
    const answer = await post(desk.at('/v1/concierge-loaner-moves'), pairBody())
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.text).errors[0].code).toBe('internal_server_error')
    expect(answer.text).not.toContain('Harriet')
    expect(desk.events.at(-1)).toMatchObject({ event: 'internal-error', place: 'practice' })
    expect(JSON.stringify(desk.events)).not.toContain('Harriet')
    expect(await desk.ledger()).toEqual([])
    expect((await desk.get('/v1/moves/70001')).status).toBe(404)
    const look = new Sqlite(desk.file)
    look.exec('DROP TRIGGER full')
    expect(look.prepare('SELECT count(*) FROM lanes').pluck().get()).toBe(0)
    expect(look.prepare('SELECT count(*) FROM locations').pluck().get()).toBe(0)
    look.close()
    const next = (await desk.post('/v1/concierge-loaner-moves', pairBody())).json
    expect([next.loaner_move.move_id, next.loaner_move.lane_uri.split('/').at(-1)]).toEqual([70001, '880'])
  })
})

test('`close` can be called twice, and a closed service cannot be restored', async () => {
  const { service } = desk
  await service.close()
  await service.close()
  await expect(service.restore()).rejects.toThrow('closed')
  expect(await codeOf(ask(`${service.url}/v1/moves/1`))).toBe('ECONNREFUSED')
})

test('Every response carries the time of the service’s own clock', async () => {
  const answers = [
    await ask(desk.at('/v1/moves/1')),
    await ask(desk.at('/v1/moves/1'), { token: 'another' }),
    await ask(desk.at('/nothing')),
    await post(desk.at('/v1/one-way-moves'), oneWayBody()),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 401, 404, 200])
  const date = formatHttpDate(desk.clock.now())
  expect(answers.map(({ headers }) => headers.date)).toEqual([date, date, date, date])
})

test('The adapter leaves the Request and Response of the process alone', async () => {
  await desk.get('/v1/moves/1')
  expect(globalThis.Request === OWN_REQUEST && globalThis.Response === OWN_RESPONSE).toBe(true)
})

test.each([0, -1, NaN, Infinity])('A step time of %s seconds is refused', async (stepSeconds) => {
  await expect(
    startPractice({
      file: `${desk.file}.other`,
      port: 0,
      token: TOKEN,
      clock: testClock(),
      random: testRandom(),
      log: () => undefined,
      stepSeconds,
    }),
  ).rejects.toThrow('above 0')
})
