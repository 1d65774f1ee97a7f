import { describe, expect, test } from 'vitest'
import { openElsewhere } from '../../../electron/store/outbox-counts.ts'
import { countQueue } from '../../../electron/store/queue.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { confirmMove, movesOfBooking } from '../../../electron/store/moves.ts'
import { dueMoves } from '../../../electron/store/unfinished.ts'
import {
  appendTry,
  claimWish,
  countTries,
  insertWish,
  moveWish,
  wishesAsked,
  wishesOfMove,
  wishesOfUnsent,
} from '../../../electron/store/wishes.ts'
import { foundMoves } from '../../../electron/store/search.ts'
import { openStore } from '../../../electron/store/store.ts'
import { PACES, windowsAt } from '../../../electron/sync/pace.ts'
import { ENTRY_STATES, type BookedMoves, type EntryState } from '../../../shared/move.ts'
import { addMinutes } from '../../../shared/time.ts'
import { WISH_STATES, type WishState } from '../../../shared/wish.ts'
import { oneWayBooking, pairBooking } from '../../support/bookings.ts'
import { openDeskStore, openTestStore } from '../../support/desk-store.ts'
import { bringTo } from '../../support/entries.ts'
import { withNumber } from '../../support/known.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { START } from '../../support/system.ts'
import { toldMove } from '../../support/told.ts'
import { change, dueWish, HOPDRIVE, WHO, wishOf } from '../../support/wished.ts'

const SEEN = { now: START, noticeMinutes: 60 }

const LATER = addMinutes(START, 1)

/** A desk with one booking that the provider has, and the means to wish something of it. */
function desk(booking = oneWayBooking(1)) {
  const opened = openDeskStore({ remote: HOPDRIVE })
  const booked = opened.book(booking)
  withNumber(opened, booked, 101)
  let made = 0
  const wish = (kind: 'cancel' | 'change' = 'cancel', of: BookedMoves = booked, place = 0) => {
    made += 1
    const id = `w-${made}`
    opened.store.write((tx) =>
      insertWish(tx, {
        id,
        moveId: of.moves[place]?.id ?? '',
        bookingId: of.id,
        kind,
        change: kind === 'change' ? change({ color: 'Red' }) : null,
        who: WHO,
        at: START,
      }),
    )
    return id
  }
  const put = (id: string, state: WishState) =>
    opened.store.write((tx) => {
      const read = wishOf(opened.store, id)
      moveWish(tx, read, read.state, { state, code: state, reason: null }, LATER)
    })
  const sql = (text: string) => opened.store.write((tx) => tx.sql(text).run())
  return { ...opened, booked, wish, put, sql, moveId: booked.moves[0]?.id ?? '' }
}

describe('a wish', () => {
  test('is kept apart from the move, with what was asked, the newest first', () => {
    const { store, wish, put, moveId } = desk()
    const first = wish('change')
    const second = wish('cancel')
    put(first, 'done')
    expect(store.read((view) => wishesOfMove(view, moveId))).toEqual([
      {
        id: second,
        kind: 'cancel',
        change: null,
        state: 'waiting',
        code: null,
        reason: null,
        who: WHO,
        madeAt: START,
        changedAt: START,
      },
      {
        id: first,
        kind: 'change',
        change: change({ color: 'Red' }),
        state: 'done',
        code: 'done',
        reason: null,
        who: WHO,
        madeAt: START,
        changedAt: LATER,
      },
    ])
  })

  test('is told as a change of its booking, made, taken and settled', () => {
    const { store, wish, put, booked } = desk()
    const told: (readonly string[])[] = []
    store.onChange((ids) => void told.push(ids))
    const id = wish()
    store.write((tx) => claimWish(tx, wishOf(store, id), LATER))
    put(id, 'asked')
    expect(told).toEqual([[booked.id], [booked.id], [booked.id]])
  })

  test.for(WISH_STATES)('stands alone in its kind while it is open, %s', (state) => {
    const { wish, put } = desk()
    const id = wish()
    put(id, state)
    const second = () => wish()
    if (['waiting', 'sending', 'asked'].includes(state)) expect(second).toThrow(/UNIQUE/)
    else expect(second).not.toThrow()
    expect(() => wish('change')).not.toThrow()
  })

  test('is never deleted, and what was asked never changes; nor do its tries', () => {
    const { store, wish, sql } = desk()
    const id = wish('change')
    store.write((tx) => claimWish(tx, wishOf(store, id), LATER))
    expect(() => sql('DELETE FROM wishes')).toThrow(/never deleted/)
    expect(() => sql(`UPDATE wishes SET payload = '{"color":"Blue"}'`)).toThrow(/fixed/)
    expect(() => sql(`UPDATE wishes SET kind = 'cancel', payload = NULL`)).toThrow(/fixed/)
    expect(() => sql('DELETE FROM wish_tries')).toThrow(/append-only/)
    expect(() => sql(`UPDATE wish_tries SET code = 'x'`)).toThrow(/append-only/)
  })
})

