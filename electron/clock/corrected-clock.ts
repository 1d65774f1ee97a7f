import { createEmitter } from '../platform/emitter.ts'
import { parseHttpDate } from '../../shared/time/http-date.ts'
import { fromMillis, toMillis } from '../../shared/time/time.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { HttpResponse } from '../provider/http/connection.ts'
import type { ReadTimeSync, TimeSync } from '../platform/time-sync.ts'
import { momentOf, wallJumpMs, type Moment } from './moment.ts'

/*
 * Compares this PC's clock with the provider's by the `Date` of each response. When two responses show a difference of
 * more than two minutes, the desk uses the provider's time, because a wrong PC clock would send late bookings or hold
 * bookings that are in time, and the provider has proved its identity.
 */

/** Milliseconds by which a clock is ahead of the provider's, plus or minus `toleranceMs`. */
export type ClockOffset = { readonly skewMs: number; readonly toleranceMs: number }

/** A `Date` header with an earlier time comes from a wrong clock of the server. */
const EARLIEST_PLAUSIBLE_TIME = '2026-01-01T00:00:00Z'
/** This PC's wall clock and the provider's `Date` are both read in whole seconds. */
const SECOND_MS = 1_000
const ROUNDING_MS = 2 * SECOND_MS

/**
 * The clock offset that a response shows; the server wrote `Date` (RFC 9110 6.6.1) between `asked` and `answered`, so
 * half of that time and a second for rounding are the tolerance. Null without a valid date, with the date of a cached
 * response (`Age`) or a date before `EARLIEST_PLAUSIBLE_TIME`, and if the clock jumped in between.
 */
export function offsetFromDate(headers: HttpResponse['headers'], asked: Moment, answered: Moment): ClockOffset | null {
  const date = Number(headers['age'] ?? 0) > 0 ? null : parseHttpDate(headers['date'] ?? '', fromMillis(answered.wall))
  if (
    date === null ||
    toMillis(date) < toMillis(EARLIEST_PLAUSIBLE_TIME) ||
    Math.abs(wallJumpMs(asked, answered)) > ROUNDING_MS
  )
    return null
  const half = (answered.monotonic - asked.monotonic) / 2
  return { skewMs: answered.wall - half - toMillis(date), toleranceMs: half + SECOND_MS }
}

/** A clock with a smaller skew counts as right. */
const MAX_TOLERATED_SKEW_MS = 2 * 60_000
/** Two skews that differ by less count as the same skew. */
const SAME_SKEW_MS = 60_000

/**
 * The time that the desk uses; timers use the machine's clock. If this PC has a proof of its own time, the two clocks
 * are in dispute instead: the desk keeps this PC's time, and the send guards go by both.
 */
export type CorrectedClock = Clock & {
  /**
   * Milliseconds by which this PC's clock is ahead of the provider's, negative for a clock that is behind. 0 while the
   * clock counts as right, two responses have not yet agreed on a skew, or the clocks are in dispute.
   */
  skewMs(): number
  /** As `skewMs`, while two responses contradict a clock of which this PC has a proof; otherwise 0. */
  disputeMs(): number
  /**
   * Takes in the offset that a response showed for this corrected clock. The clock changes only at the second of two
   * agreeing offsets, because a booking that one false date makes too late stays held.
   */
  follow(offset: ClockOffset): void
  /**
   * True if the last dated response showed another time than the desk uses. The send queue sends nothing before
   * another response confirms or denies that time, or `acceptUnverified` ends the suspicion.
   */
  isSuspect(): boolean
  /**
   * Ends the suspicion, but remembers the offset, if no dated response came since the suspicion began or since the last
   * call: a single date must not stop the queue forever. Returns true if the call ended the suspicion.
   */
  acceptUnverified(): boolean
  /** Calls `listener` when this PC's clock is found wrong, wrong by another skew, in dispute, or right again. */
  onChange(listener: () => void): () => void
}

/** How long an answer of the operating system counts while the provider shows another time, by the monotonic clock. */
const TIME_SYNC_TTL_MS = 60_000

/**
 * Shows the time of `machine` until two responses prove that time wrong. `readTimeSync` tells whether the operating
 * system vouches for that time; without the function nobody does.
 */
