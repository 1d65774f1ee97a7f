import { describe, expect, onTestFinished, test } from 'vitest'
import type { Board } from '../../../electron/board/board-of-desk.ts'
import { needsSnapshot, takeSnapshot } from '../../../electron/board/snapshot.ts'
import type { HubSession, SnapshotBooking } from '../../../electron/board/hub-session.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { composeBody } from '../../../electron/store/board/booking-body.ts'
import { isForgotten } from '../../../electron/store/board/forget.ts'
import { markSeen, readAnew, readLink } from '../../../electron/store/board/link.ts'
import { copyRight } from '../../../electron/store/board/rights.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { untoldTakeovers } from '../../../electron/store/board/takeover.ts'
import type { OpenedStore } from '../../../electron/store/store.ts'
import { entryById } from '../../../electron/store/tables/outbox.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { describeLive } from '../../../renderer/app/text/board-text.ts'
import { noteFact } from '../../support/builders/added-facts.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { START } from '../../support/fakes/system.ts'
import { createDeferred } from '../../support/deferred.ts'
import { createBoardDesk } from '../../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'
import { dropLog } from '../../support/hub/drop-log.ts'
import { proves } from '../../support/spec-rows.ts'

/* A desk that would have to read too much of the log, over a real hub. */

async function openHub(): Promise<TestHub> {
  const hub = await startHub()
  onTestFinished(hub.remove)
  return hub
}

/** A desk whose board starts and ends as often as a test likes, at one hub or another. */
function openDesk(role: string) {
  const { service: moves, facts, ...desk } = createBoardDesk(role)
  const { store } = desk
  return {
    ...desk,
    moves,
    log: facts.log,
    events: facts.all,
    async start(hub: TestHub, ...at: readonly [Parameters<typeof desk.startAt>[1]?]) {
      await hub.admit(role)
      return desk.startAt(hub, ...at)
    },
    /** Resolves when the hub has all lines of this store, and the store has read all that the hub has. */
    async isUpToDate(hub: TestHub) {
      await expect
        .poll(
          async () => {
            const [row] = await hub.sql('SELECT hub_id, last_seq::float8 AS "lastSeq" FROM board.hub')
            const link = store.read(readLink)
            const left = store.read((view) => view.sql(LEFT_SQL).pluck().get())
            const isPublished = link?.refilledEpoch === link?.epoch && left === 0
            return link?.hub === row?.['hub_id'] && isPublished && link?.seen === row?.['lastSeq']
          },
          { interval: 10, timeout: 20_000 },
        )
        .toBe(true)
    },
    snapshots: () => facts.all.filter(({ event }) => event === 'board-snapshot'),
    seen: () => store.read(readLink)?.seen,
    mark: () => store.read(readLink)?.mark,
    stateOf: (id: string) =>
      store.read((view) => view.sql('SELECT state FROM outbox WHERE booking_id = +?').pluck().get(id)),
  }
}

type Desk = ReturnType<typeof openDesk>

const LEFT_SQL = 'SELECT (SELECT count(*) FROM board_due) + (SELECT count(*) FROM board_queue)'

/** The rows of all bookings, without the numbers that each store gives by itself. */
function rowsOf(store: OpenedStore): unknown {
  return store.read((view) =>
    [
      'SELECT * FROM bookings ORDER BY id',
      `SELECT o.id, o.booking_id, o.desk, o.state, o.code, o.fields, o.provider_message, o.unresolved, o.sent_at,
         o.overridden_holds, o.changed_at, o.revision FROM outbox o ORDER BY o.id`,
      `SELECT m.*, NULL AS vehicle_id, NULL AS pickup_place_id, NULL AS delivery_place_id, s.doc, v.vin, v.stock,
         p.name AS p, d.name AS d FROM moves m JOIN move_search s ON s.move_id = m.id
         LEFT JOIN vehicles v ON v.id = m.vehicle_id JOIN places p ON p.id = m.pickup_place_id
         JOIN places d ON d.id = m.delivery_place_id ORDER BY m.id`,
      'SELECT entry_id, at, kind, decided_by, why, detail FROM decisions ORDER BY entry_id, seq',
      'SELECT booking_id, at, kind, content, added_by FROM added_facts ORDER BY booking_id, seq',
      `SELECT entry_id, owner, state, rev, epoch, claimed_at, handed_over, taken_from FROM board_rights ORDER BY entry_id`,
    ].map((sql) => view.sql(sql).all()),
  )
}

