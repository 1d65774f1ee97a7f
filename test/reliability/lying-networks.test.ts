import { describe, expect, test } from 'vitest'
import { systemClock, type Clock } from '../../electron/platform/clock.ts'
import type { LogEvent } from '../../electron/platform/log-events.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { seededChance } from '../support/sim/seeded-rng.ts'
import { openTestDesk, openTestPractice, valueOf, type TestPractice } from '../support/desk/test-desk.ts'
import { breachesOfTruth } from '../support/oracle/truth.ts'
import {
  LIES,
  openLyingNetwork,
  TRUSTED_LIES,
  type LyingNetwork,
  type NetworkState,
} from '../support/faults/lying-network.ts'
import { temporaryMemoryFolder } from '../support/fixtures/temporary-folder.ts'
import { openGoal } from '../support/reliability/goals.ts'

type Remote = { readonly service: TestPractice; readonly network: LyingNetwork }

async function layRemote(): Promise<Remote> {
  const service = await openTestPractice(temporaryMemoryFolder())
  return { service, network: await openLyingNetwork(service.url) }
}

/** The slow health check of five minutes comes at once, as other retries do: this test is not about waiting times. */
const HURRIED: Clock = {
  ...systemClock,
  // The circuit breaker's rest of a minute and more is shortened as well.
  schedule: (ms, call) => systemClock.schedule(ms >= 60_000 && ms <= 5 * 60_000 ? 50 : ms, call),
}

/** A new desk whose provider is behind a network that may lie. */
async function openDeskBehind({ service, network }: Remote, state: NetworkState) {
  network.become(state)
  const folder = temporaryMemoryFolder()
  const before = (await service.ledger()).length
  const open = () =>
    openTestDesk(folder, { address: network.url, token: service.token }, HURRIED, {
      deadlines: { connect: 300, answer: 2_000 },
      route: network.route,
    })
  let opened = await open()
  const booked: string[] = []
  const all = (): readonly BookedMoves[] => booked.map((id) => valueOf(opened.desk.getBooking(id)))
  return {
    desk: () => opened.desk,
    close: () => opened.close(),
    async reopen() {
      await opened.close()
      opened = await open()
    },
    book() {
      const number = booked.length + 1
      booked.push(valueOf(opened.desk.bookMove(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))).id)
    },
    /** The number of bookings in each state. */
    states() {
      const counts = new Map<EntryState, number>()
      for (const { state } of all()) counts.set(state, (counts.get(state) ?? 0) + 1)
      return counts
    },
    /** Calls `act`, and resolves at the first event of that name after the call. */
    async until(name: LogEvent['event'], act: () => void) {
      const past = new Set(opened.facts.all)
      const came = opened.facts.next(name, (event) => !past.has(event))
      act()
      await came
    },
    idle: () => opened.facts.next('sync-idle'),
    /** Resolves when the desk has lost its provider, or when a booking has left and is not booked. */
    stuck: () =>
      Promise.race([
        opened.facts.next('connection', ({ kind }) => kind === 'down'),
        opened.facts.next('send-settled', ({ state }) => state !== 'booked'),
      ]),
    /** Resolves when no booking waits. */
    async drained() {
      for (;;) {
        const past = new Set(opened.facts.all)
        if (!all().some(({ state }) => state === 'waiting' || state === 'sending')) return
        await opened.facts.next('sync-idle', (event) => !past.has(event))
      }
    },
    breaches: async () => breachesOfTruth(all(), (await service.ledger()).slice(before)),
  }
}

/** The steps at which the link goes down again. */
const STEPS = [
  'send-connecting',
  'send-connected',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
] as const satisfies readonly LogEvent['event'][]
const MAX_TURNS = 20

