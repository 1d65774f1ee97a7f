import { createEmitter } from '../platform/emitter.ts'
import { parseHttpDate } from '../../shared/time/http-date.ts'
import { fromMillis, toMillis } from '../../shared/time/time.ts'
import { errorCode, type Clock, type Log } from '../platform/clock.ts'
import type { HttpResponse } from '../provider/http/connection.ts'

/*
 * This PC's clock against the provider's, by the `Date` of each answer. While the two are more than two minutes apart, as
 * two answers have shown, the desk goes by the provider's: it is the one that sends the drivers, so its time says what is late, and its host has proved
 * who it is. A PC that is hours slow would send what is late, one that is hours fast would hold what is in time.
 */

/** A moment by both clocks, in milliseconds. */
export type Moment = { readonly wall: number; readonly monotonic: number }

export function momentOf(clock: Clock): Moment {
  return { wall: toMillis(clock.now()), monotonic: clock.monotonic() }
}

/** By how many milliseconds the wall clock was set, or the machine slept, between two moments; below 0: set back. */
export function wallJumpMs(from: Moment, to: Moment): number {
  return to.wall - from.wall - (to.monotonic - from.monotonic)
}

/** How many milliseconds are left: timers stand still while the machine sleeps, and a clock set back makes no wait longer. */
export function remainingMs(end: Moment, now: Moment): number {
  return Math.min(end.wall - now.wall, end.monotonic - now.monotonic)
}

/** By how many milliseconds a clock is ahead of the provider's, give or take `within`. */
export type ClockOffset = { readonly skewMs: number; readonly toleranceMs: number }

/** Nobody ran this app before: whoever says that it is earlier is wrong. */
const EARLIEST_PLAUSIBLE_TIME = '2026-01-01T00:00:00Z'
/** Both clocks are read in whole seconds. */
const SECOND_MS = 1_000
const ROUNDING_MS = 2 * SECOND_MS

/**
 * What an answer shows of the clock by which it was `asked` and `answered`: its `Date` (RFC 9110 6.6.1) was written
 * somewhere between, so half of that time is allowed for. Null where there is no such date, where it is that of an answer
 * which a cache kept (`Age`), where it is older than this app, and where the clock jumped in between.
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

/** A clock that is wrong by no more than this is right. */
const MAX_TOLERATED_SKEW_MS = 2 * 60_000
/** While it is wrong, a difference of no more than this is the same. */
const SAME_SKEW_MS = 60_000

/** The time that the desk goes by. Its timers are the machine's own. */
export type CorrectedClock = Clock & {
  /** By how many milliseconds this PC's clock is ahead of the provider's; 0 while it is right, or nobody has said. */
  skewMs(): number
  /**
   * Takes in what an answer showed of this very clock. Only the second of two that agree is followed: what one false
   * date would hold as too late stays held.
   */
  follow(offset: ClockOffset): void
  /** The last answer showed another time than the desk goes by: nothing leaves before one more has said so, or not. */
  isSuspect(): boolean
  /**
   * The provider was asked, and says no more: where no answer since then bore a date, one date alone must not keep everything
   * here. It stays in mind. True when it is suspected no longer.
   */
  acceptUnverified(): boolean
  /** Calls back when this PC's clock is found wrong, wrong by another time, or right again. */
  onChange(listener: () => void): () => void
}

/** The time of `machine`, until two answers show that it is wrong. */
export function createCorrectedClock(machine: Clock, log: Log): CorrectedClock {
  let ahead = 0
  let suspect: ClockOffset | null = null
  /** An answer with a date came since the suspicion began, or since it was last to be waived. */
  let heard = false
  let waived = false
  // Whoever listens must not be able to lose the answer that showed it.
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
      // What is measured is this clock, which is set already by what was known before.
      const off = Math.round((ahead + offset.skewMs) / SECOND_MS) * SECOND_MS
      // On the edge between right and wrong it stays what it was.
      const edge = ahead === 0 ? offset.toleranceMs : -offset.toleranceMs
      const next = Math.abs(off) > MAX_TOLERATED_SKEW_MS + edge ? off : 0
      const same = next !== 0 && ahead !== 0 && Math.abs(next - ahead) <= SAME_SKEW_MS + offset.toleranceMs
      const before = suspect
      heard = before !== null
      waived = false
      suspect = next === ahead || same ? null : { skewMs: off, toleranceMs: offset.toleranceMs }
      if (suspect === null || before === null) return
      if (Math.abs(off - before.skewMs) > SAME_SKEW_MS + offset.toleranceMs + before.toleranceMs) return
      suspect = null
      set(next)
    },
    isSuspect: () => suspect !== null && !waived,
    acceptUnverified() {
      waived = suspect !== null && !heard
      heard = false
      return waived
    },
    onChange: changed.on,
  }
}
