import { describe, expect, test } from 'vitest'
import { joinBoard } from '../../../electron/store/board/link.ts'
import { writeRoster } from '../../../electron/store/board/roster.ts'
import { rightStateOf } from '../../../electron/store/board/rights.ts'
import { applyRight } from '../../../electron/store/board/takeover.ts'
import { countStates } from '../../../electron/store/queries/desk-facts.ts'
import { inDoubtBookings } from '../../../electron/store/queries/in-doubt.ts'
import {
  attentionIds,
  countInbox,
  inboxIds,
  openIds,
  savedBetween,
  settledBetween,
} from '../../../electron/store/queries/inbox.ts'
import { countWaiting, openElsewhere } from '../../../electron/store/queries/outbox.ts'
import { openReschedules } from '../../../electron/store/queries/reschedules.ts'
import { nextEntry, waitingInOrder } from '../../../electron/store/queries/send-order.ts'
import {
  amendmentsOfUnsentBookings,
  claimAmendment,
  nextDueAmendment,
} from '../../../electron/store/tables/amendments.ts'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { readUnlinked } from '../../../electron/store/tables/bookings.ts'
import {
  claimEntry,
  markInterruptedInDoubt,
  markUnverifiedInDoubt,
  wentInDoubtBetween,
} from '../../../electron/store/tables/outbox.ts'
import { replacementNumbers } from '../../../electron/store/tables/replacements.ts'
import { reportedNumbers } from '../../../electron/store/tables/reported-numbers.ts'
import { movesDueForRefresh, trackedMove } from '../../../electron/store/tables/tracked-moves.ts'
import { POLL_INTERVALS, pollWindowsAt } from '../../../electron/sync/polling-schedule.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { bodyOf, openReplicaDesk, OTHER_DESK, readFrom, replicate } from '../../support/board/replicas.ts'
import { noteFact } from '../../support/builders/added-facts.ts'
import { amendmentOf, bringAmendmentTo, change, HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import type { DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* A desk never acts for the entries of another desk, also not for those that the other desk took over. */

const windows = pollWindowsAt(START, POLL_INTERVALS)
const inbox = { now: START, noticeMinutes: 0 }
/** The board lets everything leave that the hub knows. */
const LIVE = { live: true, sinceEpoch: 0 }
const wide = { from: addMinutes(START, -100_000), to: addMinutes(START, 100_000) }

const RESENDS = 'entries in doubt to resend'
const INTERRUPTED = 'interrupted entries'

/** What this desk would send, ask, poll, count or list as its own: the number of such things in a store. */
const ACTS: Readonly<Record<string, (desk: DeskStore) => number>> = {
  'the next entry': ({ store }) => store.read((view) => (nextEntry(view, HOPDRIVE, LIVE) === null ? 0 : 1)),
  'the send order': ({ store }) => store.read((view) => waitingInOrder(view, HOPDRIVE).length),
  'the waiting count': ({ store }) => store.read((view) => countWaiting(view, HOPDRIVE)),
  [RESENDS]: ({ store }) =>
    store.read((view) => wentInDoubtBetween(view, HOPDRIVE, { ...wide, now: wide.from }).length),
  [INTERRUPTED]: ({ store }) => store.write((tx) => markInterruptedInDoubt(tx, {}, START)),
  'the next amendment': ({ store }) =>
    store.read((view) => (nextDueAmendment(view, HOPDRIVE, wide.to, addMinutes(wide.to, 10)) === null ? 0 : 1)),
  'amendments of unsent bookings': ({ store }) =>
    store.read((view) => amendmentsOfUnsentBookings(view, HOPDRIVE).length),
  'the tracked move': ({ store }) => store.read((view) => (trackedMove(view, HOPDRIVE.address) === null ? 0 : 1)),
  'moves due for a refresh': ({ store }) =>
    store.read((view) => movesDueForRefresh(view, HOPDRIVE.address, { windows, now: START, limit: 9 }).length),
  'replacement numbers': ({ store }) => store.read((view) => replacementNumbers(view, HOPDRIVE).length),
  'reported numbers': ({ store }) => store.read((view) => reportedNumbers(view, HOPDRIVE).length),
  'the waiting count of the inbox': ({ store }) => store.read((view) => countInbox(view, HOPDRIVE, inbox).waiting),
  'the attention of the inbox': ({ store }) => store.read((view) => countInbox(view, HOPDRIVE, inbox).attention),
  'the ids that need a person': ({ store }) => store.read((view) => attentionIds(view, HOPDRIVE, inbox).length),
  'the inbox': ({ store }) => store.read((view) => inboxIds(view, HOPDRIVE, inbox, 9).length),
  'open entries': ({ store }) => store.read((view) => openIds(view).length),
  'open entries for another provider': ({ store }) =>
    store.read((view) => openElsewhere(view, { address: 'https://other.example', profile: 'baseline' }).length),
  'bookings in doubt': ({ store }) => store.read((view) => inDoubtBookings(view).length),
  'bookings saved today': ({ store }) => store.read((view) => savedBetween(view, wide).length),
  'bookings settled today': ({ store }) => store.read((view) => settledBetween(view, wide, 9).length),
  'open reschedules': ({ store }) =>
    store.read((view) => openReschedules(view, (id) => readUnlinked(view, id, HOPDRIVE)).length),
  'states of the support file': ({ store }) =>
    store.read((view) => Object.values(countStates(view)).reduce((sum, count) => sum + count, 0)),
}

/** Everything that may make a desk act for a booking in a state: amendments, news, numbers, a replacement. */
function stir(desk: DeskStore, state: (typeof ENTRY_STATES)[number]): readonly string[] {
  const booked = desk.book(pairBooking(4))
  const replacement = desk.book(pairBooking(6))
  withNumber(desk, booked, 5_001)
  // A waiting amendment keeps an entry in doubt from a resend.
  if (state !== 'in-doubt') {
    desk.moves.requestCancellation([booked.moves[0]?.id ?? ''], WHO)
    desk.moves.requestChange(booked.moves[1]?.id ?? '', change({ color: 'Blue' }), WHO)
  }
  desk.store.write((tx) => {
    const run = (sql: string, ...values: readonly string[]) => tx.sql(sql).run(...values)
    run(
      `UPDATE moves SET polled_at = NULL, missing_since = ?, number = 5001, reported_number = 5002 WHERE booking_id = ?`,
      START,
      booked.id,
    )
    run(`UPDATE moves SET cancel_status = 'rescheduled' WHERE booking_id = ? AND role = 'loaner'`, booked.id)
    run(`INSERT INTO payloads SELECT seq, '{}' FROM outbox WHERE booking_id = ?`, booked.id)
    run(`UPDATE bookings SET customer_to_tell = ? WHERE id = ?`, START, booked.id)
    run(`UPDATE bookings SET replaces = ? WHERE id = ?`, booked.id, replacement.id)
  })
  // A rescheduled move without a new number, and a cancellation that is settled.
  const rescheduled = desk.book(oneWayBooking(8))
  withNumber(desk, rescheduled, 5_003)
  desk.moves.requestCancellation([rescheduled.moves[0]?.id ?? ''], WHO)
  bringAmendmentTo(desk.store, readFrom(desk, rescheduled.id)?.moves[0]?.amendments[0]?.id ?? '', 'completed')
  desk.store.write((tx) =>
    tx.sql(`UPDATE moves SET cancel_status = 'rescheduled' WHERE booking_id = ?`).run(rescheduled.id),
  )
  bringTo(desk.store, rescheduled, state)
  bringTo(desk.store, replacement, 'booked')
  bringTo(desk.store, booked, state)
  return [booked.id, replacement.id, rescheduled.id]
}

const TAKER = 'taker'

/** Gives the right to send a booking to a desk, as the hub does; the store belongs to the taker. */
function move({ store }: DeskStore, id: string, owner: string): void {
  store.write((tx) => {
    joinBoard(tx, { role: TAKER, incarnation: 'store' }, START)
    const { id: entryId, state } = entryOf(store, { id })
    const right = { owner, state: rightStateOf(state).state, rev: 2, epoch: 7, claimedAt: START }
    applyRight(
      tx,
      entryId,
      { ...right, handedOver: false, takenFrom: OTHER_DESK, attempt: null },
      { who: WHO, at: START },
    )
  })
  // The hub has what the store said about the booking.
  store.write((tx) => tx.sql('DELETE FROM board_due').run())
}

type Counts = Readonly<Record<string, number>>

/** What a desk would do, with the act that changes the store at the end. */
function countActs(desk: DeskStore): Counts {
  const names = Object.keys(ACTS).sort((a, b) => Number(a === INTERRUPTED) - Number(b === INTERRUPTED))
  return Object.fromEntries(names.map((name) => [name, ACTS[name]?.(desk) ?? 0]))
}

/** What the desk of the bookings, a desk with their replicas, a desk that lost them and their taker would do. */
function countAll(state: EntryState): Readonly<Record<'own' | 'replica' | 'given' | 'taken' | 'atTaker', Counts>> {
  const [own, given, other, taker] = [openReplicaDesk(), openReplicaDesk(), openReplicaDesk(), openReplicaDesk()]
  for (const id of stir(own, state)) {
    expect(replicate(other, bodyOf(own, id))).toBe(true)
    expect(replicate(taker, bodyOf(own, id))).toBe(true)
    move(taker, id, TAKER)
  }
  for (const id of stir(given, state)) move(given, id, OTHER_DESK)
  const before = countActs(own)
  // What was being sent is in doubt at the taker.
  if (state === 'sending') own.store.write((tx) => markInterruptedInDoubt(tx, {}, START))
  return {
    own: before,
    replica: countActs(other),
    given: countActs(given),
    taken: countActs(taker),
    // The bytes of a request stay at the desk that sent them, so that a taker resends nothing.
    atTaker: { ...(state === 'sending' ? countActs(own) : before), [RESENDS]: 0 },
  }
}

describe('A desk with bookings of another desk', () => {
  const NONE = Object.fromEntries(Object.keys(ACTS).map((name) => [name, 0]))
  const acted = new Set<string>()

  test.for(ENTRY_STATES)(
    'A replica that is %s is no entry of the desk, and an entry taken over is one of the taker',
    (state) => {
      const { own, replica, given, taken, atTaker } = countAll(state)
      expect(replica).toEqual(NONE)
      expect(given).toEqual(NONE)
      expect(taken).toEqual(atTaker)
      for (const [name, count] of Object.entries(own)) if (count > 0) acted.add(name)
    },
  )

  test('The desk of the bookings does act in some of the states, so that each count above can differ from 0', () => {
    expect([...acted].sort()).toEqual(Object.keys(ACTS).sort())
  })

  test.for(ENTRY_STATES)('A desk never claims a replica that is %s', (state) => {
    const [own, other] = [openReplicaDesk(), openReplicaDesk()]
    const { id } = own.book(pairBooking(4))
    bringTo(own.store, { id }, state)
    replicate(other, bodyOf(own, id))
    const entry = entryOf(other.store, { id })
    for (const kind of ['claimed', 'resend-claimed'] as const) {
      const claim = () => other.store.write((tx) => claimEntry(tx, entry, { kind, payload: '{}', digest: 'd' }, START))
      expect(claim()).toBe(null)
      // The store itself refuses the attempt, without which nothing leaves.
      const forced = () =>
        other.store.write((tx) => claimEntry(tx, { ...entry, desk: null }, { kind, payload: '{}', digest: 'd' }, START))
      if (state === 'waiting' && kind === 'claimed') expect(forced).toThrow('sent by that desk')
    }
    for (const phase of ['started', 'sending'] as const)
      expect(() => other.store.write((tx) => appendAttempt(tx, { entryId: entry.id, at: START, phase }))).toThrow(
        'sent by that desk',
      )
    other.store.write((tx) => markUnverifiedInDoubt(tx, START))
    expect(entryOf(other.store, { id })).toEqual(entry)
  })
})

test('Each act on a booking of another desk is refused with the name of that desk, and changes nothing', () => {
  const [own, other] = [openReplicaDesk(), openReplicaDesk()]
  const { id, moves } = own.book(pairBooking(4))
  withNumber(own, readFrom(own, id) ?? own.book(pairBooking(5)), 5_001)
  own.moves.requestCancellation([moves[0]?.id ?? ''], WHO)
  replicate(other, bodyOf(own, id))
  other.store.write((tx) => writeRoster(tx, [{ role: OTHER_DESK, name: 'Desk 2', isGone: false }]))
  const before = readFrom(other, id)
  expect(before).toMatchObject({ desk: 'Desk 2', capabilities: { cancel: false, change: false } })
  const { moves: service } = other
  const move = moves[0]?.id ?? ''
  const acts = [
    service.changeBooking(id, pairBooking(8)),
    service.withdrawBooking(id),
    service.resolveBooking(id, { kind: 'not-booked-reported', who: WHO, why: 'Asked Sam', confirmed: true }),
    service.rescheduleBooking(
      id,
      { zone: 'America/New_York', local: '2027-01-04T09:00', utc: '2027-01-04T14:00:00Z' },
      WHO,
    ),
    service.settleReschedule(id, { replacementId: id, kept: 'new', who: WHO }),
    service.addFact(id, noteFact('A note'), WHO),
    service.requestCancellation([move], WHO),
    service.requestChange(move, change({ color: 'Blue' }), WHO),
    service.withdrawAmendment(before?.moves[0]?.amendments[0]?.id ?? ''),
  ]
  for (const act of acts)
    expect(act).toMatchObject({
      ok: false,
      failure: { code: 'not-possible', detail: 'other-desk', fields: { desk: 'Desk 2' } },
    })
  expect(readFrom(other, id)).toEqual(before)
})

test('The store refuses each attempt to send an amendment of another desk', () => {
  const [own, other] = [openReplicaDesk(), openReplicaDesk()]
  const booked = own.book(pairBooking(4))
  withNumber(own, booked, 5_001)
  own.moves.requestCancellation([booked.moves[0]?.id ?? ''], WHO)
  replicate(other, bodyOf(own, booked.id))
  const amendment = amendmentOf(other.store, readFrom(other, booked.id)?.moves[0]?.amendments[0]?.id)
  expect(() => other.store.write((tx) => claimAmendment(tx, amendment, START))).toThrow('sent by that desk')
  expect(amendmentOf(other.store, amendment.id)).toEqual(amendment)
})
