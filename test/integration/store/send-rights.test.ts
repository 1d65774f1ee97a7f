import { describe, expect, test } from 'vitest'
import { followHub, joinBoard } from '../../../electron/store/board/link.ts'
import { copyRight, mayBeResent, readRight, type SendRight } from '../../../electron/store/board/rights.ts'
import { applyRight } from '../../../electron/store/board/takeover.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { bodyOf, OTHER_DESK, replicate } from '../../support/board/replicas.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { openSyncDesk } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

/* The rights as a store keeps them, and what they let leave. */

const ROLE = 'desk1'
const LIVE = { live: true, sinceEpoch: 0 }
const right = (changes: Partial<SendRight> = {}): SendRight => ({
  owner: ROLE,
  state: 'waiting',
  rev: 3,
  epoch: 7,
  claimedAt: null,
  handedOver: false,
  takenFrom: null,
  attempt: null,
  ...changes,
})

/** A desk with one entry whose right the hub knows. */
function openOffered(changes: Partial<SendRight> = {}) {
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(1))
  const { id } = entryOf(desk.store, booked)
  desk.store.write((tx) => {
    joinBoard(tx, { role: ROLE, incarnation: 'store' }, START)
    copyRight(tx, id, right(changes))
    tx.sql('DELETE FROM board_due').run()
  })
  return { ...desk, booked, id }
}

const isNext = ({ store }: DeskStore, standing = LIVE) =>
  store.read((view) => nextEntry(view, REMOTE, standing)) !== null
const rightOf = ({ store }: DeskStore, id: string) => store.read((view) => readRight(view, id))
const apply = ({ store }: DeskStore, id: string, moved: SendRight) =>
  store.write((tx) => applyRight(tx, id, moved, { who: null, at: START }))

describe('An entry that was offered', () => {
  test('The entry leaves while the hub answers, its right waits here and the hub knows all about the entry', () => {
    expect(isNext(openOffered())).toBe(true)
  })

  test.for<readonly [string, Partial<SendRight>]>([
    ['belongs to another desk', { owner: 'desk2' }],
    ['is claimed', { state: 'claimed' }],
    ['is in doubt', { state: 'doubt' }],
    ['is handed over', { handedOver: true }],
  ])('The entry does not leave while its right %s', ([, changes]) => {
    expect(isNext(openOffered(changes))).toBe(false)
  })

  test('The entry does not leave without the hub, nor while its epoch is frozen', () => {
    expect(isNext(openOffered(), { live: false, sinceEpoch: 0 })).toBe(false)
    expect(isNext(openOffered(), { live: true, sinceEpoch: 8 })).toBe(false)
    expect(isNext(openOffered(), { live: true, sinceEpoch: 7 })).toBe(true)
  })

  test('The entry does not leave while the hub has not acknowledged its last change', () => {
    const listed = openOffered()
    listed.store.write((tx) => tx.touch(listed.booked.id))
    expect(isNext(listed)).toBe(false)
    const queued = openOffered()
    const { id } = queued.booked
    queued.store.write((tx) => tx.sql(`INSERT INTO board_queue (n, booking_id, line) VALUES (1, ?, '{}')`).run(id))
    expect(isNext(queued)).toBe(false)
  })

  test('The entry does not leave once the store left its board', () => {
    const desk = openOffered()
    desk.store.write((tx) => tx.sql('DELETE FROM board_link').run())
    expect(isNext(desk)).toBe(false)
  })

  test('An entry in doubt is resent only while its right is in doubt here and the hub answers', () => {
    const resent = (changes: Partial<SendRight>, standing = LIVE) => {
      const desk = openOffered(changes)
      return desk.store.read((view) => mayBeResent(view, desk.id, standing))
    }
    expect(resent({ state: 'doubt' })).toBe(true)
    expect(resent({ state: 'doubt' }, { live: false, sinceEpoch: 0 })).toBe(false)
    expect(resent({ state: 'doubt', owner: 'desk2' })).toBe(false)
    expect(resent({})).toBe(false)
  })
})

describe('A right that the store reads', () => {
  test('An older right of the hub moves nothing and replaces nothing', () => {
    const desk = openOffered()
    expect(apply(desk, desk.id, right({ owner: OTHER_DESK, rev: 2 }))).toBe('other')
    expect(entryOf(desk.store, desk.booked).desk).toBe(null)
    expect(rightOf(desk, desk.id)).toMatchObject({ owner: ROLE, rev: 3 })
  })

  test('A right that differs from its entry is told to the hub, but not a second time at the same revision', () => {
    const desk = openOffered()
    const due = () => desk.store.read((view) => view.sql('SELECT booking_id FROM board_due').pluck().all())
    expect(apply(desk, desk.id, right({ state: 'claimed', rev: 4 }))).toBe('own')
    expect(due()).toEqual([desk.booked.id])
    desk.store.write((tx) => tx.sql('DELETE FROM board_due').run())
    desk.store.write((tx) => tx.sql('UPDATE board_rights SET said_rev = 4').run())
    apply(desk, desk.id, right({ state: 'claimed', rev: 4 }))
    expect(due()).toEqual([])
  })

  test('The rights of replicas are read anew from a hub that counts anew, and those of this desk are kept', () => {
    const [desk, other] = [openOffered(), openDeskStore()]
    // The two desks of a test give the same ids.
    other.book(oneWayBooking(9))
    const { id } = other.book(pairBooking(4))
    replicate(desk, bodyOf(other, id))
    const entryId = entryOf(other.store, { id }).id
    desk.store.write((tx) => copyRight(tx, entryId, right({ owner: OTHER_DESK, rev: 9 })))
    desk.store.write((tx) => followHub(tx, { hub: 'new', epoch: 8, lastN: 0 }, START))
    apply(desk, entryId, right({ owner: OTHER_DESK, state: 'claimed', rev: 1, epoch: 8 }))
    expect(rightOf(desk, entryId)).toMatchObject({ state: 'claimed', rev: 1 })
    expect(rightOf(desk, desk.id)).toMatchObject({ rev: 3 })
  })
})

test('The quarantine of an entry that was taken over counts from the claim of the desk of before', () => {
  const desk = openSyncDesk()
  const booked = desk.book(pairBooking(1))
  bringTo(desk.store, booked, 'in-doubt')
  const { id } = entryOf(desk.store, booked)
  const sync = desk.start({ rights: { ...NO_BOARD_RIGHTS, claimedElsewhereAt: () => 600_000 } })
  desk.clock.advance(610_000)
  expect(sync.msSinceLastSend(id)).toBe(10_000)
})
