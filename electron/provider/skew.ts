import { readHttpDate } from '../../shared/http-date.ts'
import { fromMillis, toMillis } from '../../shared/time.ts'
import { errorCode, type Clock, type Log } from '../system.ts'
import type { Answer } from './connection.ts'

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
export function jumpBetween(from: Moment, to: Moment): number {
  return to.wall - from.wall - (to.monotonic - from.monotonic)
}

/** How many milliseconds are left: timers stand still while the machine sleeps, and a clock set back makes no wait longer. */
export function leftUntil(end: Moment, now: Moment): number {
  return Math.min(end.wall - now.wall, end.monotonic - now.monotonic)
}

/** By how many milliseconds a clock is ahead of the provider's, give or take `within`. */
export type Offset = { readonly ahead: number; readonly within: number }

/** Nobody ran this app before: whoever says that it is earlier is wrong. */
const EARLIEST = '2026-01-01T00:00:00Z'
/** Both clocks are read in whole seconds. */
const A_SECOND = 1_000
const UNEVEN = 2 * A_SECOND

/**
 * What an answer shows of the clock by which it was `asked` and `answered`: its `Date` (RFC 9110 6.6.1) was written
 * somewhere between, so half of that time is allowed for. Null where there is no such date, where it is that of an answer
 * which a cache kept (`Age`), where it is older than this app, and where the clock jumped in between.
 */
export function readOffset(headers: Answer['headers'], asked: Moment, answered: Moment): Offset | null {
  const date = Number(headers['age'] ?? 0) > 0 ? null : readHttpDate(headers['date'] ?? '', fromMillis(answered.wall))
  if (date === null || toMillis(date) < toMillis(EARLIEST) || Math.abs(jumpBetween(asked, answered)) > UNEVEN)
    return null
  const half = (answered.monotonic - asked.monotonic) / 2
  return { ahead: answered.wall - half - toMillis(date), within: half + A_SECOND }
}

/** A clock that is wrong by no more than this is right. */
const TOLERATED = 2 * 60_000
/** While it is wrong, a difference of no more than this is the same. */
const THE_SAME = 60_000

/** The time that the desk goes by. Its timers are the machine's own. */
export type DeskClock = Clock & {
  /** By how many milliseconds this PC's clock is ahead of the provider's; 0 while it is right, or nobody has said. */
  ahead(): number
  /**
   * Takes in what an answer showed of this very clock. Only the second of two that agree is followed: what one false
   * date would hold as too late stays held.
   */
  follow(offset: Offset): void
  /** The last answer showed another time than the desk goes by: nothing leaves before one more has said so, or not. */
  suspects(): boolean
  /**
   * The provider was asked, and says no more: where no answer since then bore a date, one date alone must not keep everything
   * here. It stays in mind. True when it is suspected no longer.
   */
  waive(): boolean
  /** Calls back when this PC's clock is found wrong, wrong by another time, or right again. */
  onChange(heard: () => void): void
}

/** The time of `machine`, until two answers show that it is wrong. */
export function deskClock(machine: Clock, log: Log): DeskClock {
  let ahead = 0
  let suspect: Offset | null = null
  /** An answer with a date came since the suspicion began, or since it was last to be waived. */
  let heard = false
  let waived = false
  const listeners: (() => void)[] = []
  const set = (next: number) => {
    ahead = next
    const code = next === 0 ? 'right' : next > 0 ? 'ahead' : 'behind'
    log({ event: 'clock', code, seconds: Math.abs(next) / A_SECOND })
    for (const tell of listeners) {
      try {
        tell()
      } catch (error) {
        // Whoever listens must not be able to lose the answer that showed it.
        log({ event: 'fault', place: 'clock-listener', code: errorCode(error) })
      }
    }
  }
  return {
    now: () => (ahead === 0 ? machine.now() : fromMillis(toMillis(machine.now()) - ahead)),
    monotonic: () => machine.monotonic(),
    after: (ms, call) => machine.after(ms, call),
    ahead: () => ahead,
    follow(offset) {
      // What is measured is this clock, which is set already by what was known before.
      const off = Math.round((ahead + offset.ahead) / A_SECOND) * A_SECOND
      // On the edge between right and wrong it stays what it was.
      const edge = ahead === 0 ? offset.within : -offset.within
      const next = Math.abs(off) > TOLERATED + edge ? off : 0
      const same = next !== 0 && ahead !== 0 && Math.abs(next - ahead) <= THE_SAME + offset.within
      const before = suspect
      heard = before !== null
      waived = false
      suspect = next === ahead || same ? null : { ahead: off, within: offset.within }
      if (suspect === null || before === null) return
      if (Math.abs(off - before.ahead) > THE_SAME + offset.within + before.within) return
      suspect = null
      set(next)
    },
    suspects: () => suspect !== null && !waived,
    waive() {
      waived = suspect !== null && !heard
      heard = false
      return waived
    },
    onChange: (heard) => void listeners.push(heard),
  }
}

/** What somebody must know of a clock that is ahead by `ms`, below 0 behind; null while it is right. */
export function sayAhead(ms: number): string | null {
  if (ms === 0) return null
  return (
    `This PC's clock is ${sayLong(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} the provider's. ` +
    "Set this PC's date, time and time zone to automatic, or call IT. " +
    "Until then Lanekeeper goes by the provider's time, so that nothing leaves late and nothing in time is held."
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** "3 minutes", "24 hours", "9 days": the largest unit of which there are two, rounded. */
function sayLong(ms: number): string {
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} minutes`
  return ms < 48 * HOUR ? `${Math.round(ms / HOUR)} hours` : `${Math.round(ms / (24 * HOUR))} days`
}
