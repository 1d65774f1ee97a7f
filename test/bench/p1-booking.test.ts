import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quantile } from '../support/reliability/quantile.ts'
import { countFlushes, runWork } from './support/child.ts'
import { describeOwn, describeWithin } from './support/profile.ts'
import { median, ratios, record, spread, times, type Row } from './support/record.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import type { BookingOrder, BookingReport } from './measured/booking.ts'
import type { PeerReport } from './measured/peers.ts'

/* P1: a durable booking through the booking service, journal included, in a store of 300,000 moves or `BOOKING_SIZE`. */

const RUNS = 5
const BOOKINGS = 300
/** So few that the log does not reach the size of its own checkpoint, because no idle work runs between them. */
const COUNTED = 100
/** The functions of a save, as the profile names them. */
const PARTS = [
  'checkLoaner',
  'insertNewBooking',
  'indexMove',
  'readBooking',
  'take',
  'append',
  'markCommitted',
  'fdatasyncSync',
]

const order: BookingOrder = { size: BOOKING_SIZE, runs: RUNS, bookings: BOOKINGS, profiled: true }

test('A booking is measured beside a raw flush, the cheapest commit, SQLite’s defaults and the peers', async () => {
  const beside = await runWork<BookingReport>('booking', order)
  const trace = join(process.cwd(), 'out/bench/work/flushes.txt')
  const alone: BookingOrder = { size: BOOKING_SIZE, runs: 1, bookings: COUNTED, alone: true, withoutIdle: true }
  await runWork<BookingReport>('booking', alone, { trace })
  const peers = await runWork<PeerReport>('peers', { bookings: 10_000 })
  record('P1', rowsOf(beside, flushesOf(trace), peers))
  expect(beside.ours.map((run) => run.length)).toEqual(Array.from({ length: RUNS }, () => BOOKINGS))
})

/** The flushes of a booking by file, counted in system calls. */
function flushesOf(trace: string): { readonly store: number; readonly journal: number; readonly file: number } {
  const [store = 0, journal = 0, file = 0] = countFlushes(trace, 'raw.bin', ['desk.db-wal', 'desk.journal', 'desk.db'])
  return { store: store / COUNTED, journal: journal / COUNTED, file: file / COUNTED }
}

function rowsOf(
  { raw, floor, rows, ours, defaults, rested, profile, checkpoints }: BookingReport,
  flushes: ReturnType<typeof flushesOf>,
  peers: PeerReport,
): readonly Row[] {
  const at = (runs: readonly (readonly number[])[], share: number) => runs.map((run) => quantile(run, share))
  const over = (share: number, under = raw, runs = ours) => ratios(at(runs, share), at(under, share))
  const limit = `raw ${times(raw)}; floor ${times(floor)}`
  const flushed = `${flushes.store.toFixed(2)} store, ${flushes.journal.toFixed(2)} journal, ${flushes.file.toFixed(2)} checkpoint`
  const rawMs = median(at(raw, 0.5))
  const share = Math.round(((2 * rawMs) / median(at(ours, 0.5))) * 100)
  const where = [
    profile === null ? '' : `of the time of a booking: ${describeWithin(profile, PARTS)}`,
    profile === null ? '' : `own time: ${describeOwn(profile)}`,
    `two raw flushes would be ${share} % of the median; a checkpoint ran inside ${checkpoints} of ${RUNS * BOOKINGS} bookings`,
  ] as const
  const shared = { goal: 'P1', limit, peer: `SQLite's defaults ${times(defaults)}`, ours: times(ours), where }
  const row = (what: string, ratio: readonly number[], bound: string, held: boolean): Row => ({
    ...shared,
    what: `${what}, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
    ratio: spread(ratio),
    bound,
    held,
  })
  const p50 = over(0.5)
  const p99 = over(0.99)
  const max = ratios(at(ours, 1), at(ours, 0.5))
  const tail = ratios(at(defaults, 0.99), at(ours, 0.99))
  return [
    row('a booking, p50 of a raw flush', p50, 'at most 3.5', median(p50) <= 3.5),
    row('p99 of a raw flush', p99, 'at most 5', median(p99) <= 5),
    ...[0.5, 0.99].map((share) => ({
      ...row(`p${share * 100} of its rows and two flushes alone, of a raw flush`, over(share, raw, rows), '', false),
      ours: times(rows),
      held: null,
    })),
    {
      ...row(
        'the first booking after a rest, of a raw flush after a rest',
        ratios(
          rested.map(([, booked]) => booked),
          rested.map(([flushed]) => flushed),
        ),
        '',
        false,
      ),
      ours: times([rested.map(([, booked]) => booked)]),
      held: null,
    },
    row('max of its own p50', max, 'at most 20', median(max) <= 20),
    row('SQLite’s defaults, p99 of ours', tail, 'at least 2.5', median(tail) >= 2.5),
    {
      ...row('flushes a booking, by strace', [flushes.store + flushes.journal], '1 store and 1 journal', false),
      ours: flushed,
      ratio: '',
      // The first booking after a checkpoint flushes the header of the log, too.
      held: flushes.store >= 1 && flushes.store <= 1 + 1 / COUNTED && flushes.journal === 1,
    },
    ...peerRows(peers, where),
  ]
}

const FACTORS: Readonly<Record<string, number>> = { lowdb: 300, conf: 600 }

function peerRows({ ours, peers }: PeerReport, where: Row['where']): readonly Row[] {
  return Object.entries(peers).map(([name, runs]) => {
    const over = ratios(
      runs.map((run) => quantile(run, 0.5)),
      ours.map((run) => quantile(run, 0.5)),
    )
    const factor = FACTORS[name]
    return {
      goal: 'P1',
      what: `${name} at 10,000 bookings, p50 of ours`,
      limit: '',
      peer: times(runs),
      ours: times(ours),
      ratio: spread(over, 1),
      bound: factor === undefined ? '' : `at least ${factor}`,
      held: factor === undefined ? null : median(over) >= factor,
      where,
    }
  })
}
