import { done, type Result } from '../../shared/failure.ts'
import type { Damage } from '../../shared/recovery.ts'
import { toMillis } from '../../shared/time.ts'
import { errorCode, type Clock, type Log } from '../system.ts'
import { openStore, type Store } from './store.ts'

/*
 * What is done for a store while the desk works on it, none of it in the desk's way:
 *
 *   window painted -> quick check --sound--> bookings may be sent; from then on a verified copy every so often
 *                                 --damaged-> nothing is sent; the bookings are to be brought back
 *
 * Each copy is looked through whole, and that is the daily thorough check too: damage which the quick check passes over
 * shows in the copy, and then the store itself is asked.
 */

export type KeptStore = Store & {
  /** True once the store was looked through and is sound; false when it is damaged or closed first. Never rejects. */
  readonly sound: Promise<boolean>
  /** Ends what is under way and closes the store. */
  end(): Promise<void>
}

export type UpkeepOptions = {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Resolves when the window shows something; until then nothing is done that could hold it up. */
  readonly painted?: Promise<void>
}

/** Whether it is time is looked at this often. */
const TICK = 45_000
/** After an end that was none, or without a copy that the journal reaches back to. */
const SOON = 4_000
const BETWEEN_COPIES = 15 * 60_000
/** A store to which nothing is written is looked through this often. */
const BETWEEN_CHECKS = 24 * 60 * 60_000
/** A window that shows nothing must not keep bookings from being sent. */
const LONGEST_PAINT = 10_000
/** A disk that would not let itself be read is tried again. */
const AGAIN = 4_000

/** Opens a store as `openStore` does, and keeps it. `onDamage` is called once, when it turns out to be damaged later. */
export function openKept(
  options: UpkeepOptions,
  name: 'desk' | 'practice-desk',
  onDamage: (damage: Damage) => void,
): Result<KeptStore> {
  const opened = openStore(options.folder, name)
  return opened.ok ? done(keepStore(options, name, opened.value, onDamage)) : opened
}

function keepStore(
  { clock, log, painted = Promise.resolve() }: UpkeepOptions,
  name: 'desk' | 'practice-desk',
  store: Store,
  onDamage: (damage: Damage) => void,
): KeptStore {
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
    busy = act().catch((error: unknown) => log({ event: 'fault', place: 'upkeep', code: errorCode(error) }))
  }
  const after = (ms: number, act: () => Promise<void>) => {
    cancel()
    if (!closing) cancel = clock.after(ms, () => run(act))
  }
  const found = () => {
    tellSound(false)
    if (damaged || closing) return
    damaged = true
    cancel()
    log({ event: 'store-damaged', store: name })
    onDamage({ store: name, kind: 'unreadable', copiedAt: store.lastCopy()?.at ?? null, journal: true })
  }
  /** False when it is damaged; null when the disk would not let itself be read. */
  const look = async (quick: boolean): Promise<boolean | null> => {
    const began = clock.monotonic()
    try {
      const problems = await store.check({ quick })
      log({
        event: 'store-checked',
        store: name,
        quick,
        ms: Math.round(clock.monotonic() - began),
        problems: problems.length,
      })
      if (problems.length > 0) found()
      return problems.length === 0
    } catch (error) {
      log({ event: 'fault', place: 'check', code: errorCode(error) })
      return null
    }
  }
  const first = async () => {
    const isSound = await look(true)
    if (isSound === null) after(AGAIN, first)
    if (isSound !== true) return
    tellSound(true)
    after(thorough ? SOON : TICK, tick)
  }
  const tick = async () => {
    const last = store.lastCopy()
    const age = last === null ? Infinity : toMillis(clock.now()) - toMillis(last.at)
    // A clock that was set back must not keep copies from being made.
    const copied = thorough || age >= BETWEEN_COPIES || age < 0 ? await copy() : false
    const isOld = clock.monotonic() - checkedAt >= BETWEEN_CHECKS
    if (!copied && !damaged && (thorough || isOld)) await look(false)
    if (copied || thorough || isOld) checkedAt = clock.monotonic()
    thorough = false
    if (!damaged) after(TICK, tick)
  }
  /** True when a copy was made, and with that the store looked through. */
  const copy = async (): Promise<boolean> => {
    const began = clock.monotonic()
    try {
      const made = await store.copy(clock.now())
      failing = false
      if (made === null) return false
      log({ event: 'copy-made', store: name, written: made.seq, ms: Math.round(clock.monotonic() - began) })
      return true
    } catch (error) {
      // Said once: a disk that stays full would fill the log.
      if (!failing) log({ event: 'copy-failed', store: name, code: errorCode(error) })
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
  const cancelPaint = clock.after(LONGEST_PAINT, begin)
  void painted.then(begin)
  return {
    ...store,
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
