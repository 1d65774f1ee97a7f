import { expect, test } from 'vitest'
import { dueMoves, unfinishedMove } from '../../../electron/store/unfinished.ts'
import { bookingsAlike, bookingsOfPhone } from '../../../electron/store/customers.ts'
import { bookingsThrough } from '../../../electron/moves/find.ts'
import { bookingsBetween } from '../../../electron/store/day.ts'
import { readDoubts } from '../../../electron/store/doubts.ts'
import { namedNumbers } from '../../../electron/store/named.ts'
import { doubtedBetween, isBlocked, nextEntry } from '../../../electron/store/outbox.ts'
import { countEntries } from '../../../electron/store/outbox-counts.ts'
import { searchAmong, sliceMoves } from '../../../electron/store/search.ts'
import { countQueue, queuedIds, savedBetween } from '../../../electron/store/queue.ts'
import type { View } from '../../../electron/store/store.ts'
import { LOOKUP_FILTERS } from '../../../shared/lookup.ts'
import { windowsAt, PACES } from '../../../electron/sync/pace.ts'
import { pairBooking } from '../../support/bookings.ts'
import { openTestStore, REMOTE } from '../../support/desk-store.ts'
import { START } from '../../support/system.ts'

const SEEN = { now: START, noticeMinutes: 60 }

/** How SQLite goes about each statement that `ask` runs. */
function plansOf(ask: (view: View) => unknown): readonly string[] {
  return openTestStore().read((view) => {
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
  })
}

const ZONE = 'America/New_York'
const windows = windowsAt(START, PACES)

/** Indexes that hold nothing else, and what a query made of them by itself. */
const OF_WHAT_IS_OPEN =
  /USING INDEX (outbox_open|moves_unfinished|moves_gone|wishes_leaving|wishes_refused)|^SCAN (CONSTANT ROW|\(subquery-\d+\)|q)$/

/** Asked at every pass of the line: a year's bookings must not be read for it. */
test.for<[string, (view: View) => unknown]>([
  ['what leaves next', (view) => nextEntry(view, REMOTE)],
  ['whether one is blocked', (view) => isBlocked(view, 'an-entry')],
  ['what may be asked for once more', (view) => doubtedBetween(view, REMOTE, { from: START, to: START, now: START })],
  ['what the status bar counts', (view) => countEntries(view, REMOTE)],
  ['what may be booked', (view) => readDoubts(view)],
  ['what was named', (view) => namedNumbers(view, REMOTE)],
  ['a move to look at', (view) => unfinishedMove(view, REMOTE.address)],
  ['what the badge counts', (view) => countQueue(view, REMOTE, SEEN)],
  ['what the queue lists', (view) => queuedIds(view, REMOTE, SEEN, 200)],
  ['the bookings of a day', (view) => bookingsBetween(view, { from: START, to: START, limit: 300 })],
  ...LOOKUP_FILTERS.map((filter): [string, (view: View) => unknown] => [
    `what is ${filter}`,
    (view) => bookingsThrough(view, [filter], { remote: REMOTE, zone: ZONE, ...SEEN }),
  ]),
  ['the moves of a few bookings', (view) => searchAmong(view, ['quill'], { bookingIds: new Set(['b-1']), limit: 5 })],
  ['who has a phone', (view) => bookingsOfPhone(view, '+18045550134', 20)],
  [
    'what stands on the same day',
    (view) => bookingsAlike(view, pairBooking(6), { zone: ZONE, except: null, limit: 10 }),
  ],
  ['what was booked today', (view) => savedBetween(view, { from: START, to: START })],
  ['the moves to ask about', (view) => dueMoves(view, REMOTE.address, { windows, now: START, limit: 4 })],
])('%s is found by an index of what is open', ([, ask]) => {
  const plans = plansOf(ask)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((plan) => plan.startsWith('SCAN ') && !OF_WHAT_IS_OPEN.test(plan))).toEqual([])
  expect(plans.filter((plan) => /moves_number/.test(plan))).toEqual([])
})

/** Wherever a slice of every move begins, its rows are met in their order: none is sorted, and no line is read for its words. */
test('a slice of every move is read in the order of its rows, and they are counted off an index', () => {
  const plans = plansOf((view) => {
    for (const [offset, of] of [
      [0, 0],
      [0, 5],
      [3, 5],
    ] as const)
      sliceMoves(view, { offset, of, limit: 2 })
  })
  expect([...new Set(plans)].toSorted()).toEqual([
    'SCAN move_doc',
    'SCAN move_doc USING COVERING INDEX sqlite_autoindex_move_doc_1',
    'SEARCH move_doc',
  ])
})
