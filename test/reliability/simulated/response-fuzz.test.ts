import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { moveNumbersIn, parseErrors, parseFetched } from '../../../electron/provider/parse-response.ts'
import { createProviderClient } from '../../../electron/provider/client.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import {
  CAR,
  CUSTOMER_REFERENCE,
  LOANER_REFERENCE,
  ONE_WAY,
  PAIR,
  pairAnswer,
  singleAnswer,
} from '../../support/builders/booked-moves.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { seededChance, type Chance } from '../../support/sim/seeded-rng.ts'
import { errorBody, verdictOf } from '../../support/builders/sent-request.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { couldBook, deep, otherVin, spoil, spoilBytes } from '../../support/mutations/response-mutations.ts'
import { startFaultServer } from '../../support/faults/fault-server.ts'
import { formatResponse } from '../../support/http/wire.ts'
import { openSyncDesk } from '../../support/fakes/scripted-provider.ts'
import { referencesIn } from '../../support/sim/remote.ts'

const PAIR_NAMES = ['customer_move', 'loaner_move']

/** A parsed body must not have reached the prototype of all objects. */
function expectNoPollution() {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
}

test('A mutated response is believed only where the service description allows it', { tags: ['g18'] }, () => {
  const goal = openGoal('G18', 'spoilt answers: no throw, none booked that could not be')
  const chance = seededChance('mutated-responses')
  // prettier-ignore
  const kinds = [
    { booking: PAIR, body: JSON.stringify(pairAnswer()), references: [CUSTOMER_REFERENCE, LOANER_REFERENCE], names: PAIR_NAMES },
    { booking: ONE_WAY, body: JSON.stringify(singleAnswer()), references: [CUSTOMER_REFERENCE], names: [''] },
  ]
  const did = { answers: 0, booked: 0, fetched: 0 }
  while (did.answers < goal.floor(10_000)) {
    const { booking, body, references, names } = chance.pick(kinds)
    let spoilt = spoil(body, chance)
    if (chance.upTo(3) === 0) spoilt = spoil(spoilt === '' ? body : spoilt, chance)
    const { proof } = verdictOf(200, spoilt, { booking })
    if (proof === 'booked') {
      did.booked += 1
      expect(couldBook(spoilt, references, names), spoilt.slice(0, 2000)).toBe(true)
      expect(otherVin(spoilt, CAR.vin ?? '', names), spoilt.slice(0, 2000)).toBe(false)
    } else expect(proof).toBe('unknown')
    // No body proves a booking under another status.
    expect(verdictOf(chance.pick([201, 202, 204, 400, 404, 409, 500]), spoilt, { booking }).proof).not.toBe('booked')
    const fetched = parseFetched(spoilt, 90_001)
    if (fetched !== null) {
      did.fetched += 1
      expect(Number.isSafeInteger(fetched.move.number) && fetched.move.number > 0).toBe(true)
    }
    for (const number of moveNumbersIn(spoilt)) expect(Number.isSafeInteger(number) && number > 0).toBe(true)
    parseErrors(chance.upTo(1) === 0 ? spoilt : spoil(JSON.stringify(errorBody('field_invalid')), chance))
    did.answers += 1
  }
  expectNoPollution()
  goal.held(
    {
      answers: { did: did.answers, floor: 10_000 },
      'booked all the same': { did: did.booked, floor: 500 },
      'read as a fetch': { did: did.fetched, floor: 500 },
    },
    chance.seed,
  )
})

const MEGABYTE = 1024 * 1024

/** Writes a response of 50 MB as fast as the client reads. Resolves with the bytes written before the hang-up. */
function flood(socket: Socket, head: string): Promise<number> {
  const chunk = Buffer.alloc(64 * 1024, 0x20)
  let sent = 0
  socket.write(head)
  return new Promise((resolve) => {
    socket.on('close', () => resolve(sent))
    const more = () => {
      while (sent < 50 * MEGABYTE && !socket.destroyed) {
        sent += chunk.length
        if (!socket.write(chunk)) return void socket.once('drain', more)
      }
      socket.end()
    }
    more()
  })
}

/** The bytes of one connection, and the body that the desk could believe. */
type Served = { readonly bytes: Buffer | null; readonly body: string }

