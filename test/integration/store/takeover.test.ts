import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { applyEvents, readHubRight } from '../../../electron/board/follow.ts'
import type { HubEvent, HubRight } from '../../../electron/board/hub-session.ts'
import {
  composeLines,
  dropLines,
  followHub,
  joinBoard,
  listBooking,
  markSeen,
  queuedLines,
  readLink,
} from '../../../electron/store/board/link.ts'
import { copyRight, noteAsked, readRight, rightStateOf } from '../../../electron/store/board/rights.ts'
import { applyRight, takeableEntries } from '../../../electron/store/board/takeover.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import {
  claimEntry,
  entryById,
  entryOfBooking,
  transitionOrThrow,
  type Entry,
} from '../../../electron/store/tables/outbox.ts'
import { createBookingService } from '../../../electron/bookings/service.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import type { Proof } from '../../../shared/outbox/machine.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { seedOf, START, virtualClock } from '../../support/fakes/system.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'
import { knownOf } from '../../support/hub/bookings.ts'
import { codeOf } from '../../support/outcome-codes.ts'

/* Stores of three desks and a real hub, in any order of what may happen, with events that are read late. */

const SEED = seedOf('takeover')
const ROLES = ['desk1', 'desk2', 'desk3'] as const
const LIVE = { live: true, sinceEpoch: 0 }
const PROOFS = ['booked', 'refused', 'retryable', 'unknown'] as const satisfies readonly Proof[]

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

let customers = 0

/** What the requests of all desks did to the entries of a run. */
type Provider = { readonly mayBook: Set<string>; readonly booked: Set<string> }

