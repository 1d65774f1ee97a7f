import { expect, test } from 'vitest'
import { BOOKING_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { median, record, spread } from './support/record.ts'
import type { BookingOrder, BookingReport } from './measured/booking.ts'

/* P10: the idle work that 100 bookings leave, as the steps that the maintenance schedules. Backups are not among them. */

const ROUNDS = 10

test('The idle work after each 100 bookings is measured step by step', async () => {
  const order: BookingOrder = { size: BOOKING_SIZE, runs: ROUNDS, bookings: 100, alone: true }
  const { idle, checkpoints } = await runWork<BookingReport>('booking', order)
  const sums = idle.map((steps) => steps.reduce((sum, ms) => sum + ms, 0))
  const longest = idle.map((steps) => Math.max(0, ...steps))
  const count = median(idle.map((steps) => steps.length))
  const row = {
    goal: 'P10',
    limit: '',
    peer: '',
    ratio: '',
    where: [
      `${count} steps after 100 bookings; FTS5 ends a step of a merge only behind all hits of a term, so the largest merges have the longest steps`,
      `the longest step of each round: ${spread(longest)} ms`,
      `${checkpoints} of ${ROUNDS * 100} bookings had a checkpoint inside, by the number in the header of the WAL`,
    ],
  } as const
  const inside = checkpoints === 0
  record('P10', [
    {
      ...row,
      what: 'idle work per 100 bookings',
      ours: `${spread(sums)} ms`,
      bound: 'at most 40 ms',
      held: count === 0 ? null : median(sums) <= 40,
    },
    {
      ...row,
      what: 'longest idle step',
      ours: `${spread(longest)} ms`,
      bound: 'at most 16 ms',
      held: count === 0 ? null : Math.max(...longest) <= 16,
    },
    { ...row, what: 'maintenance inside a booking', ours: `${checkpoints} bookings`, bound: 'none', held: inside },
  ])
  expect(idle).toHaveLength(ROUNDS)
})
