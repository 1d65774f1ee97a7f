import type { Link, LinkCause } from '../../shared/link.ts'
import { never } from '../../shared/failure.ts'
import { fromMillis } from '../../shared/time.ts'
import type { UnreachedCause } from '../provider/connection.ts'
import { leftUntil, momentOf, type Moment } from '../provider/skew.ts'
import { isDiskFault } from '../store/database.ts'
import { countEntries } from '../store/outbox-counts.ts'
import { errorCode } from '../system.ts'
import { backoff } from './backoff.ts'
import { makeLight } from './light.ts'
import { lookUpNamed, type Resting } from './named.ts'
import { isStale, maySayOfOneAlone, probeProvider, readProbe, restAfter, standsBy, type Probed } from './probe.ts'
import { refreshMoves } from './refresh.ts'
import type { LineEffect } from './classify.ts'
import type { SendOutcome, SyncParts } from './send.ts'
import { noneTried, quietFor } from './repeat.ts'
import { nextToSend } from './wishes.ts'
import { DISK, FAULT, NO_ANSWERS, WHAT_TIME } from './words.ts'

/*
 * The one line in which bookings leave, and after them cancellations and changes, one at a time:
 *
 *   probe --reached--> send … send --nothing waits--> refresh --> idle --tick--> (probe) send … refresh
 *     ^                  |                              |
 *     +------ wait <-----+-------- not reached ---------+
 *
 * Before the first booking after a start or a failure goes a probe, which books nothing: an outage finds none under way.
 */

export type Sync = {
  /** Something may wait to be sent. Does not cut a wait short. */
  wake(): void
  /** The link may be back: look now, but for a wait that the provider asked for, or a rest after bookings that got no answer. */
  lookNow(): void
  /**
   * The machine slept: see what became of the request that was under way, and look now, but for what is left by now of a
   * wait that the provider asked for.
   */
  resumed(): void
  link(): Link
  onLink(heard: () => void): void
  /** For how many milliseconds no request of an outbox entry can have left, by the clock that nobody sets. */
  quietFor(entryId: string): number
  /** How many moves the provider answers about in a way that cannot be read, since the start. */
  setAside(): number
  /** Somebody put right what stopped the line: begins as after a start. */
  startOver(): void
  /** Ends the loop; resolves when a booking that is being sent has been settled. */
  close(): Promise<void>
}

/** Between two rounds of asking about moves while nothing waits. */
const IDLE_TICK = 15_000
/** So many bookings in doubt, one after the other, stop the line; after a rest one more is tried, not as many again. */
const DOUBTS_THAT_STOP = 3
const LEAST_REST = 60_000
/** So many answers are asked for, until two of them agree on the time. */
const LOOKS_AT_TIME = 4
/** Of a shorter wait nobody needs to know when it ends. */
const LONG = 60_000
/** A full disk is looked at this often. */
const DISK_TICK = 5_000

