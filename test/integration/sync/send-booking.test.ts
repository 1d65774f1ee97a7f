import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import type { ConnectResult } from '../../../electron/provider/http/connection.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { everyStatement } from '../../support/faults/every-statement.ts'
import { createDeferred } from '../../support/deferred.ts'
import { bookedAnswer, breakDisk, openSyncDesk, settled, type SyncDesk } from '../../support/fakes/scripted-provider.ts'
import { reasonOf } from '../../support/sentences.ts'

const found = (desk: SyncDesk, id: string) => {
  const booking = desk.moves.getBooking(id)
  if (!booking.ok) throw new Error(booking.failure.detail)
  return booking.value
}

describe('A booking that the provider took', () => {
  test('A booked pair carries its numbers, is found by them, and shows the provider’s ready-by', async () => {
    const desk = openSyncDesk()
    const { id } = desk.book(pairBooking(1))
    desk.script.send = (request) => {
      const exchanged = bookedAnswer(request)
      if (exchanged.kind !== 'answered') return exchanged
      const body = { ...(JSON.parse(exchanged.answer.body) as object), ready_by_time_utc: '2099-06-02T12:00:00Z' }
      return answered(200, body)
    }
    desk.start()
    await desk.facts.next('send-settled')
    const booked = found(desk, id)
    expect(booked).toMatchObject({ state: 'booked', readyBy: { utc: '2099-06-02T12:00:00Z', source: 'provider' } })
    for (const move of booked.moves) {
      if (!move.number.known) throw new Error('no number')
      expect(desk.moves.findBookings({ text: String(move.number.value), limit: 9 })).toMatchObject({
        value: { bookings: [{ bookingId: booked.id }] },
      })
    }
  })
})

describe('An unsent booking', () => {
  test('A booking whose time has passed is held as `too-late`, and the others are sent', async () => {
    const desk = openSyncDesk()
    const late = desk.book(oneWayBooking(1))
    const later = desk.book(pairBooking(9))
    desk.clock.setWall(late.time.utc)
    desk.start()
    await desk.facts.next('sync-idle')
    expect(found(desk, late.id)).toMatchObject({
      state: 'held',
      entry: { code: 'too-late' },
    })
    expect(found(desk, later.id).state).toBe('booked')
    expect(desk.sent).toHaveLength(1)
    expect(desk.facts.all).toContainEqual(expect.objectContaining({ event: 'entry-skipped', code: 'too-late' }))
  })

  test.for([
    ['a missing vehicle', `UPDATE moves SET vehicle_id = NULL WHERE role = 'customer'`],
    ['an unreadable time', `UPDATE bookings SET time_utc = 'soon' WHERE kind = 'pair'`],
    ['a missing loaner move', `UPDATE moves SET role = 'single' WHERE role = 'loaner'`],
  ])('A booking with %s is held as unreadable, its data is kept, and the others are sent', async ([, spoil = '']) => {
    const desk = openSyncDesk()
    const bad = desk.book(pairBooking(1))
    const good = desk.book(oneWayBooking(2))
    desk.store.write((tx) => tx.sql(spoil).run())
    desk.start()
    await desk.facts.next('sync-idle')
    const rows = desk.store.read((view) => view.sql('SELECT booking_id, state, code FROM outbox ORDER BY seq').all())
    expect(rows).toEqual([
      { booking_id: bad.id, state: 'held', code: 'unreadable' },
      { booking_id: good.id, state: 'booked', code: 'booked' },
    ])
    expect(desk.sent).toHaveLength(1)
    // The data stays as it is, and support can get a dump of it.
    const raw = desk.moves.supportDump(bad.id)
    const kept = JSON.parse(raw.ok ? raw.value : '{}') as Readonly<Record<string, readonly object[]>>
    expect(kept).toMatchObject({ bookings: [{ id: bad.id }], outbox: [{ state: 'held' }], moves: [{}, {}] })
    expect(kept['attempts']?.length).toBeGreaterThan(0)
  })

  test('A booking withdrawn while the connection opens leaves no byte on the connection', async () => {
    const desk = openSyncDesk()
    const { id } = desk.book(pairBooking(1))
    const opening = createDeferred<ConnectResult>()
    const standing = desk.script.open
    desk.script.open = () => opening.promise
    desk.start()
    await desk.facts.next('send-connecting')
    expect(desk.moves.withdrawBooking(id).ok).toBe(true)
    opening.resolve(await standing())
    await desk.facts.next('send-not-claimed')
    await desk.facts.next('sync-idle')
    expect(desk.sent).toEqual([])
    expect(desk.sockets[0]?.destroyed).toBe(true)
    expect(found(desk, id).state).toBe('withdrawn')
  })
})

