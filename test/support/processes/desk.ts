import { createInterface } from 'node:readline'
import { setEnvironmentData } from 'node:worker_threads'
import { openDesk, type Desk } from '../../../electron/desk/desk.ts'
import { DEFAULT_TIMEOUTS } from '../../../electron/provider/http/connection.ts'
import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import type { Takeover } from '../../../shared/desk/board-status.ts'
import type { LogEvent } from '../../../electron/platform/log-events.ts'
import { parseBooking } from '../../../shared/booking/booking.ts'
import { zonedTimeSchema } from '../../../shared/time/zoned-time.ts'
import { settingsSchema } from '../../../shared/desk/settings.ts'
import { KILL_AT, watchPoints } from '../crash/crash-points.ts'
import { writeDeskFile } from '../builders/settings-file.ts'
import { testCipher } from '../fakes/secret-store.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'
import type { TapLine } from './hub-tap.ts'

/*
 * A desk without a window, as a process that a test kills. Writes its events to stdout as JSON lines, and reads orders
 * from stdin, a JSON line each: a booking, `{"cancel": <booking id>}`,
 * `{"reschedule": <booking id>, "time": <time>}`, `{"takeOver": <role>}`, `{"handOver": <whether>}` or new settings.
 */

export type ChildOrder = {
  readonly folder: string
  readonly address: string
  readonly token: string
  /** Further provider settings of the settings file. */
  readonly provider?: object
  /** The process kills or stops itself inside the nth event of this name, before anything else. Default: SIGKILL. */
  readonly killAt: { readonly event: string; readonly nth: number; readonly signal?: 'SIGKILL' | 'SIGSTOP' } | null
  /** Shortens every pause of the desk to next to nothing. */
  readonly hasty?: boolean
  /** The response timeout of a hasty desk, in milliseconds. */
  readonly answerWithin?: number
  /** A hasty desk also makes a backup at once when one is due. */
  readonly copies?: boolean
  /** Writes a `point` line at every moment between two steps (test/support/crash/crash-points.ts). */
  readonly points?: boolean
  /** The key of the secret store, in hex. Default: no secret store. */
  readonly vault?: string
  /** Reports what the desk asks the hub and what the hub answers. */
  readonly tapsHub?: boolean
  /** Does not write the settings file of the folder. */
  readonly keepsFile?: boolean
}

export type ChildLine =
  | LogEvent
  | TapLine
  | { readonly event: 'not-opened'; readonly code: string; readonly words: string }
  | { readonly event: 'point'; readonly name: string }
  | { readonly event: 'settings-kept' }
  | { readonly event: 'took-over'; readonly taken: Takeover | null }
  | { readonly event: 'took-booking'; readonly code: string | null }
  /** The bookings that this desk offered to the others, or took back. */
  | { readonly event: 'handed-over' | 'taken-back'; readonly count: number }
  | { readonly event: 'saved'; readonly bookingId: string; readonly references: readonly string[] }

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder
let seen = 0

function say(line: ChildLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function dieAt(event: string): void {
  if (event !== order.killAt?.event) return
  seen += 1
  if (seen === order.killAt.nth) process.kill(process.pid, order.killAt.signal ?? 'SIGKILL')
}

function log(event: LogEvent): void {
  dieAt(event.event)
  say(event)
}

/** Keeps the network timeouts and the delay of the ZIP data, and shortens the pauses of the send queue. */
const HASTY_DEADLINES = { connect: 2_000, answer: order.answerWithin ?? 250 }
const RESTS_AT_MOST = 20
const ZIP_DATA_AFTER = 3_000
/** The maintenance timers of the stores. */
const UPKEEP = order.copies === true ? [] : [4_000, 10_000, 45_000]
const hastyClock: Clock = {
  ...systemClock,
  schedule(ms, call) {
    const stays = [HASTY_DEADLINES.connect, HASTY_DEADLINES.answer, ZIP_DATA_AFTER, ...UPKEEP].includes(ms)
    return systemClock.schedule(stays ? ms : Math.min(ms, RESTS_AT_MOST), call)
  },
}

const hasty = order.hasty === true
if (order.keepsFile !== true)
  writeDeskFile(order.folder, { address: order.address, token: order.token, ...order.provider })
if (order.points === true) {
  watchPoints((name) => {
    say({ event: 'point', name })
    dieAt(name)
  })
  setEnvironmentData(KILL_AT, order.killAt ?? { event: 'none', nth: 0 })
}
// Other desks do not load the client of PostgreSQL.
if (order.tapsHub === true) (await import('./hub-tap.ts')).tapHub(say)
const desk = await openDesk({
  folder: order.folder,
  config: null,
  cipher: order.vault === undefined ? null : testCipher(Buffer.from(order.vault, 'hex')),
  version: '0.0.0',
  clock: hasty ? hastyClock : systemClock,
  random: systemRandom,
  ids: systemIds,
  log,
  deadlines: hasty ? HASTY_DEADLINES : DEFAULT_TIMEOUTS,
})
if (desk.ok) await work(desk.value)
else {
  say({ event: 'not-opened', code: desk.failure.code, words: describeFailure(desk.failure) })
  process.exitCode = 1
}

async function work(open: Desk): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const asked: unknown = JSON.parse(line)
    if (typeof asked === 'object' && asked !== null && 'cancel' in asked) {
      requestCancellation(open, String(asked.cancel))
      continue
    }
    if (typeof asked === 'object' && asked !== null && 'reschedule' in asked && 'time' in asked) {
      const moved = open.rescheduleBooking(String(asked.reschedule), zonedTimeSchema.parse(asked.time), 'Dana R.')
      if (!moved.ok) throw new Error(moved.failure.detail)
      continue
    }
    if (typeof asked === 'object' && asked !== null && 'settings' in asked) {
      const kept = await open.changeSettings(settingsSchema.parse(asked.settings))
      if (!kept.ok) throw new Error(kept.failure.detail)
      say({ event: 'settings-kept' })
      dieAt('settings-kept')
      continue
    }
    if (typeof asked === 'object' && asked !== null && 'takeOver' in asked) {
      const taken = await open.takeOver(String(asked.takeOver), 'Dana R.')
      say({ event: 'took-over', taken: taken.ok ? taken.value : null })
      continue
    }
    if (typeof asked === 'object' && asked !== null && 'takeBooking' in asked) {
      const taken = await open.takeBooking(String(asked.takeBooking), 'Dana R.')
      say({ event: 'took-booking', code: taken.ok ? null : taken.failure.detail })
      continue
    }
    if (typeof asked === 'object' && asked !== null && 'handOver' in asked) {
      const isBack = asked.handOver === false
      const offered = open.handOver('Dana R.', isBack)
      if (!offered.ok) throw new Error(offered.failure.detail)
      say({ event: isBack ? 'taken-back' : 'handed-over', ...offered.value })
      continue
    }
    const booking = parseBooking(asked)
    if (!booking.ok) throw new Error(JSON.stringify(booking.failure))
    const saved = open.bookMove(booking.value)
    if (!saved.ok) throw new Error(saved.failure.detail)
    const { id, moves } = saved.value
    say({ event: 'saved', bookingId: id, references: moves.map((move) => move.reference) })
    dieAt('saved')
  }
  await open.close()
}

function requestCancellation(at: Desk, bookingId: string): void {
  const found = at.getBooking(bookingId)
  const ids = found.ok ? found.value.moves.map((move) => move.id) : []
  const asked = found.ok ? at.requestCancellation(ids, 'Dana R.') : found
  if (!asked.ok) throw new Error(asked.failure.detail)
}
