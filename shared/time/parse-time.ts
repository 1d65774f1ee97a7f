import { Temporal } from 'temporal-polyfill'
import { assertNever } from '../result.ts'
import { parseMinutesAhead } from './parse-relative.ts'
import { tokenize, stripDayPart, stripZone, type DayPart } from './parse-tokens.ts'
import { formatZone } from './format.ts'
import { dateAfter, instantsOf, isDate, toLocal, toMillis, type UtcInstant } from './time.ts'

/*
 * Reads times as people type them: "tomorrow 2p", "fri 930", "+45m", "tonight 8", "the 24th at 9", "11/24 2:30 pm". The
 * result is a wall time of the rooftop's zone, and `zonedTimeSchema` decides whether such a time exists or comes twice.
 */

export type ParseTimeResult = {
  readonly kind: 'time'
  /** YYYY-MM-DD. */
  readonly date: string
  /** hh:mm; null if the text names only a day. */
  readonly time: string | null
  /** Which instant is meant, for a duration from now that ends at a wall time which comes twice; null otherwise. */
  readonly turn: 'first' | 'second' | null
  /** A sentence about an assumption beyond the words, or about a time that has passed; null for none. */
  readonly note: string | null
}

export type ParsedTime =
  ParseTimeResult | { readonly kind: 'blank' } | { readonly kind: 'unread'; readonly message: string }

type Now = {
  readonly now: UtcInstant
  readonly zone: string
  /** The day in the form, to which a bare clock time belongs; null or empty for none. */
  readonly date?: string | null
}

const EXAMPLES = 'Try "tomorrow 2p", "fri 930", "11/24 2:30 pm" or "+45m".'

/** A clock time as `hh:mm`. */
type Clock = { readonly time: string }
type Day =
  | { readonly kind: 'date'; readonly date: string; readonly note: string | null }
  | { readonly kind: 'weekday'; readonly weekday: number }

/** Reads a typed time. Never throws, for any text. */
export function parseTime(text: string, { now, zone, date = null }: Now): ParsedTime {
  const { words: withoutZone, other } = stripZone(tokenize(text), now, zone)
  if (other) return notUnderstood(text, `Times are those of the rooftop (${formatZone(zone, now)}).`)
  const { words, part } = stripDayPart(withoutZone)
  if (words === '') return part === null ? { kind: 'blank' } : notUnderstood(text, EXAMPLES)
  if (words.startsWith('next '))
    return notUnderstood(text, '"Next" can mean two different weeks. Type the date, like 11/24.')
  if (/\bmidnight\b/.test(words))
    return notUnderstood(text, '"Midnight" ends one day and begins another. Type 12a and the date.')
  const minutes = parseMinutesAhead(words)
  if (minutes !== null) return inMinutes(minutes, now, zone)
  const local = toLocal(now, zone)
  const today = local.slice(0, 10)
  for (const [dayWords, clockWords] of splits(words)) {
    if (clockWords === '' && endsInClock(dayWords, today)) continue
    const day = dayWords === '' ? null : parseDay(dayWords, today)
    const clock = clockWords === '' ? null : parseClock(clockWords, part)
    if ((dayWords === '') !== (day === null) || (clockWords === '') !== (clock === null)) continue
    // A part of the day without an hour would leave the form's old hour, and a contradicting hour is ambiguous.
    if (part !== null && (clock === null || !isIn(part, clock))) return notUnderstood(text, HOUR_WANTED)
    if (day === null) {
      if (clock !== null) return onDay(clock, isDate(date ?? '') ? date : null, { now, zone })
    } else return ofDay(day, clock, { now, zone })
  }
  return notUnderstood(text, EXAMPLES)
}

/** True if the four digits at the end are a clock time ("Nov 24 1430"). Only this year and the next count as a year. */
function endsInClock(words: string, today: string): boolean {
  const [, year] = /[a-z].* (\d{4})$/.exec(words) ?? []
  const ahead = Number(year) - Number(today.slice(0, 4))
  return year !== undefined && ahead !== 0 && ahead !== 1
}

function notUnderstood(text: string, more: string): ParsedTime {
  const quote = [...text.trim()].slice(0, 40).join('')
  return { kind: 'unread', message: `Not understood: "${quote}". ${more}` }
}

const HOUR_WANTED = 'Type an hour of that part of the day, like "tonight 8" or "tomorrow morning 9:30".'

function isIn({ from, to }: DayPart, { time }: Clock): boolean {
  const hour = Number(time.slice(0, 2))
  return hour >= from && hour <= to
}

