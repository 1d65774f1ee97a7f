import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import { asksFor } from '../faults/captured-calls.ts'
import { openTestProxy } from '../faults/test-proxy.ts'
import type { Toxic } from '../faults/toxics.ts'
import type { TestHub } from '../hub/board.ts'
import { startJudge } from '../oracle/practice-ledger.ts'
import type { Children } from '../processes/processes.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import { openChaosDesk, type ChaosDesk } from './chaos-desk.ts'
import { keepEvidence, readHub } from './evidence.ts'
import { breachesOf, endsOf, standingOf } from './judge.ts'
import type { RooftopNetwork } from './network.ts'

/*
 * A round of chaos: three desks of one rooftop in processes of their own, a real hub and a real provider. Desks are
 * killed, frozen, cut off and taken over from, also while they are alive, hand over and take back, the hub is killed
 * and frozen, answers are lost, and then everything heals for the judge.
 */

const DESKS = 3
const BOOKING_EVERY_MS = 60
const FAULT_EVERY_MS = 80
/** A round that does not come to rest within this time is stuck. */
const REST_MS = 30_000

export type RoundResult = {
  readonly breaches: readonly string[]
  readonly saved: number
  /** How often each fault and each event of a takeover happened. */
  readonly counts: ReadonlyMap<string, number>
  readonly ends: ReadonlyMap<string, number>
}

export type RoundOptions = {
  readonly children: Children
  readonly hub: TestHub
  /** The network of the hub. */
  readonly network: RooftopNetwork
  readonly chance: Chance
  readonly round: number
  readonly loadMs: number
}

