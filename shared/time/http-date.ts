import { fromMillis, toMillis, type UtcInstant } from './time.ts'

const HTTP_TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})'

/** The three formats of a header's date, all in UTC (RFC 9110, 5.6.7). Servers write only the first today. */
const HTTP_DATES = [
  `[A-Z][a-z]{2}, (?<day>\\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${HTTP_TIME} GMT`,
  `[A-Z][a-z]{2,5}day, (?<day>\\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) ${HTTP_TIME} GMT`,
  `[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${HTTP_TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/**
 * Parses the date of an HTTP header in any format (`Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
 * `Sun Nov 6 08:49:37 1994`); null for other text. A two-digit year is at most fifty years after `now`.
 */
export function parseHttpDate(text: string, now: UtcInstant): UtcInstant | null {
  const found = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return null
  const { day = '', month = '', year = '', time = '' } = found
  const ms = Date.parse(`${day} ${month} ${year.length === 2 ? wholeYear(Number(year), now) : year} ${time} GMT`)
  return Number.isNaN(ms) ? null : fromMillis(ms)
}

function wholeYear(lastTwo: number, now: UtcInstant): number {
  const latest = Number(now.slice(0, 4)) + 50
  return latest - ((latest - lastTwo) % 100)
}

/** Formats the `Date` of an HTTP header (RFC 9110 5.6.7). */
export function formatHttpDate(utc: UtcInstant): string {
  return new Date(toMillis(utc)).toUTCString()
}