/**
 * Returns every way to split up to six words into a day and a clock time, in either order, each of which may be empty.
 */
function splits(words: string): readonly (readonly [day: string, clock: string])[] {
  const parts = words.split(' ')
  if (parts.length > 6) return []
  return [
    ['', words] as const,
    [words, ''] as const,
    ...parts.slice(1).flatMap((_, before) => {
      const first = parts.slice(0, before + 1).join(' ')
      const second = parts.slice(before + 1).join(' ')
      return [[first, second] as const, [second, first] as const]
    }),
  ]
}

/** Returns the wall time `minutes` after `now`, rounded up to a whole minute. */
function inMinutes(minutes: number, now: UtcInstant, zone: string): ParseTimeResult {
  const at = Temporal.Instant.from(now)
    .add({ minutes })
    .round({ smallestUnit: 'minute', roundingMode: 'ceil' })
    .toString()
  const local = toLocal(at, zone)
  const [first, second] = instantsOf(local, zone)
  const turn = second === undefined ? null : toMillis(at) === toMillis(first ?? at) ? 'first' : 'second'
  return { kind: 'time', date: local.slice(0, 10), time: local.slice(11, 16), turn, note: null }
}

const CLOCK = /^(?:at |by |@ ?)?(?<hour>\d{1,2}?)(?:[:. ]?(?<minute>\d{2}))?(?<half>am?|pm?)?$/

/** First hour of a service lane's day. "7" is in the morning, and "6" is in the evening. */
const MORNING_START_HOUR = 7

/**
 * Reads "2p", "930", "9 30", "14:00" or "noon"; null for other text. An hour from 1 to 12 without am, pm, a leading
 * zero and a `part` of the day lies between 7 AM and 6:59 PM.
 */
function parseClock(words: string, part: DayPart | null): Clock | null {
  if (/^(?:at |by )?(?:(?:12 ?)?noon|midday)$/.test(words)) return { time: '12:00' }
  const { hour, minute = '00', half: typedHalf } = CLOCK.exec(words)?.groups ?? {}
  if (hour === undefined || Number(minute) > 59 || Number(hour) > 23) return null
  const typedHour = Number(hour)
  const half = typedHalf ?? (typedHour >= 1 && typedHour <= 12 && !hour.startsWith('0') ? part?.half : undefined)
  if (half !== undefined) {
    if (typedHour < 1 || typedHour > 12) return null
    return clockOf((typedHour % 12) + (half.startsWith('p') ? 12 : 0), minute)
  }
  // A leading zero such as "09:30" marks a 24-hour clock.
  const counts24 = typedHour > 12 || hour.startsWith('0')
  return clockOf(counts24 || typedHour >= MORNING_START_HOUR ? typedHour : typedHour + 12, minute)
}

