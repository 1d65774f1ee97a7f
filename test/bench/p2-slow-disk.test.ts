import { expect, test } from 'vitest'
import { quantile } from '../support/reliability/quantile.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { median, ratios, record, spread, times } from './support/record.ts'
import type { BookingOrder, BookingReport } from './measured/booking.ts'

/* P2: the same bookings with 5 ms added to every flush, by strace. */

const FLUSH_MS = 5
/** A booking needs one flush of the journal and one of the store. */
const FLUSHES = 2

test('A booking is measured on a disk that takes 5 ms for each flush', async () => {
  const order: BookingOrder = { size: BOOKING_SIZE, runs: 5, bookings: 100 }
  const { raw, floor, ours, defaults } = await runWork<BookingReport>('booking', order, { flushDelayMs: FLUSH_MS })
  const at = (runs: readonly (readonly number[])[], share: number) => runs.map((run) => quantile(run, share))
  const needed = raw.map((run) => FLUSHES * quantile(run, 0.5))
  const neededAt99 = raw.map((run) => FLUSHES * quantile(run, 0.99))
  const p50 = ratios(at(ours, 0.5), needed)
  const p99 = ratios(at(ours, 0.99), neededAt99)
  const above = median(at(ours, 0.5)) - median(needed)
  const row = {
    goal: 'P2',
    limit: `raw ${times(raw, 1)}; floor ${times(floor, 1)}`,
    peer: `SQLite's defaults, one flush ${times(defaults, 1)}`,
    ours: times(ours, 1),
    where: [
      `${FLUSHES} flushes take ${median(needed).toFixed(1)} ms of the median`,
      `${above.toFixed(1)} ms of the median is anything else: see P1 for its parts`,
      `the slowest hundredth is ${(median(at(ours, 0.99)) / median(at(ours, 0.5))).toFixed(1)} medians: a checkpoint flushes twice more`,
    ],
  } as const
  record('P2', [
    { ...row, what: 'p50 of the flushes it needs', ratio: spread(p50), bound: 'at most 1.3', held: median(p50) <= 1.3 },
    { ...row, what: 'p99 of the flushes it needs', ratio: spread(p99), bound: 'at most 2.5', held: median(p99) <= 2.5 },
  ])
  expect(ours.map((run) => run.length)).toEqual([100, 100, 100, 100, 100])
})
