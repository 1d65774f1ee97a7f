import { expect, test } from 'vitest'
import { BOOKING_SIZE, MIGRATED_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { describeOwn, describeWithin } from './support/profile.ts'
import { record, times, type Row } from './support/record.ts'
import type { MigratingReport } from './measured/migrating.ts'
import type { OpeningReport } from './measured/opening.ts'

/* P11: opening a store after a crash, until the first list is read; and opening a store of the first version. */

const RUNS = 5
const PARTS = [
  'openVerified',
  'inspectFile',
  'openDatabase',
  'assertOwnSchema',
  'readJournal',
  'captureChanges',
  'findBookings',
  'countGroups',
]

test('Opening a store after a crash and migrating a store are measured', async () => {
  const opening = await runWork<OpeningReport>('opening', { size: BOOKING_SIZE, runs: RUNS })
  const migrating = await runWork<MigratingReport>('migrating', { size: MIGRATED_SIZE, runs: RUNS })
  record('P11', [openingRow(opening), migratingRow(migrating)])
  expect(opening.listed).toHaveLength(RUNS)
  expect(migrating.opened).toHaveLength(RUNS)
})

const BARE = { goal: 'P11', limit: '', peer: '', ratio: '' }

function openingRow({ opened, listed, profile }: OpeningReport): Row {
  return {
    ...BARE,
    what: `opening after a crash until the first list, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
    bound: 'at most 2 s',
    held: Math.max(...listed) <= 2000,
    ours: times([listed], 0),
    where: [
      `of the time: ${describeWithin(profile, PARTS)}`,
      `own time: ${describeOwn(profile)}`,
      `the store was open after ${times([opened], 0)}; the checks follow in a thread`,
    ],
  }
}

/** The window of the progress opens then (`electron/shell/update-window.ts`). */
const SHOWN_AFTER_MS = 1000

function migratingRow({ opened, blocked, progressed, migrated, steps }: MigratingReport): Row {
  const slowest = steps.toSorted(([, one], [, other]) => other - one)
  return {
    ...BARE,
    what: `migrating ${MIGRATED_SIZE.toLocaleString('en-US')} moves from the first version`,
    bound: 'progress past 1 s, no frozen window',
    held: Math.max(...blocked) <= SHOWN_AFTER_MS && Math.max(...progressed) <= SHOWN_AFTER_MS,
    ours: times([opened], 0),
    where: [
      `the longest block of the main thread: ${times([blocked], 0)}`,
      `the slowest steps: ${slowest
        .slice(0, 4)
        .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
        .join(', ')}`,
      `the first progress after ${times([progressed], 0)}; the thread of the steps ended after ${times([migrated], 0)}`,
    ],
  }
}
