import type { Link, LinkCause } from '../../shared/bridge.ts'
import type { UnreachedCause } from '../provider/connection.ts'
import { isDiskFault } from '../store/database.ts'
import { unfinishedMoves } from '../store/moves.ts'
import { countEntries, nextEntry } from '../store/outbox.ts'
import { errorCode } from '../system.ts'
import { backoff } from './backoff.ts'
import { makeLight } from './light.ts'
import { readProbe, sayUnreached, type Probed } from './probe.ts'
import { refreshMoves } from './refresh.ts'
import { sendEntry, type SyncParts } from './send.ts'

/*
 * The one line in which bookings leave, one at a time:
 *
 *   probe --reached--> send … send --nothing waits--> refresh --> idle --tick--> (probe) send … refresh
 *     ^                  |                              |
 *     +------ wait <-----+-------- not reached ---------+
 *
 * A probe, which books nothing, goes before the first booking after a start and after any failure: so an outage finds
 * no booking under way.
 */

export type Sync = {
  /** Something may wait to be sent. Does not cut a wait short. */
  wake(): void
  /** The link may be back (a switch, a sleep that ended): look now. */
  lookNow(): void
  link(): Link
  onLink(heard: () => void): void
  /** Ends the loop; resolves when what is under way has been settled. */
  close(): Promise<void>
}

/** Between two rounds of asking about moves while nothing waits. */
const IDLE_TICK = 15_000
/** With nothing to ask about, the link is looked at this often. */
const IDLE_PROBE = 60_000
/** A full disk is looked at this often. */
const DISK_TICK = 5_000

export function startSync(parts: SyncParts): Sync {
  const { clock, random, log, store } = parts
  const light = makeLight(clock, log)
  /** The provider answered since the last failure. */
  let proven = false
  let failures = 0
  let busy: Promise<void> | null = null
  let after: 'rest' | 'run' | 'look' = 'rest'
  let waiting = false
  let closing = false
  let cancelTimer = () => {}
  /** An outcome that is known and not on disk yet. */
  let unwritten: { readonly write: () => void; readonly words: string } | null = null

  const schedule = (ms: number) => {
    cancelTimer()
    cancelTimer = clock.after(ms, () => {
      waiting = false
      run()
    })
  }
  const wait = (ms: number, cause: LinkCause, words: string) => {
    proven = false
    waiting = true
    light.down(cause, words)
    schedule(ms)
  }
  const notReached = (cause: UnreachedCause) => {
    failures += 1
    wait(backoff(failures, random.fraction()), cause, sayUnreached(cause))
  }
  const reached = () => {
    proven = true
    failures = 0
    light.up()
  }
  /** True when the provider answers and takes bookings. */
  const follow = (probed: Probed): boolean => {
    if (probed.kind === 'reached') reached()
    if (probed.kind === 'unreached') notReached(probed.cause)
    if (probed.kind === 'wait') wait(probed.ms, probed.cause, probed.words)
    return probed.kind === 'reached'
  }
  const probe = async () => {
    const held = store.read((view) => unfinishedMoves(view, parts.remote.address, 1))[0]
    return follow(readProbe(await parts.provider.ask(held?.number ?? 0), clock.now()))
  }
  /** False while an outcome waits for the disk. */
  const writeOutcome = (): boolean => {
    const outcome = unwritten
    if (outcome === null) return true
    try {
      outcome.write()
      unwritten = null
      return true
    } catch {
      wait(DISK_TICK, 'disk', outcome.words)
      return false
    }
  }

  /** Sends all that may leave; true when it ended because nothing waits. */
  async function drain(): Promise<boolean> {
    while (!closing) {
      if (!writeOutcome()) return false
      if (!proven && !(await probe())) return false
      const entry = closing ? null : store.read((view) => nextEntry(view, parts.remote))
      if (entry === null) return !closing
      const outcome = await sendEntry(parts, entry)
      switch (outcome.kind) {
        case 'unreached':
          notReached(outcome.opened.cause)
          return false
        case 'unwritten':
          unwritten = outcome
          continue
        case 'line':
          if (outcome.line.kind === 'wait') {
            wait(outcome.line.ms, outcome.line.cause, outcome.line.words)
            return false
          }
          if (outcome.line.kind === 'probe') proven = false
      }
    }
    return false
  }

  async function pass(): Promise<void> {
    try {
      if (!(await drain())) return
      const asked = await refreshMoves(parts)
      if (closing || (asked !== null && !follow(readProbe(asked, clock.now())))) return
      log({ event: 'sync-idle', waiting: store.read(countEntries).waiting })
      // With nothing to ask about, the next look proves the link anew.
      if (asked === null) proven = false
      schedule(asked === null ? IDLE_PROBE : IDLE_TICK)
    } catch (error) {
      log({ event: 'fault', place: 'sync', code: errorCode(error) })
      if (isDiskFault(error)) wait(DISK_TICK, 'disk', DISK)
      else wait(DISK_TICK, 'provider-down', FAULT)
    }
  }

  function run(): void {
    if (closing || waiting) return
    if (busy !== null) {
      if (after === 'rest') after = 'run'
      return
    }
    cancelTimer()
    after = 'rest'
    busy = pass().finally(() => {
      busy = null
      if (after === 'look') look()
      else if (after === 'run') run()
    })
  }

  function look(): void {
    if (busy !== null) {
      after = 'look'
      return
    }
    waiting = false
    proven = false
    failures = 0
    run()
  }

  run()
  return {
    wake: run,
    lookNow: look,
    link: light.link,
    onLink: light.onLink,
    async close() {
      closing = true
      cancelTimer()
      await busy
    },
  }
}

const DISK = 'The disk is full or cannot be written. Nothing was sent. Free space; bookings leave by themselves then.'
const FAULT = 'Sending stopped on a fault of this app and is tried again by itself. If it stays, call support.'
