import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createProviderClient, type ProviderClient } from '../../electron/provider/client.ts'
import { bookingRequest } from '../../electron/provider/build-request.ts'
import { classify } from '../../electron/sync/classify-booking.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { createAuthority, type Certificate } from '../support/fakes/certificate-authority.ts'
import { ONE_WAY, PAIR } from '../support/builders/booked-moves.ts'
import { seededChance, type Chance } from '../support/sim/seeded-rng.ts'
import { sentBooking } from '../support/builders/sent-request.ts'
import { formatAnswer, grantingBody } from '../support/faults/fabricated-responses.ts'
import type { CarriedBytes } from '../support/faults/relay.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import type { ConnectionToxic } from '../support/faults/toxics.ts'
import { readRequest } from '../support/http/wire.ts'
import { openGoal } from '../support/reliability/goals.ts'

const TO = { profile: 'baseline', rooftop: null } as const
const AT_ONCE = 4

/** A provider over TLS that applies each request as soon as the whole request was read, and records what it applied. */
async function startProvider(certificate: Certificate) {
  /** The assigned move numbers, by request body. */
  const applied = new Map<string, number[]>()
  let last = 90_000
  const server = createServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, (socket) => {
    let came = Buffer.alloc(0)
    let read = false
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      came = Buffer.concat([came, chunk])
      const request = read ? null : readRequest(came)
      if (request === null) return
      read = true
      const numbers = [(last += 1), (last += 1)] as const
      applied.set(request.call.body, [...(applied.get(request.call.body) ?? []), ...numbers])
      socket.end(
        formatAnswer(200, 'application/json', grantingBody(request.call, numbers, null), ['connection: close']),
      )
    })
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { applied, port: (server.address() as AddressInfo).port }
}

function bookingOf(number: number): BookedMoves {
  const booking = number % 2 === 0 ? PAIR : ONE_WAY
  return { ...booking, moves: booking.moves.map((move) => ({ ...move, reference: `${move.reference} ${number}` })) }
}

/** The statement of the desk about a booking. `numbers` is empty unless the booking is stated as booked. */
type Statement = { readonly body: string; readonly proof: string; readonly numbers: readonly number[] }

async function sendOnce(provider: ProviderClient, booking: BookedMoves): Promise<Statement> {
  const request = bookingRequest(booking, TO)
  const opened = await provider.open()
  if (opened.kind === 'unreachable') return { body: request.body, proof: 'unreachable', numbers: [] }
  const exchanged = await provider.send(opened.socket, request, () => {})
  const { proof, response: told } = classify(exchanged, sentBooking({ booking }))
  return { body: request.body, proof, numbers: told?.moves.map((move) => move.response.number) ?? [] }
}

/** The false statement in words. Null for a true statement and for an unknown outcome. */
function lieIn({ proof, numbers }: Statement, applied: readonly number[]): string | null {
  const lie = `said ${proof} (${numbers.join(', ')}), in truth ${applied.join(', ')}`
  if (applied.length > 2) return lie
  switch (proof) {
    case 'unknown':
      return null
    case 'booked':
      return applied.length > 0 && numbers.every((number) => applied.includes(number)) ? null : lie
    case 'unreachable':
    case 'retryable':
      return applied.length === 0 ? null : lie
    default:
      return lie
  }
}

/** A cut between the first byte of the handshake and the last byte of the response, rather late; seldom no cut. */
function randomCut(chance: Chance, whole: CarriedBytes): ConnectionToxic | null {
  if (chance.upTo(19) === 0) return null
  const direction = chance.pick(['up', 'down'] as const)
  return {
    type: 'limit-data',
    direction,
    // Few random cuts come late enough for a whole response, so one in ten is drawn there.
    bytes:
      chance.fraction() < 0.1 ? whole[direction] : Math.floor(Math.sqrt(chance.fraction()) * (whole[direction] + 1)),
    end: chance.pick(['fin', 'rst'] as const),
  }
}

test('A desk whose TLS connection is cut at any byte never states a false outcome', { tags: ['g05'] }, async () => {
  const goal = openGoal('G5', 'cut at any byte, 0 wrong words', { share: 0.15 })
  const chance = seededChance('wire-truth')
  const { applied, port } = await startProvider(createAuthority().certify('localhost', ['IP:127.0.0.1']))
  const proxy = await openTestProxy(`http://127.0.0.1:${port}`, { protocol: 'tcp' })
  const provider = createProviderClient({
    base: new URL(`https://localhost:${proxy.port}`),
    secret: () => 'a-token',
    clock: systemClock,
  })
  let made = 0
  const next = () => sendOnce(provider, bookingOf((made += 1)))
  expect((await next()).proof, 'in peace').toBe('booked')
  expect((await next()).proof, 'in peace').toBe('booked')
  await proxy.idle()
  const whole = proxy.carried()
  proxy.addConnectionToxic(() => randomCut(chance, whole))
  const statements: Statement[] = []
  const lane = async () => {
    while (proxy.toxicConnections() < goal.floor(2000)) statements.push(await next())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await proxy.idle()

  const lies = statements.flatMap((one) => lieIn(one, applied.get(one.body) ?? []) ?? [])
  expect(lies, `seed ${chance.seed}`).toEqual([])
  const count = (...proofs: readonly string[]) => statements.filter((one) => proofs.includes(one.proof))
  const doubts = count('unknown')
  goal.held(
    {
      'requests cut': { did: proxy.toxicConnections(), floor: 2000 },
      'not sent': { did: count('unreachable', 'retryable').length, floor: 400 },
      'in doubt': { did: doubts.length, floor: 500 },
      'in doubt and applied': { did: doubts.filter(({ body }) => applied.has(body)).length, floor: 150 },
      'in doubt and not applied': { did: doubts.filter(({ body }) => !applied.has(body)).length, floor: 150 },
      booked: { did: count('booked').length, floor: 50 },
    },
    chance.seed,
  )
})
