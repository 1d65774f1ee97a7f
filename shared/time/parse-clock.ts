import type { DayPart } from './parse-tokens.ts'

/* Typed clock times, and windows such as "2-4", for `parseTime`. */

/**
 * The window that a customer was promised, as `hh:mm` of the same day; null for an open end, as in "after 3" or "before
 * noon", but never for both. With a `lead`, `from` is the one time of "by 5" or "around 3".
 */
export type TimeWindow = {
  readonly from: string | null
  readonly to: string | null
  readonly lead?: 'by' | 'around'
}

/** A clock time as `hh:mm`, its window if the words name one, and a sentence about an assumed hour. */
export type Clock = {
  readonly time: string
  readonly window: TimeWindow | null
  readonly note: string | null
  /** The end of the part of the day that the words name without an hour, as `hh:mm`. */
  readonly ends?: string
}

const CLOCK = /^(?:at )?(?<hour>\d{1,2}?)(?:[:. ]?(?<minute>\d{2}))?(?<half>am?|pm?)?$/

/** First hour of a service lane's day, which ends at 6 PM. "7" is in the morning, and "6" is in the evening. */
const MORNING_START_HOUR = 7

/** Longest window that is understood: a lane's whole day, as in "9-5". */
const MAX_WINDOW_MINUTES = 10 * 60

/** Longest window without am or pm that needs no question, because "1-10" is rarely one. */
const MAX_SURE_MINUTES = 6 * 60

export function isLong({ from, to }: TimeWindow): boolean {
  return from !== null && to !== null && minutesOf(to) - minutesOf(from) > MAX_SURE_MINUTES
}

/** True for a window within the lane's day, such as "9-5", which is a window however long. */
export function isInLaneDay({ from, to }: TimeWindow): boolean {
  return from !== null && to !== null && from >= '07:00' && to <= '18:00'
}

/** True for a window of some length; false for null and for "by 5" or "around 3", which are one time. */
export function isSpan(window: TimeWindow | null): window is TimeWindow {
  return window !== null && window.lead === undefined
}

/** Returns a clock time with a note if the lane is closed then, which is a likely slip of am and pm. */
export function withHoursNote(clock: Clock): Clock {
  if (clock.time >= '07:00' && clock.time <= '18:00') return clock
  const note = `${formatHour(clock.time)} is outside lane hours.`
  return { ...clock, note: clock.note === null ? note : `${note} ${clock.note}` }
}

/**
 * Reads "2p", "930", "9 30", "14:00" or "noon"; null for other text, also for the year "2027". An hour from 1 to 12
 * without am, pm, a leading zero and a `part` of the day lies between 7 AM and 6:59 PM.
 */
export function parseClock(words: string, part: DayPart | null): Clock | null {
  const { lead, clock = words } = LEAD.exec(words)?.groups ?? {}
  const time = part === null && YEAR.test(clock) ? null : clockTime(clock, part?.half)
  if (time === null) return null
  const isLead = lead === 'by' || lead === 'around'
  return { time, window: isLead ? { from: time, to: null, lead } : null, note: null }
}

const LEAD = /^(?:at )?(?<lead>by|around) (?:around )?(?<clock>.+)$/

/** Four digits that are a year of a booking rather than a clock time after 8 PM. */
export const YEAR = /(?<!\S)20(?:2[4-9]|3\d)(?!\S)/

/** Words for the first or second half of the day, and for a part of a day without its hour. */
const HALF_DAYS: Readonly<Record<string, Clock>> = {
  am: { time: '09:00', window: null, note: 'Using 9:00 AM for the morning.', ends: '12:00' },
  pm: { time: '13:00', window: null, note: 'Using 1:00 PM for the afternoon.', ends: '18:00' },
}

/** Reads "am" and "pm" without an hour, and a `part` of the day without any words; null for other text. */
export function parseHalfDay(words: string, part: DayPart | null): Clock | null {
  const half = /^(?:in the )?([ap])m?$/.exec(words)?.[1]
  if (half !== undefined) return HALF_DAYS[`${half}m`] ?? null
  if (words !== '' || part === null) return null
  return part.name === 'morning'
    ? (HALF_DAYS['am'] ?? null)
    : part.name === 'afternoon'
      ? (HALF_DAYS['pm'] ?? null)
      : null
}

const RANGE = /^(?:from |between |at )?(?<from>.+?) ?(?:-| (?:to|til|till|until|thru|through|and) ) ?(?<to>.+)$/
const OPEN_END =
  /^(?:any ?time )?(?:(?<after>after|past|from|not? (?:before|until|till|(?:earli|soon)er than))|before|until|till|no later than) (?<clock>.+)$/