export async function runRound({ children, hub, network, chance, round, loadMs }: RoundOptions): Promise<RoundResult> {
  const judge = await startJudge(children.practice)
  // The desks have one provider, so that each may send what another one booked.
  const proxy = await openTestProxy(judge.url)
  const faulty = { isOn: true }
  proxy.addToxic((call): Toxic | null => {
    if (!faulty.isOn || asksFor(call) !== 'create') return null
    const drawn = chance.fraction()
    if (drawn < 0.05) return { type: 'cut', when: chance.pick(['before', 'after']), end: 'rst' }
    return drawn < 0.5 ? { type: 'latency', when: chance.pick(['before', 'after']), delay: chance.upTo(60) } : null
  })
  const counts = new Map<string, number>()
  const count = (what: string, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times)
  const desks = await Promise.all(
    Array.from({ length: DESKS }, (_, at) =>
      openChaosDesk(
        { children, hub, network, chance, count, faulty, provider: { address: proxy.url, token: judge.token } },
        `r${round}d${at + 1}`,
      ),
    ),
  )
  const ends = Date.now() + loadMs
  let made = round * 1_000
  let hubIsUp = true
  const book = () => {
    const desk = chance.pick(desks)
    made += 1
    desk.book(made % 3 === 0 ? oneWayBooking(made) : pairBooking(made))
  }
  const killHub = async () => {
    if (!hubIsUp) return
    hubIsUp = false
    count('hub kill')
    await hub.stop('SIGKILL')
    await pause(chance.upTo(500))
    await hub.server.start()
    hubIsUp = true
  }
  let hubStood = false
  /** Once a round, because nothing is taken over meanwhile. */
  const freezeTheHub = async () => {
    if (!hubIsUp || hubStood) return
    hubIsUp = false
    hubStood = true
    count('hub freeze')
    hub.freeze()
    await pause(300 + chance.upTo(2_200))
    hub.thaw()
    hubIsUp = true
  }
  const otherThan = (one: ChaosDesk) => chance.pick(desks.filter((desk) => desk !== one))
  const takeOver = async () => {
    const from = chance.pick(desks)
    const taker = otherThan(from)
    if (!hubIsUp) return
    await hub.silence(from.role).catch(() => undefined)
    taker.takeOver(from.role)
    count('takeover asked')
  }
  const takeBooking = () => {
    const from = chance.pick(desks)
    const id = from.someBooking()
    if (id === null) return
    otherThan(from).takeBooking(id)
    count('takeover of one booking asked')
  }
  const holdProvider = async () => {
    count('provider away')
    const held = proxy.holdConnections()
    await pause(300 + chance.upTo(900))
    held.release()
  }
  const handOver = async () => {
    const from = chance.pick(desks)
    // Only what waits can be handed over, and what was handed over stays once the provider is back.
    const away = holdProvider()
    await pause(chance.upTo(300))
    from.handOver()
    await away
    await pause(chance.upTo(400))
    // A desk that is heard is taken over from as far as it consents.
    if (chance.fraction() < 0.5) otherThan(from).takeOver(from.role)
    else from.handOver(true)
  }
  const onOne = (act: (desk: ChaosDesk) => void) => () => act(chance.pick(desks))
  /** How often each fault comes among all, so that bookings wait, desks die, and the hub is mostly there. */
  const weighted: readonly (readonly [weight: number, fault: () => Promise<void> | void])[] = [
    [6, onOne((desk) => desk.kill())],
    [4, onOne((desk) => desk.freeze(chance.upTo(1_200)))],
    [4, onOne((desk) => desk.cut(chance.upTo(4_000)))],
    [2, onOne((desk) => desk.place.reset())],
    [2, killHub],
    [2, freezeTheHub],
    [36, takeOver],
    [12, takeBooking],
    [5, holdProvider],
    [6, handOver],
    [1, onOne((desk) => desk.handOver(true))],
  ]
  const faults = weighted.flatMap(([weight, fault]) => Array.from({ length: weight }, () => fault))
  const under: Promise<void>[] = []
  const nextFault = () => under.push(Promise.resolve(chance.pick(faults)()))
  for (let at = 0; Date.now() < ends; at += 1) {
    if (at % 2 === 0) book()
    if (chance.fraction() < BOOKING_EVERY_MS / 2 / FAULT_EVERY_MS) nextFault()
    await pause(BOOKING_EVERY_MS / 2)
  }
  await Promise.all(under)
  faulty.isOn = false
  for (const desk of desks) await desk.heal()
  const rested = await comesToRest(desks, hub)
  for (const desk of desks) await desk.finish()
  const saved = new Map(desks.flatMap((desk) => [...desk.saved]))
  const files = desks.map(({ role, file }) => ({ role, file }))
  const processes = desks.flatMap(({ tapped }) => tapped)
  for (const line of processes.flat()) if (line.event === 'hub-asked') count(`asked: ${line.name}`)
  const breaches = breachesOf({
    desks: files,
    ...(await readHub(hub)),
    saved,
    ledger: await judge.ledger(),
    requests: proxy.calls.filter((call) => asksFor(call) === 'create').map(({ body }) => body),
    processes,
  })
  if (breaches.length > 0) await keepEvidence(hub, round, files)
  await judge.end()
  const ended = endsOf(files)
  for (const desk of desks) desk.remove()
  return {
    breaches: [...(rested ? [] : [`round ${round} did not come to rest`]), ...breaches],
    saved: saved.size,
    counts,
    ends: ended,
  }
}

/** Resolves to true once nothing waits, and every desk has said and read everything. */
async function comesToRest(desks: readonly ChaosDesk[], hub: TestHub): Promise<boolean> {
  const until = Date.now() + REST_MS
  for (let calm = 0; Date.now() < until;) {
    const [row] = await hub.sql('SELECT last_seq::float8 AS last FROM board.hub')
    const isCalm = desks.map((desk) => isAtRest(desk, row?.['last'])).every(Boolean)
    calm = isCalm ? calm + 1 : 0
    if (calm === 3) return true
    await pause(150)
  }
  return false
}

/**
 * What a desk handed over is taken back, because that never leaves else. A desk that opens or closes its file in this
 * moment is not at rest.
 */
function isAtRest({ file, handOver }: ChaosDesk, last: unknown): boolean {
  try {
    const { unsent, unsaid, seen, handedOver } = standingOf(file)
    if (handedOver > 0) handOver(true)
    return handedOver === 0 && unsent === 0 && unsaid === 0 && seen === last
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CANTOPEN') return false
    throw error
  }
}
