import type { BridgeEvents } from '../shared/bridge.ts'
import { failed, type Failure, type Result } from '../shared/failure.ts'
import type { BroughtBack, Damage } from '../shared/recovery.ts'
import { openDesk, type Desk, type DeskOptions } from './app.ts'
import { failedBy } from './store/damaged.ts'
import { StoreFault } from './store/database.ts'
import { beginServiceAnew, NEWER, recoverStore } from './store/recover.ts'
import { errorCode } from './system.ts'

/*
 * What the window talks to, for as long as it is open:
 *
 *   desk open --a store is damaged--> closed --brought back, when a person says so--> desk open
 *   not opened, for another reason: it says why, until the app is started anew
 */

export type Front = {
  /** The desk, or why there is none. */
  desk(): Result<Desk>
  /**
   * Brings the bookings of the damaged store back and opens the desk. `not-found` when nothing is damaged, `busy` while it
   * is under way, `not-saved` when the disk refuses: then all is as it was and it can be tried again.
   */
  bringBack(): Promise<Result<BroughtBack>>
  onMovesChanged(heard: (what: BridgeEvents['movesChanged']) => void): void
  onStatus(heard: (what: BridgeEvents['deskChanged']) => void): void
  /** The desk was closed because a store is damaged. */
  onDamaged(heard: (what: BridgeEvents['deskDamaged']) => void): void
  /** Says the status anew; a store that cannot be read for it is damaged, and told as such. */
  tellStatus(): void
  /** The network may be back. */
  lookNow(): void
  /** The machine woke up. */
  resumed(): void
  close(): Promise<void>
}

/** How often the time that goes by is told: reminders come due, and "in 20 min" and "Today" change, while nothing else does. */
const A_MINUTE = 60_000

const DISK =
  'The bookings were not brought back: the disk is full or cannot be written. Nothing was changed. Free some space, then try again.'

const UNFIT =
  'The bookings could not be brought back: the copies on this PC do not fit together. Nothing was changed. Call support before you book on.'

export async function openFront(options: DeskOptions): Promise<Front> {
  const { folder, clock, log } = options
  const movesHeard: ((what: BridgeEvents['movesChanged']) => void)[] = []
  const statusHeard: ((what: BridgeEvents['deskChanged']) => void)[] = []
  const damagedHeard: ((what: Failure) => void)[] = []
  let current: Result<Desk> = failed('busy', 'Lanekeeper is just opening. Try again in a moment.')
  /** The end of a desk that was closed because of damage: its files are in use until then. */
  let ending: Promise<void> = Promise.resolve()
  let recovering = false

  const end = (desk: Desk) =>
    desk.close().catch((error: unknown) => log({ event: 'fault', place: 'close', code: errorCode(error) }))
  const open = async () => {
    const opened = await openDesk(options)
    current = opened
    if (!opened.ok) return
    const desk = opened.value
    desk.onMovesChanged((bookingIds) => movesHeard.forEach((heard) => heard({ bookingIds })))
    desk.onStatus((status) => statusHeard.forEach((heard) => heard(status)))
    desk.onDamage((damage) => {
      if (current !== opened) return
      const refused = failedBy(damage)
      current = refused
      ending = end(desk)
      if (!refused.ok) for (const heard of damagedHeard) heard(refused.failure)
    })
  }
  const recover = async (damage: Damage): Promise<Result<BroughtBack>> => {
    await ending
    const { store } = damage
    let back: Result<BroughtBack>
    try {
      back =
        store === 'practice-service'
          ? { ok: true, value: beginServiceAnew(folder) }
          : recoverStore(folder, store, clock.now())
    } catch (error) {
      log({ event: 'fault', place: 'bring-back', code: errorCode(error) })
      if (error instanceof StoreFault) return failed('not-saved', error.code === 'newer' ? NEWER : UNFIT)
      if (error instanceof Error && 'code' in error) return failed('not-saved', DISK)
      throw error
    }
    if (!back.ok) return back
    const { bookings, doubt, unreadable } = back.value
    log({ event: 'brought-back', store, bookings, doubt, unreadable })
    await open()
    return back
  }

  const tellStatus = () => {
    if (current.ok) current.value.tick()
  }
  const tick = () => {
    cancelTick = clock.after(A_MINUTE, tick)
    tellStatus()
  }
  let cancelTick = clock.after(A_MINUTE, tick)
  await open()
  return {
    desk: () => current,
    async bringBack() {
      const damage = current.ok ? undefined : current.failure.damage
      if (recovering) return failed('busy', 'The bookings are just being brought back.')
      if (damage === undefined) return failed('not-found', 'There is nothing to bring back.')
      recovering = true
      try {
        return await recover(damage)
      } finally {
        recovering = false
      }
    },
    onMovesChanged: (heard) => void movesHeard.push(heard),
    onStatus: (heard) => void statusHeard.push(heard),
    onDamaged: (heard) => void damagedHeard.push(heard),
    tellStatus,
    lookNow: () => (current.ok ? current.value.lookNow() : undefined),
    resumed() {
      if (current.ok) current.value.resumed()
      tellStatus()
    },
    async close() {
      cancelTick()
      await ending
      if (current.ok) await current.value.close()
    },
  }
}
