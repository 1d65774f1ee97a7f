import { expect, test } from 'vitest'
import { movesDueForRefresh, trackedMove } from '../../../electron/store/tables/tracked-moves.ts'
import { bookingsAlike, bookingsByPhone } from '../../../electron/store/queries/customers.ts'
import { bookingsMatching } from '../../../electron/bookings/search.ts'
import { bookingsBetween } from '../../../electron/store/queries/day.ts'
import { timesBetween, tripsBetween } from '../../../electron/store/queries/load.ts'
import {
  bookingsOfLoaner,
  loanerVisitsBetween,
  loanerVisitsOf,
  returnsAlike,
} from '../../../electron/store/queries/loaners.ts'
import { inDoubtBookings } from '../../../electron/store/queries/in-doubt.ts'
import { deleteSettledPayloads } from '../../../electron/store/tables/payloads.ts'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { reportedNumbers } from '../../../electron/store/tables/reported-numbers.ts'
import { wentInDoubtBetween } from '../../../electron/store/tables/outbox.ts'
import { isBlocked, nextEntry } from '../../../electron/store/queries/send-order.ts'
import { countWaiting, lastBookedReader, openElsewhere } from '../../../electron/store/queries/outbox.ts'
import { rankCandidates, searchBookings } from '../../../electron/store/queries/search.ts'
import { bookingsPage, placeInList } from '../../../electron/store/queries/booking-list.ts'
import { countInbox, inboxIds, savedBetween, settledBetween } from '../../../electron/store/queries/inbox.ts'
import type { View } from '../../../electron/store/tx.ts'
import { LOOKUP_FILTERS } from '../../../shared/views/lookup.ts'
import { pollWindowsAt, POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const SEEN = { now: START, noticeMinutes: 60 }

/** The query plan of each statement that `ask` runs. */
function plansOf(ask: (view: View) => unknown, store = openTestStore()): readonly string[] {
  return store.read((view) => plansIn(view, ask))
}

function plansIn(view: View, ask: (view: View) => unknown): readonly string[] {
  const texts: string[] = []
  ask({
    sql(text) {
      texts.push(text)
      return view.sql(text)
    },
  })
  return texts.flatMap((text) => {
    const bare = text.replace(/\?|@\w+/g, "'x'")
    const steps = view.sql(`EXPLAIN QUERY PLAN ${bare}`).all() as { detail: string }[]
    return steps.map(({ detail }) => detail)
  })
}

const ZONE = 'America/New_York'
const LN11 = { stocks: ['LN11'], spans: [['LN11', 'LN110']] } as const
const SOUGHT = {
  from: START,
  to: START,
  utc: START,
  action: 'pickup',
  reference: 'RO 1',
  name: 'Nora',
  phone: '+18045550134',
  vins: ['V1', null],
  except: null,
  limit: 10,
} as const
const RANGE = { from: START, to: START }
const windows = pollWindowsAt(START, POLL_INTERVALS)

/** The indexes that hold only open rows or reschedules, lists of ids or numbers, and the subqueries over them. */
const OF_WHAT_IS_OPEN =
  /USING INDEX (outbox_open|moves_tracked|moves_missing|moves_rescheduled|bookings_customer_to_tell|bookings_replaces|amendments_leaving|amendments_refused)|^SCAN (json_each VIRTUAL TABLE INDEX 1:|CONSTANT ROW|\(subquery-\d+\)|q|known|within)$/

/** Each pass of the send queue runs these queries, which must not read a year's bookings. */
test.for<[string, (view: View) => unknown]>([
  ['the next entry', (view) => nextEntry(view, REMOTE)],
  ['a blocked entry', (view) => isBlocked(view, 'an-entry')],
  ['the entries due for a resend', (view) => wentInDoubtBetween(view, REMOTE, { from: START, to: START, now: START })],
  ['the count of the idle event', (view) => countWaiting(view, REMOTE)],
  ['the open bookings of other providers', (view) => openElsewhere(view, REMOTE)],
  ['the bookings in doubt', (view) => inDoubtBookings(view)],
  ['the reported numbers', (view) => reportedNumbers(view, REMOTE)],
  ['the move of the health check', (view) => trackedMove(view, REMOTE.address)],
  ['the count of the badge', (view) => countInbox(view, REMOTE, SEEN)],
  ['the list of the inbox', (view) => inboxIds(view, REMOTE, SEEN, 200)],
  ['the bookings of a day', (view) => bookingsBetween(view, { from: START, to: START, limit: 300 })],
  ...LOOKUP_FILTERS.map((filter): [string, (view: View) => unknown] => [
    `the filter ${filter}`,
    (view) => bookingsMatching(view, [filter], { remote: REMOTE, zone: ZONE, ...SEEN }),
  ]),
  ['the moves of a few bookings', (view) => rankCandidates(view, ['quill'], { bookingIds: new Set(['b-1']), most: 5 })],
  ['the bookings of a phone', (view) => bookingsByPhone(view, '+18045550134', 20)],
  ['the duplicate candidates', (view) => bookingsAlike(view, SOUGHT)],
  ['the trips of a day', (view) => tripsBetween(view, { from: START, to: START, limit: 10 })],
  ['the count of bookings by day', (view) => timesBetween(view, { from: START, to: START })],
  ['the bookings of a loaner', (view) => bookingsOfLoaner(view, RANGE, { ...LN11, vins: ['V1'] })],
  ['the visits of a loaner', (view) => loanerVisitsOf(view, RANGE, ['b-1'])],
  [
    'the returns of pickups',
    (view) => returnsAlike(view, RANGE, { vins: ['V1'], references: ['RO 1'], phones: ['+18045550134'] }),
  ],
  ['the visits with any loaner', (view) => loanerVisitsBetween(view, { ...RANGE, limit: 10 })],
  ['the bookings saved today', (view) => savedBetween(view, { from: START, to: START })],
  ['the bookings settled today', (view) => settledBetween(view, { from: START, to: START }, 60)],
  [
    'the moves due for a refresh',
    (view) => movesDueForRefresh(view, REMOTE.address, { windows, now: START, limit: 4 }),
  ],
])('The query for %s scans only indexes of open rows', ([, ask]) => {
  const plans = plansOf(ask)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((plan) => plan.startsWith('SCAN ') && !OF_WHAT_IS_OPEN.test(plan))).toEqual([])
  expect(plans.filter((plan) => /moves_number/.test(plan))).toEqual([])
})

