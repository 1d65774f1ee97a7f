import { ok, type Result } from '../../../shared/result.ts'
import type { Damage } from '../../../shared/desk/damage.ts'
import { toMillis } from '../../../shared/time/time.ts'
import { errorCode, type Clock, type Log } from '../../platform/clock.ts'
import { openStore, type OpenedStore, type Store } from '../store.ts'

/*
 * What is done for a store while the desk works on it, none of it in the desk's way:
 *
 *   window painted -> quick check --sound--> bookings may be sent; from then on a verified copy every so often
 *                                 --damaged-> nothing is sent; the bookings are to be brought back
 *
 * Each copy is looked through whole, and that is the daily thorough check too: damage which the quick check passes over
 * shows in the copy, and then the store itself is asked.
 */

/** A store and what is done for it. Whoever works on the store cannot close it. */
export type MaintainedStore = {
  readonly store: Store
  /** True once the store was looked through and is sound; false when it is damaged or closed first. Never rejects. */
  readonly sound: Promise<boolean>
  /** Ends what is under way and closes the store. */
  end(): Promise<void>
}

export type MaintenanceOptions = {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Resolves when the window shows something; until then nothing is done that could hold it up. */
  readonly painted?: Promise<void>
  /** Called with the damage of a store, whenever and by whomever it is found. */
  readonly reportDamage?: (damage: Damage) => void
}

/** Whether it is time is looked at this often. */
const POLL_MS = 45_000
/** After an end that was none, or without a copy that the journal reaches back to. */
const FIRST_BACKUP_DELAY_MS = 4_000
const BACKUP_INTERVAL_MS = 15 * 60_000
/** A store to which nothing is written is looked through this often. */
const SCRUB_INTERVAL_MS = 24 * 60 * 60_000
/** A window that shows nothing must not keep bookings from being sent. */
const MAX_PAINT_WAIT_MS = 10_000
/** A disk that would not let itself be read is tried again. */
const READ_RETRY_MS = 4_000

/** Opens a store as `openStore` does, and keeps it. Damage is reported once, also where it is found later. */
export function openMaintainedStore(
  options: MaintenanceOptions,
  name: 'desk' | 'practice-desk',
): Result<MaintainedStore> {
  const opened = openStore(options.folder, name)
  if (opened.ok) return ok(keepStore(options, name, opened.value))
  if (opened.failure.damage !== undefined) options.reportDamage?.(opened.failure.damage)
  return opened
}

function keepStore(
  { clock, log, painted = Promise.resolve(), reportDamage }: MaintenanceOptions,
  name: 'desk' | 'practice-desk',
  store: OpenedStore,
): MaintainedStore {
  let tellSound: (sound: boolean) => void = () => {}
  const sound = new Promise<boolean>((resolve) => (tellSound = resolve))
  let closing = false
  let damaged = false
  let failing = false
  let thorough = store.found.crashed || store.found.copyDue
  let checkedAt = clock.monotonic()
  let cancel = () => {}
  let busy: Promise<void> = Promise.resolve()

  const run = (act: () => Promise<void>) => {
    busy = act().catch((error: unknown) => log({ event: 'internal-error', place: 'upkeep', code: errorCode(error) }))
  }
  const after = (ms: number, act: () => Promise<void>) => {
    cancel()
    if (!closing) cancel = clock.schedule(ms, () => run(act))
  }
  const found = () => {
    tellSound(false)
    if (damaged || closing) return
    damaged = true
    cancel()
    log({ event: 'store-damaged', store: name })
    reportDamage?.({ store: name, kind: 'unreadable', copiedAt: store.lastCopy()?.at ?? null, journal: true })
  }
  /** False when it is damaged; null when the disk would not let itself be read. */
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
      log({ event: 'internal-error', place: 'check', code: errorCode(error) })
      return null
    }
  }
  const first = async () => {
    const isSound = await look(true)
    if (isSound === null) after(READ_RETRY_MS, first)
    if (isSound !== true) return
    tellSound(true)
    after(thorough ? FIRST_BACKUP_DELAY_MS : POLL_MS, tick)
  }
  const tick = async () => {
    const last = store.lastCopy()
    const age = last === null ? Infinity : toMillis(clock.now()) - toMillis(last.at)
    // A clock that was set back must not keep copies from being made.
    const copied = thorough || age >= BACKUP_INTERVAL_MS || age < 0 ? await copy() : false
    const isOld = clock.monotonic() - checkedAt >= SCRUB_INTERVAL_MS
    if (!copied && !damaged && (thorough || isOld)) await look(false)
    if (copied || thorough || isOld) checkedAt = clock.monotonic()
    thorough = false
    if (!damaged) after(POLL_MS, tick)
  }
  /** True when a copy was made, and with that the store looked through. */
  const copy = async (): Promise<boolean> => {
    const began = clock.monotonic()
    try {
      const made = await store.copy(clock.now())
      failing = false
      if (made === null) return false
      log({ event: 'backup-created', store: name, written: made.seq, ms: Math.round(clock.monotonic() - began) })
      return true
    } catch (error) {
      // Said once: a disk that stays full would fill the log.
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
    sound,
    async end() {
      closing = true
      cancelPaint()
      cancel()
      tellSound(false)
      await busy
      store.close()
    },
  }
}
