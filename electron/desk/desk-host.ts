import { fail, type Failure, type Result } from '../../shared/result.ts'
import type { RecoveryReport, Damage } from '../../shared/desk/damage.ts'
import { openDesk, type Desk, type DeskOptions } from './desk.ts'
import { createStoreHealth } from './store-health.ts'
import { createEmitter } from '../platform/emitter.ts'
import { failureFor, otherVersionDetail, StoreError } from '../store/errors.ts'
import { resetPracticeStore, recoverStore } from '../store/recovery/recover.ts'
import { errorCode } from '../platform/log-events.ts'
import { openLastZone } from '../settings/last-zone.ts'

/*
 * Gives the window its desk, and another desk after a recovery:
 *
 *   desk open --a store is damaged--> desk closed --recovery, when a person starts it--> desk open
 *   desk not opened, for another reason: `desk` says why until the app restarts
 */

export type DeskHost = {
  /** Returns the desk, or why there is none. */
  desk(): Result<Desk>
  /**
   * Recovers the damaged store and opens the desk again. Fails with `not-found` when nothing is damaged, `busy` while a
   * recovery is in progress, `not-allowed` while another desk uses the store, or `not-saved` when the disk or the files
   * do not allow a recovery; the call may be repeated.
   */
  recoverStore(): Promise<Result<RecoveryReport>>
  /** Passes on `onStatus` of every desk that is opened. Returns the function that removes the listener. */
  onStatus: Desk['onStatus']
  /** Passes on `onCommit` of every desk that is opened. Returns the function that removes the listener. */
  onCommit: Desk['onCommit']
  /** Calls `listener` when an open desk closes because a store is damaged. */
  onDamaged(listener: (what: Failure) => void): () => void
  /** Emits the status again. If the store turns out to be damaged, the desk closes. */
  emitStatus(): void
  /** Checks the provider, because the network may have changed or a person asked (`Sync.checkConnection`). */
  checkConnection(): void
  /** Checks the provider after the machine slept (`Sync.onSystemResume`), and emits the status. */
  onSystemResume(): void
  close(): Promise<void>
}

/**
 * Interval at which the status is emitted even without an event, because reminders come due and texts such as "in 20
 * min" and "Today" change with time.
 */
const TICK_MS = 60_000

export async function openDeskHost(options: DeskOptions): Promise<DeskHost> {
  const { folder, clock, log } = options
  const statusChanged = createEmitter<Parameters<Parameters<Desk['onStatus']>[0]>>()
  const committed = createEmitter<[]>()
  const damaged = createEmitter<[Failure]>()
  const health = createStoreHealth()
  const lastZone = openLastZone(folder, log)
  let current: Result<Desk> = fail('busy', 'opening')
  /** Resolves when a desk that was closed because of damage has ended; until then its files are in use. */
  let ending: Promise<void> = Promise.resolve()
  let openings = 0

  const end = (desk: Desk) =>
    desk.close().catch((error: unknown) => log({ event: 'internal-error', place: 'close', code: errorCode(error) }))
  health.onChange((now, before) => {
    if (now.kind !== 'damaged' || before.kind === 'recovering') return
    const refused = failureFor(now.damage)
    const closing = current
    current = refused
    if (!closing.ok) return
    ending = end(closing.value)
    damaged.emit(refused.failure)
  })
  const open = async () => {
    openings += 1
    const mine = openings
    // A report of an earlier desk is ignored, because its store was recovered since.
    const reportDamage = (damage: Damage) => {
      if (mine !== openings) return
      const zone = lastZone.read()
      health.apply({ kind: 'damaged', damage: zone === null ? damage : { ...damage, zone } })
    }
    const opened = await openDesk({ ...options, reportDamage })
    const found = health.current()
    if (found.kind === 'damaged') {
      if (!opened.ok) return
      ending = end(opened.value)
      damaged.emit(failureFor(found.damage).failure)
      return
    }
    current = opened
    if (!opened.ok) return
    health.apply({ kind: 'opened' })
    opened.value.onCommit(committed.emit)
    opened.value.onStatus((status, changes) => {
      lastZone.keep(status.rooftop.zone)
      statusChanged.emit(status, changes)
    })
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
      log({ event: 'internal-error', place: 'recover', code: errorCode(error) })
      if (error instanceof StoreError) return fail('not-saved', otherVersionDetail(error) ?? 'backups-unfit')
      if (error instanceof Error && 'code' in error) return fail('not-saved', 'not-recovered')
      throw error
    }
    if (!back.ok) return back
    const { bookings, doubt, unreadable } = back.value
    log({ event: 'store-recovered', store, bookings, doubt, unreadable })
    health.apply({ kind: 'recovered' })
    await open()
    return back
  }

  const emitStatus = () => {
    if (current.ok) current.value.tick()
  }
  const tick = () => {
    cancelTick = clock.schedule(TICK_MS, tick)
    emitStatus()
  }
  let cancelTick = clock.schedule(TICK_MS, tick)
  await open()
  return {
    desk: () => current,
    async recoverStore() {
      const found = health.current()
      // `current` holds the failure of the damaged desk until the recovered desk is open.
      const isReopening = found.kind === 'opening' && !current.ok && current.failure.damage !== undefined
      if (found.kind === 'recovering' || isReopening) {
        return fail('busy', 'recovering')
      }
      if (found.kind !== 'damaged') return fail('not-found', 'nothing-to-recover')
      health.apply({ kind: 'recovery-began' })
      try {
        return await recover(found.damage)
      } finally {
        // This event changes nothing after a successful recovery.
        health.apply({ kind: 'recovery-failed' })
      }
    },
    onStatus: statusChanged.on,
    onCommit: committed.on,
    onDamaged: damaged.on,
    emitStatus,
    checkConnection: () => (current.ok ? current.value.checkConnection() : undefined),
    onSystemResume() {
      if (current.ok) current.value.onSystemResume()
      emitStatus()
    },
    async close() {
      cancelTick()
      await ending
      if (current.ok) await current.value.close()
    },
  }
}