export function startSync(parts: SyncParts): Sync {
  const { clock, random, log, store } = parts
  const light = makeLight(clock, log)
  /** The provider answered since the last failure. */
  let proven = false
  /** Times in a row that the provider was not reached; ends with a booking that was settled, or with none to send. */
  let failures = 0
  const setAside = new Set<string>()
  const tried = noneTried(clock)
  let reachedAt: Moment = { wall: 0, monotonic: 0 }
  /** It asked us to wait, or refused the token: perhaps for the one move that it was asked about. */
  let asksNobody = false
  /** Bookings in a row that went into doubt. */
  let doubts = 0
  let busy: Promise<void> | null = null
  let after: 'rest' | 'run' | 'look' | 'start over' = 'rest'
  let waiting = false
  /** When the present wait ends, by both clocks, where no sign of a link cuts it: the provider asked for it, or takes nothing. */
  let firm: Moment | null = null
  let closing = false
  let cancelTimer = () => {}
  /** Why no booking is sent until somebody has put it right. */
  let stopped: Extract<LineEffect, { kind: 'stop' }> | null = null
  /** An outcome that is known and not on disk yet. */
  let unwritten: Extract<SendOutcome, { kind: 'unwritten' }> | null = null

  const isFirm = () => waiting && firm !== null
  const schedule = (ms: number) => {
    cancelTimer()
    cancelTimer = clock.after(ms, () => {
      waiting = false
      run()
    })
  }
  const wait = (ms: number, cause: LinkCause, words: string, holds = cause === 'provider-busy') => {
    proven = false
    waiting = true
    const { wall, monotonic } = momentOf(clock)
    firm = holds ? { wall: wall + ms, monotonic: monotonic + ms } : null
    schedule(ms)
    light.down(cause, words, firm !== null && ms >= LONG ? fromMillis(firm.wall) : null)
  }
  const notReached = (cause: UnreachedCause) => {
    failures += 1
    const { ms, words } = restAfter(cause, failures, random.fraction())
    wait(ms, cause, words)
  }
  const reached = () => {
    proven = true
    reachedAt = momentOf(clock)
    if (stopped === null) light.up()
    else light.down(stopped.cause, stopped.words)
  }
  /** True when the provider answers and takes bookings. */
  const follow = (probed: Probed): boolean => {
    // A question that was given up says nothing of the provider.
    if (closing) return false
    asksNobody = probed.kind === 'wait'
    if (probed.kind === 'reached') reached()
    if (probed.kind === 'unreached') notReached(probed.cause)
    if (probed.kind === 'wait') wait(probed.ms, probed.cause, probed.words)
    return probed.kind === 'reached'
  }
  const probe = async () => follow(await probeProvider(parts, failures > 0 || asksNobody))
  /** Does what the outcome of a booking asks of the line; true when the next may follow. */
  const obey = (line: LineEffect): boolean => {
    switch (line.kind) {
      case 'go':
        failures = 0
        doubts = 0
        return true
      case 'look':
        proven = false
        return true
      case 'wait':
        wait(line.ms, line.cause, line.words)
        return false
      case 'stop':
        stopped = line
        light.down(line.cause, line.words)
        return true
      case 'probe':
        failures = 0
        proven = false
        doubts += 1
        return doubts < DOUBTS_THAT_STOP || rest()
      default:
        return never(line)
    }
  }
  /** A provider that answers a GET and takes no booking would put all that waits in doubt, one after the other. */
  const rest = (): false => {
    wait(Math.max(LEAST_REST, backoff(doubts, random.fraction())), 'provider-down', NO_ANSWERS, true)
    return false
  }
  /** False while an outcome waits for the disk, or when it stops the line. */
  const writeOutcome = (): boolean => {
    const outcome = unwritten
    if (outcome === null) return true
    let line: LineEffect
    try {
      line = outcome.write()
    } catch {
      wait(DISK_TICK, 'disk', outcome.words())
      return false
    }
    unwritten = null
    return obey(line)
  }

  /** Sends all that may leave; true when it ended because nothing waits. */
  async function drain(): Promise<boolean> {
    while (!closing) {
      if (!writeOutcome()) return false
      if (isStale(reachedAt, momentOf(clock))) proven = false
      if (!proven && !(await probe())) return false
      // The gates would hold for good what a false time makes late, or send what is too late.
      for (let asked = 0; parts.suspicion.suspects(); asked += 1) {
        if (asked === LOOKS_AT_TIME) {
          if (parts.suspicion.waive()) break
          wait(backoff(asked, random.fraction()), 'provider-down', WHAT_TIME)
          return false
        }
        if (!(await probe())) return false
      }
      const send = closing || stopped !== null ? null : nextToSend(parts, tried)
      if (send === null) return !closing
      const outcome = await send()
      switch (outcome.kind) {
        case 'unreached':
          follow(readProbe(outcome.opened, clock.now()))
          return false
        case 'unwritten':
          unwritten = outcome
          continue
        case 'line':
          if (!obey(outcome.line)) return false
          break
        default:
          return never(outcome)
      }
    }
    return false
  }

  function askAround() {
    const before = setAside.size
    return refreshMoves(parts, setAside).finally(() => setAside.size !== before && light.tell())
  }

  /** The store was looked at and is whole. */
  let sound = false
  const resting: Resting = new Map()

  async function pass(): Promise<void> {
    try {
      // Asked once: a pass that has waited for it begins where the clock stands.
      sound ||= await parts.sound
      if (!sound || !(await drain())) return
      const { trouble, settled } = await lookUpNamed(parts, resting)
      const asked = trouble ?? (settled ? null : await askAround())
      if (asked !== null && !follow(await standsBy(asked, parts))) {
        // It was the provider's trouble, and none of theirs.
        if (maySayOfOneAlone(asked)) resting.clear()
        return
      }
      failures = 0
      // A booking that waited for its number let nothing for the same vehicle leave: now that may.
      if (closing || settled) return run()
      log({ event: 'sync-idle', waiting: store.read((view) => countEntries(view, parts.remote)).waiting })
      schedule(IDLE_TICK)
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
      if (after === 'start over') startOver()
      else if (after === 'look' && !isFirm()) look()
      else if (after === 'run') run()
    })
  }

  function look(): void {
    if (busy !== null) {
      if (after !== 'start over') after = 'look'
      return
    }
    waiting = false
    proven = false
    failures = 0
    run()
  }

  function startOver(): void {
    stopped = null
    doubts = 0
    if (busy === null) look()
    else after = 'start over'
  }

  run()
  return {
    wake: run,
    lookNow: () => (isFirm() ? undefined : look()),
    resumed() {
      parts.provider.resumed()
      proven = false
      const left = waiting && firm !== null ? leftUntil(firm, momentOf(clock)) : 0
      if (left > 0) schedule(left)
      else look()
    },
    link: light.link,
    onLink: light.onLink,
    quietFor: (entryId) => quietFor(clock, tried, entryId),
    setAside: () => setAside.size,
    startOver,
    async close() {
      closing = true
      parts.provider.abandon()
      await busy
      // What was under way may have set one more.
      cancelTimer()
    },
  }
}