function clockOf(hour: number, minute: string): Clock {
  return { time: `${String(hour).padStart(2, '0')}:${minute}` }
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const TODAY = ['today', 'tod']
const TOMORROW = ['tomorrow', 'tom', 'tmr', 'tmrw', 'tomorow', 'tommorow', 'tommorrow']

const DAY_AFTER = new RegExp(`^(?:the )?day after (?:${TOMORROW.join('|')})$`)

/** Abbreviations that are looked up before the names, because "weds" is not a prefix of its name. */
const SHORT: Readonly<Record<string, string>> = { sept: 'september', weds: 'wednesday' }

/** Returns the index of the name that starts with the typed word of at least three letters; -1 for none. */
function placeIn(names: readonly string[], word: string): number {
  const bare = word.replace(/\.$/, '')
  const meant = Object.hasOwn(SHORT, bare) ? SHORT[bare] : undefined
  return bare.length < 3 ? -1 : names.findIndex((name) => name.startsWith(meant ?? bare))
}

function parseDay(words: string, today: string): Day | null {
  const dayWords = words.replace(/^(?:on|this) /, '')
  const from = Temporal.PlainDate.from(today)
  if (TODAY.includes(dayWords)) return dayOf(from)
  if (TOMORROW.includes(dayWords)) return dayOf(from.add({ days: 1 }))
  if (DAY_AFTER.test(dayWords)) return dayOf(from.add({ days: 2 }))
  const [head = '', ...rest] = dayWords.split(' ')
  const weekday = placeIn(WEEKDAYS, head) + 1
  if (weekday === 0) return parseDayOfMonth(dayWords, from) ?? parseDate(dayWords, today)
  if (rest.length === 0) return { kind: 'weekday', weekday }
  const day = parseDayOfMonth(rest.join(' '), from) ?? parseDate(rest.join(' '), today)
  // "Tue 25 Nov" for a Wednesday has a typo, either in the weekday or in the date.
  const fits = day?.kind === 'date' && Temporal.PlainDate.from(day.date).dayOfWeek === weekday
  return fits ? day : null
}

function dayOf(date: Temporal.PlainDate, note: string | null = null): Day {
  return { kind: 'date', date: date.toString(), note }
}

function formatMonth({ month }: Temporal.PlainDate): string {
  const name = MONTHS[month - 1] ?? ''
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Reads "the 24th" or "3rd" as the next such day from `from` on, in this month or one of the next two. */
function parseDayOfMonth(words: string, from: Temporal.PlainDate): Day | null {
  const [, digits] = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(words) ?? []
  const day = Number(digits ?? 0)
  if (day < 1 || day > 31) return null
  const here = from.with({ day })
  if (here.day === day && here.day >= from.day) return dayOf(here)
  const months = [1, 2].map((later) => from.add({ months: later }).with({ day }))
  const next = months.find((date) => date.day === day)
  return next === undefined ? null : dayOf(next, `The next such day is in ${formatMonth(next)}.`)
}

const NUMBERS = /^(?<month>\d{1,2})[/-](?<day>\d{1,2})(?:[/-](?<year>\d{4}|\d{2}))?$/
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
const MONTH_FIRST = /^(?<name>[a-z]+\.?) (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/
const DAY_FIRST = /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>[a-z]+\.?)(?: (?<year>\d{4}))?$/

/** Reads "11/24", "2026-11-24", "Nov 24" or "24 November 2026". Without a year, the next such day from today on. */
function parseDate(words: string, today: string): Day | null {
  const found = [NUMBERS, ISO, MONTH_FIRST, DAY_FIRST].map((form) => form.exec(words)?.groups).find(Boolean)
  if (found === undefined) return null
  const month = found['name'] === undefined ? Number(found['month']) : placeIn(MONTHS, found['name']) + 1
  const write = (year: number) =>
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${(found['day'] ?? '').padStart(2, '0')}`
  const year = found['year']
  if (year !== undefined) return dated(write(year.length === 2 ? 2000 + Number(year) : Number(year)))
  const thisYear = Number(today.slice(0, 4))
  const here = write(thisYear)
  return (here >= today ? dated(here) : null) ?? dated(write(thisYear + 1), NEXT_YEAR)
}

const NEXT_YEAR = 'This year it has passed, so next year is meant.'

function dated(date: string, note: string | null = null): Day | null {
  return isDate(date) ? { kind: 'date', date, note } : null
}

type At = { readonly now: UtcInstant; readonly zone: string }

/** True if an instant of the wall time is in the future. A wall time in a gap is compared as local time. */
function isAhead(date: string, time: string, { now, zone }: At): boolean {
  const meant = instantsOf(`${date}T${time}`, zone)
  const last = meant.at(-1)
  return last === undefined ? `${date}T${time}` > toLocal(now, zone) : toMillis(last) > toMillis(now)
}

function resolved(date: string, time: string | null, note: string | null): ParseTimeResult {
  return { kind: 'time', date, time, turn: null, note }
}

const PASSED = 'This time has passed.'

/** Resolves a bare clock time: on the form's `date`, else today, else tomorrow if the time has passed today. */
function onDay({ time }: Clock, date: string | null, at: At): ParseTimeResult {
  if (date !== null) return resolved(date, time, isAhead(date, time, at) ? null : PASSED)
  const today = toLocal(at.now, at.zone).slice(0, 10)
  if (isAhead(today, time, at)) return resolved(today, time, null)
  return resolved(dateAfter(today, 1), time, 'It has passed today, so tomorrow is meant.')
}

function ofDay(day: Day, clock: Clock | null, at: At): ParseTimeResult {
  const today = toLocal(at.now, at.zone).slice(0, 10)
  switch (day.kind) {
    case 'weekday': {
      const days = (day.weekday - Temporal.PlainDate.from(today).dayOfWeek + 7) % 7
      const date = dateAfter(today, days)
      if (clock === null || isAhead(date, clock.time, at)) return resolved(date, clock?.time ?? null, null)
      return resolved(dateAfter(date, 7), clock.time, 'It has passed today, so next week is meant.')
    }
    case 'date': {
      const passed = clock === null ? day.date < today : !isAhead(day.date, clock.time, at)
      return resolved(day.date, clock?.time ?? null, passed ? PASSED : day.note)
    }
    default:
      return assertNever(day)
  }
}
