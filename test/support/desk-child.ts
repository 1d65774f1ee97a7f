import { createInterface } from 'node:readline'
import type { Desk } from '../../electron/app.ts'
import { openFront } from '../../electron/front.ts'
import { systemClock, systemIds, systemRandom, type LogEvent } from '../../electron/system.ts'
import { parseBooking } from '../../shared/booking.ts'
import { writeDeskFile } from './desk-file.ts'
import { everyStatement } from './every-statement.ts'

/*
 * A desk without a window, as a process that a test kills. It says what it does as JSON lines: every event of the log,
 * and `saved` for each booking that it acknowledged, after the answer that the screen would have shown. It takes a
 * booking a line on its standard input, or `{"cancel": <booking id>}`, which asks to cancel all of its moves. It kills itself with SIGKILL inside the named event, before anything after it.
 */

export type ChildOrder = {
  readonly folder: string
  readonly address: string
  readonly token: string
  /** What else the settings file says of the provider. */
  readonly provider?: object
  readonly killAt:
    | { readonly event: LogEvent['event']; readonly nth: number }
    | { readonly statement: number; readonly after: LogEvent['event'] }
    | null
}

export type ChildLine =
  LogEvent | { readonly event: 'saved'; readonly bookingId: string; readonly references: readonly string[] }

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder
let seen = 0

function say(line: ChildLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

let statements = -1

function log(event: LogEvent): void {
  const { killAt } = order
  if (killAt !== null && 'event' in killAt && event.event === killAt.event) {
    seen += 1
    if (seen === killAt.nth) process.kill(process.pid, 'SIGKILL')
  }
  say(event)
  // Counted from there on: the statements of an opening are others.
  if (killAt !== null && 'after' in killAt && event.event === killAt.after && statements < 0) statements = 0
}

everyStatement('desk.db', () => {
  if (statements < 0 || order.killAt === null || !('statement' in order.killAt)) return
  statements += 1
  if (statements === order.killAt.statement) process.kill(process.pid, 'SIGKILL')
})

writeDeskFile(order.folder, { address: order.address, token: order.token, ...order.provider })
const front = await openFront({
  folder: order.folder,
  config: null,
  seal: null,
  version: '0.0.0',
  clock: systemClock,
  random: systemRandom,
  ids: systemIds,
  log,
})
let turn: Promise<unknown> = Promise.resolve()

/** The desk that is open, after its bookings were brought back where they are damaged. One at a time. */
function deskNow(): Promise<Desk> {
  const mine = turn.then(openDeskNow)
  turn = mine
  return mine
}

async function openDeskNow(): Promise<Desk> {
  if (!front.desk().ok) await front.bringBack()
  const opened = front.desk()
  if (opened.ok) return opened.value
  say({ event: 'fault', place: 'refused', code: opened.failure.code })
  process.exit(1)
}

front.onDamaged(() => void deskNow())
await deskNow()

for await (const line of createInterface({ input: process.stdin })) {
  const order: unknown = JSON.parse(line)
  if (typeof order === 'object' && order !== null && 'cancel' in order) {
    const desk = await deskNow()
    const found = desk.getBooking(String(order.cancel))
    const asked = found.ok
      ? desk.askCancel(
          found.value.moves.map((move) => move.id),
          'Dana R.',
        )
      : found
    if (!asked.ok) throw new Error(asked.failure.message)
    continue
  }
  const booking = parseBooking(order)
  if (!booking.ok) throw new Error(JSON.stringify(booking.failure))
  const saved = (await deskNow()).bookMove(booking.value)
  if (!saved.ok) {
    // What the screen calls not saved is not saved; only damage may be the reason.
    if (front.desk().ok) throw new Error(saved.failure.message)
    continue
  }
  const { id, moves } = saved.value
  say({ event: 'saved', bookingId: id, references: moves.map((move) => move.reference) })
}
await front.close()