describe('A booking in doubt', () => {
  test('A booking in doubt is not sent again automatically and holds back only the same vehicle', async () => {
    const desk = openSyncDesk()
    const first = pairBooking(1)
    const doubtful = desk.book(first)
    const sameCar = desk.book(pairBooking(2, { vehicle: { ...pairBooking(2).vehicle, vin: first.vehicle.vin } }))
    const other = desk.book(oneWayBooking(3))
    desk.script.send = (request) =>
      desk.sent.length === 1 ? { kind: 'broken', code: 'ECONNRESET', bytes: 412 } : bookedAnswer(request)
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    for (let round = 0; round < 20; round += 1) {
      sync.checkConnection()
      sync.wake()
      desk.clock.advance(600_000)
      await settled()
    }
    expect(desk.sent).toHaveLength(2)
    expect([doubtful, sameCar, other].map(({ id }) => found(desk, id).state)).toEqual(['in-doubt', 'waiting', 'booked'])
    expect(reasonOf(found(desk, doubtful.id))).toMatch(/may already be booked, so don't book it again/)
    expect(reasonOf(found(desk, sameCar.id))).toMatch(/same vehicle/)
  })

  test.for([
    ['refused', 422, errorBody('address_invalid', 'No such street.'), /No such street/],
    ['held', 409, errorBody('move_duplication'), /already has a move/],
    ['held', 403, errorBody('missing_scope'), /may not book/],
  ] as const)(
    'A booking is %s, not in doubt, when the provider explains its %i',
    async ([state, status, body, words]) => {
      const desk = openSyncDesk()
      const { id } = desk.book(pairBooking(1))
      desk.script.send = () => answered(status, body)
      desk.start()
      await desk.facts.next('send-settled')
      expect(found(desk, id).state).toBe(state)
      expect(reasonOf(found(desk, id))).toMatch(words)
    },
  )
})

describe('An unsaved outcome', () => {
  test('An unsaved outcome is written again until the disk takes it, and the send queue sends nothing meanwhile', async () => {
    const desk = openSyncDesk()
    const [first, second] = [desk.book(oneWayBooking(1)), desk.book(oneWayBooking(2))]
    let mend = () => {}
    desk.script.send = (request) => {
      if (desk.sent.length === 1) mend = breakDisk(desk.store)
      return bookedAnswer(request)
    }
    const sync = desk.start()
    await settled()
    for (let round = 0; round < 5; round += 1) {
      expect(desk.clock.pending()).toEqual([5000])
      expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'disk' })
      expect(sync.connection()).toMatchObject({ detail: 'outcome-unsaved', fields: { numbers: [expect.any(Number)] } })
      expect(found(desk, first.id).state).toBe('sending')
      if (round === 2) sync.checkConnection()
      desk.clock.advance(5000)
      await settled()
    }
    expect(desk.sent).toHaveLength(1)
    mend()
    desk.clock.advance(5000)
    await desk.facts.next('sync-idle')
    expect([first, second].map(({ id }) => found(desk, id).state)).toEqual(['booked', 'booked'])
    expect(desk.sent).toHaveLength(2)
  })
})

