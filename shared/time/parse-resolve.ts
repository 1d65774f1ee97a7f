import { assertNever } from '../result.ts'
import { formatHour, shortHour, isSpan, minutesOf, type Clock } from './parse-clock.ts'
import type { Day } from './parse-day.ts'
import { formatDate } from './format.ts'
import { askWhich, type TimeQuestion, type TimeReading } from './parse-question.ts'
import { addMinutes, dateAfter, fromMillis, instantsOf, toLocal, toMillis, weekdayOf, type UtcInstant } from './time.ts'

/* The step of `parseTime` from a day and a clock time to a reading that has not passed. */

/** A time, or only a day. `note` is a sentence about an assumption beyond the words; null for none. */
export type ParsedReading = TimeReading & { readonly kind: 'time'; readonly note: string | null }

export type ParsedTime =
  ParsedReading | TimeQuestion | { readonly kind: 'blank' } | { readonly kind: 'unread'; readonly message: string }

/** What a text is read against: the person's words, the clock, and the day in the form, unless that has passed. */
export type At = {
  readonly text: string
  readonly now: UtcInstant
  readonly zone: string
  readonly today: string
  readonly formDate: string | null
  readonly soonest: UtcInstant | null
}

/** Days ahead within which a month and day need no question. */
export const NEAR_DAYS = 62

export const EXAMPLES = 'Try "tomorrow 2p", "fri 930", "2-4", "11/24 2:30 pm" or "+45m".'
/** Quotes the words and says what to type instead. */
export function notUnderstood({ text }: At, more: string): ParsedTime {
  const quote = [...text.trim()].slice(0, 40).join('')
  return { kind: 'unread', message: `Not understood: "${quote}". ${more}` }
}

/** Minutes to which "asap" is rounded up, so that the driver and the customer hear a quarter hour. */
const SOONEST_STEP_MINUTES = 15

/** Reads "asap" as the earliest time that a driver can make, or says that no such time is known. */
export function soonestReading(at: At): ParsedTime {
  if (at.soonest === null) return notUnderstood(at, EXAMPLES)
  return { ...instantReading(roundUp(at.soonest), at), note: 'The earliest time that the notice allows.' }
}

function roundUp(utc: UtcInstant): UtcInstant {
  const over = (toMillis(utc) / 60_000) % SOONEST_STEP_MINUTES
  return over === 0 ? utc : addMinutes(utc, Math.ceil(SOONEST_STEP_MINUTES - over))
}

/** Returns the wall time `minutes` after `now`, rounded up to a whole minute. */
export function inMinutes(minutes: number, at: At): ParsedReading {
  return instantReading(addMinutes(at.now, minutes), at)
}

function instantReading(instant: UtcInstant, { zone }: At): ParsedReading {
  const utc = fromMillis(Math.ceil(toMillis(instant) / 60_000) * 60_000)
  const local = toLocal(utc, zone)
  const [first, second] = instantsOf(local, zone)
  const turn = second === undefined ? null : toMillis(utc) === toMillis(first ?? utc) ? 'first' : 'second'
  return { kind: 'time', date: local.slice(0, 10), time: local.slice(11, 16), turn, window: null, note: null }
}

/** True if an instant of the wall time is in the future. A wall time in a gap is compared as local time. */
function isAhead(date: string, time: string, { now, zone }: At): boolean {
  const meant = instantsOf(`${date}T${time}`, zone)
  const last = meant.at(-1)
  return last === undefined ? `${date}T${time}` > toLocal(now, zone) : toMillis(last) > toMillis(now)
}

/** Builds the reading of a day and a clock time, with the notes of both. */
export function reading(date: string, clock: Clock | null, note: string | null): ParsedReading {
  const notes = [clock?.note ?? null, note].filter((one) => one !== null)
  return {
    kind: 'time',
    date,
    time: clock?.time ?? null,
    turn: null,
    window: clock?.window ?? null,
    note: notes.length === 0 ? null : notes.join(' '),
  }
}

