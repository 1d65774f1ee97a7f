import { createInterface } from 'node:readline'
import { openDesk, type Desk } from '../../electron/app.ts'
import { DEADLINES } from '../../electron/provider/connection.ts'
import { systemClock, systemIds, systemRandom, type Clock, type LogEvent } from '../../electron/system.ts'
import { parseBooking } from '../../shared/booking.ts'
import { writeDeskFile } from './desk-file.ts'

/*
 * A desk without a window, as a process that a test kills. It says what it does as JSON lines: every event of the log,
 * and `saved` for each booking that it acknowledged, after the answer that the screen would have shown. It takes a
 * booking a line on its standard input, or `{"cancel": <booking id>}`, which asks to cancel all of its moves. It kills
 * itself with SIGKILL inside the named event, before anything after it; in `saved`, right after that was said. Where the
 * desk does not open it says `not-opened` with its words, and ends.
 */

export type ChildOrder = {
  readonly folder: string
  readonly address: string
  readonly token: string
  /** What else the settings file says of the provider. */
  readonly provider?: object
  readonly killAt: { readonly event: ChildLine['event']; readonly nth: number } | null
  /** Waits for next to nothing: a life of it holds what takes a desk hours. */
  readonly hasty?: boolean
}

export type ChildLine =
  | LogEvent
  | { readonly event: 'not-opened'; readonly code: string; readonly words: string }
  | { readonly event: 'saved'; readonly bookingId: string; readonly references: readonly string[] }

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder
let seen = 0

function say(line: ChildLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function dieAt(event: ChildLine['event']): void {
  if (event !== order.killAt?.event) return
  seen += 1
  if (seen === order.killAt.nth) process.kill(process.pid, 'SIGKILL')
}

function log(event: LogEvent): void {
  dieAt(event.event)
  say(event)
}

/** What the network is given stays; how long the line rests does not, nor when the ZIP data is read. */
const HASTY_DEADLINES = { connect: 2_000, answer: 250 }
const RESTS_AT_MOST = 20
const ZIP_DATA_AFTER = 3_000
const hastyClock: Clock = {
  ...systemClock,
  after(ms, call) {
    const stays = [HASTY_DEADLINES.connect, HASTY_DEADLINES.answer, ZIP_DATA_AFTER].includes(ms)
    return systemClock.after(stays ? ms : Math.min(ms, RESTS_AT_MOST), call)
  },
}

const hasty = order.hasty === true
writeDeskFile(order.folder, { address: order.address, token: order.token, ...order.provider })
const desk = await openDesk({
  folder: order.folder,
  config: null,
  seal: null,
  version: '0.0.0',
  clock: hasty ? hastyClock : systemClock,
  random: systemRandom,
  ids: systemIds,
  log,
  deadlines: hasty ? HASTY_DEADLINES : DEADLINES,
})
if (desk.ok) await work(desk.value)
else {
  say({ event: 'not-opened', code: desk.failure.code, words: desk.failure.message })
  process.exitCode = 1
}

async function work(open: Desk): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const order: unknown = JSON.parse(line)
    if (typeof order === 'object' && order !== null && 'cancel' in order) {
      cancelAll(open, String(order.cancel))
      continue
    }
    const booking = parseBooking(order)
    if (!booking.ok) throw new Error(JSON.stringify(booking.failure))
    const saved = open.bookMove(booking.value)
    if (!saved.ok) throw new Error(saved.failure.message)
    const { id, moves } = saved.value
    say({ event: 'saved', bookingId: id, references: moves.map((move) => move.reference) })
    dieAt('saved')
  }
  await open.close()
}

function cancelAll(open: Desk, bookingId: string): void {
  const found = open.getBooking(bookingId)
  if (!found.ok) throw new Error(found.failure.message)
  const moveIds = found.value.moves.map((move) => move.id)
  const asked = open.askCancel(moveIds, 'Dana R.')
  if (!asked.ok) throw new Error(asked.failure.message)
}
