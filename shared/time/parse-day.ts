import { dateAfter, dateOfMillis, isDate, weekdayOf } from './time.ts'

/* Typed days, for `parseTime`. */

/**
 * A day: a date, the next such weekday, or a date whose month and day have passed this year, which a person must
 * confirm unless the date is near. `soon` is the same day of this or the next month, in case the typed month was a
 * slip; null for a date that is not far away.
 */
export type Day =
  | {
      readonly kind: 'date'
      readonly date: string
      readonly note: string | null
      /** True for a day of the calendar, which is never another day than the typed one; false for "today". */
      readonly isFixed: boolean
    }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'next-year'; readonly date: string; readonly soon: string | null }

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
const TODAY = /^(?:tod|today)$/
const TOMORROW = /^(?<after>(?:the )?day after )?(?:tom|tmr|tmr?w|tom+or+ow)$/
const DAYS_AHEAD = /^(?:in )?(?<count>\d{1,2}|an?) (?<unit>day|week)s?(?: from (?:now|today))?$/

/** Abbreviations that are looked up before the names, because "weds" is not a prefix of its name. */
const SHORT: Readonly<Record<string, string>> = { sept: 'september', weds: 'wednesday' }

/** Returns the index of the name that starts with the typed word of at least three letters; -1 for none. */
function placeIn(names: readonly string[], word: string): number {
  const bare = word.replace(/\.$/, '')
  const meant = Object.hasOwn(SHORT, bare) ? SHORT[bare] : undefined
  return bare.length < 3 ? -1 : names.findIndex((name) => name.startsWith(meant ?? bare))
}

/** Reads a day: "today", "fri", "the 24th", "11/24", "Nov 24 2027"; null for other text. */
export function parseDay(words: string, today: string): Day | null {
  const dayWords = words.replace(/^(?:on|this|around(?= \d)) /, '')
  if (TODAY.test(dayWords)) return dated(today, false)
  const tomorrow = TOMORROW.exec(dayWords)
  if (tomorrow !== null) return dated(dateAfter(today, tomorrow[1] === undefined ? 1 : 2), false)
  const { count, unit } = DAYS_AHEAD.exec(dayWords)?.groups ?? {}
  if (count !== undefined) return dated(dateAfter(today, (Number(count) || 1) * (unit === 'day' ? 1 : 7)), false)
  const [head = '', ...rest] = dayWords.split(' ')
  const weekday = placeIn(WEEKDAYS, head) + 1
  if (weekday === 0) return parseDayOfMonth(dayWords, today) ?? parseDate(dayWords, today)
  if (rest.length === 0) return { kind: 'weekday', weekday }
  const day = parseDayOfMonth(rest.join(' '), today) ?? parseDate(rest.join(' '), today)
  // "Tue 25 Nov" for a Wednesday has a typo, either in the weekday or in the date.
  const fits = day !== null && day.kind !== 'weekday' && weekdayOf(day.date) === weekday
  if (!fits) return null
  return day.kind === 'next-year' && weekdayOf(day.soon ?? day.date) !== weekday ? { ...day, soon: null } : day
}

function dayOf(date: string, note: string | null = null): Day {
  return { kind: 'date', date, note, isFixed: true }
}

function formatMonth(date: string, today: string): string {
  const name = MONTHS[Number(date.slice(5, 7)) - 1] ?? ''
  const year = date.slice(0, 4)
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}

/** Returns a day of the month that is some months after the month of `from`; null if that month is shorter. */
function dayOfMonth(from: string, months: number, day: number): string | null {
  const date = dateOfMillis(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1 + months, day))
  return Number(date.slice(8)) === day ? date : null
}

/** Reads "the 24th" or "3rd" as the next such day from `from` on, in this month or one of the next two. */
function parseDayOfMonth(words: string, from: string): Day | null {
  const [, digits] = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(words) ?? []
  const day = Number(digits ?? 0)
  if (day < 1 || day > 31) return null
  const here = dayOfMonth(from, 0, day)
  if (here !== null && here >= from) return dayOf(here)
  const next = dayOfMonth(from, 1, day) ?? dayOfMonth(from, 2, day)
  return next === null ? null : dayOf(next, `The next such day is in ${formatMonth(next, from)}.`)
}

const NUMBERS = /^(?<month>\d{1,2})[/-](?<day>\d{1,2})(?:[/-](?<year>\d{4}|\d{2}))?$/
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
const MONTH_FIRST = /^(?<name>[a-z]+\.?) (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/
const DAY_FIRST = /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>[a-z]+\.?)(?: (?<year>\d{4}))?$/

/**
 * Reads "11/24", "2026-11-24", "Nov 24" or "24 November 2026". Without a year, the day of this year, or `next-year` if
 * this year's has passed.
 */
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
  if (here >= today && isDate(here)) return dated(here)
  const next = write(thisYear + 1)
  if (!isDate(next)) return null
  const isFar = next > dateAfter(today, FAR_DAYS)
  return { kind: 'next-year', date: next, soon: isFar ? nextMonthDay(Number(found['day']), today) : null }
}

/** Days ahead from which the month of a date in the next year may be a slip: "nov 20" on Nov 24, but not "feb 4". */
const FAR_DAYS = 180

/** Returns the same day of this month or the next, in this year and from `today` on; null for none. */
function nextMonthDay(day: number, today: string): string | null {
  const here = dayOfMonth(today, 0, day)
  const found = here !== null && here < today ? dayOfMonth(today, 1, day) : here
  return found?.slice(0, 4) === today.slice(0, 4) ? found : null
}

function dated(date: string, isFixed = true): Day | null {
  return isDate(date) ? { kind: 'date', date, note: null, isFixed } : null
}

/** Returns the weekday (1 for Monday) that a word names; 0 for none. */
export function parseWeekday(word: string): number {
  return placeIn(WEEKDAYS, word) + 1
}
