import { describe, expect, test } from 'vitest'
import { byRules, type Asks } from '../../support/faults/calls.ts'
import type { Fault } from '../../support/faults/knobs.ts'
import { openFaultyRoad, type FaultyRoad } from '../../support/faults/road.ts'
import { openRawRemote, sendRaw, type RawRemote, type Seen } from './ends.ts'

/* Every knob by the bytes that both ends saw: a remote and a desk that are nothing but sockets. */

const SENT = '{"move":{"reference_num":"RO 1"},"ready_by_time_utc":"2099-06-02 13:30:00"}'
const POST = requestOf('POST', '/v1/one-way-moves', SENT)
const BODY = '{"move":{"id":70001,"reference_num":"RO 1"}}'
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`

function requestOf(method: string, path: string, body: string): string {
  const lines = ['host: provider.example', 'authorization: Bearer good', `content-length: ${body.length}`]
  return [`${method} ${path} HTTP/1.1`, ...lines, 'connection: close', '', body].join('\r\n')
}

type Struck = { readonly desk: Seen; readonly remote: readonly Seen[]; readonly road: FaultyRoad }

/** Sends one request over a road on which the fault strikes, and gathers what both ends saw. */
async function strike(fault: Fault, request = POST): Promise<Struck> {
  const { road, remote } = await openBoth(fault)
  const desk = await sendRaw(road.url, request)
  await road.next('hit')
  return { desk, remote: await Promise.all(remote.seen), road }
}

async function openBoth(fault: Fault): Promise<{ readonly road: FaultyRoad; readonly remote: RawRemote }> {
  const remote = await openRawRemote(ANSWER)
  // The address without the slash at its end, as every other remote of a test has it.
  const road = await openFaultyRoad(remote.url.origin, { decide: byRules({ fault }), now: () => Date.UTC(2026, 10, 8) })
  return { road, remote }
}

const textOf = ({ bytes }: Seen) => bytes.toString('latin1')

describe('without a fault', () => {
  test('every byte passes, both ways, and both ends are in order', async () => {
    const remote = await openRawRemote(ANSWER)
    const road = await openFaultyRoad(remote.url.origin)
    expect(await sendRaw(road.url, POST)).toEqual({ bytes: Buffer.from(ANSWER), end: 'fin' })
    expect(await remote.seen[0]).toEqual({ bytes: Buffer.from(POST), end: 'fin' })
    expect(road.calls).toMatchObject([{ method: 'POST', path: '/v1/one-way-moves', body: SENT }])
    expect([road.tally.arrived('create'), road.tally.reached('create'), road.tally.applied('create')]).toEqual([
      1, 1, 1,
    ])
    const [there, back] = [POST.length, ANSWER.length]
    expect(road.tally.bytes).toEqual({ fromDesk: there, toRemote: there, fromRemote: back, toDesk: back })
    expect(road.tally.hits).toEqual([])
  })

  test('a remote that is gone is a connection that breaks', async () => {
    const { road, remote } = await openBoth({ kind: 'delay', when: 'before', until: 0 })
    remote.server.close()
    expect((await sendRaw(road.url, POST)).bytes).toHaveLength(0)
    await road.next('hit')
    expect(road.tally.hit({ applied: false })).toBe(1)
  })
})

describe.for(['fin', 'rst'] as const)('with a connection that ends by %s', (end) => {
  test('a drop before it leaves the remote without a connection and the desk without a byte', async () => {
    const { desk, remote, road } = await strike({ kind: 'drop', when: 'before', end })
    expect(desk).toEqual({ bytes: Buffer.alloc(0), end })
    expect(remote).toEqual([])
    expect(road.tally.hits).toEqual([{ kind: 'drop', when: 'before', asks: 'create', applied: false }])
    expect([road.tally.arrived(), road.tally.reached()]).toEqual([1, 0])
  })

  test('a drop after it gives the remote all and the desk nothing', async () => {
    const { desk, remote, road } = await strike({ kind: 'drop', when: 'after', end })
    expect(desk).toEqual({ bytes: Buffer.alloc(0), end })
    expect(remote.map(textOf)).toEqual([POST])
    expect(road.tally.hits).toEqual([{ kind: 'drop', when: 'after', asks: 'create', applied: true }])
  })

  test.for([0, 1, 60, POST.length - SENT.length, -1, 9_999])(
    'a cut of the request at %i bytes is exact',
    async (bytes) => {
      const { desk, remote, road } = await strike({ kind: 'cut', when: 'before', bytes, end })
      const exact = bytes < 0 ? POST.length + bytes : Math.min(bytes, POST.length - 1)
      expect(remote).toEqual([{ bytes: Buffer.from(POST.slice(0, exact)), end }])
      expect(desk).toEqual({ bytes: Buffer.alloc(0), end })
      expect(road.tally.bytes).toMatchObject({ toRemote: exact, fromRemote: 0, toDesk: 0 })
      expect([road.tally.arrived(), road.tally.reached(), road.tally.hit({ applied: true })]).toEqual([1, 0, 0])
    },
  )

  test.for([0, 1, 12, ANSWER.length - BODY.length, -1, 9_999])(
    'a cut of the answer at %i bytes is exact',
    async (bytes) => {
      const { desk, remote, road } = await strike({ kind: 'cut', when: 'after', bytes, end })
      const exact = bytes < 0 ? ANSWER.length + bytes : Math.min(bytes, ANSWER.length - 1)
      expect(desk).toEqual({ bytes: Buffer.from(ANSWER.slice(0, exact)), end })
      expect(remote.map(textOf)).toEqual([POST])
      expect(road.tally.bytes).toMatchObject({ toRemote: POST.length, fromRemote: ANSWER.length, toDesk: exact })
      expect(road.tally.hit({ kind: 'cut', when: 'after', applied: true })).toBe(1)
    },
  )
})

describe('what is held', () => {
  test.for(['before', 'after'] as const)(
    'in a drop by silence %s it ends with the desk, without a byte',
    async (when) => {
      const { road, remote } = await openBoth({ kind: 'drop', when, end: 'silence' })
      const desk = sendRaw(road.url, POST)
      await road.next('held')
      expect(remote.seen).toHaveLength(when === 'before' ? 0 : 1)
      desk.socket.destroy()
      expect((await desk).bytes).toHaveLength(0)
      expect(await road.next('hit')).toMatchObject({ kind: 'drop', when, applied: when === 'after' })
      expect(road.tally.bytes.toDesk).toBe(0)
    },
  )

  test.for(['before', 'after'] as const)('in a delay %s it goes on once the desk has gone', async (when) => {
    const { road, remote } = await openBoth({ kind: 'delay', when, until: 'given-up' })
    const desk = sendRaw(road.url, POST)
    await road.next('held')
    expect(remote.seen).toHaveLength(when === 'before' ? 0 : 1)
    // A reset of the desk's is a giving up as well.
    desk.socket.resetAndDestroy()
    expect(await road.next('hit')).toMatchObject({ kind: 'delay', when, applied: true })
    expect(textOf((await remote.seen[0]) ?? { bytes: Buffer.alloc(0), end: 'rst' })).toBe(POST)
  })

  test.for(['before', 'after'] as const)('in a delay %s of some time it arrives whole', async (when) => {
    const { desk, remote, road } = await strike({ kind: 'delay', when, until: 20 })
    expect([textOf(desk), ...remote.map(textOf)]).toEqual([ANSWER, POST])
    expect(road.tally.hit({ kind: 'delay', when, applied: true })).toBe(1)
  })
})

/** The made-up answers: what stands in them, and whether they have a type of JSON. */
const ANSWERS: readonly (readonly [said: string, fault: Fault, first: string, holds: string])[] = [
  ['a status with nothing', { kind: 'status', when: 'before', status: 503, body: 'none' }, '503 Service', 'length: 0'],
  ['a status with a page', { kind: 'status', when: 'after', status: 403, body: 'page' }, '403 Forbidden', '<title>'],
  [
    'a status with an envelope',
    { kind: 'status', when: 'before', status: 422, body: { errors: 'field_invalid' } },
    '422 Unprocessable',
    '{"errors":[{"type":"invalid_request_error","code":"field_invalid"',
  ],
  [
    'a status with a word of the test',
    { kind: 'status', when: 'after', status: 418, body: { json: { tea: 1 } } },
    "418 I'm",
    '{"tea":1}',
  ],
  [
    'a status with a line of the test',
    { kind: 'status', when: 'after', status: 503, body: 'none', headers: ['retry-after: 1'] },
    '503 Service',
    '\r\nretry-after: 1\r\n',
  ],
  ['a status without a body', { kind: 'status', when: 'after', status: 204, body: 'none' }, '204 No', 'close\r\n\r\n'],
  [
    'a redirect to the same address',
    { kind: 'status', when: 'after', status: 307, body: 'none' },
    '307 Temporary',
    'location: /v1/one-way-moves',
  ],
  ['a page with 200', { kind: 'page', when: 'before' }, '200 OK', 'content-type: text/html'],
  ['the own answer under another status', { kind: 'restatus', when: 'after', status: 201 }, '201 Said', BODY],
  [
    'another move, under its own reference',
    { kind: 'foreign', when: 'before', numbers: [5, 6], reference: 'RO 9' },
    '200 OK',
    '"id":5,"status":null,"reference_num":"RO 9"',
  ],
  [
    'another move, under our reference',
    { kind: 'foreign', when: 'after', numbers: [5, 6], reference: null },
    '200 OK',
    '"id":5,"status":null,"reference_num":"RO 1"',
  ],
]

test.for(ANSWERS)('%s', async ([, fault, first, holds]) => {
  const { desk, remote, road } = await strike(fault)
  expect(textOf(desk)).toContain(`HTTP/1.1 ${first}`)
  expect(textOf(desk)).toContain(holds)
  expect(desk.end).toBe('fin')
  expect(remote).toHaveLength(fault.when === 'after' ? 1 : 0)
  expect(road.tally.hits).toEqual([
    { kind: fault.kind, when: fault.when, asks: 'create', applied: fault.when === 'after' },
  ])
})

const HALF = BODY.slice(0, 20)

test.for([
  ['too-long', `content-length: ${BODY.length + 1}\r\nconnection: close\r\n\r\n${HALF}`],
  ['fitting', `content-length: 20\r\nconnection: close\r\n\r\n${HALF}`],
  ['chunked', `transfer-encoding: chunked\r\nconnection: close\r\n\r\n14\r\n${HALF}\r\n`],
  ['until-end', `content-type: application/json\r\nconnection: close\r\n\r\n${HALF}`],
] as const)('a body that breaks off, framed as %s', async ([framing, ending]) => {
  const { desk } = await strike({ kind: 'truncated', when: 'after', bytes: 20, framing })
  expect(textOf(desk).endsWith(ending)).toBe(true)
  const made = await strike({ kind: 'truncated', when: 'before', bytes: -1, framing })
  expect(textOf(made.desk)).toContain('"id":990001')
  expect(made.remote).toEqual([])
})

test('a body that is all there, and does not say so', async () => {
  const all = { kind: 'truncated', when: 'after', bytes: 'all' } as const
  const long = await strike({ ...all, framing: 'too-long' })
  expect(textOf(long.desk)).toContain(`content-length: ${BODY.length + 1}\r\nconnection: close\r\n\r\n${BODY}`)
  const chunked = await strike({ ...all, framing: 'chunked' })
  expect(textOf(chunked.desk).endsWith(`\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n`)).toBe(true)
  // These two say that they are whole, so that they never hold all.
  for (const framing of ['fitting', 'until-end'] as const) {
    expect(textOf((await strike({ ...all, framing })).desk).endsWith(`\r\n\r\n${BODY.slice(0, -1)}`)).toBe(true)
  }
})

test.for([
  ['seconds', ['120']],
  ['imf-date', ['Sun, 08 Nov 2026 02:00:00 GMT']],
  ['rfc850-date', ['Sunday, 08-Nov-26 02:00:00 GMT']],
  ['asctime-date', ['Sun Nov  8 02:00:00 2026']],
  ['past-date', ['Sat, 07 Nov 2026 22:00:00 GMT']],
  ['zero', ['0']],
  ['negative', ['-120']],
  ['huge', ['99999999999999999999']],
  ['fraction', ['0.5']],
  ['garbage', ['after the weekend']],
  ['empty', ['']],
  ['missing', []],
  ['twice', ['120', '7200']],
] as const)('a provider that is busy says Retry-After as %s', async ([retryAfter, values]) => {
  const { desk, remote } = await strike({ kind: 'busy', when: 'before', retryAfter, envelope: true })
  const lines = textOf(desk).split('\r\n')
  expect(lines[0]).toBe('HTTP/1.1 429 Too Many Requests')
  expect(lines.filter((line) => line.startsWith('retry-after:'))).toEqual(
    values.map((value) => `retry-after: ${value}`),
  )
  expect(textOf(desk)).toContain('"code":"rate_limited"')
  expect(remote).toEqual([])
})

test('a token that ran out is put in place of the good one, and the rest of the request is as it was', async () => {
  const { desk, remote } = await strike({ kind: 'expired-token', when: 'before' })
  expect(remote.map(textOf)).toEqual([POST.replace('Bearer good', 'Bearer ran-out')])
  // What the remote says to it is its own.
  expect(textOf(desk)).toBe(ANSWER)
})

const CALLS: readonly (readonly [asks: Asks, method: string, path: string])[] = [
  ['create', 'POST', '/v1/one-way-moves'],
  ['create', 'POST', '/base/v1/concierge-loaner-moves'],
  ['fetch', 'GET', '/v1/moves/7'],
  ['fetch', 'GET', '/moves/7'],
  ['authorize', 'POST', '/v1/authorize'],
  ['cancel', 'POST', '/v1/cancelation'],
  ['change', 'PATCH', '/v1/moves/7'],
  ['other', 'GET', '/v1/one-way-moves'],
  ['other', 'GET', '/practice/ledger'],
]

test('a rule strikes the calls that it names, by what they ask, method, path, body and number', async () => {
  const page: Fault = { kind: 'page', when: 'before' }
  const decide = byRules({ fault: page, asks: 'create', method: 'POST', path: /one-way/, body: 'RO 1', nth: 2 })
  const call = { method: 'POST', path: '/v1/one-way-moves', headers: {}, body: 'RO 1' }
  const decided = [
    call,
    { ...call, method: 'PUT' },
    { ...call, path: '/v1/concierge-loaner-moves' },
    { ...call, body: 'RO 2' },
    call,
    call,
  ].map((one) => decide(one)?.kind ?? null)
  expect(decided).toEqual([null, null, null, null, 'page', null])
  const all = byRules({ fault: page, asks: 'fetch' }, { fault: { ...page, when: 'after' } })
  expect(all(call)?.when).toBe('after')
  expect([1, 2].map(() => all({ ...call, method: 'GET', path: '/v1/moves/7' })?.when)).toEqual(['before', 'before'])

  const remote = await openRawRemote(ANSWER)
  const road = await openFaultyRoad(remote.url.origin)
  for (const [, method, path] of CALLS) await sendRaw(road.url, requestOf(method, path, ''))
  for (const asks of ['create', 'fetch', 'authorize', 'cancel', 'change', 'other'] as const) {
    const wanted = CALLS.filter(([of]) => of === asks).length
    expect([asks, road.tally.arrived(asks), road.tally.applied(asks)]).toEqual([asks, wanted, wanted])
  }
})
