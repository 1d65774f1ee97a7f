import { formatWindow, shortHour, type TimeWindow } from './parse-clock.ts'
import { formatDate } from './format.ts'
import { dateAfter } from './time.ts'

/* A typed time with more than one meaning, for `parseTime`. */

/** What a typed time means, as wall times of the rooftop's zone. */
export type TimeReading = {
  /** YYYY-MM-DD. */
  readonly date: string
  /** hh:mm; null if the text names only a day. */
  readonly time: string | null
  /** Which instant is meant, for a duration from now that ends at a wall time which comes twice; null otherwise. */
  readonly turn: 'first' | 'second' | null
  /** The window that the words name, for the driver's note; null for none. `time` is its start, or lies within. */
  readonly window: TimeWindow | null
}

/** A meaning that a person can choose, with the text of its button, such as "Today, 2–4 PM". */
export type TimeOption = TimeReading & { readonly label: string }

/** A question with a button for each meaning: two, or one that only needs a yes because of its year. */
export type TimeQuestion = {
  readonly kind: 'question'
  readonly message: string
  readonly options: readonly TimeOption[]
}

/** Characters of two buttons that fit side by side below the time field of the form. */
const ROOM = 34

/**
 * Builds the question about the meanings of a typed text, the earliest meaning first; `passed` is the typed time. The
 * buttons alone name the meanings, because the form has one line for the message.
 */
export function askWhich(text: string, readings: readonly TimeReading[], today: string, passed?: string): TimeQuestion {
  const chosen = [...readings].sort((a, b) => sortKey(a).localeCompare(sortKey(b))).slice(0, 2)
  const long = chosen.map((reading) => capital(describe(reading, today)))
  const clocks = new Set(chosen.map(describeClock))
  const days = new Set(chosen.map(({ date }) => date))
  const [clock] = clocks
  const [day = today] = days
  const isLong = chosen.length === 2 && long.join('').length > ROOM
  // A part that both meanings share moves from the buttons to the message.
  const shared =
    !isLong || typeof clock !== 'string'
      ? null
      : clocks.size === 1
        ? { message: `${capital(clock)} on which day?`, label: ({ date }: TimeReading) => describeDay(date, today) }
        : days.size === 1
          ? { message: `What time ${describeDay(day, today)}?`, label: (one: TimeReading) => describeClock(one) ?? '' }
          : null
  const options = chosen.map((reading, at) => ({
    ...reading,
    label: shared === null ? (long[at] ?? '') : capital(shared.label(reading)),
  }))
  const message =
    shared?.message ??
    (passed !== undefined
      ? `${capital(passed)} today has passed.`
      : options.length === 1
        ? 'This one? If not, type another time.'
        : which(text))
  return { kind: 'question', message, options }
}

/** The longest quote of a typed text that one line of the form has room for. */
const QUOTE_LENGTH = 20

function which(text: string): string {
  const letters = [...text.trim()]
  const quote = letters.length > QUOTE_LENGTH ? `${letters.slice(0, QUOTE_LENGTH - 1).join('')}…` : letters.join('')
  return `Which one is "${quote}"?`
}

function sortKey({ date, time }: TimeReading): string {
  return `${date}T${time ?? ''}`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function describe(reading: TimeReading, today: string): string {
  const clock = describeClock(reading)
  const day = describeDay(reading.date, today)
  if (clock === null) return day
  return /^(?:today|tomorrow)$/.test(day) ? `${day} ${clock}` : `${day}, ${clock}`
}

function describeClock({ time, window }: TimeReading): string | null {
  return window !== null ? formatWindow(window) : time === null ? null : shortHour(time)
}

/** "today", "tomorrow", "Wed, Dec 2", or "Feb 4, 2027" for another year than that of `today`. */
function describeDay(date: string, today: string): string {
  if (date === today) return 'today'
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  const full = formatDate(date)
  if (date === dateAfter(today, 1)) return isThisYear ? 'tomorrow' : full.replace(/^\w+/, 'tomorrow')
  return isThisYear ? full.replace(/, \d{4}$/, '') : full.replace(/^\w+, /, '')
}
