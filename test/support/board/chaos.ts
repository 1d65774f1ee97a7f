import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import { asksFor } from '../faults/captured-calls.ts'
import { openTestProxy } from '../faults/test-proxy.ts'
import type { Toxic } from '../faults/toxics.ts'
import { memoryFolder } from '../fixtures/temporary-folder.ts'
import type { TestHub } from '../hub/board.ts'
import { startJudge } from '../oracle/practice-ledger.ts'
import type { ChildLine } from '../processes/desk.ts'
import type { TapLine } from '../processes/hub-tap.ts'
import { startDeskProcess, type Children, type DeskProcess } from '../processes/processes.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import { keepEvidence } from './evidence.ts'
import { breachesOf, endsOf, standingOf, type HubRow } from './judge.ts'
import type { RooftopNetwork } from './network.ts'

/*
 * A round of chaos: three desks of one rooftop in processes of their own, a real hub and a real provider. Desks are
 * killed, frozen, cut off and taken over from, also while they are alive, the hub is killed, answers are lost, and then
 * everything heals for the judge.
 */

const DESKS = 3
const BOOKING_EVERY_MS = 60
const FAULT_EVERY_MS = 110
/** A round that does not come to rest within this time is stuck. */
const REST_MS = 30_000

/** The points at which a desk kills itself: around the claim, the bytes and the takeover. */
const POINTS = [
  'booking-saved',
  'send-connected',
  'claim-granted',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
  'entry-taken-over',
  'entry-given-away',
] as const satisfies readonly ChildLine['event'][]

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
      openDesk(
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
  const takeOver = async () => {
    const from = chance.pick(desks)
    const taker = chance.pick(desks.filter((desk) => desk !== from))
    if (!hubIsUp) return
    await hub.silence(from.role).catch(() => undefined)
    taker.takeOver(from.role)
    count('takeover asked')
  }
  const takeBooking = () => {
    const from = chance.pick(desks)
    const id = from.someBooking()
    if (id === null) return
    chance.pick(desks.filter((desk) => desk !== from)).takeBooking(id)
    count('takeover of one booking asked')
  }
  const holdProvider = async () => {
    count('provider away')
    const held = proxy.holdConnections()
    await pause(300 + chance.upTo(900))
    held.release()
  }
  const onOne = (act: (desk: (typeof desks)[number]) => void) => () => act(chance.pick(desks))
  /** How often each fault comes among all, so that bookings wait, desks die, and the hub is mostly there. */
  const weighted: readonly (readonly [weight: number, fault: () => Promise<void> | void])[] = [
    [3, onOne((desk) => desk.kill())],
    [2, onOne((desk) => desk.freeze(chance.upTo(1_200)))],
    [1, onOne((desk) => desk.cut(chance.upTo(4_000)))],
    [1, onOne((desk) => desk.place.reset())],
    [1, killHub],
    [14, takeOver],
    [6, takeBooking],
    [5, holdProvider],
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
  const rights = await hub.sql(
    'SELECT booking, entry, owner, state, rev::float8 AS rev FROM board.send_right WHERE owner LIKE $1',
    [`r${round}d%`],
  )
  const processes = desks.flatMap(({ tapped }) => tapped)
  for (const line of processes.flat()) if (line.event === 'hub-asked') count(`asked: ${line.name}`)
  const breaches = breachesOf({
    desks: files,
    hub: rights as unknown as readonly HubRow[],
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

type DeskParts = Omit<RoundOptions, 'round' | 'loadMs'> & {
  readonly provider: { readonly address: string; readonly token: string }
  /** Off once everything heals. */
  readonly faulty: { readonly isOn: boolean }
  readonly count: (what: string, times?: number) => void
}

/** A desk that lives again after each kill. */
async function openDesk({ children, hub, network, chance, provider, faulty, count }: DeskParts, role: string) {
  const { folder, remove } = memoryFolder()
  onTestFinished(remove)
  const place = await network.addDesk(hub, role, provider.address)
  writeFileSync(join(folder, 'board-invitation.json'), await hub.invite(role, place.hubPort), { mode: 0o600 })
  const order = { folder, token: provider.token, address: place.provider, hasty: true, tapsHub: true }
  const tapped: (readonly TapLine[])[] = []
  const saved = new Map<string, readonly string[]>()
  const start = () => {
    const killAt =
      faulty.isOn && chance.fraction() < 0.6 ? { event: chance.pick(POINTS), nth: 1 + chance.upTo(9) } : null
    return startDeskProcess({ ...order, killAt }, { script: children.desk, through: place.through })
  }
  let live: DeskProcess = start()
  const pending = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  const hear = (lines: readonly ChildLine[]) => {
    tapped.push(lines.filter((line) => line.event === 'hub-asked' || line.event === 'hub-heard'))
    for (const line of lines) {
      if (line.event === 'saved') saved.set(line.bookingId, line.references)
      if (line.event === 'claim-granted' || line.event === 'entry-taken-over' || line.event === 'entry-given-away')
        count(line.event)
      if (line.event === 'claim-refused') count(`claim refused: ${line.code}`)
      if (line.event === 'took-over' && line.taken !== null) {
        count('taken waiting', line.taken.waiting)
        count('taken in doubt', line.taken.doubtful)
      }
      if (line.event === 'took-booking') count(line.code === null ? 'one booking taken' : `not taken: ${line.code}`)
      if (line.event === 'board-event-skipped') count('event skipped')
      if (line.event === 'internal-error') count(`error: ${line.place} ${line.code}`)
    }
  }
  const watch = (desk: DeskProcess) =>
    void desk.ended.then((signal) => {
      if (signal !== 'SIGKILL') return
      count('desk kill')
      hear(desk.lines)
      track(
        pause(chance.upTo(400)).then(() => {
          live = start()
          watch(live)
        }),
      )
    })
  watch(live)
  const later = (ms: number, act: () => void) => track(pause(ms).then(act))
  return {
    role,
    file: join(folder, 'desk.db'),
    /** Removes the folder, because the stores of 1,000 rounds are 14 GB. */
    remove,
    place,
    saved,
    /** What each process of the desk asked the hub and heard. */
    tapped,
    book: (booking: unknown) => live.book(booking),
    takeOver: (from: string) => live.takeOver(from),
    takeBooking: (id: string) => live.takeBooking(id),
    /** A booking that the running process saved; null for none. */
    someBooking() {
      const ids = live.lines.flatMap((line) => (line.event === 'saved' ? [line.bookingId] : []))
      return ids.length === 0 ? null : chance.pick(ids.slice(-8))
    },
    kill: () => live.kill(),
    freeze(ms: number) {
      count('freeze')
      const frozen = live
      frozen.freeze()
      later(ms, () => frozen.thaw())
    },
    cut(ms: number) {
      const cables = chance.pick([['lan'], ['lan', 'wan']] as const)
      count('silent cut')
      if (network.kind === 'namespaces' && cables.length > 1) count('silent cut, also of the internet')
      place.cut(...cables)
      later(ms, () => place.heal(chance.pick(['late', 'lost']), ...cables))
    },
    /** Ends every fault. A desk that still has a point to die at dies there at most once more. */
    async heal() {
      while (pending.size > 0) await Promise.all(pending)
      place.heal('lost', 'lan', 'wan')
      live.thaw()
    },
    async finish() {
      live.finish()
      await live.ended
      hear(live.lines)
      await place.close()
    },
  }
}

/** Resolves to true once nothing waits, and every desk has said and read everything. */
async function comesToRest(desks: readonly { readonly file: string }[], hub: TestHub): Promise<boolean> {
  const until = Date.now() + REST_MS
  for (let calm = 0; Date.now() < until;) {
    const [row] = await hub.sql('SELECT last_seq::float8 AS last FROM board.hub')
    const isCalm = desks.every(({ file }) => isAtRest(file, row?.['last']))
    calm = isCalm ? calm + 1 : 0
    if (calm === 3) return true
    await pause(150)
  }
  return false
}

/** A desk that opens or closes its file in this moment is not at rest. */
function isAtRest(file: string, last: unknown): boolean {
  try {
    const { unsent, unsaid, seen } = standingOf(file)
    return unsent === 0 && unsaid === 0 && seen === last
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CANTOPEN') return false
    throw error
  }
}
