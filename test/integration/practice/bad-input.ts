import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import Sqlite from 'better-sqlite3'
import { Agent, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { seededChance, type Chance } from '../../support/sim/seeded-rng.ts'
import { authorized, CLIENT, nestedOneWay } from './authorized.ts'
import { ask, oneWayBody, running, TOKEN, type Parsed, type Running } from './running.ts'
import { TARGETS, type Target } from './targets.ts'
import { ABSENT, badValue, deep, goodValue } from './values.ts'

/*
 * At least 10,000 requests over real HTTP, in which each field of each body is refused and accepted at least TIMES, as
 * `values.ts` says. Accepted bodies fit the OpenAPI document too, and most refused ones do not: a pattern cannot tell
 * that a date exists.
 */

const TIMES = 50
const TURNS_FOR_A_FIELD = 62
const FAULTS_OF_THE_WHOLE = 150

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const sent = { all: 0 }
afterAll(() => agent.destroy())

type RawRequest = { method: string; path: string; body: string | Buffer; token: string; type?: string }

function send(desk: Running, { method, path, body, token, type = 'application/json' }: RawRequest) {
  sent.all += 1
  return new Promise<{ status: number; text: string }>((settle, refuse) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    }
    const going = request(desk.at(path), { method, agent, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', refuse)
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }))
    })
    going.on('error', refuse)
    going.end(body)
  })
}

/** Changes whenever anybody else has committed to the file, whatever they wrote. */
function commitsOf(desk: Running) {
  const db = new Sqlite(desk.file, { readonly: true })
  return { count: () => Number(db.pragma('data_version', { simple: true })), close: () => db.close() }
}

function put(body: Parsed, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => at[key], body)
  if (value === ABSENT) delete holder[last]
  else holder[last] = value
}

function at(body: Parsed, path: string): unknown {
  return path.split('.').reduce((value, key) => value?.[key], body)
}

/** The field in focus and up to five more, none of which lies within another. */
function chosen(fields: readonly string[], focus: string, chance: Chance): readonly string[] {
  const picked = [focus]
  for (let more = chance.upTo(5); more > 0; more--) {
    const field = chance.pick(fields)
    const apart = picked.every((one) => !`${one}.`.startsWith(`${field}.`) && !`${field}.`.startsWith(`${one}.`))
    if (apart) picked.push(field)
  }
  return picked
}

/** A service with the move 70001, which stays before its pickup in `hopdrive`, and 70002, which is delivered. */
async function started(profile: 'baseline' | 'hopdrive') {
  if (profile === 'baseline') {
    const desk = await running({ stepSeconds: 0.001 })
    for (const _ of [1, 2]) await desk.post('/v1/one-way-moves', oneWayBody())
    return { desk, token: TOKEN }
  }
  const client = { ...CLIENT, tokenSeconds: 1e9 }
  const remote = await authorized({ driver: 'manual', client })
  await remote.send('POST', '/v1/one-way-moves', nestedOneWay())
  await remote.desk.restart({ profile, client, stepSeconds: 0.001 })
  const token = await remote.authorize()
  await remote.send('POST', '/v1/one-way-moves', {
    ...nestedOneWay(),
    duplicate_check: 'vehicle_stock',
    move: { ...nestedOneWay().move, vehicle: { ...nestedOneWay().move.vehicle, stock: 'S' } },
  })
  return { desk: remote.desk, token }
}

type Ready = Awaited<ReturnType<typeof started>>

/** The body of an address as the service's own document has it. */
async function written(desk: Running, { path, method }: Target): Promise<ValidateFunction> {
  const { paths }: Parsed = JSON.parse((await ask(desk.at('/openapi.json'))).text)
  const { requestBody } = paths[path.replace(/7000\d/, '{id}')][method.toLowerCase()]
  return new Ajv2020({ strict: true }).compile(requestBody.content['application/json'].schema)
}

