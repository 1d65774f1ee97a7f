import { fail, type Failure, type Result } from '../../shared/result.ts'
import type { RecoveryReport, Damage } from '../../shared/desk/damage.ts'
import { openDesk, type Desk, type DeskOptions } from './desk.ts'
import { createStoreHealth } from './store-health.ts'
import { createEmitter } from '../platform/emitter.ts'
import { failedBy, otherVersionDetail, StoreError } from '../store/errors.ts'
import { resetPracticeStore, recoverStore } from '../store/recovery/recover.ts'
import { errorCode } from '../platform/clock.ts'

/*
 * What the window talks to, for as long as it is open:
 *
 *   desk open --a store is damaged--> closed --brought back, when a person says so--> desk open
 *   not opened, for another reason: it says why, until the app is started anew
 */

export type DeskHost = {
  /** The desk, or why there is none. */
  desk(): Result<Desk>
  /**
   * Brings the bookings of the damaged store back and opens the desk. `not-found` when nothing is damaged, `busy` while it
   * is under way, `not-saved` when the disk refuses: then all is as it was and it can be tried again.
   */
  recoverStore(): Promise<Result<RecoveryReport>>
  /** As the desk's own, for every desk that is opened; answers with what undoes it. */
  onStatus: Desk['onStatus']
  /** The desk was closed because a store is damaged. */
  onDamaged(listener: (what: Failure) => void): () => void
  /** Says the status anew; a store that cannot be read for it is damaged, and told as such. */
  tellStatus(): void
  /** The network may be back. */
  checkConnection(): void
  /** The machine woke up. */
  resumed(): void
  close(): Promise<void>
}

/** How often the time that goes by is told: reminders come due, and "in 20 min" and "Today" change, while nothing else does. */
const TICK_MS = 60_000

export async function openDeskHost(options: DeskOptions): Promise<DeskHost> {
  const { folder, clock, log } = options
  const statusChanged = createEmitter<Parameters<Parameters<Desk['onStatus']>[0]>>()
  const damaged = createEmitter<[Failure]>()
  const health = createStoreHealth()
  let current: Result<Desk> = fail('busy', 'opening')
  /** The end of a desk that was closed because of damage: its files are in use until then. */
  let ending: Promise<void> = Promise.resolve()
  let openings = 0

  const end = (desk: Desk) =>
    desk.close().catch((error: unknown) => log({ event: 'internal-error', place: 'close', code: errorCode(error) }))
  health.onChange((now, before) => {
    if (now.kind !== 'damaged' || before.kind === 'recovering') return
    const refused = failedBy(now.damage)
    const closing = current
    current = refused
    if (!closing.ok) return
    ending = end(closing.value)
    damaged.emit(refused.failure)
  })
  const open = async () => {
    openings += 1
    const mine = openings
    // A desk that was closed may still find damage: its store was recovered since.
    const reportDamage = (damage: Damage) => {
      if (mine === openings) health.apply({ kind: 'damaged', damage })
    }
    const opened = await openDesk({ ...options, reportDamage })
    const found = health.current()
    if (found.kind === 'damaged') {
      if (!opened.ok) return
      ending = end(opened.value)
      damaged.emit(failedBy(found.damage).failure)
      return
    }
    current = opened
    if (!opened.ok) return
    health.apply({ kind: 'opened' })
    opened.value.onStatus(statusChanged.emit)
  }
  const recover = async (damage: Damage): Promise<Result<RecoveryReport>> => {
    await ending
    const { store } = damage
    let back: Result<RecoveryReport>
    try {
      back =
        store === 'practice-service'
          ? { ok: true, value: resetPracticeStore(folder) }
          : recoverStore(folder, store, clock.now())
    } catch (error) {
      log({ event: 'internal-error', place: 'bring-back', code: errorCode(error) })
      if (error instanceof StoreError) return fail('not-saved', otherVersionDetail(error) ?? 'backups-unfit')
      if (error instanceof Error && 'code' in error) return fail('not-saved', 'not-recovered')
      throw error
    }
    if (!back.ok) return back
    const { bookings, doubt, unreadable } = back.value
    log({ event: 'recovered', store, bookings, doubt, unreadable })
    health.apply({ kind: 'recovered' })
    await open()
    return back
  }

  const tellStatus = () => {
    if (current.ok) current.value.tick()
  }
  const tick = () => {
    cancelTick = clock.schedule(TICK_MS, tick)
    tellStatus()
  }
  let cancelTick = clock.schedule(TICK_MS, tick)
  await open()
  return {
    desk: () => current,
    async recoverStore() {
      const found = health.current()
      // The failure of the damaged desk stands until the recovered desk is open.
      const isReopening = found.kind === 'opening' && !current.ok && current.failure.damage !== undefined
      if (found.kind === 'recovering' || isReopening) {
        return fail('busy', 'recovering')
      }
      if (found.kind !== 'damaged') return fail('not-found', 'nothing-to-recover')
      health.apply({ kind: 'recovery-began' })
      try {
        return await recover(found.damage)
      } finally {
        // Does nothing once the recovery ended well.
        health.apply({ kind: 'recovery-failed' })
      }
    },
    onStatus: statusChanged.on,
    onDamaged: damaged.on,
    tellStatus,
    checkConnection: () => (current.ok ? current.value.checkConnection() : undefined),
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
