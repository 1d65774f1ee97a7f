import { createInterface } from 'node:readline'
import { openDesk } from '../../electron/app.ts'
import { systemClock, systemIds, systemRandom, type LogEvent } from '../../electron/system.ts'
import { parseBooking } from '../../shared/booking.ts'
import { writeDeskFile } from './desk-file.ts'

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
  readonly killAt: { readonly event: LogEvent['event']; readonly nth: number } | null
}

export type ChildLine =
  LogEvent | { readonly event: 'saved'; readonly bookingId: string; readonly references: readonly string[] }

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder
let seen = 0

function say(line: ChildLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function log(event: LogEvent): void {
  if (event.event === order.killAt?.event) {
    seen += 1
    if (seen === order.killAt.nth) process.kill(process.pid, 'SIGKILL')
  }
  say(event)
}

writeDeskFile(order.folder, { address: order.address, token: order.token, ...order.provider })
const desk = await openDesk({
  folder: order.folder,
  config: null,
  seal: null,
  version: '0.0.0',
  clock: systemClock,
  random: systemRandom,
  ids: systemIds,
  log,
})
if (!desk.ok) throw new Error(desk.failure.message)

for await (const line of createInterface({ input: process.stdin })) {
  const order: unknown = JSON.parse(line)
  if (typeof order === 'object' && order !== null && 'cancel' in order) {
    const found = desk.value.getBooking(String(order.cancel))
    const asked = found.ok
      ? desk.value.askCancel(
          found.value.moves.map((move) => move.id),
          'Dana R.',
        )
      : found
    if (!asked.ok) throw new Error(asked.failure.message)
    continue
  }
  const booking = parseBooking(order)
  if (!booking.ok) throw new Error(JSON.stringify(booking.failure))
  const saved = desk.value.bookMove(booking.value)
  if (!saved.ok) throw new Error(saved.failure.message)
  const { id, moves } = saved.value
  say({ event: 'saved', bookingId: id, references: moves.map((move) => move.reference) })
}
await desk.value.close()