const bookMany = (desk: Desk, count: number, from = 1) =>
  Array.from({ length: count }, (_, at) =>
    desk.book(at % 2 === 0 ? oneWayBooking(from + at) : pairBooking(from + at)),
  ).map(({ id }) => id)

test.for([
  [{ seen: 0 }, { lastSeq: 0, floorSeq: 0 }, false],
  [{ seen: 0 }, { lastSeq: 1, floorSeq: 0 }, true],
  [{ seen: 9 }, { lastSeq: 20, floorSeq: 9 }, false],
  [{ seen: 9 }, { lastSeq: 20, floorSeq: 10 }, true],
  [{ seen: 9 }, { lastSeq: 5_009, floorSeq: 0 }, false],
  [{ seen: 9 }, { lastSeq: 5_010, floorSeq: 0 }, true],
] as const)('A desk that stands at %j of a hub at %j takes a snapshot: %s', ([link, hub, takes]) => {
  expect(needsSnapshot(link, { hub: 'h', epoch: 1, claimPauseMs: 0, missing: [], ...hub })).toBe(takes)
})

describe('A snapshot', () => {
  test('A desk that joins late has the same rows as a desk that read every event', async () => {
    const hub = await openHub()
    const [maker, reader, taker] = [openDesk('maker'), openDesk('reader'), openDesk('taker')]
    await reader.start(hub)
    await reader.isUpToDate(hub)
    const making = await maker.start(hub)
    const taking = await taker.start(hub)
    const ids = bookMany(maker, 45)
    const states: readonly EntryState[] = ['booked', 'in-doubt', 'held', 'refused', 'withdrawn', 'placed-by-phone']
    states.forEach((state, at) => bringTo(maker.store, { id: ids[at] ?? '' }, state))
    maker.moves.addFact(ids[0] ?? '', noteFact('A note'), WHO)
    await maker.isUpToDate(hub)
    maker.moves.changeBooking(ids[10] ?? '', oneWayBooking(400))
    await maker.isUpToDate(hub)
    making.end()
    await hub.silence('maker')
    await taker.isUpToDate(hub)
    expect(await taking.takeOver('maker', WHO)).toMatchObject({ ok: true, value: { refused: 0 } })
    await taker.isUpToDate(hub)
    await reader.isUpToDate(hub)

    const late = openDesk('late')
    await late.start(hub)
    await late.isUpToDate(hub)
    expect(late.snapshots()).toMatchObject([{ bookings: 45 }])
    expect(reader.snapshots()).toEqual([])
    expect([...late.events, ...reader.events].filter(({ event }) => event === 'board-event-skipped')).toEqual([])
    expect(rowsOf(late.store)).toEqual(rowsOf(reader.store))
    expect(late.store.read((view) => view.sql('SELECT count(*) FROM outbox WHERE desk IS NULL').pluck().get())).toBe(0)
    // The greeting of the late desk is an event too, which the reader reads after it was published.
    await expect.poll(() => reader.mark()).toBe(late.mark())
  })

  test('A desk that takes a snapshot again after a takeover has the same rows as a desk that read every event', async () => {
    const hub = await openHub()
    const [maker, reader, taker, away] = [openDesk('maker'), openDesk('reader'), openDesk('taker'), openDesk('away')]
    const making = await maker.start(hub)
    await reader.start(hub)
    const [first, taking] = [await away.start(hub), await taker.start(hub)]
    const [id = ''] = bookMany(maker, 2)
    for (const desk of [maker, reader, taker, away]) await desk.isUpToDate(hub)
    first.end()
    making.end()
    await hub.silence('maker')
    expect(await taking.takeBooking(id, WHO)).toMatchObject({ ok: true })
    for (const desk of [taker, reader]) await desk.isUpToDate(hub)
    away.store.write(readAnew)
    await away.start(hub)
    await away.isUpToDate(hub)
    expect(away.snapshots().length).toBeGreaterThan(reader.snapshots().length)
    expect(rowsOf(away.store)).toEqual(rowsOf(reader.store))
  })

  test('A desk below the floor has what is new, keeps what the hub dropped, and forgets what the hub forgot', async () => {
    proves('board: 16')
    const hub = await openHub()
    const [maker, desk, reader] = [openDesk('maker'), openDesk('away'), openDesk('reader')]
    await maker.start(hub)
    await reader.start(hub)
    const first = await desk.start(hub)
    const [changed = '', dropped = '', forgotten = ''] = bookMany(maker, 3)
    await maker.isUpToDate(hub)
    await desk.isUpToDate(hub)
    first.end()
    const before = desk.seen()
    const earlier = desk.snapshots().length
    bringTo(maker.store, { id: changed }, 'booked')
    bringTo(maker.store, { id: forgotten }, 'withdrawn')
    const more = bookMany(maker, 3, 50)
    await maker.isUpToDate(hub)
    const clerk = await hub.desk('clerk')
    await clerk.call('forget', clerk.incarnation, forgotten, { who: WHO })
    await reader.isUpToDate(hub)
    expect(reader.store.read((view) => isForgotten(view, forgotten))).toBe(true)
    await hub.sql(`DELETE FROM board.send_right WHERE booking = $1`, [dropped])
    await hub.sql(`DELETE FROM board.booking WHERE booking = $1`, [dropped])
    await dropLog(hub)
    expect(desk.seen()).toBe(before)

    await desk.start(hub)
    await desk.isUpToDate(hub)
    expect(desk.snapshots()).toHaveLength(earlier + 1)
    expect([changed, dropped, ...more].map(desk.stateOf)).toEqual([
      'booked',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ])
    expect(desk.store.read((view) => [forgotten, dropped].map((id) => isForgotten(view, id)))).toEqual([true, false])
    expect(maker.store.read((view) => isForgotten(view, forgotten))).toBe(false)
  })

  test('A desk forgets what the hub forgot before a snapshot shows a booking, and says that it catches up', async () => {
    proves('board: 16')
    const hub = await openHub()
    const [maker, desk] = [openDesk('maker'), openDesk('away')]
    await maker.start(hub)
    const first = await desk.start(hub)
    const [forgotten = ''] = bookMany(maker, 1)
    await maker.isUpToDate(hub)
    await desk.isUpToDate(hub)
    first.end()
    bringTo(maker.store, { id: forgotten }, 'withdrawn')
    bookMany(maker, 3, 50)
    await maker.isUpToDate(hub)
    const clerk = await hub.desk('clerk')
    await clerk.call('forget', clerk.incarnation, forgotten, { who: WHO })
    await dropLog(hub)
    const shown: unknown[] = []
    const again: Board = await desk.start(hub)
    desk.store.onChange(() => {
      const isOver = desk.store.read((view) => isForgotten(view, forgotten))
      const count = desk.store.read((view) => view.sql('SELECT count(*) FROM bookings').pluck().get())
      shown.push([count, isOver, again.status()])
    })
    await desk.isUpToDate(hub)
    expect(shown[0]).toMatchObject([1, true, { kind: 'connecting', isCatchingUp: true }])
    expect(shown.at(-1)).toMatchObject([4, true, {}])
  })

  test('A desk that is more than 5,000 events behind reads the bookings and not the events', async () => {
    proves('board: 16')
    const hub = await openHub()
    const desk = openDesk('away')
    const first = await desk.start(hub)
    await desk.isUpToDate(hub)
    first.end()
    const noisy = await hub.desk('noisy')
    for (let sent = 0; sent < 5_100; sent += 300)
      await noisy.send(...Array.from({ length: 300 }, () => ({ kind: 'note' })))
    await desk.start(hub)
    await desk.isUpToDate(hub)
    expect(desk.snapshots()).toMatchObject([{ bookings: 0 }])
  })

  test('A booking that breaks a rule of the store is left out, the others are written, and the desk says so until a snapshot has all', async () => {
    proves('board: 26')
    const hub = await openHub()
    const [maker, desk] = [openDesk('maker'), openDesk('away')]
    await maker.start(hub)
    const [broken = '', other = ''] = bookMany(maker, 2)
    await maker.isUpToDate(hub)
    const writeKind = (kind: string) =>
      hub.sql(
        `UPDATE board.booking SET body = jsonb_set(body, '{booking,kind}', to_jsonb($2::text)) WHERE booking = $1
         RETURNING seq::float8 AS seq`,
        [broken, kind],
      )
    const [row] = await writeKind('ferry')
    const first = await desk.start(hub)
    await desk.isUpToDate(hub)
    expect(desk.events.filter(({ event }) => event === 'board-event-skipped')).toMatchObject([{ seq: row?.['seq'] }])
    expect([broken, other].map(desk.stateOf)).toEqual([undefined, 'waiting'])
    await desk.reached(first, ({ kind }) => kind === 'live')
    expect(describeLive(first.status() ?? {})).toBe("Board live. 1 entry of the board can't be shown. Tell IT.")
    first.end()
    await writeKind('one-way')
    desk.store.write(readAnew)
    const again = await desk.start(hub)
    await desk.isUpToDate(hub)
    expect([broken, other].map(desk.stateOf)).toEqual(['waiting', 'waiting'])
    await desk.reached(again, ({ kind }) => kind === 'live')
    expect(describeLive(again.status() ?? {})).toBe('Board live')
  })

  test('A takeover that is asked for before a snapshot reads the log after the snapshot, and tells no proof again', async () => {
    const hub = await openHub()
    const [maker, desk] = [openDesk('maker'), openDesk('away')]
    await maker.start(hub)
    const booked = maker.book(oneWayBooking(1))
    await maker.isUpToDate(hub)
    const [move] = booked.moves
    maker.store.write((tx) => confirmMove(tx, move?.id ?? '', toldMove(41, {}), START))
    bringTo(maker.store, booked, 'booked')
    await maker.isUpToDate(hub)
    // The desk has the booking as the hub has it, and ends before it notes how far it read.
    const first = await desk.start(hub)
    await new Promise<void>((resolve) => {
      const stop = desk.store.onChange(() => {
        stop()
        first.end()
        resolve()
      })
    })
    expect([desk.stateOf(booked.id), desk.seen()]).toEqual(['booked', 0])
    desk.book(oneWayBooking(2))
    const read: string[] = []
    const taking: Promise<unknown>[] = []
    const again: Board = await desk.start(hub, {
      through: (open) => async (events) => {
        const session = await open(events)
        return {
          ...session,
          async append(lines) {
            if (taking.length === 0) taking.push(again.takeOver('maker', WHO))
            // The takeover has read the roster by then, and reads the log as soon as it may.
            await session.roster()
            await session.roster()
            return session.append(lines)
          },
          eventsAfter(...from) {
            read.push('log')
            return session.eventsAfter(...from)
          },
          snapshot(...size) {
            read.push('snapshot')
            return session.snapshot(...size)
          },
        }
      },
    })
    await desk.isUpToDate(hub)
    expect(await Promise.all(taking)).toMatchObject([{ ok: true }])
    expect(read[0]).toBe('snapshot')
    expect(await hub.sql(`SELECT kind FROM board.event WHERE desk = 'away' AND booking = $1`, [booked.id])).toEqual([])
  })

  test.for(['ends', 'loses the hub'] as const)(
    'A desk that %s in the middle of a snapshot takes it again from the begin',
    async (how) => {
      const hub = await openHub()
      const [maker, desk] = [openDesk('maker'), openDesk('away')]
      await maker.start(hub)
      const ids = bookMany(maker, 50)
      await maker.isUpToDate(hub)
      const known = () => ids.filter((id) => desk.stateOf(id) !== undefined).length
      const board = await desk.start(hub)
      const stopped = new Promise<void>((resolve) => {
        const stop = desk.store.onChange(() => {
          stop()
          if (how === 'ends') board.end()
          resolve(how === 'ends' ? undefined : hub.stop('SIGKILL'))
        })
      })
      await stopped
      expect(known()).toBeGreaterThan(0)
      expect(known()).toBeLessThan(50)
      expect(desk.seen()).toBe(0)
      if (how === 'ends') await desk.start(hub)
      else await hub.server.start()
      await desk.isUpToDate(hub)
      expect(known()).toBe(50)
      expect(desk.snapshots()).toMatchObject([{ bookings: 50 }])
    },
  )

  test('A desk that follows a new hub takes a snapshot there, and both desks have all bookings again', async () => {
    const [first, second] = [await openHub(), await openHub()]
    const [one, other] = [openDesk('one'), openDesk('other')]
    const before = [await one.start(first), await other.start(first)]
    const ids = [...bookMany(one, 5), ...bookMany(other, 5, 50)]
    await Promise.all([one.isUpToDate(first), other.isUpToDate(first)])
    before.forEach(({ end }) => end())
    const earlier = other.snapshots().length
    // The hub has booking and events of one desk before the other desk comes.
    await one.start(second)
    await one.isUpToDate(second)
    bringTo(one.store, { id: ids[0] ?? '' }, 'booked')
    await one.isUpToDate(second)
    await other.start(second)
    await other.isUpToDate(second)
    await one.isUpToDate(second)
    expect(other.snapshots().slice(earlier)).toMatchObject([{ bookings: 10 }])
    const expected = ids.map((_, at) => (at === 0 ? 'booked' : 'waiting'))
    expect(ids.map(one.stateOf)).toEqual(expected)
    expect(ids.map(other.stateOf)).toEqual(expected)
    expect(await second.sql('SELECT count(*)::integer AS n FROM board.booking')).toEqual([{ n: 10 }])
  })

  test('A booking of this desk that another desk took over meanwhile is given away', async () => {
    const hub = await openHub()
    const desk = openDesk('away')
    const first = await desk.start(hub)
    const [id = '', own = ''] = bookMany(desk, 2)
    await desk.isUpToDate(hub)
    first.end()
    await hub.silence('away')
    const taker = await hub.desk('taker')
    const { id: entry } = entryOf(desk.store, { id })
    expect(await taker.take(entry, 1)).toMatchObject({ ok: true })
    await dropLog(hub)
    await desk.start(hub)
    await desk.isUpToDate(hub)
    expect(desk.store.read((view) => entryById(view, entry)?.desk)).toBe('taker')
    expect(entryOf(desk.store, { id: own }).desk).toBeNull()
    expect(desk.store.read(untoldTakeovers)).toEqual([{ desk: 'Desk taker', count: 1 }])
    expect(desk.events).toContainEqual({ event: 'entry-given-away', entryId: entry })
  })

  test('A booking of this desk that was taken over and forgotten meanwhile is given away and forgotten', async () => {
    const hub = await openHub()
    const [desk, taker] = [openDesk('away'), openDesk('taker')]
    const first = await desk.start(hub)
    const [id = '', own = ''] = bookMany(desk, 2)
    await desk.isUpToDate(hub)
    first.end()
    await hub.silence('away')
    const taking = await taker.start(hub)
    await taker.isUpToDate(hub)
    expect(await taking.takeBooking(id, WHO)).toMatchObject({ ok: true })
    bringTo(taker.store, { id }, 'withdrawn')
    await taker.isUpToDate(hub)
    const clerk = await hub.desk('clerk')
    for (const booking of [id, own]) await clerk.call('forget', clerk.incarnation, booking, { who: WHO })
    await dropLog(hub)
    await desk.start(hub)
    await desk.isUpToDate(hub)
    expect([id, own].map((booking) => entryOf(desk.store, { id: booking }).desk)).toEqual(['taker', null])
    expect(desk.store.read((view) => [id, own].map((booking) => isForgotten(view, booking)))).toEqual([true, false])
  })
})

