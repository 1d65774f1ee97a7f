import { expect, test } from 'vitest'
import { BOOKING_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { describeOwn, describeWithin } from './support/profile.ts'
import { record, times } from './support/record.ts'
import type { OpeningReport } from './measured/opening.ts'

/* P11: opening a store after a crash, until the first list is read. */

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

test('Opening a store after a crash is measured', async () => {
  const report = await runWork<OpeningReport>('opening', { size: BOOKING_SIZE, runs: RUNS })
  const { opened, listed, profile } = report
  record('P11', [
    {
      goal: 'P11',
      what: `opening after a crash until the first list, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
      limit: '',
      peer: '',
      ratio: '',
      bound: 'at most 2 s',
      held: Math.max(...listed) <= 2000,
      ours: times([listed], 0),
      where: [
        `of the time: ${describeWithin(profile, PARTS)}`,
        `own time: ${describeOwn(profile)}`,
        `the store was open after ${times([opened], 0)}; the checks follow in a thread`,
      ],
    },
  ])
  expect(listed).toHaveLength(RUNS)
})