describe('A lying network', () => {
  test(
    'A desk behind a lying network states nothing false and sends its bookings once the network is honest',
    { tags: ['g16'] },
    async () => {
      const goal = openGoal('G16', 'networks that lie: 0 false words, and what waits leaves when they end')
      let cases = 0
      let bookings = 0
      const remote = await layRemote()
      for (const lie of LIES) {
        // With a hint the system reports the network as online, and the desk checks at once.
        for (const hint of [true, false]) {
          const on = await openDeskBehind(remote, lie)
          for (const begins of [true, false]) {
            const where = `${lie}, ${hint ? 'called online' : 'no hint'}, ${begins ? 'from the start' : 'later'}`
            remote.network.become(lie)
            on.book()
            on.book()
            // A booking comes through over the IPv4 address, which this lie leaves alone.
            if (lie === 'IPv6 broken') await on.drained()
            else {
              await on.stuck()
              if (hint) for (let times = 0; times < 3; times += 1) on.desk().checkConnection()
              expect([...on.states().keys()], where).not.toContain('in-doubt')
            }
            expect(await on.breaches(), where).toEqual([])
            remote.network.become('truth')
            if (hint) on.desk().checkConnection()
            await on.drained()
            expect([...on.states().keys()], where).toEqual(['booked'])
            expect(await on.breaches(), where).toEqual([])
            bookings += 2
          }
          cases += 1
          await on.close()
        }
      }
      goal.held({
        'lies, each with and without a hint': { did: cases, floor: 12 },
        'bookings that waited and left': { did: bookings, floor: 48 },
        'connections that were lied to': { did: remote.network.lies(), floor: 24 },
      })
    },
  )

  test('A desk behind a lying network with a trusted certificate states nothing false', { tags: ['g16'] }, async () => {
    const goal = openGoal('G16', 'lies under a trusted certificate: 0 false words')
    let cases = 0
    let doubts = 0
    const remote = await layRemote()
    for (const lie of TRUSTED_LIES) {
      for (const begins of [true, false]) {
        const on = await openDeskBehind(remote, begins ? lie : 'truth')
        if (!begins) await on.idle()
        remote.network.become(lie)
        on.book()
        await on.stuck()
        expect(await on.breaches(), lie).toEqual([])
        remote.network.become('truth')
        // A redirect in response to a booking stops the send queue until a person acts.
        await on.reopen()
        on.book()
        await on.drained()
        const states = on.states()
        expect(states.get('waiting'), lie).toBeUndefined()
        expect(await on.breaches(), lie).toEqual([])
        doubts += states.get('in-doubt') ?? 0
        cases += 1
        await on.close()
      }
    }
    goal.held({ 'lies, from the start and later': { did: cases, floor: 8 }, 'bookings in doubt': { did: doubts } })
  })
})

test('A link that comes and goes leaves no booking waiting', { tags: ['g16'] }, async () => {
  const goal = openGoal('G16', 'a link that flaps: nothing is left waiting', { share: 0.5 })
  const chance = seededChance('lying-networks')
  const remote = await layRemote()
  const on = await openDeskBehind(remote, 'down')
  const flaps = goal.floor(100)
  for (let flap = 0; flap < flaps; flap += 1) {
    on.book()
    await on.until(chance.pick(STEPS), () => {
      remote.network.become('truth')
      on.desk().checkConnection()
    })
    for (let turns = chance.upTo(MAX_TURNS); turns > 0; turns -= 1) await new Promise(setImmediate)
    await on.until('connection', () => {
      remote.network.become('down')
      on.desk().checkConnection()
    })
  }
  remote.network.become('truth')
  on.desk().checkConnection()
  await on.drained()
  const states = on.states()
  expect(states.get('waiting'), `seed ${chance.seed}`).toBeUndefined()
  expect(await on.breaches(), `seed ${chance.seed}`).toEqual([])
  goal.held(
    {
      flaps: { did: flaps, floor: 100 },
      booked: { did: states.get('booked') ?? 0, floor: 30 },
      'in doubt': { did: states.get('in-doubt') ?? 0, floor: 5 },
      'connections while it was down': { did: remote.network.lies(), floor: 60 },
    },
    chance.seed,
  )
})
