import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createProviderClient } from '../../../electron/provider/client.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { seededChance, type Chance } from '../../support/sim/seeded-rng.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { openSyncDesk } from '../../support/fakes/scripted-provider.ts'
import { referencesIn } from '../../support/sim/remote.ts'
import { virtualClock, type VirtualClock } from '../../support/fakes/system.ts'

/** The time before its end at which the desk renews a token. */
const AHEAD = 60_000

/** A provider that issues tokens of any life, ends some early, and applies requests with a valid token. */
async function tokenServer(chance: Chance, clock: VirtualClock) {
  const applied = new Map<string, number>()
  const did = { signedIn: 0, early: 0, refused: 0, ranOut: 0 }
  let token = ''
  let until = 0
  let ended = true
  /** The longest life that a renewed token still had. */
  let longestLeft = 0
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      let body = ''
      for await (const chunk of incoming) body += String(chunk)
      const say = (status: number, answer: unknown) =>
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      // A call takes up to four seconds.
      clock.advance(chance.upTo(4000))
      if (incoming.url === '/v1/authorize') {
        // A sign-in is due only for a token that ended or is about to end.
        if (!ended) {
          did.ranOut += 1
          longestLeft = Math.max(longestLeft, until - clock.monotonic())
        }
        did.signedIn += 1
        token = `t${did.signedIn}`
        const seconds = 130 + chance.upTo(100)
        until = clock.monotonic() + seconds * 1000
        ended = false
        return say(200, { access_token: token, token_type: 'Bearer', expires_in: seconds })
      }
      if (incoming.method === 'GET') return say(404, { errors: [{ code: 'not_found' }] })
      // The provider ends a token at any moment, without a word to the desk. The first token runs out in every run.
      if (!ended && did.ranOut > 0 && (chance.upTo(79) === 0 || did.early === 0)) {
        ended = true
        did.early += 1
      }
      if (ended || clock.monotonic() >= until || incoming.headers.authorization !== `Bearer ${token}`) {
        ended = true
        did.refused += 1
        return say(401, { errors: [{ code: 'not_authorized' }] })
      }
      const moves = referencesIn(body).map((reference) => {
        applied.set(reference, (applied.get(reference) ?? 0) + 1)
        return { id: 1000 + applied.size, reference_num: reference }
      })
      const [first, second] = moves
      return say(200, second === undefined ? { move: first } : { loaner_move: first, customer_move: second })
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { url, applied, did, longestLeft: () => longestLeft }
}

test('The send queue books every move once while tokens expire at any moment', { tags: ['g21'] }, async () => {
  const goal = openGoal('G21', 'tokens that end at any moment: one refresh each, no booking refused for it', {
    share: 0.25,
  })
  const chance = seededChance('token-expiry')
  const clock = virtualClock()
  const { url, applied, did, longestLeft } = await tokenServer(chance, clock)
  const provider = createProviderClient({ base: url, secret: () => 'a-secret', clientId: () => 'desk-1', clock })
  const desk = openSyncDesk(POLL_INTERVALS, {
    provider,
    clock,
    requestTarget: () => ({ profile: 'hopdrive', rooftop: null }),
  })
  const rows = goal.floor(1000)
  const bookings = Array.from({ length: rows }, (_, row) =>
    desk.book(row % 2 === 0 ? pairBooking(row) : oneWayBooking(row)),
  )
  const sync = desk.start()
  let pauses = 0
  let stops = 0
  const states = () =>
    desk.store.read((view) => view.sql('SELECT state, count(*) AS n FROM outbox GROUP BY state').all())
  const idle = desk.facts.next('sync-idle', ({ waiting }) => waiting === 0).then(() => true)
  const paused = () => desk.facts.next('connection', ({ kind }) => kind === 'down').then(() => false)
  while (!(await Promise.race([idle, paused()]))) {
    // The send queue rests after a refused token; all else continues by itself.
    pauses += 1
    const link = sync.connection()
    if (link.kind === 'down' && link.cause === 'token-refused') {
      // Two tokens ended for one booking, so the send queue waits for a person who enters the token again.
      stops += 1
      sync.reset()
    } else clock.advance(clock.pending()[0] ?? 0)
  }
  expect(states()).toEqual([{ state: 'booked', n: rows }])
  const references = bookings.flatMap(({ moves }) => moves.map(({ reference }) => reference))
  expect(references.every((reference) => applied.get(reference) === 1)).toBe(true)
  expect(applied.size).toBe(references.length)
  // Each refusal cost one pause, and each ended token one sign-in.
  expect(did.refused).toBe(did.early)
  expect(did.signedIn).toBe(1 + did.early + did.ranOut)
  expect(longestLeft(), 'signed in anew while the token was good').toBeLessThanOrEqual(AHEAD)
  goal.held(
    {
      bookings: { did: rows, floor: 1000 },
      'tokens that ran out': { did: did.ranOut, floor: 4 },
      'tokens withdrawn early': { did: did.early, floor: 4 },
      'sign-ins': { did: did.signedIn },
      'rests of the send queue': { did: pauses },
      'stops ended by a person': { did: stops },
    },
    chance.seed,
  )
})
