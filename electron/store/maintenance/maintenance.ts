import { ok, type Result } from '../../../shared/result.ts'
import type { Damage } from '../../../shared/desk/damage.ts'
import { toMillis } from '../../../shared/time/time.ts'
import { errorCode, type Log } from '../../platform/log-events.ts'
import type { Clock } from '../../platform/clock.ts'
import { openStore, type OpenedStore, type Store } from '../store.ts'
import { maintainSearch, type SearchMaintenance } from './search-lines.ts'

/*
 * Maintains an open store in the background:
 *
 *   window painted -> quick check --sound---> bookings may be sent; from then on a verified backup every so often
 *                                             The search indexes follow the bookings (`maintainSearch`).
 *                                 --damaged-> nothing is sent; the desk asks for a recovery
 *
 * Each backup is checked completely and counts as the daily thorough check. Damage in the backup leads to a check of
 * the store itself.
 */

/** A store with its maintenance. Only `end` closes the store. */
export type MaintainedStore = {
  readonly store: Store
  /**
   * Resolves to true after a successful quick check, and to false if the store is damaged or closed first. Never
   * rejects.
   */
  readonly intact: Promise<boolean>
  /** Waits for the running check or backup, then closes the store. */
  end(): Promise<void>
}

export type MaintenanceOptions = {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /**
   * Resolves when the window has painted. Maintenance begins after that, so that the first check does not delay the
   * window.
   */
  readonly painted?: Promise<void>
  /** Called once with the damage of a store, at opening or when the damage is found later. */
  readonly reportDamage?: (damage: Damage) => void
}

/** How often maintenance checks whether work is due. */
const POLL_MS = 45_000
/** Delay from the quick check to the first backup, after a crash or if a new journal began. */
const FIRST_BACKUP_DELAY_MS = 4_000
const BACKUP_INTERVAL_MS = 15 * 60_000
/** How often a store without writes is checked. */
const SCRUB_INTERVAL_MS = 24 * 60 * 60_000
/** Maintenance begins after this time even if the window has not painted, because sending waits for the quick check. */
const MAX_PAINT_WAIT_MS = 10_000
/** Delay before the first quick check is tried again, if that check could not run. */
const READ_RETRY_MS = 4_000

/**
 * Opens a store as `openStore` does, and maintains the open store. `crashed` is true if a migration found the store not
 * closed, which the opening cannot see any more.
 */
export function openMaintainedStore(
  options: MaintenanceOptions,
  name: 'desk' | 'practice-desk',
  crashed = false,
): Result<MaintainedStore> {
  const opened = openStore(options.folder, name)
  if (opened.ok) return ok(keepStore(options, name, opened.value, crashed))
  if (opened.failure.damage !== undefined) options.reportDamage?.(opened.failure.damage)
  return opened
}

function keepStore(
  { clock, log, painted = Promise.resolve(), reportDamage }: MaintenanceOptions,
  name: 'desk' | 'practice-desk',
  store: OpenedStore,
  crashed: boolean,
): MaintainedStore {
  let reportIntegrity: (intact: boolean) => void = () => {}
  const intact = new Promise<boolean>((resolve) => (reportIntegrity = resolve))
  let closing = false
  let damaged = false
  let failing = false
  let thorough = crashed || store.found.crashed || store.found.copyDue
  let checkedAt = clock.monotonic()
  let cancel = () => {}
  let search: SearchMaintenance | null = null
  let busy: Promise<void> = Promise.resolve()

  const run = (act: () => Promise<void>) => {
    busy = act().catch((error: unknown) =>
      log({ event: 'internal-error', place: 'maintenance', code: errorCode(error) }),
    )
  }
  const after = (ms: number, act: () => Promise<void>) => {
    cancel()
    if (!closing) cancel = clock.schedule(ms, () => run(act))
  }
  const found = () => {
    reportIntegrity(false)
    if (damaged || closing) return
    damaged = true
    cancel()
    search?.stop()
    log({ event: 'store-damaged', store: name })
    reportDamage?.({ store: name, kind: 'unreadable', copiedAt: store.lastCopy()?.at ?? null, journal: true })
  }
  /** Returns false if the store is damaged; null if the check could not run. */
  const look = async (quick: boolean): Promise<boolean | null> => {
    const began = clock.monotonic()
    try {
      const problems = await store.check({ quick })
      log({
        event: 'integrity-checked',
        store: name,
        quick,
        ms: Math.round(clock.monotonic() - began),
        problems: problems.length,
      })
      if (problems.length > 0) found()
      return problems.length === 0
    } catch (error) {
      log({ event: 'internal-error', place: 'integrity-check', code: errorCode(error) })
      return null
    }
  }
  const first = async () => {
    const isSound = await look(true)
    if (isSound === null) after(READ_RETRY_MS, first)
    if (isSound !== true) return
    reportIntegrity(true)
    if (!closing) search = maintainSearch(store, { name, clock, log })
    after(thorough ? FIRST_BACKUP_DELAY_MS : POLL_MS, tick)
  }
  const tick = async () => {
    search?.wake()
    const last = store.lastCopy()
    const age = last === null ? Infinity : toMillis(clock.now()) - toMillis(last.at)
    // A clock that was set back must not prevent backups.
    const copied = thorough || age >= BACKUP_INTERVAL_MS || age < 0 ? await copy() : false
    const isOld = clock.monotonic() - checkedAt >= SCRUB_INTERVAL_MS
    const due = !copied && !damaged && (thorough || isOld)
    // A check that could not run, because the disk or the worker failed, is due again.
    const isChecked = copied || (due && (await look(false)) !== null)
    if (isChecked) {
      checkedAt = clock.monotonic()
      thorough = false
    }
    if (!damaged) after(POLL_MS, tick)
  }
  /** Returns true if a backup was made, which counts as a check of the store. */
  const copy = async (): Promise<boolean> => {
    const began = clock.monotonic()
    try {
      const made = await store.copy(clock.now())
      failing = false
      if (made === null) return false
      log({ event: 'backup-created', store: name, written: made.seq, ms: Math.round(clock.monotonic() - began) })
      return true
    } catch (error) {
      // Logged once, because a disk that stays full would fill the log.
      if (!failing) log({ event: 'backup-failed', store: name, code: errorCode(error) })
      failing = true
      if (errorCode(error) === 'copy-damaged') await look(false)
      return false
    }
  }

  store.onDamage(found)
  let begun = false
  const begin = () => {
    if (begun || closing) return
    begun = true
    cancelPaint()
    run(first)
  }
  const cancelPaint = clock.schedule(MAX_PAINT_WAIT_MS, begin)
  void painted.then(begin)
  return {
    store,
    intact,
    async end() {
      closing = true
      cancelPaint()
      cancel()
      search?.stop()
      reportIntegrity(false)
      await busy
      store.close()
    },
  }
}