async function openDesk(role: string, { mayBook, booked }: Provider) {
  const store = openTestStore()
  const incarnation = systemIds.next()
  await hub.admit(role)
  await hub.silence(role)
  const session = await hub.desk(role, incarnation)
  const clock = virtualClock()
  const service = createBookingService({
    store,
    remote: REMOTE,
    rooftop: () => PRACTICE_ROOFTOP,
    defaultPayer: () => null,
    miles: () => null,
    clock,
    ids: systemIds,
    log: () => {},
    wake: () => {},
    msSinceLastSend: () => 0,
  })
  const { hub: id, epoch, seen, mark } = await knownOf(hub)
  store.write((tx) => {
    joinBoard(tx, { role, incarnation }, START)
    followHub(tx, { hub: id, epoch, lastN: 0 }, START)
    markSeen(tx, seen, mark)
  })
  /** The entries whose request is under way. */
  const sending = new Map<string, Entry>()
  const isHeld = (bookingId: string) => [...sending.values()].some((entry) => entry.bookingId === bookingId)
  const own = (state: string) =>
    store.read((view) =>
      view.sql('SELECT booking_id FROM outbox WHERE desk IS NULL AND state = ? ORDER BY seq').pluck().all(state),
    ) as string[]
  const depart = (entry: Entry, right: HubRight | null) => {
    const claimed = store.write((tx) => {
      if (right !== null) copyRight(tx, entry.id, readHubRight(right))
      return claimEntry(tx, entry, { kind: 'claimed', payload: '{}', digest: 'd' }, START)
    })
    if (claimed === null) throw new Error('not claimed')
    expect(mayBook.has(entry.id), 'a second request of an entry that may be booked').toBe(false)
    mayBook.add(entry.id)
    sending.set(entry.id, claimed)
  }
  return {
    role,
    store,
    sending,
    save: () => void service.bookMove(pairBooking((customers += 1))),
    change(pick: number) {
      const id = own('waiting')[pick]
      if (id !== undefined) service.changeBooking(id, pairBooking((customers += 1)))
    },
    withdraw(pick: number) {
      const id = own('waiting')[pick]
      if (id !== undefined) service.withdrawBooking(id)
    },
    placeByPhone(id: string) {
      const bookingId = store.read((view) => entryById(view, id))?.bookingId ?? ''
      const resolved = service.resolveBooking(bookingId, {
        kind: 'placed-by-phone',
        who: 'Dana R.',
        reference: 'PH-77',
      })
      expect(resolved).toMatchObject({ ok: true })
    },
    async claim(isLost: boolean) {
      const entry = store.read((view) => nextEntry(view, REMOTE, LIVE))
      if (entry === null) return
      const known = store.read((view) => readRight(view, entry.id))
      if (known === null) return depart(entry, null)
      const attempt = systemIds.next()
      store.write((tx) => noteAsked(tx, entry.id, attempt))
      const answer = await session.claim(entry.id, known.rev, attempt)
      const right = answer.right as HubRight | undefined
      // An answer that is lost counts as no.
      if (isLost) return
      if (answer.ok === true && right !== undefined) return depart(entry, right)
      store.write((tx) => {
        if (right === undefined) listBooking(tx, entry)
        else applyRight(tx, entry.id, readHubRight(right), { who: null, at: START })
      })
    },
    settle(proof: (typeof PROOFS)[number]) {
      const [entry] = sending.values()
      if (entry === undefined) return
      sending.delete(entry.id)
      store.write((tx) => transitionOrThrow(tx, entry, { kind: 'classified', proof, code: codeOf(proof) }, START))
      if (proof === 'booked') booked.add(entry.id)
      if (proof === 'refused' || proof === 'retryable') mayBook.delete(entry.id)
    },
    /** Returns how many lines left. */
    async publish(limit: number) {
      const lines = store.write((tx) => {
        composeLines(tx, limit, isHeld)
        return queuedLines(tx, limit)
      })
      if (lines.length === 0) return 0
      const { lastN = 0 } = await session.call(
        'append',
        incarnation,
        lines.map((line) => JSON.parse(line) as object),
      )
      store.write((tx) => dropLines(tx, lastN))
      return lines.length
    },
    /** Returns how many events were read. */
    async read(limit: number) {
      const events = (await hub.sql(
        `SELECT seq::float8 AS seq, mark, desk, kind, booking, entry, body, effect FROM board.event
         WHERE seq > $1 ORDER BY seq LIMIT $2`,
        [store.read(readLink)?.seen, limit],
      )) as unknown as HubEvent[]
      const skipped: unknown[] = []
      const follower = {
        role,
        now: START,
        isHeld,
        onMoved: () => {},
        log: (event: unknown) => void skipped.push(event),
      }
      store.write((tx) => applyEvents(tx, events, follower))
      expect(skipped).toEqual([])
      return events.length
    },
    async take(pick: number) {
      const entries = ROLES.flatMap((from) => store.read((view) => takeableEntries(view, from, 'all')))
      const entry = entries[pick] ?? entries[0]
      if (entry === undefined) return
      for (const from of ROLES) if (from !== role) await hub.silence(from)
      await session.take(entry.entryId, entry.rev)
    },
    /** Takes one entry of any desk. */
    async takeOne(id: string) {
      const right = store.read((view) => readRight(view, id))
      const answer = await session.take(id, right?.rev ?? 0, { who: 'Dana R.', one: true })
      expect(answer.ok).toBe(true)
    },
    /** The id of the first entry of this desk in this state. */
    idOf(state: string) {
      const entry = store.read((view) => entryOfBooking(view, own(state)[0] ?? ''))
      if (entry === null) throw new Error(`no entry is ${state}`)
      return entry.id
    },
    /** Lets the store know a later revision of a right, as the answer of another takeover does. */
    learnRevision(id: string) {
      store.write((tx) => {
        const right = readRight(tx, id)
        if (right !== null) copyRight(tx, id, { ...right, rev: right.rev + 2, attempt: null })
      })
    },
    entry: (id: string) => store.read((view) => entryById(view, id)),
    right: (id: string) => store.read((view) => readRight(view, id)),
    vehicles: (id: string) => {
      const found = service.getBooking(id)
      return found.ok ? found.value.moves.map(({ vehicle }) => vehicle) : null
    },
    close: () => session.client.end(),
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

/** A booking that the first desk offered and claimed, taken over by the second in doubt. */
async function openDoubt({ isLost }: { readonly isLost: boolean }) {
  const provider: Provider = { mayBook: new Set(), booked: new Set() }
  const [before, taker] = [await openDesk('desk1', provider), await openDesk('desk2', provider)]
  onTestFinished(async () => void (await Promise.all([before.close(), taker.close()])))
  before.save()
  await before.publish(1)
  await before.claim(isLost)
  await taker.read(100)
  await taker.take(0)
  await taker.read(100)
  const id = taker.idOf('in-doubt')
  return { before, taker, id }
}

test('A doubt ends when the desk of before reports that its claim booked nothing', async () => {
  const { before, taker, id } = await openDoubt({ isLost: true })
  await before.read(100)
  await before.publish(100)
  await taker.read(100)
  expect(taker.entry(id)).toMatchObject({ state: 'waiting', unresolvedAttempt: false })
})

test('A doubt stays when the desk of before does not know what became of its request', async () => {
  const { before, taker, id } = await openDoubt({ isLost: false })
  before.settle('unknown')
  await before.read(100)
  await before.publish(100)
  await taker.read(100)
  expect(taker.entry(id)).toMatchObject({ state: 'in-doubt', unresolvedAttempt: true })
})

test('A doubt of a later takeover stays when the report is about an earlier one', async () => {
  const { before, taker, id } = await openDoubt({ isLost: true })
  await before.read(100)
  await before.publish(100)
  taker.learnRevision(id)
  await taker.read(100)
  expect(taker.entry(id)).toMatchObject({ state: 'in-doubt', unresolvedAttempt: true })
})

describe('A proof of a desk that was taken over from', () => {
  /** The taker published its doubt before the desk got the answer of the provider. */
  async function openProved() {
    const doubt = await openDoubt({ isLost: false })
    await doubt.taker.publish(100)
    doubt.before.settle('booked')
    await doubt.before.read(100)
    return doubt
  }

  test('The proof stays in its store over the doubt of the taker, also after the desk took the booking back', async () => {
    const { before, id } = await openProved()
    expect(before.entry(id)).toMatchObject({ desk: 'desk2', state: 'in-doubt' })
    await before.publish(100)
    await before.read(100)
    expect(before.entry(id)).toMatchObject({ desk: 'desk2', state: 'booked' })
    await before.takeOne(id)
    await before.read(100)
    expect(before.entry(id)).toMatchObject({ desk: null, state: 'booked' })
  })

  test('The proof comes back to its store after the taker booked by phone, which stays so at the taker', async () => {
    const { before, taker, id } = await openProved()
    taker.placeByPhone(id)
    await taker.publish(100)
    await before.read(100)
    expect(before.entry(id)).toMatchObject({ desk: 'desk2', state: 'placed-by-phone' })
    await before.publish(100)
    for (const desk of [before, taker]) await desk.read(100)
    expect(before.entry(id)).toMatchObject({ desk: 'desk2', state: 'booked' })
    expect(taker.entry(id)).toMatchObject({ desk: null, state: 'placed-by-phone' })
  })

  test('The proof ends the doubt of its own desk, if that desk took the booking back before the hub had the proof', async () => {
    const { before, id } = await openProved()
    await before.takeOne(id)
    await before.read(100)
    expect(before.entry(id)).toMatchObject({ desk: null, state: 'in-doubt' })
    await before.publish(100)
    await before.read(100)
    expect(before.entry(id)).toMatchObject({ desk: null, state: 'booked' })
  })
})

const ACTS = ['save', 'change', 'withdraw', 'claim', 'lost claim', 'settle', 'publish', 'read', 'take'] as const
const act = fc.record({
  what: fc.constantFrom(...ACTS, 'save', 'claim', 'claim', 'publish', 'publish', 'read', 'read', 'take'),
  desk: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 2 }),
  limit: fc.constantFrom(1, 3, 100),
  proof: fc.constantFrom(...PROOFS),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

async function perform(desk: Desk, { what, pick, limit, proof }: Act): Promise<void> {
  switch (what) {
    case 'save':
      return desk.save()
    case 'change':
      return desk.change(pick)
    case 'withdraw':
      return desk.withdraw(pick)
    case 'claim':
    case 'lost claim':
      return desk.claim(what === 'lost claim')
    case 'settle':
      return desk.settle(proof)
    case 'publish':
      return void (await desk.publish(limit))
    case 'read':
      return void (await desk.read(limit))
    case 'take':
      return desk.take(pick)
    default:
      what satisfies never
  }
}

/** Publishes and reads until nobody has a line or an event, and returns the number of rounds. */
async function settleDown(desks: readonly Desk[]): Promise<number> {
  for (let rounds = 0; rounds < 20; rounds += 1) {
    let moved = 0
    for (const desk of desks) moved += (await desk.read(100)) + (await desk.publish(100))
    if (moved === 0) return rounds
  }
  throw new Error('the desks and the hub never come to rest')
}

test('Three stores agree with the hub about each entry in the end, and no entry leaves twice, whatever happens', async () => {
  const counts = { taken: 0, booked: 0 }
  const open: Desk[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 40, maxLength: 80 }), async (acts) => {
      const provider: Provider = { mayBook: new Set(), booked: new Set() }
      const { seen } = await knownOf(hub)
      // A role has few connections.
      await Promise.all(open.splice(0).map(({ close }) => close()))
      for (const role of ROLES) open.push(await openDesk(role, provider))
      const desks = [...open]
      for (const one of acts) {
        const desk = desks[one.desk]
        if (desk !== undefined) await perform(desk, one)
      }
      for (const desk of desks) while (desk.sending.size > 0) desk.settle('booked')
      expect(await settleDown(desks)).toBeLessThanOrEqual(6)

      const rights = await hub.sql(
        `SELECT entry, booking, owner, state, outcome, rev::float8 AS rev FROM board.send_right WHERE entry IN (
           SELECT entry FROM board.event WHERE seq > $1)`,
        [seen],
      )
      for (const { entry, booking, owner, state, outcome, rev } of rights) {
        const id = String(entry)
        const keeper = desks.find(({ role }) => role === owner)
        for (const desk of desks) {
          expect(desk.right(id)).toMatchObject({ owner, state, rev })
          expect(desk.entry(id)).toMatchObject({ desk: desk === keeper ? null : owner })
          expect(desk.entry(id)?.state).toBe(keeper?.entry(id)?.state)
          expect(desk.vehicles(String(booking))).toEqual(keeper?.vehicles(String(booking)))
        }
        expect(rightStateOf(keeper?.entry(id)?.state ?? 'sending').state).toBe(state)
        if (provider.booked.has(id)) expect(outcome).toBe('booked')
        counts.booked += outcome === 'booked' ? 1 : 0
      }
      const [{ taken } = {}] = await hub.sql(
        `SELECT count(*)::integer AS taken FROM board.event WHERE seq > $1 AND kind = 'taken'`,
        [seen],
      )
      counts.taken += Number(taken)
    }),
    { seed: SEED, numRuns: 10, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
  )
  expect(Math.min(counts.taken, counts.booked)).toBeGreaterThan(0)
}, 90_000)