describe('claiming a wish', () => {
  test('takes it once: the second who read it the same way gets nothing', () => {
    const { store, wish } = desk()
    const read = wishOf(store, wish())
    expect(store.write((tx) => claimWish(tx, read, LATER))).toBe(true)
    expect(store.write((tx) => claimWish(tx, read, LATER))).toBe(false)
    expect(wishOf(store, read.id)).toMatchObject({ state: 'sending', revision: read.revision + 1 })
    expect(store.read((view) => countTries(view, read.id))).toEqual({ sent: 1, looked: 0 })
  })

  test('takes one again that nobody knows the outcome of', () => {
    const { store, wish } = desk()
    const id = wish()
    store.write((tx) => claimWish(tx, wishOf(store, id), LATER))
    expect(store.write((tx) => claimWish(tx, wishOf(store, id), LATER))).toBe(true)
  })

  test.for(['asked', 'done', 'refused', 'withdrawn'] as const)('takes none that is %s', (state) => {
    const { store, wish, put } = desk()
    const id = wish()
    put(id, state)
    expect(store.write((tx) => claimWish(tx, wishOf(store, id), LATER))).toBe(false)
  })

  test('settling one from a state in which it is not throws', () => {
    const { store, wish } = desk()
    const read = wishOf(store, wish())
    const settle = () =>
      store.write((tx) => moveWish(tx, read, 'sending', { state: 'asked', code: 'pending', reason: null }, LATER))
    expect(settle).toThrow(/no longer sending/)
  })
})

describe('the next wish', () => {
  test('is the oldest that waits or that nobody knows the outcome of', () => {
    const { store, wish, put, book, clock, moves, facts, folder } = desk()
    const other = book(pairBooking(2))
    withNumber({ store, book, clock, moves, facts, folder }, other, 102)
    const [one, two, three] = [wish('change'), wish('cancel'), wish('cancel', other)]
    expect(dueWish(store)).toMatchObject({ id: one, number: 101, kind: 'change' })
    put(one, 'sending')
    expect(dueWish(store)?.id).toBe(one)
    put(one, 'done')
    expect(dueWish(store)?.id).toBe(two)
    put(two, 'asked')
    expect(dueWish(store)).toMatchObject({ id: three, number: 102 })
    put(three, 'withdrawn')
    expect(dueWish(store)).toBeNull()
  })

  test('is never given to another provider, or to another profile of the same', () => {
    const { store, wish } = desk()
    wish()
    expect(dueWish(store, START, { ...HOPDRIVE, address: 'https://other.example' })).toBeNull()
    expect(dueWish(store, START, { ...HOPDRIVE, profile: 'baseline' })).toBeNull()
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'booked'))('is none of a booking that is %s', (state) => {
    const { store, wish, booked } = desk()
    wish()
    bringTo(store, booked, state)
    expect(dueWish(store)).toBeNull()
    const unsent: readonly EntryState[] = ['draft', 'waiting', 'held', 'refused', 'withdrawn', 'by-phone']
    expect(store.read((view) => wishesOfUnsent(view, HOPDRIVE))).toHaveLength(unsent.includes(state) ? 1 : 0)
  })

  test('waits for its pause, but for none that a clock that was set back made longer than there is', () => {
    const { store, wish } = desk()
    const id = wish()
    const pause = (minutes: number) =>
      store.write((tx) => {
        const notBefore = addMinutes(START, minutes)
        moveWish(tx, wishOf(store, id), 'waiting', { state: 'waiting', code: null, reason: null, notBefore }, START)
      })
    pause(2)
    expect(dueWish(store)).toBeNull()
    expect(dueWish(store, addMinutes(START, 2))?.id).toBe(id)
    pause(60)
    expect(dueWish(store)?.id).toBe(id)
  })
})

describe('what the desk counts', () => {
  test('wishes that leave by themselves, and moves of which the last thing asked was refused', () => {
    const { store, wish, put, sql } = desk()
    const counts = () => store.read((view) => countQueue(view, HOPDRIVE, SEEN))
    expect(counts()).toEqual({ waiting: 0, attention: 0 })
    const first = wish()
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    put(first, 'sending')
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    put(first, 'asked')
    expect(counts()).toEqual({ waiting: 0, attention: 0 })
    put(first, 'refused')
    expect(counts()).toEqual({ waiting: 0, attention: 1 })
    const second = wish()
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    put(second, 'refused')
    put(wish('change'), 'refused')
    expect(counts()).toEqual({ waiting: 0, attention: 1 })
    sql(`UPDATE moves SET delivery_successful = '${LATER}'`)
    expect(counts()).toEqual({ waiting: 0, attention: 0 })
    put(first, 'waiting')
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    const other = { ...HOPDRIVE, profile: 'baseline' }
    expect(store.read((view) => countQueue(view, other, SEEN))).toEqual({ waiting: 0, attention: 0 })
  })

  test('a wish that may not have left holds the desk at its provider, one that the provider has does not', () => {
    const { store, wish, put } = desk()
    const elsewhere = () => store.read((view) => openElsewhere(view, { ...HOPDRIVE, address: 'https://other.example' }))
    expect(elsewhere()).toEqual([])
    const id = wish()
    expect(elsewhere()).toEqual([{ ...HOPDRIVE, waiting: 0, doubt: 0, stuck: 0, asking: 1 }])
    put(id, 'sending')
    expect(elsewhere()).toMatchObject([{ asking: 1 }])
    put(id, 'asked')
    expect(elsewhere()).toEqual([])
  })
})

