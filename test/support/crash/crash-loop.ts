import { join } from 'node:path'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import type { ChildLine } from '../processes/desk.ts'
import { asksFor, type Call } from '../faults/captured-calls.ts'
import type { FaultProxy } from '../faults/fault-proxy.ts'
import { openTestProxy } from '../faults/test-proxy.ts'
import type { Toxic } from '../faults/toxics.ts'
import { breachesOfTruth } from '../oracle/truth.ts'
import { temporaryMemoryFolder } from '../fixtures/temporary-folder.ts'
import { startJudge } from '../oracle/practice-ledger.ts'
import { startDeskProcess, type Children } from '../processes/processes.ts'
import { openDeck, type Card } from './fault-schedule.ts'
import { damageOne, readStoredBookings } from './stored-booking.ts'

/*
 * A desk that is killed again and again while faults hit its requests, with a remote in a process of its own whose
 * ledger checks the desk's statements after each kill. No person decides, so an entry in doubt stays in doubt.
 */

export type LaneResult = {
  readonly kills: ReadonlyMap<string, number>
  readonly saved: number
  /** Injected faults by kind: how many, and how often the remote had carried out the request. */
  readonly faults: ReadonlyMap<string, { readonly hits: number; readonly applied: number }>
  readonly ends: ReadonlyMap<string, number>
  readonly damaged: number
  /** False statements of the desk, one line each; the lane ends at the first kill that shows any. */
  readonly breaches: readonly string[]
}

/** The save, every two steps of sending, and the next opening. */
const POINTS = [
  'booking-saved',
  'saved',
  'send-connecting',
  'send-connected',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
] as const satisfies readonly ChildLine['event'][]

const BOOKINGS_A_LIFE = { least: 12, more: 8 }
const FAULTY = 0.75
const DAMAGED_EVERY = 5

type Plan = {
  readonly killAt: { readonly event: ChildLine['event']; readonly nth: number } | null
  readonly lines: number
}

/** The desk kills itself at a point, or the test kills the desk after so many lines. */
function planOf(chance: Chance): Plan {
  const killAt = chance.upTo(9) < 6 ? { event: chance.pick(POINTS), nth: 1 + chance.upTo(8) } : null
  return { killAt, lines: 1 + chance.upTo(220) }
}

/** Runs one lane until so many kills and faults have happened, and then once without faults until nothing waits. */
export async function runLane(options: {
  readonly children: Children
  readonly chance: Chance
  readonly kills: number
  readonly faults: number
}): Promise<LaneResult> {
  const { children, chance } = options
  const folder = temporaryMemoryFolder()
  const file = join(folder, 'desk.db')
  const judge = await startJudge(children.practice)
  const watched = watchCalls(chance)
  const proxy = await openTestProxy(judge.url)
  proxy.addToxic(watched.choose)
  const counting = countHits(proxy, watched.kindOf)
  const saved = new Set<string>()
  const damaged = new Set<string>()
  const kills = new Map<string, number>()
  let made = 0

  const hear = (lines: readonly ChildLine[]) => {
    for (const line of lines) if (line.event === 'saved') saved.add(line.bookingId)
  }
  const order = { folder, address: proxy.url, token: judge.token, hasty: true }
  const live = async ({ killAt, lines }: Plan) => {
    const desk = startDeskProcess({ ...order, killAt }, { script: children.desk })
    const bookings = BOOKINGS_A_LIFE.least + chance.upTo(BOOKINGS_A_LIFE.more)
    for (let count = 0; count < bookings; count += 1) {
      made += 1
      desk.book(made % 2 === 0 ? pairBooking(made) : oneWayBooking(made))
    }
    const rests = () => isIdleAfter(desk.lines, bookings)
    // If the point is not reached, or the send queue is halted, the kill comes when the desk has nothing left to do.
    const lived = await desk.until(() => (killAt === null && desk.lines.length >= lines) || rests())
    desk.kill()
    await desk.ended
    hear(desk.lines)
    const place = lived || killAt === null ? 'any moment' : killAt.event
    kills.set(place, (kills.get(place) ?? 0) + 1)
  }
  const breaches = async () => {
    const kept = readStoredBookings(file)
    const ids = new Set(kept.map(({ id }) => id))
    return [
      ...[...saved].filter((id) => !ids.has(id)).map((id) => `${id} was called saved and is not there`),
      ...breachesOfTruth(kept, await judge.ledger()),
      ...kept.flatMap((one) => watched.breachesOf(one, { saved, damaged })),
    ]
  }

  let found: readonly string[] = []
  const isDue = (life: number) => life <= options.kills || proxy.counter.hit() < options.faults
  for (let life = 1; isDue(life) && found.length === 0; life += 1) {
    await live(planOf(chance))
    found = await breaches()
    const id = life % DAMAGED_EVERY === 0 ? damageOne(file) : null
    if (id !== null) damaged.add(id)
  }
  if (found.length === 0) {
    proxy.removeToxics()
    proxy.addToxic(watched.inPeace)
    const last = startDeskProcess({ ...order, killAt: null }, { script: children.desk })
    await last.heard((line) => line.event === 'sync-idle' && line.waiting === 0)
    last.finish()
    await last.ended
    hear(last.lines)
    found = await breaches()
  }
  await judge.end()
  const ends = new Map<string, number>()
  for (const { state } of readStoredBookings(file)) ends.set(state, (ends.get(state) ?? 0) + 1)
  return { kills, saved: saved.size, faults: counting, ends, damaged: damaged.size, breaches: found }
}