test('What a desk holds that was retired is offered for a takeover at once', async () => {
  const hub = await openHub()
  const [retired, taker] = [openDesk('retired'), openDesk('taker')]
  const board = await retired.start(hub)
  const [id = ''] = bookMany(retired, 1)
  await retired.isUpToDate(hub)
  board.end()
  await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = 'retired'`)
  const taking = await taker.start(hub)
  await taker.isUpToDate(hub)
  await expect.poll(() => taking.status()).toMatchObject({ takeable: [{ role: 'retired', waiting: 1 }] })
  expect(await taking.takeOver('retired', WHO)).toMatchObject({ ok: true, value: { waiting: 1, refused: 0 } })
  expect(entryOf(taker.store, { id }).desk).toBeNull()
})

test('A takeover during a snapshot waits, so that a session lost then leaves no older body behind', async () => {
  const hub = await openHub()
  const [maker, taker] = [openDesk('maker'), openDesk('taker')]
  await maker.start(hub)
  const ids = bookMany(maker, 45)
  await maker.isUpToDate(hub)
  const [first, go] = [createDeferred(), createDeferred()]
  let sessions = 0
  const taking = await taker.start(hub, {
    through: (open) => async (listeners) => {
      const session = await open(listeners)
      sessions += 1
      if (sessions > 1) return session
      return {
        ...session,
        /** Ends the first session after all portions, before the snapshot is noted. */
        async *snapshot(size) {
          for await (const portion of session.snapshot(size)) {
            yield portion
            first.resolve()
            await go.promise
          }
          session.close()
        },
      }
    },
  })
  await first.promise
  maker.moves.changeBooking(ids.at(-1) ?? '', oneWayBooking(400))
  maker.moves.changeBooking(ids[0] ?? '', oneWayBooking(401))
  await maker.isUpToDate(hub)
  const taken = taking.takeOver('nobody', WHO)
  // Enough for the takeover to read the log, if the takeover did not wait.
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  go.resolve()
  await taken
  await taker.isUpToDate(hub)
  const late = openDesk('late')
  await late.start(hub)
  await late.isUpToDate(hub)
  const bodies = ({ store }: Desk) =>
    store.read((view) => view.sql('SELECT id, customer_name, reference FROM bookings ORDER BY id').all())
  expect(bodies(taker)).toEqual(bodies(late))
})

describe('Taking a snapshot', () => {
  /** A session that has the bookings of a store in portions, and does nothing else. */
  function fakeSession(bookings: readonly SnapshotBooking[], sizes: number[]): HubSession {
    const no = () => Promise.reject(new Error('no such call'))
    const beat = () =>
      Promise.resolve({ hub: 'h', epoch: 1, lastSeq: 9, floorSeq: 0, claimPauseMs: 0, missing: [] as string[] })
    return {
      hello: no,
      roster: no,
      append: no,
      eventsAfter: no,
      claim: no,
      take: no,
      close: () => {},
      beat,
      async *snapshot(limit) {
        for (let at = 0; at === 0 || at < bookings.length; at += limit) {
          const portion = bookings.slice(at, at + limit)
          sizes.push(portion.length)
          await Promise.resolve()
          yield { lastSeq: 9, bookings: portion, ...(at === 0 ? { mark: 'm', forgotten: [] } : {}) }
        }
      },
    }
  }

  function bookingsOf({ store }: Desk, owner: string): readonly SnapshotBooking[] {
    const ids = store.read((view) => view.sql('SELECT id FROM bookings ORDER BY rowid').pluck().all()) as string[]
    return ids.map((booking, at) => ({
      booking,
      entry: entryOf(store, { id: booking }).id,
      desk: 'maker',
      seq: at + 1,
      body: store.read((view) => composeBody(view, booking)),
      right: { owner, state: 'waiting', rev: 2, epoch: 1 },
    }))
  }

  const parts = (desk: Desk, on: HubSession, isHeld: (id: string) => boolean, rest = () => Promise.resolve()) => ({
    store: desk.store,
    clock: systemClock,
    on,
    follower: {
      role: desk.role,
      now: START,
      isHeld,
      onMoved: () => {},
      log: desk.log,
    },
    isEnded: () => false,
    rest,
  })

  test('A commit has 20 bookings at most, and the window gets its turn between two', async () => {
    const [maker, desk] = [openDesk('maker'), openDesk('away')]
    bookMany(maker, 45)
    const commits: (number | 'turn')[] = []
    desk.store.onChange((ids) => {
      commits.push(ids.length)
      setImmediate(() => commits.push('turn'))
    })
    await takeSnapshot(parts(desk, fakeSession(bookingsOf(maker, 'maker'), []), () => false))
    expect(commits).toEqual([20, 'turn', 20, 'turn', 5, 'turn'])
    expect(desk.store.read(readLink)).toMatchObject({ seen: 9, mark: 'm' })
  })

  test('A booking whose request is under way waits for its end, and the number of the snapshot waits too', async () => {
    const desk = openDesk('away')
    const [id = ''] = bookMany(desk, 1)
    const entry = entryOf(desk.store, { id })
    desk.store.write((tx) =>
      copyRight(tx, entry.id, {
        owner: 'away',
        state: 'waiting',
        rev: 1,
        epoch: 1,
        claimedAt: null,
        handedOver: false,
        takenFrom: null,
        attempt: null,
      }),
    )
    desk.store.write((tx) => markSeen(tx, 3, null))
    const held = new Set([id])
    const during: unknown[] = []
    const rest = () => {
      during.push([desk.seen(), entryOf(desk.store, { id }).desk])
      held.clear()
      return Promise.resolve()
    }
    const on = fakeSession(bookingsOf(desk, 'taker'), [])
    await takeSnapshot(parts(desk, on, (booking) => held.has(booking), rest))
    expect(during).toEqual([[3, null]])
    expect([desk.seen(), entryOf(desk.store, { id }).desk]).toEqual([9, 'taker'])
  })

  test.for([
    ['A proof', 'stays', 'booked', 'booked'],
    ['Another state', 'gives way to the body of the owner', 'in-doubt', 'waiting'],
  ] as const)('%s that the hub lacks of a booking that was taken over %s', async ([, , left, shown]) => {
    const desk = openDesk('away')
    const [id = ''] = bookMany(desk, 1)
    const at = bookingsOf(desk, 'taker')
    bringTo(desk.store, { id }, left)
    await takeSnapshot(parts(desk, fakeSession(at, []), () => false))
    expect(entryOf(desk.store, { id })).toMatchObject({ desk: 'taker', state: shown })
  })
})