describe('`close`', () => {
  test('`close` settles the request under way and sends nothing more', async () => {
    const desk = openSyncDesk()
    const bookings = [1, 2, 3].map((number) => desk.book(oneWayBooking(number)))
    const answer = createDeferred()
    desk.script.send = async (request) => {
      await answer.promise
      return bookedAnswer(request)
    }
    const sync = desk.start()
    await desk.facts.next('send-written')
    let closed = false
    const closing = sync.close().then(() => (closed = true))
    await settled()
    expect(closed).toBe(false)
    answer.resolve()
    await closing
    expect(bookings.map(({ id }) => found(desk, id).state)).toEqual(['booked', 'waiting', 'waiting'])
    desk.clock.advance(3_600_000)
    sync.wake()
    sync.checkConnection()
    await settled()
    expect(desk.sent).toHaveLength(1)
  })

  test('`close` ends at once in an outage, and no health check follows', async () => {
    const desk = openSyncDesk()
    desk.script.ask = () => ({ kind: 'unreachable', cause: 'no-network', code: 'ENOTFOUND' })
    const sync = desk.start()
    await settled()
    await sync.close()
    expect(desk.clock.pending()).toEqual([])
    desk.clock.advance(3_600_000)
    await settled()
    expect(desk.asked).toHaveLength(1)
  })
})

test.for([
  ['a resolved address', `UPDATE moves SET pickup_resolved = '{' WHERE role = 'customer'`],
  ['its list of overridden holds', `UPDATE outbox SET overridden_holds = '{' WHERE seq = 1`],
])('A booking is shown and sent although %s cannot be read', async ([, spoil = '']) => {
  const desk = openSyncDesk()
  const booked = desk.book(pairBooking(1))
  desk.store.write((tx) => tx.sql(spoil).run())
  expect(found(desk, booked.id).state).toBe('waiting')
  desk.start()
  await desk.facts.next('sync-idle')
  expect(found(desk, booked.id).state).toBe('booked')
})

test.each([
  ['moves on', 1_000],
  ['was set back an hour', -3_600_000],
])('A booking changed into a duplicate of a later booking is held when the clock %s', async (_, passes) => {
  const desk = openSyncDesk()
  const refused = desk.book(pairBooking(1))
  desk.script.send = () => answered(400, errorBody('address_invalid'))
  desk.start()
  await desk.facts.next('send-settled', ({ state }) => state === 'refused')
  desk.script.send = bookedAnswer
  desk.clock.advance(1_000)
  const other = desk.book(pairBooking(1))
  await desk.facts.next('send-settled', ({ state }) => state === 'booked')
  desk.clock.setWall(fromMillis(toMillis(desk.clock.now()) + passes))
  expect(desk.moves.changeBooking(refused.id, pairBooking(1)).ok).toBe(true)
  await desk.facts.next('entry-skipped')
  expect([entryOf(desk.store, refused), entryOf(desk.store, other)]).toMatchObject([
    { state: 'held', code: 'possible-duplicate' },
    { state: 'booked' },
  ])
  expect(desk.sent).toHaveLength(2)
})

test('Attempt writes that the disk refuses do not count as crashes, and the entry is booked in the end', async () => {
  const desk = openSyncDesk()
  const booked = desk.book(pairBooking(1))
  let tries = 0
  const mend = everyStatement('desk.db', (sql) => {
    if (!sql.startsWith('INSERT INTO attempts')) return
    tries += 1
    if (tries % 2 === 0) throw new Sqlite.SqliteError('the disk is full', 'SQLITE_FULL')
  })
  desk.start()
  for (let round = 0; round < 4; round += 1) {
    await settled()
    desk.clock.advance(5_000)
  }
  mend()
  expect(tries).toBeGreaterThan(6)
  await desk.facts.next('send-settled')
  expect(entryOf(desk.store, booked).state).toBe('booked')
})