/** Every body of `target` with some of its fields changed; counts how often each field was refused and taken. */
async function spoilFields(target: Target, { desk, token }: Ready, chance: Chance): Promise<void> {
  const fields = Object.keys(target.fields)
  const refused = new Map(fields.map((field) => [field, 0]))
  const taken = new Map(fields.map((field) => [field, 0]))
  const count = (of: Map<string, number>, field: string) => of.set(field, (of.get(field) ?? 0) + 1)
  const commits = commitsOf(desk)
  const fits = await written(desk, target)
  const spoilt = { all: 0, fitting: 0 }
  const least = (of: Map<string, number>) => [...of].reduce((one, other) => (other[1] < one[1] ? other : one))
  const enough = () => least(refused)[1] >= TIMES && least(taken)[1] >= TIMES
  for (let turn = 0; turn < TURNS_FOR_A_FIELD * fields.length || !enough(); turn++) {
    const body = structuredClone(target.whole(turn)) as Parsed
    const spoil = turn % 2 === 0
    const changes = chosen(fields, least(spoil ? refused : taken)[0], chance).map((field, place) => {
      const kind = target.fields[field] ?? 'required'
      const bad = spoil && (place === 0 || chance.fraction() < 0.6)
      return { field, bad, value: bad ? badValue(kind, chance) : goodValue(kind, chance, at(body, field)) }
    })
    for (const { field, value } of changes) put(body, field, value)
    // Fields that no description lists, under names that could confuse.
    if (chance.fraction() < 0.2) Object.assign(body, { extra: deep(chance.upTo(500)), constructor: 'x' })
    let text = JSON.stringify(body)
    if (chance.fraction() < 0.1) text = `{"__proto__":{"make":"x","zip":"1"},${text.slice(1)}`
    const said = `turn ${turn}: ${text.slice(0, 1500)}`

    desk.clock.pass(1)
    const before = commits.count()
    const isDoor = target.path.startsWith('/practice/')
    const { method, path } = target
    const answer = await send(desk, { method, path, body: text, token: isDoor ? TOKEN : token })
    if (spoil) {
      expect(answer.status, said).toBe(target.refusal)
      const errors: Parsed[] = JSON.parse(answer.text).errors
      const named = errors.map((error) => error.param).sort()
      const wrong = changes.filter(({ bad }) => bad).map(({ field }) => field)
      expect(named, said).toEqual([...wrong].sort())
      for (const error of errors) expect(error.code).toMatch(/^field_(missing|invalid)$/i)
      expect(commits.count(), said).toBe(before)
      for (const field of wrong) count(refused, field)
      spoilt.all += 1
      if (fits(body)) spoilt.fitting += 1
    } else {
      expect(answer.status, `${said}\n${answer.text}`).toBe(200)
      if (target.stores) expect(commits.count() === before, said).toBe(false)
      expect(fits(body), `${said}\n${JSON.stringify(fits.errors)}`).toBe(true)
      for (const { field } of changes) count(taken, field)
    }
  }
  commits.close()
  expect(spoilt.fitting / spoilt.all).toBeLessThan(0.15)
  for (const field of fields) {
    expect(refused.get(field), `${field} refused`).toBeGreaterThanOrEqual(TIMES)
    expect(taken.get(field), `${field} taken`).toBeGreaterThanOrEqual(TIMES)
  }
}

/** Requests that are wrong as a whole: JSON that is cut or garbled, another kind of value, a type, a size, a token. */
async function spoilWhole(target: Target, { desk, token: good }: Ready, chance: Chance): Promise<void> {
  const token = target.path.startsWith('/practice/') ? TOKEN : good
  const { method, path } = target
  const open = path === '/v1/authorize'
  const commits = commitsOf(desk)
  const before = commits.count()
  const garbled = () => {
    const text = JSON.stringify(target.whole(0))
    return text.slice(0, 1 + chance.upTo(text.length - 2))
  }
  const faults: (() => [number, RawRequest])[] = [
    () => [400, { method, path, token, body: garbled() }],
    () => [
      400,
      { method, path, token, body: `${JSON.stringify(target.whole(0))}${chance.pick(['}', 'x', '\u0000', '{}'])}` },
    ],
    () => [
      400,
      {
        method,
        path,
        token,
        body: JSON.stringify(chance.pick<unknown>([null, 7, 'x', [], [target.whole(0)], deep(800)])),
      },
    ],
    () => [
      400,
      { method, path, token, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, chance.upTo(255), 0x7d]) },
    ],
    () => [400, { method, path, token, body: '['.repeat(1 + chance.upTo(100_000)) }],
    () => [
      415,
      {
        method,
        path,
        token,
        type: chance.pick(['text/plain', 'application/xml', 'json']),
        body: JSON.stringify(target.whole(0)),
      },
    ],
    () => [
      open ? 415 : 401,
      { method, path, type: 'x/y', token: chance.pick(['', 'x', `${token}x`, token.slice(1)]), body: garbled() },
    ],
    () => [405, { method: chance.pick(['PUT', 'DELETE', 'OPTIONS']), path, token, body: garbled() }],
    () => [
      404,
      {
        method,
        path: chance.pick(['/v1/one-way-move', '/v2/moves/1', '/v1//moves', '/%ff']),
        token: good,
        body: garbled(),
      },
    ],
  ]
  for (let turn = 0; turn < FAULTS_OF_THE_WHOLE; turn++) {
    const [status, asked] = chance.pick(faults)()
    const answer = await send(desk, asked)
    expect(answer.status, `${asked.method} ${asked.path} ${String(asked.body).slice(0, 300)}`).toBe(status)
    expect(JSON.parse(answer.text).errors.length).toBeGreaterThan(0)
  }
  const huge = await send(desk, { method, path, token, body: Buffer.alloc(1024 * 1024 + 1, 0x20) })
  expect(huge.status).toBe(413)
  expect(commits.count()).toBe(before)
  commits.close()
}

/** Declares the test of one profile, which sends at least that many requests. */
export function testBadInput(profile: 'baseline' | 'hopdrive', least: number): void {
  test(
    'Bad input is refused by its field names and not stored, and good input is accepted',
    { timeout: 120_000 },
    async () => {
      const ready = await started(profile)
      const { desk } = ready
      const chance = seededChance(`bad-input ${profile}`)
      for (const target of TARGETS.filter((one) => one.profile === profile)) {
        await spoilFields(target, ready, chance)
        await spoilWhole(target, ready, chance)
      }
      console.log(`bad-input ${profile}: ${sent.all} requests`)
      expect(sent.all).toBeGreaterThanOrEqual(least)
      // The service still answers, and no move was lost or doubled.
      const ids = (await desk.ledger()).flatMap((entry) => entry.move_ids)
      expect(ids.length).toBeGreaterThan(1000)
      expect(ids).toEqual(ids.map((_, index) => 70001 + index))
      expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
      await desk.end()
    },
  )
}
