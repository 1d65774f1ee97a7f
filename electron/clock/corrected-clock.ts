import { createEmitter } from '../platform/emitter.ts'
import { parseHttpDate } from '../../shared/time/http-date.ts'
import { fromMillis, toMillis } from '../../shared/time/time.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { HttpResponse } from '../provider/http/connection.ts'
import { wallJumpMs, type Moment } from './moment.ts'

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

/** The time that the desk uses. Timers use the machine's clock. */
export type CorrectedClock = Clock & {
  /**
   * Milliseconds by which this PC's clock is ahead of the provider's, negative for a clock that is behind. 0 while the
   * clock counts as right or two responses have not yet agreed on a skew.
   */
  skewMs(): number
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
  /** Calls `listener` when this PC's clock is found wrong, wrong by another skew, or right again. */
  onChange(listener: () => void): () => void
}

/** Shows the time of `machine` until two responses prove that time wrong. */
export function createCorrectedClock(machine: Clock, log: Log): CorrectedClock {
  let ahead = 0
  let suspect: ClockOffset | null = null
  /** A response with a date arrived since the suspicion began or since the last `acceptUnverified`. */
  let hasNewerOffset = false
  let isAccepted = false
  // An error of a listener must not discard the response that showed the skew.
  const changed = createEmitter<[]>((error) =>
    log({ event: 'internal-error', place: 'clock-listener', code: errorCode(error) }),
  )
  const set = (next: number) => {
    ahead = next
    const code = next === 0 ? 'right' : next > 0 ? 'ahead' : 'behind'
    log({ event: 'clock', code, seconds: Math.abs(next) / SECOND_MS })
    changed.emit()
  }
  return {
    now: () => (ahead === 0 ? machine.now() : fromMillis(toMillis(machine.now()) - ahead)),
    monotonic: () => machine.monotonic(),
    schedule: (ms, call) => machine.schedule(ms, call),
    skewMs: () => ahead,
    follow(offset) {
      // The offset was measured with this clock, which already includes the known skew.
      const off = Math.round((ahead + offset.skewMs) / SECOND_MS) * SECOND_MS
      // An offset within its tolerance of the limit does not change whether the clock counts as right.
      const edge = ahead === 0 ? offset.toleranceMs : -offset.toleranceMs
      const next = Math.abs(off) > MAX_TOLERATED_SKEW_MS + edge ? off : 0
      const same = next !== 0 && ahead !== 0 && Math.abs(next - ahead) <= SAME_SKEW_MS + offset.toleranceMs
      const before = suspect
      hasNewerOffset = before !== null
      isAccepted = false
      suspect = next === ahead || same ? null : { skewMs: off, toleranceMs: offset.toleranceMs }
      if (suspect === null || before === null) return
      if (Math.abs(off - before.skewMs) > SAME_SKEW_MS + offset.toleranceMs + before.toleranceMs) return
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