function tell(request: string, number: number, chance: Chance): Served {
  const references = referencesIn(request)
  const move = (name: string, reference: string | undefined, at: number) =>
    `"${name}":{"move_id":${number + at},"reference_id":"${reference}","vehicle":{"vin":null}}`
  const valid =
    references.length === 2
      ? `{${move('loaner_move', references[0], 0)},${move('customer_move', references[1], 1)}}`
      : `{${move('move', references[0], 0)}}`
  const text = (body: string, status = 200): Served => ({ bytes: Buffer.from(formatResponse(status, body)), body })
  switch (chance.upTo(7)) {
    case 0:
      return text(valid)
    case 1:
    case 2:
      return text(spoil(valid, chance))
    case 3: {
      const body = spoilBytes(Buffer.from(valid), chance)
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`
      return { bytes: Buffer.concat([Buffer.from(head), body]), body: body.toString('utf8') }
    }
    case 4:
      // Any byte may change, in the status line, the lengths and the blank line too.
      return { bytes: spoilBytes(Buffer.from(formatResponse(200, valid)), chance), body: valid }
    case 5:
      return text(deep(valid))
    case 6: {
      const whole = formatResponse(200, valid)
      return { bytes: Buffer.from(whole.slice(0, chance.upTo(whole.length - 1))), body: valid }
    }
    default:
      return chance.upTo(9) === 0 ? { bytes: null, body: '' } : text(valid, chance.pick([201, 202, 400, 409, 500, 503]))
  }
}

test(
  'Mutated bytes on real connections end no desk, fill no memory and confirm nothing falsely',
  { tags: ['g18'] },
  async () => {
    const goal = openGoal('G18', 'spoilt bytes on real connections, answers of 50 MB among them', { share: 0.1 })
    const chance = seededChance('mutated-bytes')
    const served = new Map<string, Served>()
    const floods: Promise<number>[] = []
    let number = 1000
    const server = await startFaultServer({
      onRequest(socket) {
        const request = server.received.at(-1) ?? ''
        if (request.startsWith('GET')) return void socket.end(formatResponse(404, '{}'))
        number += 2
        const answer = tell(request, number, chance)
        served.set(referencesIn(request)[0] ?? '', answer)
        if (answer.bytes !== null) return void socket.end(answer.bytes)
        const sized = `HTTP/1.1 200 OK\r\ncontent-length: ${50 * MEGABYTE}\r\n\r\n`
        floods.push(flood(socket, chance.upTo(1) === 0 ? sized : 'HTTP/1.1 200 OK\r\n\r\n'))
      },
    })
    const clock = { ...openSyncDesk().clock }
    const provider = createProviderClient({ base: server.url, secret: () => 'a-token', clock })
    const desk = openSyncDesk(POLL_INTERVALS, { provider })
    const sync = desk.start()
    const memory = () => process.memoryUsage().arrayBuffers
    const before = memory()
    let most = 0
    const states = new Map<string, number>()
    let answers = 0
    while (answers < goal.floor(2000) || floods.length < goal.floor(20)) {
      const booked = desk.book(answers % 2 === 0 ? pairBooking(answers) : oneWayBooking(answers))
      sync.reset()
      await desk.facts.next('send-settled')
      const found = desk.moves.getBooking(booked.id)
      if (!found.ok) throw new Error(found.failure.detail)
      const { state, moves, kind } = found.value
      const references = moves.map(({ reference }) => reference)
      const { body = '' } = served.get(references.at(-1) ?? '') ?? served.get(references[0] ?? '') ?? {}
      if (state === 'booked') {
        expect(couldBook(body, references, kind === 'pair' ? PAIR_NAMES : ['']), body.slice(0, 500)).toBe(true)
      }
      // A waiting entry would be sent again and get another response.
      if (state === 'waiting') desk.moves.withdrawBooking(booked.id)
      states.set(state, (states.get(state) ?? 0) + 1)
      most = Math.max(most, memory() - before)
      answers += 1
    }
    const taken = await Promise.all(floods)
    expect(Math.max(...taken)).toBeLessThan(16 * MEGABYTE)
    expect(most).toBeLessThan(64 * MEGABYTE)
    expectNoPollution()
    goal.held(
      {
        answers: { did: answers, floor: 2000 },
        'answers of 50 MB': { did: floods.length, floor: 20 },
        'most MB of one that were taken': { did: Math.ceil(Math.max(...taken) / MEGABYTE) },
        'MB of buffers, at most': { did: Math.ceil(most / MEGABYTE) },
        booked: { did: states.get('booked') ?? 0, floor: 300 },
        'in doubt': { did: states.get('in-doubt') ?? 0, floor: 1000 },
      },
      chance.seed,
    )
  },
)
