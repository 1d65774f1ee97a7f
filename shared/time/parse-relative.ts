/* Parses a duration in place of a time, see parse-time.ts. */

const HOURS = '(?:h|hr|hrs|hour|hours)'
const MINUTES = '(?:m|min|mins|minute|minutes)'
const AHEAD = new RegExp(
  `^(?<lead>\\+ ?|in )?(?:(?<hours>\\d{1,2}(?:\\.\\d)?) ?${HOURS})? ?(?:(?<minutes>\\d{1,4}) ?${MINUTES}?)?$`,
)
const WORDS_AHEAD: Readonly<Record<string, number>> = {
  'an hour': 60,
  'half an hour': 30,
  'half hour': 30,
  'an hour and a half': 90,
  now: 0,
}

/** The most hours that are understood without "in" or a plus. */
const MAX_HOURS = 6

/** "In 45" means minutes, and "in 2" may mean minutes or hours. */
const MIN_PLAIN_MINUTES = 10

/** Minutes of "+45m", "45 min", "in 2 hours", "+1h30"; null for other text. */
export function parseMinutesAhead(words: string): number | null {
  const length = words.replace(/^in (?:a (?=half))?/, '').replace(/ from now$/, '')
  const named = Object.hasOwn(WORDS_AHEAD, length) ? WORDS_AHEAD[length] : undefined
  if (named !== undefined) return named
  const { lead, hours, minutes } = AHEAD.exec(words.replace(/ from now$/, ''))?.groups ?? {}
  if (hours === undefined && minutes === undefined) return null
  // Many people write a clock time as "14h", but never with "in".
  if (lead === undefined && Number(hours ?? 0) > MAX_HOURS) return null
  // A bare number could mean anything, except after a plus.
  const isBare = hours === undefined && /\d$/.test(words)
  if (isBare && lead !== '+' && lead !== '+ ' && !(lead === 'in ' && Number(minutes) >= MIN_PLAIN_MINUTES)) return null
  return Math.round(Number(hours ?? 0) * 60) + Number(minutes ?? 0)
}