test('A search reads lines by their number and words by their index, and no line by LIKE', () => {
  // `u` are the few lines that wait for their index rows.
  const isByIndex =
    /^SCAN (json_each VIRTUAL TABLE INDEX 1:|move_search_(fts|two) VIRTUAL TABLE INDEX \d+:M|u$|search_two_mark$)/
  const plans = plansOf((view) => ['quill', 'qu'].forEach((word) => searchBookings(view, [word], 10)))
  expect(plans.filter((plan) => /VIRTUAL TABLE INDEX \d+:M/.test(plan))).toHaveLength(2)
  expect(plans.filter((plan) => plan.startsWith('SCAN ') && !isByIndex.test(plan))).toEqual([])
})

test('The payloads of settled entries are found without a look at every entry', () => {
  const store = openTestStore()
  const plans: string[] = []
  store.write((tx) => plans.push(...plansIn(tx, (view) => deleteSettledPayloads({ ...tx, ...view }, START, 10))))
  expect(plans.filter((plan) => plan.startsWith('SCAN '))).toEqual(['SCAN p'])
})

test('The attempts before the last reading of `lastBookedReader` are not read again', () => {
  const read = lastBookedReader(REMOTE)
  const { store, book } = openDeskStore()
  const { id } = entryOf(store, book(pairBooking(1)))
  store.write((tx) => appendAttempt(tx, { entryId: id, at: START, phase: 'started' }))
  expect(plansOf(read, store).filter((plan) => plan.startsWith('SCAN '))).toEqual([])
  expect(plansOf(read, store)).toEqual(['SEARCH attempts'])
})

test('A slice of every booking is read in the order of an index, without a sort and without the rows before', () => {
  const { store, book } = openDeskStore()
  const booked = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => book(pairBooking(number)))
  const times = booked.map(({ time }) => time.utc).toSorted()
  const bounds = { newest: 9, from: times[3] ?? '', to: times[6] ?? '' }
  const plans = plansOf((view) => {
    for (let offset = 0; offset < 9; offset += 1) bookingsPage(view, { offset, limit: 2, bounds })
    for (const { id } of booked) placeInList(view, id, bounds)
  }, store)
  const isByIndex = /^SEARCH bookings( USING (COVERING )?INDEX (bookings_time|sqlite_autoindex_bookings_1) |$)/
  const others = plans.filter((plan) => !isByIndex.test(plan) && plan !== 'SCAN CONSTANT ROW')
  // Every booking is counted once for each store, see `countAhead`.
  expect(others).toEqual(['SCAN bookings USING COVERING INDEX bookings_saved'])
  expect(plans.length).toBeGreaterThan(20)
})

test('The query for the next entry reads the index in order and sorts nothing', () => {
  const plans = plansOf((view) => nextEntry(view, REMOTE))
  expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
  expect(plans.filter((plan) => plan.startsWith('SEARCH o USING INDEX outbox_open'))).toHaveLength(2)
})

test('The bookings of a loaner are found by the index of stock numbers, and the visits of a span of time by time', () => {
  const ofLoaner = plansOf((view) => bookingsOfLoaner(view, RANGE, { ...LN11, vins: [] }))
  expect(ofLoaner).toContain('SEARCH s USING INDEX move_search_stock (<expr>=? AND loaner_time>? AND loaner_time<?)')
  const between = plansOf((view) => loanerVisitsBetween(view, { ...RANGE, limit: 10 }))
  expect(between).toContain('SEARCH b USING INDEX bookings_time (time_utc>? AND time_utc<?)')
})
