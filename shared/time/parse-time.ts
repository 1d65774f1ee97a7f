import { formatZone } from './format.ts'
import {
  isInLaneDay,
  isLong,
  isSpan,
  parseClock,
  parseHalfDay,
  parseWindow,
  withHoursNote,
  YEAR,
  type Clock,
} from './parse-clock.ts'
import { parseDay, parseWeekday } from './parse-day.ts'
import { askWhich, type TimeReading } from './parse-question.ts'
import {
  EXAMPLES,
  inMinutes,
  NEAR_DAYS,
  notUnderstood,
  ofDay,
  onDay,
  reading,
  soonestReading,
  type At,
  type ParsedTime,
} from './parse-resolve.ts'
import { parseMinutesAhead } from './parse-relative.ts'
import { isIn, tokenize, stripDayPart, stripZone, type DayPart } from './parse-tokens.ts'
import { dateAfter, isDate, toLocal, weekdayOf, type UtcInstant } from './time.ts'

/*
 * Reads times as people type them: "tomorrow 2p", "fri 930", "2-4", "asap", "+45m", "11/24 2:30 pm". No text leads to a
 * past time, and none to a day of another year without a question or a note.
 */

type Now = {
  readonly now: UtcInstant
  readonly zone: string
  /** The day in the form, to which a bare clock time belongs unless the day has passed; null or empty for none. */
  readonly date?: string | null
  /** The earliest time that a driver can make, which "asap" means; null if unknown. */
  readonly soonest?: UtcInstant | null
}

const HOUR_WANTED = 'Type an hour of that part of the day, like "tonight 8" or "tomorrow evening 5:30".'
const HOLIDAY =
  /\b(?:thanksgiving|christmas|xmas|new year|easter\b|(?:black|good) fri|(?:labor|memorial|veteran|president)['’]?s?['’]? day)/
const SOONEST = /^(?:asap|a\.?s\.?a\.?p\.?|as soon as possible|(?:the )?(?:soonest|earliest)|first available)$/

/**
 * Reads a typed time as a wall time of the rooftop's zone; `zonedTimeSchema` decides whether such a time exists or
 * comes twice. Never throws, for any text.
 */
export function parseTime(text: string, { now, zone, date = null, soonest = null }: Now): ParsedTime {
  const today = toLocal(now, zone).slice(0, 10)
  const formDate = isDate(date ?? '') && (date ?? '') >= today ? date : null
  const read = readTime(text, { now, zone, soonest, text, today, formDate })
  if (read.kind !== 'time') return read
  const year = read.date.slice(0, 4)
  const isSaid = new RegExp(`(?:20|\\d[/-]\\d+[/-])${year.slice(2)}\\b`).test(`${text} ${read.note}`)
  if (isSaid || today.startsWith(year)) return read
  return { ...read, note: `${read.note === null ? '' : `${read.note} `}In ${year}.` }
}

function readTime(text: string, at: At): ParsedTime {
  const read = parseWords(text, at)
  const either = read.kind === 'unread' ? parseEither(text, at) : null
  if (either !== null) return either
  const asWindow = MINUTES_TO.test(text) ? parseWords(text.replace(MINUTES_TO, '$1-'), at) : null
  const window = asWindow === null ? undefined : meanings(asWindow).find((meant) => isSpan(meant.window))
  if (window === undefined) return read
  return read.kind === 'time' && !isSpan(read.window) ? askWhich(text, [read, window], at.today) : (asWindow ?? read)
}

/** Asks about two times such as "fri 3 or 4", which share the other words unless each is whole. */
function parseEither(text: string, at: At): ParsedTime | null {
  const [, before = '', first = '', second = '', after = ''] = /^(.*?)(\S+)(?<!an hour) or (\S+)(.*)$/i.exec(text) ?? []
  if (first === '') return null
  const pairs = [
    [`${before}${first}${after}`, `${before}${second}${after}`],
    [`${before}${first}`, `${second}${after}`],
  ]
  for (const pair of pairs) {
    const both = pair.map((one) => parseWords(one, at)).filter((one) => one.kind === 'time' && one.time !== null)
    const [one = null, other] = both
    if (other !== undefined)
      return JSON.stringify(one) === JSON.stringify(other) ? one : askWhich(text, both.flatMap(meanings), at.today)
  }
  return null
}

/** "10 to 4" is ten minutes before four, or a window. */
const MINUTES_TO = /\b(5|10) ?to ?(?=\d)/i

function meanings(read: ParsedTime | null): readonly TimeReading[] {
  return read?.kind === 'time' ? [read] : read?.kind === 'question' ? read.options : []
}