/** Resolves a bare clock time: on the day of the form, else today, else tomorrow if the time has passed today. */
export function onDay(clock: Clock, at: At): ParsedTime {
  if (at.formDate !== null) return onDate(at.formDate, clock, null, at)
  if (isAhead(at.today, clock.time, at)) return reading(at.today, clock, null)
  return begunOr(clock, at, reading(dateAfter(at.today, 1), clock, `${passed(clock)} Using tomorrow.`))
}

export function ofDay(day: Day, clock: Clock | null, at: At): ParsedTime {
  switch (day.kind) {
    case 'weekday': {
      const days = (day.weekday - weekdayOf(at.today) + 7) % 7
      const date = dateAfter(at.today, days)
      if (clock === null || isAhead(date, clock.time, at)) return reading(date, clock, null)
      return begunOr(clock, at, reading(dateAfter(date, 7), clock, `${passed(clock)} Using next week.`))
    }
    case 'date':
      if (day.isFixed && day.date === at.today && clock !== null && isOver(clock, at)) {
        const message = `${formatHour(clock.time)} on ${formatDate(day.date)} has passed. Type a later time or another day.`
        return { kind: 'unread', message }
      }
      return onDate(day.date, clock, day.note, at)
    case 'next-year': {
      if (day.date <= dateAfter(at.today, NEAR_DAYS)) return reading(day.date, clock, null)
      const days = [day.date, ...(day.soon === null ? [] : [day.soon])]
      const open = days.filter((date) => clock === null || isAhead(date, clock.time, at))
      return askWhich(
        at.text,
        open.map((date) => reading(date, clock, null)),
        at.today,
      )
    }
    default:
      return assertNever(day)
  }
}

function passed(clock: Clock): string {
  return `${formatHour(clock.time)} has passed today.`
}

/** Resolves a time on one date. A time that has passed today is asked, and a date before today is not understood. */
function onDate(date: string, clock: Clock | null, note: string | null, at: At): ParsedTime {
  if (date < at.today) return notUnderstood(at, 'This day has passed. Type a day from today on.')
  if (clock === null || isAhead(date, clock.time, at)) return reading(date, clock, note)
  const tomorrow = reading(dateAfter(date, 1), clock, null)
  const evening =
    clock.time < '12:00' && clock.ends === undefined && !isSpan(clock.window) ? laterToday(clock, at) : null
  const others = [tomorrow, evening ?? reading(dateAfter(date, 7), clock, null)]
  return begunOr(clock, at, askWhich(at.text, others, at.today, shortHour(clock.time)), clock.ends)
}

/** True if today's clock time has passed, and its window too. */
function isOver({ time, window }: Clock, at: At): boolean {
  return !isAhead(at.today, time, at) && (!isSpan(window) || !isAhead(at.today, window.to ?? LAST_HOUR, at))
}

/** Returns the hour of the afternoon for one of the morning, as "9" may have meant; null if that has passed too. */
function laterToday({ time, window }: Clock, at: At): TimeReading | null {
  const evening = `${String(Number(time.slice(0, 2)) + 12).padStart(2, '0')}${time.slice(2)}`
  if (!isAhead(at.today, evening, at)) return null
  const later = { time: evening, window: window === null ? null : { ...window, from: evening }, note: null }
  return reading(at.today, later, null)
}

/** End of the lane's day, until which "after 3" is meant. */
const LAST_HOUR = '18:00'

/**
 * Asks whether a window, or a part of the day until `ends`, that has begun is meant for the rest of today; otherwise
 * returns the `other` meaning.
 */
function begunOr(clock: Clock, at: At, other: ParsedTime, ends?: string): ParsedTime {
  if ((!isSpan(clock.window) && ends === undefined) || other.kind === 'unread') return other
  const end = clock.window?.to ?? ends ?? LAST_HOUR
  const next = instantReading(roundUp(at.soonest ?? at.now), at)
  const isLeft = next.date === at.today && next.time !== null && minutesOf(next.time) < minutesOf(end)
  if (!isLeft) return other
  const rest = {
    ...next,
    window:
      clock.window === null
        ? null
        : clock.window.to === null
          ? { from: next.time, to: null }
          : { from: null, to: clock.window.to },
  }
  return askWhich(
    at.text,
    [rest, other.kind === 'question' ? (other.options[0] ?? rest) : (other as TimeReading)],
    at.today,
  )
}