export function createCorrectedClock(machine: Clock, log: Log, readTimeSync?: ReadTimeSync): CorrectedClock {
  /** The skew that two responses agreed on; 0 while the clock counts as right. */
  let shown = 0
  /** This PC has a proof of its time, so `shown` is a dispute and not a correction. */
  let disputed = false
  let suspect: ClockOffset | null = null
  /** The skew that two responses agreed on while the operating system has not answered yet. */
  let awaited: number | null = null
  /** A response with a date arrived since the suspicion began or since the last `acceptUnverified`. */
  let hasNewerOffset = false
  let isAccepted = false
  let timeSync: TimeSync = 'unknown'
  let askedAt: number | null = null
  let isAsking = false
  /** When a response last showed that this PC's clock is right. */
  let agreedAt: Moment | null = null
  // An error of a listener must not discard the response that showed the skew.
  const changed = createEmitter<[]>((error) =>
    log({ event: 'internal-error', place: 'clock-listener', code: errorCode(error) }),
  )
  const skew = () => (disputed ? 0 : shown)

  /**
   * True where this PC has a proof of its time: the operating system follows a time server, or the provider itself
   * showed this clock to be right, and nobody set the clock since.
   */
  const isProved = () =>
    timeSync === 'synchronized' ||
    (agreedAt !== null && Math.abs(wallJumpMs(agreedAt, momentOf(machine))) <= SAME_SKEW_MS)

  const set = (next: number) => {
    const dispute = next !== 0 && isProved()
    if (next === shown && dispute === disputed) return
    shown = next
    disputed = dispute
    const code = next === 0 ? 'right' : dispute ? 'disputed' : next > 0 ? 'ahead' : 'behind'
    log({ event: 'clock', code, seconds: Math.abs(next) / SECOND_MS })
    changed.emit()
  }

  /** Asks the operating system again once its last answer is too old to count. */
  const askSystem = () => {
    if (readTimeSync === undefined || isAsking) return
    if (askedAt !== null && machine.monotonic() - askedAt < TIME_SYNC_TTL_MS) return
    isAsking = true
    askedAt = machine.monotonic()
    void readTimeSync()
      .catch((): TimeSync => 'unknown')
      .then((answer) => {
        isAsking = false
        timeSync = answer
        if (awaited === null) return
        suspect = null
        set(awaited)
        awaited = null
      })
  }

  askSystem()
  return {
    now: () => (skew() === 0 ? machine.now() : fromMillis(toMillis(machine.now()) - skew())),
    monotonic: () => machine.monotonic(),
    schedule: (ms, call) => machine.schedule(ms, call),
    skewMs: skew,
    disputeMs: () => (disputed ? shown : 0),
    follow(offset) {
      // The offset was measured with this clock, which already includes the known skew.
      const off = Math.round((skew() + offset.skewMs) / SECOND_MS) * SECOND_MS
      // An offset within its tolerance of the limit does not change whether the clock counts as right.
      const edge = shown === 0 ? offset.toleranceMs : -offset.toleranceMs
      const next = Math.abs(off) > MAX_TOLERATED_SKEW_MS + edge ? off : 0
      const same = next !== 0 && shown !== 0 && Math.abs(next - shown) <= SAME_SKEW_MS + offset.toleranceMs
      const before = suspect
      hasNewerOffset = before !== null
      isAccepted = false
      awaited = null
      const isKnown = next === shown || same
      suspect = isKnown ? null : { skewMs: off, toleranceMs: offset.toleranceMs }
      if (isKnown && next === 0) agreedAt = momentOf(machine)
      if (isKnown && next !== 0) {
        // This PC may have gained or lost its proof, for example by its first contact with a time server.
        set(shown)
        askSystem()
      }
      if (suspect === null) return
      if (before === null) return askSystem()
      if (Math.abs(off - before.skewMs) > SAME_SKEW_MS + offset.toleranceMs + before.toleranceMs) return
      if (isAsking) {
        awaited = next
        return
      }
      suspect = null
      set(next)
    },
    isSuspect: () => suspect !== null && !isAccepted,
    acceptUnverified() {
      isAccepted = suspect !== null && !hasNewerOffset
      hasNewerOffset = false
      return isAccepted
    },
    onChange: changed.on,
  }
}