/** Returns the date of a pair of numbers among other words, such as the Jan 10 of "mon 1-10". */
function pairDates(words: string, at: At): readonly TimeReading[] {
  const [pair] = /(?<!\S)\d{1,2}[-/]\d{1,2}(?!\S)/.exec(words) ?? []
  return pair === undefined ? [] : yearLater(meanings(readPlain(pair, null, at)), at)
}

/** Asks for the hour of an evening without one; null for other words, and for an evening that has passed. */
function askEvening(words: string, part: DayPart | null, at: At): ParsedTime | null {
  if (part === null) return null
  const hours = EVENING_HOURS.map((hour) => readPlain(`${words} ${hour}`.trim(), part, at))
  const open = hours.flatMap((read) => (read?.kind === 'time' && read.note === null ? [read] : []))
  return open.length === 0 ? null : askWhich(at.text, open, at.today)
}

/** Evening hours within the lane's day. */
const EVENING_HOURS = ['5pm', '6pm']

/** Asks whether "dec 1 2030" ends in a year, and refuses any other "2030"; null for words without such a number. */
function readYear(words: string, at: At): ParsedTime | null {
  const [year] = YEAR.exec(words) ?? []
  if (year === undefined) return null
  const clock = readPlain(words.replace(year, `${year.slice(0, 2)}:${year.slice(2)}`), null, at)
  const day = parseDay(words, at.today)
  const dated = day === null ? null : ofDay(day, null, at)
  if (clock?.kind === 'time' && dated?.kind === 'time') return askWhich(at.text, [clock, dated], at.today)
  if (dated?.kind === 'unread') return dated
  const example = `11/24/${Number(at.today.slice(0, 4)) + 1}`
  return notUnderstood(
    at,
    `"${year}" looks like a year. Type the whole date, like "${example}", or a time like "2:30p".`,
  )
}

function parseWords(text: string, at: At): ParsedTime {
  const { words: withoutZone, other } = stripZone(tokenize(text), at.now, at.zone)
  if (other) return notUnderstood(at, `Times are those of the rooftop (${formatZone(at.zone, at.now)}).`)
  const { words, part } = stripDayPart(withoutZone)
  if (words === '' && part === null) return { kind: 'blank' }
  if (SOONEST.test(words)) return soonestReading(at)
  if (/\bnext\b/.test(words)) return parseNext(words, part, at)
  if (/\bmidnight\b/.test(words))
    return notUnderstood(at, '"Midnight" ends one day and begins another. Type 12a and the date.')
  if (HOLIDAY.test(words)) return notUnderstood(at, 'Type the date of a holiday, like "11/26 9a".')
  const minutes = parseMinutesAhead(words)
  if (minutes !== null) return inMinutes(minutes, at)
  // The slash of "2/4" is a window only where the date has passed, or with am or pm.
  const [pair, half] = /^(?:[a-z]+\.? )?\d{1,2}\/\d{1,2}([ap]m?)?(?: [a-z]+\.?)?$/.exec(words) ?? []
  const slashed = pair !== undefined
  const plain = readPlain(slashed ? words.replace(/(?<=\d)(?=[ap])/, ' ') : words, part, at)
  const window = readParts(slashed ? words.replace('/', '-') : words, part, at, parseWindow)
  const isSure = slashed || /[ap]m?\b|noon/.test(words)
  if (!isSure && window?.kind === 'time' && window.window !== null && isLong(window.window)) {
    const reach = dateAfter(at.today, NEAR_DAYS)
    const dates = isInLaneDay(window.window)
      ? (plain === null ? [] : yearLater(meanings(plain), at)).filter(({ date }) => date <= reach)
      : pairDates(words, at)
    return dates.length === 0 ? window : askWhich(at.text, [window, ...dates], at.today)
  }
  if (plain === null || plain.kind === 'unread') {
    // The weekday of "fri 2/4" is not that of the date.
    const dates = slashed && window !== null ? pairDates(words, at) : []
    if (dates.length > 0) return askWhich(at.text, [...meanings(window).slice(0, 1), ...dates], at.today)
    return window ?? askEvening(words, part, at) ?? readYear(words, at) ?? plain ?? notUnderstood(at, EXAMPLES)
  }
  return window === null ? plain : whichOfBoth(plain, window, { words, slashed, half }, at)
}

/** Days ahead within which "12-14" may be a date as well as a window. */
const DASHED_DATE_DAYS = 31