/** The send queue is idle, and every given booking is saved. */
function isIdleAfter(lines: readonly ChildLine[], bookings: number): boolean {
  const last = lines.findLastIndex((line) => line.event === 'saved')
  const saved = lines.filter((line) => line.event === 'saved').length
  return saved === bookings && lines.slice(last).filter((line) => line.event === 'sync-idle').length > 1
}

/** The faults of each booking's requests, and whether the desk's statement fits them. */
function watchCalls(chance: Chance) {
  const deal = openDeck(chance)
  const cards = new Map<Toxic, Card>()
  /** The fault of each request by its reference; null for none. */
  const struck = new Map<string, (Card | null)[]>()
  const note = (call: Call, card: Card | null) => {
    for (const reference of call.body.match(/LK-\w+/g) ?? []) {
      struck.set(reference, [...(struck.get(reference) ?? []), card])
    }
  }
  return {
    choose(call: Call): Toxic | null {
      if (asksFor(call) !== 'create') return null
      const card = chance.fraction() < FAULTY ? deal() : null
      note(call, card)
      if (card !== null) cards.set(card.toxic, card)
      return card?.toxic ?? null
    },
    inPeace(call: Call): null {
      if (asksFor(call) === 'create') note(call, null)
      return null
    },
    kindOf: (toxic: Toxic) => cards.get(toxic)?.kind.name ?? 'unknown',
    breachesOf(
      { id, reference, state, code, moves }: ReturnType<typeof readStoredBookings>[number],
      { saved, damaged }: { readonly saved: ReadonlySet<string>; readonly damaged: ReadonlySet<string> },
    ) {
      const says = (why: string) => `${reference} (${id}) is ${state}, ${code}: ${why}`
      const calls = struck.get(/LK-\w+/.exec(moves[0]?.reference ?? '')?.[0] ?? '') ?? []
      // The kill came between the commit and the acknowledgment. A person must look at that booking, and in this test
      // no person does.
      const unacknowledged = code === 'save-unacknowledged' && !saved.has(id) && calls.length === 0
      const again = calls.slice(0, -1).some((card) => card?.kind.proves !== 'retryable')
      return [
        ...(again ? [says('it was asked for again although it may have been booked')] : []),
        ...(state === 'refused' && calls.at(-1)?.kind.proves !== 'refused' ? [says('nobody refused it')] : []),
        ...(state === 'held' && calls.at(-1)?.kind.proves !== 'must-hold' && !damaged.has(id) && !unacknowledged
          ? [says('nobody held it')]
          : []),
        ...(['withdrawn', 'placed-by-phone', 'booked-awaiting-number'].includes(state)
          ? [says('nobody did that')]
          : []),
      ]
    },
  }
}

type Hits = Map<string, { hits: number; applied: number }>

function countHits(proxy: FaultProxy, kindOf: (toxic: Toxic) => string): Hits {
  const counts: Hits = new Map()
  const count = async () => {
    for (;;) {
      const { toxic, applied } = await proxy.next('hit')
      const name = kindOf(toxic)
      const before = counts.get(name) ?? { hits: 0, applied: 0 }
      counts.set(name, { hits: before.hits + 1, applied: before.applied + (applied ? 1 : 0) })
    }
  }
  void count()
  return counts
}
