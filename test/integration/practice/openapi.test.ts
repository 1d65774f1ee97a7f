import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESPONSES_BY_PROFILE, createApp } from '../../../electron/practice/http/routes.ts'
import { openPracticeStore } from '../../../electron/practice/store/store.ts'
import { createTokens } from '../../../electron/practice/http/tokens.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { authorized, CLIENT, conciergeBody, nestedOneWay, numberedPair, type Authorized } from './authorized.ts'
import {
  ask,
  oneWayBody,
  pairBody,
  running,
  testClock,
  testRandom,
  TOKEN,
  type Parsed,
  type Running,
} from './running.ts'

const METHODS = ['get', 'post', 'patch']

async function documentOf(desk: Running): Promise<Parsed> {
  const answer = await ask(desk.at('/openapi.json'), { token: null })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.text)
}

/** `GET /v1/moves/{id}` and so on, as the document has them. */
function operationsOf(document: Parsed): string[] {
  return Object.entries<object>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

function schemaAt(document: Parsed, operation: string, part: 'request' | '200'): ValidateFunction {
  const [method = '', path = ''] = operation.split(' ')
  const { requestBody, responses } = document.paths[path][method.toLowerCase()]
  const { schema } = (part === 'request' ? requestBody : responses['200']).content['application/json']
  // The format of a link is a note for readers, which this validator does not know.
  return new Ajv2020({ strict: true, formats: { uri: true } }).compile(schema)
}

describe.each(['baseline', 'hopdrive'] as const)('The document of %s', (profile) => {
  let desk: Running
  let document: Parsed
  beforeAll(async () => {
    desk = await running({ profile, client: CLIENT })
    document = await documentOf(desk)
  })
  afterAll(() => desk.end())

  test('The document is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const spoilt = structuredClone(document)
    delete spoilt.paths['/v1/lanes/{id}'].get.responses['200'].description
    expect((await new Validator().validate(spoilt)).valid).toBe(false)
  })

  test('The document has every served address and no other', () => {
    const store = openPracticeStore(`${temporaryFolder()}/routes.db`)
    const [clock, random] = [testClock(), testRandom()]
    const practice = {
      store,
      clock,
      random,
      stepSeconds: 1,
      driver: 'clock' as const,
      leadMinutes: null,
      base: '',
      answers: RESPONSES_BY_PROFILE[profile],
    }
    const tokens = profile === 'baseline' ? null : createTokens(CLIENT, clock, random)
    const { routes } = createApp({ practice, token: TOKEN, log: () => undefined, tokens })
    const served = routes.filter(({ method }) => method !== 'ALL')
    const written = served.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(operationsOf(document).sort()).toEqual([...new Set(written)].sort())
    store.close()
  })

  test('A documented address takes its listed methods, names them in Allow, and asks for a token where documented', async () => {
    for (const [path, item] of Object.entries<Parsed>(document.paths)) {
      const listed = METHODS.filter((method) => method in item).map((method) => method.toUpperCase())
      const allow = listed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
      const open = Object.values<Parsed>(item).some((operation) => operation.security?.length === 0)
      const address = desk.at(path.replace(/\{\w+\}/, '1'))
      if (open || profile === 'baseline' || path.startsWith('/practice/')) {
        const answer = await ask(address, { method: 'PROPFIND' })
        expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, allow])
      }
      const without = await ask(address, { method: listed[0] ?? '', token: null })
      expect([path, without.status === 401]).toEqual([path, !open])
    }
  })
})

test('The document names the address that serves it', async () => {
  const desk = await running()
  expect((await documentOf(desk)).servers).toEqual([{ url: desk.service.url }])
  await desk.end()
})

describe('The requests and responses of baseline', () => {
  let desk: Running
  let document: Parsed
  beforeAll(async () => {
    desk = await running({ stepSeconds: 10 })
    document = await documentOf(desk)
  })
  afterAll(() => desk.end())

  test('The requests and responses of baseline fit the document', async () => {
    const heard = async (operation: string, path: string, body?: object) => {
      if (body !== undefined) expect(schemaAt(document, operation, 'request')(body)).toBe(true)
      const { status, json } = await (operation.startsWith('GET') ? desk.get(path) : desk.post(path, body ?? {}))
      expect([operation, status]).toEqual([operation, 200])
      const fits = schemaAt(document, operation, '200')
      expect(fits(json), JSON.stringify(fits.errors)).toBe(true)
      // The schema is closed: a field that it does not list would be seen.
      if (!Array.isArray(json)) expect(fits({ ...json, planted: 1 })).toBe(operation === 'GET /openapi.json')
    }
    await heard('POST /v1/one-way-moves', '/v1/one-way-moves', oneWayBody())
    await heard('POST /v1/concierge-loaner-moves', '/v1/concierge-loaner-moves', pairBody())
    desk.clock.pass(45)
    for (const id of [70001, 70002, 70003]) await heard('GET /v1/moves/{id}', `/v1/moves/${id}`)
    await heard('GET /moves/{id}', '/moves/70001')
    await heard('GET /v1/lanes/{id}', '/v1/lanes/881')
    await heard('GET /practice/ledger', '/practice/ledger')
    await heard('GET /practice/sms', '/practice/sms')
    await heard('POST /practice/moves/{id}/step', '/practice/moves/70001/step')
    for (const outcome of ['failed', 'rescheduled']) {
      await heard('POST /practice/moves/{id}/cancel-outcome', '/practice/moves/70002/cancel-outcome', { outcome })
    }
    await heard('GET /v1/moves/{id}', '/v1/moves/70002')
    await heard('GET /openapi.json', '/openapi.json')
  })
})

describe('The requests and responses of hopdrive', () => {
  let remote: Authorized
  beforeAll(async () => {
    remote = await authorized({ stepSeconds: 10 })
  })
  afterAll(() => remote.desk.end())

  test('The requests and responses of hopdrive fit the document', async () => {
    const document = await documentOf(remote.desk)
    const heard = async (operation: string, path: string, body?: object) => {
      if (body !== undefined) expect(schemaAt(document, operation, 'request')(body)).toBe(true)
      const { status, json } = await remote.send(operation.split(' ')[0] ?? '', path, body)
      expect([operation, status]).toEqual([operation, 200])
      const fits = schemaAt(document, operation, '200')
      expect(fits(json), JSON.stringify(fits.errors)).toBe(true)
    }
    await heard('POST /v1/authorize', '/v1/authorize', { client_id: CLIENT.id, client_secret: CLIENT.secret })
    await heard('POST /v1/one-way-moves', '/v1/one-way-moves', nestedOneWay())
    await heard('POST /v1/concierge-loaner-moves', '/v1/concierge-loaner-moves', numberedPair())
    await heard('POST /v1/concierge-moves', '/v1/concierge-moves', { ...conciergeBody(), duplicate_check: undefined })
    await heard('GET /v1/moves/{id}', '/v1/moves/70004')
    await heard('PATCH /v1/moves/{id}', '/v1/moves/70001', { vehicle_color: 'Red', ready_by: '2026-11-25T20:30:00Z' })
    await heard('POST /v1/cancelation', '/v1/cancelation', { move_id: 70001 })
    remote.desk.clock.pass(45)
    for (const id of [70001, 70002, 70003]) await heard('GET /v1/moves/{id}', `/v1/moves/${id}`)
    await heard('GET /v1/lanes/{id}', '/v1/lanes/880')
    const refused = await remote.send('POST', '/v1/cancelation', {})
    const errors = new Ajv2020({ strict: true }).compile(document.components.schemas.Errors)
    expect(errors(refused.json)).toBe(true)
  })
})
