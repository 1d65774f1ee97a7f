import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { makeProvider, type Provider } from '../../electron/provider/client.ts'
import { writeBooking } from '../../electron/provider/wire.ts'
import { classify } from '../../electron/sync/classify.ts'
import { systemClock } from '../../electron/system.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { makeAuthority, type Certificate } from '../support/authority.ts'
import { ONE_WAY, PAIR } from '../support/booked.ts'
import { seededChance, type Chance } from '../support/chance.ts'
import { sentBooking } from '../support/classified.ts'
import { startCutter, type Cut, type Cutter } from '../support/cutter.ts'
import { grantingBody, writeAnswer } from '../support/faults/made-up.ts'
import { readRequest } from '../support/faults/wire.ts'
import { openGoal } from '../support/goals.ts'

const TO = { profile: 'baseline', rooftop: null } as const
const AT_ONCE = 4

/** A provider over TLS that does what it is asked as soon as it has read all of it, and writes down what it did. */
async function startProvider(certificate: Certificate) {
  /** The numbers that it gave, by the body that asked. */
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
      socket.end(writeAnswer(200, 'application/json', grantingBody(request.call, numbers, null), ['connection: close']))
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

/** What the desk would say of a booking: with `numbers` where it says that it was booked. */
type Said = { readonly body: string; readonly proof: string; readonly numbers: readonly number[] }

async function sendOnce(provider: Provider, booking: BookedMoves): Promise<Said> {
  const request = writeBooking(booking, TO)
  const opened = await provider.open()
  if (opened.kind === 'unreached') return { body: request.body, proof: 'unreached', numbers: [] }
  const exchanged = await provider.send(opened.socket, request, () => {})
  const { proof, told } = classify(exchanged, sentBooking({ booking }))
  return { body: request.body, proof, numbers: told?.moves.map((move) => move.told.number) ?? [] }
}

/** Null where what was said is true, or could not be known. */
function lieIn({ proof, numbers }: Said, applied: readonly number[]): string | null {
  const lie = `said ${proof} (${numbers.join(', ')}), in truth ${applied.join(', ')}`
  if (applied.length > 2) return lie
  switch (proof) {
    case 'unknown':
      return null
    case 'booked':
      return applied.length > 0 && numbers.every((number) => applied.includes(number)) ? null : lie
    case 'unreached':
    case 'not-taken':
      return applied.length === 0 ? null : lie
    default:
      return lie
  }
}

/** Anywhere between the first byte of the handshake and the last of the answer, rather late; and a few times nowhere. */
function randomCut(chance: Chance, whole: ReturnType<Cutter['carried']>): Cut | null {
  if (chance.upTo(19) === 0) return null
  const way = chance.pick(['up', 'down'] as const)
  return {
    way,
    bytes: Math.floor(Math.sqrt(chance.fraction()) * (whole[way] + 1)),
    end: chance.pick(['fin', 'rst'] as const),
  }
}

test('a TLS connection cut at any byte never makes the desk say what is not so', async () => {
  const goal = openGoal('G5', 'cut at any byte, 0 wrong words', { share: 0.15 })
  const chance = seededChance('G5')
  const { applied, port } = await startProvider(makeAuthority().certify('localhost', ['IP:127.0.0.1']))
  const cutter = await startCutter(port)
  const provider = makeProvider({
    base: new URL(`https://localhost:${cutter.port}`),
    secret: () => 'a-token',
    clock: systemClock,
  })
  let made = 0
  const next = () => sendOnce(provider, bookingOf((made += 1)))
  expect((await next()).proof, 'in peace').toBe('booked')
  expect((await next()).proof, 'in peace').toBe('booked')
  await cutter.quiet()
  const whole = cutter.carried()
  cutter.cutBy(() => randomCut(chance, whole))
  const said: Said[] = []
  const lane = async () => {
    while (cutter.struck() < goal.floor(2000)) said.push(await next())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await cutter.quiet()

  const lies = said.flatMap((one) => lieIn(one, applied.get(one.body) ?? []) ?? [])
  expect(lies, `seed ${chance.seed}`).toEqual([])
  const count = (...proofs: readonly string[]) => said.filter((one) => proofs.includes(one.proof))
  const doubts = count('unknown')
  goal.held(
    {
      'requests cut': { did: cutter.struck(), floor: 2000 },
      'not sent': { did: count('unreached', 'not-taken').length, floor: 400 },
      'in doubt': { did: doubts.length, floor: 500 },
      'in doubt and applied': { did: doubts.filter(({ body }) => applied.has(body)).length, floor: 150 },
      'in doubt and not applied': { did: doubts.filter(({ body }) => !applied.has(body)).length, floor: 150 },
      booked: { did: count('booked').length, floor: 50 },
    },
    chance.seed,
  )
})
