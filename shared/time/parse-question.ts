import { formatHour, formatWindow, type TimeWindow } from './parse-clock.ts'
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

/** Builds the question about the meanings of a typed text, the earliest meaning first. `passed` is the typed time. */
export function askWhich(text: string, readings: readonly TimeReading[], today: string, passed?: string): TimeQuestion {
  const options = [...readings]
    .sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
    .slice(0, 2)
    .map((reading) => ({ ...reading, label: capital(describe(reading, today)) }))
  const [first, second] = options.map((option) => describe(option, today))
  const quote = [...text.trim()].slice(0, 40).join('')
  const message =
    passed !== undefined
      ? `"${quote}": ${passed} today has passed. Did you mean ${first} or ${second}?`
      : second === undefined
        ? `"${quote}": did you mean ${first}? If not, type another time.`
        : `"${quote}" could be ${first} or ${second}.`
  return { kind: 'question', message, options }
}

function sortKey({ date, time }: TimeReading): string {
  return `${date}T${time ?? ''}`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function describe({ date, time, window }: TimeReading, today: string): string {
  const clock = window === null ? (time === null ? null : formatHour(time)) : formatWindow(window)
  const day = describeDay(date, today)
  return clock === null ? day : `${day}, ${clock}`
}

function describeDay(date: string, today: string): string {
  const full = formatDate(date)
  if (date === today) return 'today'
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  if (date === dateAfter(today, 1)) return isThisYear ? 'tomorrow' : full.replace(/^\w+/, 'tomorrow')
  return isThisYear ? full.replace(/, \d{4}$/, '') : full
}