/** Reads a window: "2-4", "11-1", "2 to 4pm", "between 9 and 11", "after 3", "before noon"; null for other text. */
export function parseWindow(words: string, part: DayPart | null): Clock | null {
  const { after, clock = '' } = OPEN_END.exec(words)?.groups ?? {}
  const end = parseClock(clock, part)
  if (end !== null) return openWindow(after !== undefined, end.time)
  const { from: first = '', to: last = '' } = RANGE.exec(words.replace(/^(?:by|around) /, ''))?.groups ?? {}
  const times = rangeTimes(first, last, part)
  if (times === null) return null
  const [from, to] = times
  const length = minutesOf(to) - minutesOf(from)
  if (length <= 0 || length > MAX_WINDOW_MINUTES) return null
  return { time: from, window: { from, to }, note: null }
}

/** Returns both ends. "11-1" crosses noon, "2-4pm" is in the afternoon, and "9-2pm" begins in the morning. */
function rangeTimes(first: string, last: string, part: DayPart | null): readonly [string, string] | null {
  const half = /[ap](?=m?$)/.exec(last)?.[0]
  // Twelve ends a window of the morning at noon.
  const to = last === '12' ? '12:00' : clockTime(last, part?.half)
  const plainFrom = clockTime(first, part?.half)
  if (to === null || plainFrom === null) return null
  if (/[ap]m?$|noon$|midday$/.test(first) || /^0\d/.test(first)) return [plainFrom, afterFrom(plainFrom, to, last)]
  if (half !== undefined) {
    const same = clockTime(`${first}${half}`, undefined)
    if (same !== null && minutesOf(same) < minutesOf(to)) return [same, to]
    const morning = half === 'p' ? clockTime(`${first}a`, undefined) : null
    return morning === null ? null : [morning, to]
  }
  return [plainFrom, afterFrom(plainFrom, to, last)]
}

/** Moves an end without am or pm by twelve hours if it would come before the start, as in "11am-7". */
function afterFrom(from: string, to: string, typed: string): string {
  const hasHalf = /[ap]m?$/.test(typed) || /^0\d/.test(typed)
  const minutes = minutesOf(to)
  return hasHalf || minutes > minutesOf(from) || minutes >= 12 * 60 ? to : timeOf(minutes + 12 * 60)
}

/** Minutes before the end of a window such as "before noon" at which the appointment is assumed. */
const BEFORE_END_MINUTES = 60

function openWindow(isAfter: boolean, time: string): Clock | null {
  if (isAfter) return { time, window: { from: time, to: null }, note: null }
  const start = minutesOf(time) - BEFORE_END_MINUTES
  if (start < 0) return null
  return { time: timeOf(start), window: { from: null, to: time }, note: null }
}

function clockTime(words: string, partHalf: 'am' | 'pm' | undefined): string | null {
  if (/^(?:at )?(?:(?:12 ?)?noon|midday)$/.test(words)) return '12:00'
  const { hour, minute = '00', half: typedHalf } = CLOCK.exec(words)?.groups ?? {}
  if (hour === undefined || Number(minute) > 59 || Number(hour) > 23) return null
  const typedHour = Number(hour)
  const half = typedHalf ?? (typedHour >= 1 && typedHour <= 12 && !hour.startsWith('0') ? partHalf : undefined)
  if (half !== undefined) {
    if (typedHour < 1 || typedHour > 12) return null
    return timeOf(((typedHour % 12) + (half.startsWith('p') ? 12 : 0)) * 60 + Number(minute))
  }
  // A leading zero such as "09:30" marks a 24-hour clock.
  const counts24 = typedHour > 12 || hour.startsWith('0')
  const lane = counts24 || typedHour >= MORNING_START_HOUR ? typedHour : typedHour + 12
  return timeOf(lane * 60 + Number(minute))
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Formats `hh:mm` as "2:00 PM". */
export function formatHour(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formats a window as people say it: "2–4 PM", "11 AM–1 PM", "after 3 PM", "before noon", "around 3 PM". */
export function formatWindow({ from, to, lead }: TimeWindow): string {
  if (from === null) return `before ${shortHour(to ?? '')}`
  if (to === null) return `${lead ?? 'after'} ${shortHour(from)}`
  const [start, end] = [shortHour(from), shortHour(to)]
  const isSameHalf = /[AP]M$/.exec(start)?.[0] === /[AP]M$/.exec(end)?.[0]
  return isSameHalf && end.endsWith('M') ? `${start.slice(0, -3)}–${end}` : `${start}–${end}`
}

/** Formats `hh:mm` as "2 PM", "2:30 PM" or "noon". */
export function shortHour(time: string): string {
  return time === '12:00' ? 'noon' : formatHour(time).replace(':00', '')
}
