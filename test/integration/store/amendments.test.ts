import { describe, expect, test } from 'vitest'
import { openElsewhere } from '../../../electron/store/queries/outbox.ts'
import { countInbox } from '../../../electron/store/queries/inbox.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { movesDueForRefresh } from '../../../electron/store/tables/tracked-moves.ts'
import {
  appendAmendmentAttempt,
  claimAmendment,
  countAmendmentAttempts,
  insertAmendment,
  transitionAmendment,
  submittedAmendments,
  amendmentsOfMove,
  amendmentsOfUnsentBookings,
} from '../../../electron/store/tables/amendments.ts'
import { loadFoundBookings } from '../../../electron/store/queries/booking-list.ts'
import { POLL_INTERVALS, pollWindowsAt } from '../../../electron/sync/polling-schedule.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { AMENDMENT_STATES, type AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { bringAmendmentTo, change, dueAmendment, HOPDRIVE, WHO, amendmentOf } from '../../support/builders/amendment.ts'

const SEEN = { now: START, noticeMinutes: 60 }

const LATER = addMinutes(START, 1)

/** A desk with one booking that the provider has, and the means to amend its moves. */
function desk(booking = oneWayBooking(1)) {
  const opened = openDeskStore({ remote: HOPDRIVE })
  const booked = opened.book(booking)
  withNumber(opened, booked, 101)
  let made = 0
  const amendment = (kind: 'cancel' | 'change' = 'cancel', of: BookedMoves = booked, place = 0) => {
    made += 1
    const id = `w-${made}`
    opened.store.write((tx) =>
      insertAmendment(tx, {
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
  const put = (id: string, state: AmendmentState) => bringAmendmentTo(opened.store, id, state, LATER)
  const sql = (text: string) => opened.store.write((tx) => tx.sql(text).run())
  return { ...opened, booked, amendment, put, sql, moveId: booked.moves[0]?.id ?? '' }
}

describe('An amendment', () => {
  test('An amendment is kept apart from its move, with its request, the newest first', () => {
    const { store, amendment, put, moveId } = desk()
    const first = amendment('change')
    const second = amendment('cancel')
    put(first, 'completed')
    expect(store.read((view) => amendmentsOfMove(view, moveId))).toEqual([
      {
        id: second,
        kind: 'cancel',
        change: null,
        state: 'waiting',
        code: null,
        fields: {},
        providerMessage: null,
        who: WHO,
        madeAt: START,
        changedAt: START,
      },
      {
        id: first,
        kind: 'change',
        change: change({ color: 'Red' }),
        state: 'completed',
        code: 'applied',
        fields: {},
        providerMessage: null,
        who: WHO,
        madeAt: START,
        changedAt: LATER,
      },
    ])
  })

  test('An amendment reports its booking as changed when it is made, claimed and settled', () => {
    const { store, amendment, put, booked } = desk()
    const told: (readonly string[])[] = []
    store.onChange((ids) => void told.push(ids))
    const id = amendment()
    store.write((tx) => claimAmendment(tx, amendmentOf(store, id), LATER))
    put(id, 'submitted')
    expect(told).toEqual([[booked.id], [booked.id], [booked.id]])
  })

  test.for(AMENDMENT_STATES)(
    'An amendment that is %s excludes a second one of its kind only while it is open',
    (state) => {
      const { amendment, put } = desk()
      const id = amendment()
      put(id, state)
      const second = () => amendment()
      if (['waiting', 'sending', 'submitted'].includes(state)) expect(second).toThrow(/UNIQUE/)
      else expect(second).not.toThrow()
      expect(() => amendment('change')).not.toThrow()
    },
  )

  test('An amendment and its attempts cannot be deleted, and its request cannot change', () => {
    const { store, amendment, sql } = desk()
    const id = amendment('change')
    store.write((tx) => claimAmendment(tx, amendmentOf(store, id), LATER))
    expect(() => sql('DELETE FROM amendments')).toThrow(/never deleted/)
    expect(() => sql(`UPDATE amendments SET payload = '{"color":"Blue"}'`)).toThrow(/fixed/)
    expect(() => sql(`UPDATE amendments SET kind = 'cancel', payload = NULL`)).toThrow(/fixed/)
    expect(() => sql('DELETE FROM amendment_attempts')).toThrow(/append-only/)
    expect(() => sql(`UPDATE amendment_attempts SET code = 'x'`)).toThrow(/append-only/)
  })
})

describe('`claimAmendment`', () => {
  test('`claimAmendment` takes an amendment once, and a second claim of the same revision gets null', () => {
    const { store, amendment } = desk()
    const read = amendmentOf(store, amendment())
    expect(store.write((tx) => claimAmendment(tx, read, LATER))).not.toBeNull()
    expect(store.write((tx) => claimAmendment(tx, read, LATER))).toBeNull()
    expect(amendmentOf(store, read.id)).toMatchObject({ state: 'sending', revision: read.revision + 1 })
    expect(store.read((view) => countAmendmentAttempts(view, read.id))).toEqual({ sent: 1, looked: 0 })
  })

  test('`claimAmendment` takes an amendment again whose outcome is unknown', () => {
    const { store, amendment } = desk()
    const id = amendment()
    store.write((tx) => claimAmendment(tx, amendmentOf(store, id), LATER))
    expect(store.write((tx) => claimAmendment(tx, amendmentOf(store, id), LATER))).not.toBeNull()
  })

  test.for(['submitted', 'completed', 'refused', 'withdrawn'] as const)(
    '`claimAmendment` takes no amendment that is %s',
    (state) => {
      const { store, amendment, put } = desk()
      const id = amendment()
      put(id, state)
      expect(store.write((tx) => claimAmendment(tx, amendmentOf(store, id), LATER))).toBeNull()
    },
  )

  test('`transitionAmendment` throws for a transition that the current state does not allow', () => {
    const { store, amendment } = desk()
    const read = amendmentOf(store, amendment())
    const settle = () =>
      store.write((tx) =>
        transitionAmendment(tx, read, { kind: 'amendment-verified', to: 'submitted', code: 'pending' }, LATER),
      )
    expect(settle).toThrow(/was waiting could not take amendment-verified/)
  })
})

describe('The next amendment', () => {
  test('The next amendment is the oldest one that waits or has no known outcome', () => {
    const { store, amendment, put, book, clock, moves, facts, folder } = desk()
    const other = book(pairBooking(2))
    withNumber({ store, book, clock, moves, facts, folder }, other, 102)
    const [one, two, three] = [amendment('change'), amendment('cancel'), amendment('cancel', other)]
    expect(dueAmendment(store)).toMatchObject({ id: one, number: 101, kind: 'change' })
    put(one, 'sending')
    expect(dueAmendment(store)?.id).toBe(one)
    put(one, 'completed')
    expect(dueAmendment(store)?.id).toBe(two)
    put(two, 'submitted')
    expect(dueAmendment(store)).toMatchObject({ id: three, number: 102 })
    put(three, 'withdrawn')
    expect(dueAmendment(store)).toBeNull()
  })

  test('The next amendment is never one for another provider or profile', () => {
    const { store, amendment } = desk()
    amendment()
    expect(dueAmendment(store, START, { ...HOPDRIVE, address: 'https://other.example' })).toBeNull()
    expect(dueAmendment(store, START, { ...HOPDRIVE, profile: 'baseline' })).toBeNull()
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'booked'))(
    'The next amendment is never one of a booking that is %s',
    (state) => {
      const { store, amendment, booked } = desk()
      amendment()
      bringTo(store, booked, state)
      expect(dueAmendment(store)).toBeNull()
      const unsent: readonly EntryState[] = ['waiting', 'held', 'refused', 'withdrawn', 'placed-by-phone']
      expect(store.read((view) => amendmentsOfUnsentBookings(view, HOPDRIVE))).toHaveLength(
        unsent.includes(state) ? 1 : 0,
      )
    },
  )

  test('The next amendment waits for its pause, but not for a pause that a clock change made too long', () => {
    const { store, amendment } = desk()
    const id = amendment()
    const pause = (minutes: number) =>
      store.write((tx) => {
        const notBefore = addMinutes(START, minutes)
        tx.sql('UPDATE amendments SET not_before = ? WHERE id = ?').run(notBefore, id)
      })
    pause(2)
    expect(dueAmendment(store)).toBeNull()
    expect(dueAmendment(store, addMinutes(START, 2))?.id).toBe(id)
    pause(60)
    expect(dueAmendment(store)?.id).toBe(id)
  })
})

describe('The counts of amendments', () => {
  test('The inbox counts amendments that leave by themselves and moves whose last request was refused', () => {
    const { store, amendment, put, sql } = desk()
    const counts = () => store.read((view) => countInbox(view, HOPDRIVE, SEEN))
    expect(counts()).toEqual({ waiting: 0, attention: 0 })
    const first = amendment()
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    put(first, 'sending')
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    put(first, 'submitted')
    expect(counts()).toEqual({ waiting: 0, attention: 0 })
    put(first, 'refused')
    expect(counts()).toEqual({ waiting: 0, attention: 1 })
    const second = amendment()
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    put(second, 'refused')
    put(amendment('change'), 'refused')
    expect(counts()).toEqual({ waiting: 0, attention: 1 })
    sql(`UPDATE moves SET delivery_successful = '${LATER}'`)
    expect(counts()).toEqual({ waiting: 0, attention: 0 })
    put(first, 'waiting')
    expect(counts()).toEqual({ waiting: 1, attention: 0 })
    const other = { ...HOPDRIVE, profile: 'baseline' }
    expect(store.read((view) => countInbox(view, other, SEEN))).toEqual({ waiting: 0, attention: 0 })
  })

  test('`openElsewhere` counts an amendment that may not have left, and none that the provider has', () => {
    const { store, amendment, put } = desk()
    const elsewhere = () => store.read((view) => openElsewhere(view, { ...HOPDRIVE, address: 'https://other.example' }))
    expect(elsewhere()).toEqual([])
    const id = amendment()
    expect(elsewhere()).toEqual([{ ...HOPDRIVE, waiting: 0, doubt: 0, stuck: 0, asking: 1 }])
    put(id, 'sending')
    expect(elsewhere()).toMatchObject([{ asking: 1 }])
    put(id, 'submitted')
    expect(elsewhere()).toEqual([])
  })
})

describe('A move with a pending cancellation', () => {
  const far = oneWayBooking(1)
  const due = (store: ReturnType<typeof desk>['store'], now: string) =>
    store.read((view) =>
      movesDueForRefresh(view, HOPDRIVE.address, { windows: pollWindowsAt(now, POLL_INTERVALS), now, limit: 9 }),
    ).length

  test('A move with a pending cancellation is due every minute, however far away its time is', () => {
    const { store, amendment, put, moveId } = desk(far)
    expect(due(store, addMinutes(START, 2))).toBe(0)
    const id = amendment()
    expect(due(store, addMinutes(START, 2))).toBe(0)
    put(id, 'submitted')
    expect(due(store, addMinutes(START, 2))).toBe(1)
    put(id, 'completed')
    expect(due(store, addMinutes(START, 2))).toBe(0)
    store.write((tx) => confirmMove(tx, moveId, toldMove(101, { cancelStatus: 'Pending' }), START))
    expect(due(store, addMinutes(START, 2))).toBe(1)
    expect(due(store, START)).toBe(0)
  })
})

test('The list marks a move by its last amendment of each kind and by the provider’s cancel status', () => {
  const { store, amendment, put, moveId, booked } = desk()
  const mark = () => store.read((view) => loadFoundBookings(view, [booked.id]))[0]?.moves[0]?.flag
  expect(mark()).toBeNull()
  put(amendment('change'), 'refused')
  expect(mark()).toBe('change-refused')
  const first = amendment()
  expect(mark()).toBe('cancel-requested')
  put(first, 'refused')
  expect(mark()).toBe('cancel-refused')
  put(amendment(), 'withdrawn')
  expect(mark()).toBe('change-refused')
  store.write((tx) => confirmMove(tx, moveId, toldMove(101, { cancelStatus: 'succeeded' }), START))
  expect(mark()).toBe('canceled')
})

test('`submittedAmendments` gives the amendments that the provider has or may have', () => {
  const { store, amendment, put, moveId } = desk()
  const asked = () => store.read((view) => submittedAmendments(view, moveId)).map((one) => one.id)
  const id = amendment()
  expect(asked()).toEqual([])
  put(id, 'sending')
  expect(asked()).toEqual([id])
  put(id, 'submitted')
  expect(asked()).toEqual([id])
  put(id, 'completed')
  expect(asked()).toEqual([])
  store.write((tx) => appendAmendmentAttempt(tx, { id }, { at: START, phase: 'verified', code: 'free', status: 200 }))
  expect(store.read((view) => countAmendmentAttempts(view, id))).toEqual({ sent: 0, looked: 1 })
})
