import { expect, test } from 'vitest'
import { quantile } from '../support/reliability/quantile.ts'
import { bookingAt } from './data/generator.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import type { BookingOrder, BookingReport } from './measured/booking.ts'
import { filledFolder, ready, startApp } from './support/app.ts'
import { runWork } from './support/child.ts'
import { median, record, times, type Row } from './support/record.ts'

/* P3: a booking from the call of the page to the answer, beside the bookings of P1 without a window. */

const RUNS = 5
const BOOKINGS = 200
/** The window draws the change of each booking before the next one. */
const PAUSE_MS = 30

/** Books and returns the milliseconds of each call of the page. */
const book = (bookings: readonly unknown[]) => `(async () => {
  const times = []
  for (const booking of ${JSON.stringify(bookings)}) {
    await new Promise((resolve) => setTimeout(resolve, ${PAUSE_MS}))
    const began = performance.now()
    const answer = JSON.parse(await lanekeeper.bookMove(booking))
    times.push(performance.now() - began)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  return times
})()`

test('A booking through the bridge is measured beside a booking without a window', async () => {
  const { folder, calendar, end } = filledFolder(BOOKING_SIZE, 'bridge')
  const desk = startApp({ folder })
  await ready(desk)
  let next = calendar.bookings
  const bookSome = async (count: number) => {
    const bookings = Array.from({ length: count }, (_, nth) => bookingAt(next + nth, calendar))
    next += count
    return desk.work<readonly number[]>({ script: book(bookings) })
  }
  await bookSome(100)
  await desk.calls()
  const page: (readonly number[])[] = []
  const inMain: (readonly number[])[] = []
  for (let run = 0; run < RUNS; run += 1) {
    page.push(await bookSome(BOOKINGS))
    inMain.push((await desk.calls()).filter(([channel]) => channel.endsWith('bookMove')).map(([, ms]) => ms))
  }
  await desk.quit()
  end()
  const order: BookingOrder = { size: BOOKING_SIZE, runs: RUNS, bookings: BOOKINGS, alone: true }
  const { ours: alone } = await runWork<BookingReport>('booking', order)
  record('P3', rowsOf(page, inMain, alone))
  expect(inMain.map((run) => run.length)).toEqual(page.map((run) => run.length))
})

type Runs = readonly (readonly number[])[]

function rowsOf(page: Runs, inMain: Runs, alone: Runs): readonly Row[] {
  const at = (runs: Runs, share: number) => median(runs.map((run) => quantile(run, share)))
  // The handler and the call of the same booking, so that both met the same moment of the machine.
  const bridge = page.map((run, nth) => run.map((ms, which) => ms - (inMain[nth]?.[which] ?? NaN)))
  const where = [
    `the same bookings within the handler of the main process, with the check of the argument: ${times(inMain)}`,
    `the bridge alone, call by call: ${times(bridge)}`,
    `the window draws the last booking while the next call waits ${PAUSE_MS} ms`,
  ] as const
  const row = (share: number, bound: number): Row => {
    const more = at(page, share) - at(alone, share)
    return {
      goal: 'P3',
      what: `a booking through the bridge, p${share * 100} above P1, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
      limit: `without a window ${times(alone)}`,
      peer: '',
      ours: times(page),
      ratio: `${more.toFixed(2)} ms more`,
      bound: `at most ${bound} ms more`,
      held: more <= bound,
      where,
    }
  }
  return [row(0.5, 3), row(0.99, 12)]
}