describe('a move whose cancellation is not decided', () => {
  const far = oneWayBooking(1)
  const due = (store: ReturnType<typeof desk>['store'], now: string) =>
    store.read((view) => dueMoves(view, HOPDRIVE.address, { windows: windowsAt(now, PACES), now, limit: 9 })).length

  test('is asked about every minute, however far away its time is', () => {
    const { store, wish, put, moveId } = desk(far)
    expect(due(store, addMinutes(START, 2))).toBe(0)
    const id = wish()
    expect(due(store, addMinutes(START, 2))).toBe(0)
    put(id, 'asked')
    expect(due(store, addMinutes(START, 2))).toBe(1)
    put(id, 'done')
    expect(due(store, addMinutes(START, 2))).toBe(0)
    store.write((tx) => confirmMove(tx, moveId, toldMove(101, { cancelStatus: 'Pending' }), START))
    expect(due(store, addMinutes(START, 2))).toBe(1)
    expect(due(store, START)).toBe(0)
  })
})

test('a store from before wishes keeps its moves, and takes wishes', () => {
  const folder = temporaryFolder()
  const before = openStore(folder, 'desk', DESK_MIGRATIONS.slice(0, 2))
  if (!before.ok) throw new Error(before.failure.message)
  before.value.write((tx) => {
    tx.sql(
      `INSERT INTO bookings (id, kind, remote_address, remote_profile, time_local, time_zone, time_utc, ready_by_utc,
         ready_by_source, saved_at) VALUES ('b', 'one-way', 'a', 'hopdrive', 'l', 'z', 'u', 'u', 'asked', 's')`,
    ).run()
    tx.sql(`INSERT INTO places VALUES (1, 'n', 'a', NULL, 'c', 'VA', '23220')`).run()
    tx.sql(
      `INSERT INTO moves (id, booking_id, role, reference, pickup_place_id, delivery_place_id, number, cancel_status)
       VALUES ('m', 'b', 'single', 'RO 1', 1, 1, 101, 'not cancelled')`,
    ).run()
  })
  before.value.close()
  const store = openTestStore(folder)
  expect(store.read((view) => movesOfBooking(view, 'b'))).toMatchObject([
    {
      id: 'm',
      number: { value: 101 },
      cancelStatus: { value: 'not cancelled' },
      vehicleTold: null,
      replacedBy: null,
      wishes: [],
    },
  ])
  store.write((tx) =>
    insertWish(tx, { id: 'w', moveId: 'm', bookingId: 'b', kind: 'cancel', change: null, who: WHO, at: START }),
  )
  expect(store.read((view) => wishesOfMove(view, 'm'))).toHaveLength(1)
})

test('the list marks a move by the last wish of each kind and by what the provider says', () => {
  const { store, wish, put, moveId } = desk()
  const mark = () => store.read((view) => foundMoves(view, [moveId]))[0]?.mark
  expect(mark()).toBeNull()
  put(wish('change'), 'refused')
  expect(mark()).toBe('change-refused')
  const first = wish()
  expect(mark()).toBe('cancel-asked')
  put(first, 'refused')
  expect(mark()).toBe('cancel-refused')
  put(wish(), 'withdrawn')
  expect(mark()).toBe('change-refused')
  store.write((tx) => confirmMove(tx, moveId, toldMove(101, { cancelStatus: 'succeeded' }), START))
  expect(mark()).toBe('canceled')
})

test('what the provider has of a wish is what it has or may have', () => {
  const { store, wish, put, moveId } = desk()
  const asked = () => store.read((view) => wishesAsked(view, moveId)).map((one) => one.id)
  const id = wish()
  expect(asked()).toEqual([])
  put(id, 'sending')
  expect(asked()).toEqual([id])
  put(id, 'asked')
  expect(asked()).toEqual([id])
  put(id, 'done')
  expect(asked()).toEqual([])
  store.write((tx) => appendTry(tx, { id }, { at: START, phase: 'looked', code: 'free', status: 200 }))
  expect(store.read((view) => countTries(view, id))).toEqual({ sent: 0, looked: 1 })
})
