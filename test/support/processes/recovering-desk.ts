import { createInterface } from 'node:readline'
import type { Desk } from '../../../electron/desk/desk.ts'
import { openDeskHost } from '../../../electron/desk/desk-host.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import type { LogEvent } from '../../../electron/platform/log-events.ts'
import { parseBooking } from '../../../shared/booking/booking.ts'
import { writeDeskFile } from '../builders/settings-file.ts'
import type { ChildLine } from './desk.ts'
import { everyStatement } from '../faults/every-statement.ts'

/*
 * As `desk.ts`, with a desk host that recovers damaged bookings whenever damage is found, as a person would. Takes one
 * booking a line on stdin.
 */

/** The process kills itself inside an event, or at an SQL statement counted from an event on. */
export type MendingOrder = {
  readonly folder: string
  readonly address: string
  readonly token: string
  /** Further provider settings of the settings file. */
  readonly provider?: object
  readonly killAt:
    | { readonly event: LogEvent['event']; readonly nth: number }
    | { readonly statement: number; readonly after: LogEvent['event'] }
    | null
}

const order = JSON.parse(process.argv[2] ?? '') as MendingOrder
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
  // The count starts there, because the statements of an opening differ.
  if (killAt !== null && 'after' in killAt && event.event === killAt.after && statements < 0) statements = 0
}

everyStatement('desk.db', () => {
  if (statements < 0 || order.killAt === null || !('statement' in order.killAt)) return
  statements += 1
  if (statements === order.killAt.statement) process.kill(process.pid, 'SIGKILL')
})

writeDeskFile(order.folder, { address: order.address, token: order.token, ...order.provider })
const front = await openDeskHost({
  folder: order.folder,
  config: null,
  cipher: null,
  version: '0.0.0',
  clock: systemClock,
  random: systemRandom,
  ids: systemIds,
  log,
})
let turn: Promise<unknown> = Promise.resolve()

/** The open desk, after a recovery if its bookings are damaged. One at a time. */
function deskNow(): Promise<Desk> {
  const mine = turn.then(openDeskNow)
  turn = mine
  return mine
}

async function openDeskNow(): Promise<Desk> {
  if (!front.desk().ok) await front.recoverStore()
  const opened = front.desk()
  if (opened.ok) return opened.value
  say({ event: 'internal-error', place: 'refused', code: opened.failure.code })
  process.exit(1)
}

front.onDamaged(() => void deskNow())
await deskNow()

for await (const line of createInterface({ input: process.stdin })) {
  const booking = parseBooking(JSON.parse(line))
  if (!booking.ok) throw new Error(JSON.stringify(booking.failure))
  let saved = (await deskNow()).bookMove(booking.value)
  // Only damage may be the reason of a refusal. A person saves the booking again in the recovered store.
  if (!saved.ok && !front.desk().ok) saved = (await deskNow()).bookMove(booking.value)
  if (!saved.ok) throw new Error(saved.failure.detail)
  const { id, moves } = saved.value
  say({ event: 'saved', bookingId: id, references: moves.map((move) => move.reference) })
}
await front.close()