/** Decides between the date and the window of a text such as "2-4", "12-14" or "2/4", or asks. */
function whichOfBoth(
  date: ParsedTime,
  window: ParsedTime,
  { words, slashed, half }: { readonly words: string; readonly slashed: boolean; readonly half: string | undefined },
  at: At,
): ParsedTime {
  const dates = yearLater(meanings(date), at)
  const isWithin = (days: number) => dates.some((one) => one.date <= dateAfter(at.today, days))
  // A 24-hour window such as "12-14" is rare here, so the date stays a choice in every month.
  const counts24 = /(?:^|[ /-])(?:1[3-9]|2[0-3])\b/.test(words)
  if (half !== undefined ? !isWithin(NEAR_DAYS) : !slashed && !isWithin(DASHED_DATE_DAYS) && !counts24) return window
  const isSure = slashed && half === undefined && dates.some((one) => one.date.slice(0, 4) === at.today.slice(0, 4))
  if (isSure || (slashed && (counts24 || meanings(window).length === 0))) return date
  return askWhich(at.text, [...meanings(window).slice(0, 1), ...dates], at.today)
}

/** Returns the typed month and day, of this year or the next, without the other day that its question offers. */
function yearLater(dates: readonly TimeReading[], { today }: At): readonly TimeReading[] {
  const later = dates.filter(({ date }) => date.slice(0, 4) !== today.slice(0, 4))
  return later.length > 0 ? later : dates.slice(0, 1)
}

/** Reads clock times and days without windows; null if the words fit nothing. */
function readPlain(words: string, part: DayPart | null, at: At): ParsedTime | null {
  return readParts(
    words,
    part,
    at,
    (clock, of) => parseHalfDay(clock, of) ?? (clock === '' ? null : parseClock(clock, of)),
  )
}

/** Reads the first split of the words into a day and a clock time that both parse. */
function readParts(
  words: string,
  part: DayPart | null,
  at: At,
  readClock: (words: string, part: DayPart | null) => Clock | null,
): ParsedTime | null {
  const wantsWindow = readClock === parseWindow
  for (const [dayWords, clockWords] of splits(words)) {
    if (clockWords === '' && (wantsWindow || endsInClock(dayWords, at.today))) continue
    const day = dayWords === '' ? null : parseDay(dayWords, at.today)
    const clock = readClock(clockWords, part)
    if ((dayWords === '') !== (day === null) || (clockWords !== '' && clock === null)) continue
    // A part of the day without an hour would leave the form's old hour, and a contradicting hour is ambiguous.
    if (part !== null && (clock === null || !isIn(part, clock.time))) return notUnderstood(at, HOUR_WANTED)
    const noted = clock === null || part !== null ? clock : withHoursNote(clock)
    if (day !== null) return ofDay(day, noted, at)
    if (noted !== null) return onDay(noted, at)
  }
  return null
}

/** True if the four digits at the end are a clock time ("Nov 24 1430"). Only this year and the next count as a year. */
function endsInClock(words: string, today: string): boolean {
  const [, year] = /[a-z].* (\d{4})$/.exec(words) ?? []
  const ahead = Number(year) - Number(today.slice(0, 4))
  return year !== undefined && ahead !== 0 && ahead !== 1
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

/**
 * Reads "next week", which may begin on its Monday or be a week from today, and "next Tuesday", which may be the coming
 * one or the one after it. A weekday with "next week" is one day.
 */
function parseNext(words: string, part: DayPart | null, at: At): ParsedTime {
  const isWeek = /\bnext week\b/.test(words)
  const rest = words
    .replace(/\bnext(?: week)?\b/, '')
    .replace(/ +/g, ' ')
    .trim()
  const found = rest.split(' ').find((word) => parseWeekday(word) > 0)
  const weekday = found === undefined ? 0 : parseWeekday(found)
  const clockWords = rest
    .replace(found ?? '', '')
    .replace(/ +/g, ' ')
    .trim()
  const clock =
    parseHalfDay(clockWords, part) ??
    parseWindow(clockWords, part) ??
    (clockWords === '' ? null : parseClock(clockWords, part))
  if ((clockWords !== '' || part !== null) && clock === null) return notUnderstood(at, EXAMPLES)
  if (!isWeek && weekday === 0) return notUnderstood(at, EXAMPLES)
  const here = weekdayOf(at.today)
  const monday = dateAfter(at.today, 8 - here)
  if (isWeek && weekday > 0) return reading(dateAfter(monday, weekday - 1), clock, null)
  const coming = dateAfter(at.today, ((weekday - here + 6) % 7) + 1)
  const days = isWeek
    ? [monday, here === 1 ? dateAfter(monday, 1) : dateAfter(at.today, 7)]
    : [coming, dateAfter(coming, 7)]
  return askWhich(
    at.text,
    days.map((date) => reading(date, clock, null)),
    at.today,
  )
}
