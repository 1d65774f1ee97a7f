/* Typed durations from now, for `parseTime`. */

const HOURS = '(?:h|hr|hrs|hour|hours)'
const MINUTES = '(?:m|min|mins|minute|minutes)'
const RELATIVE_TIME = new RegExp(
  `^(?<lead>\\+ ?|in )?(?:(?<hours>\\d{1,2}(?:\\.\\d)?) ?${HOURS})? ?(?:(?<minutes>\\d{1,4}) ?${MINUTES}?)?$`,
)
const NAMED_LENGTHS: Readonly<Record<string, number>> = {
  'an hour': 60,
  'half an hour': 30,
  'half hour': 30,
  'an hour and a half': 90,
  now: 0,
}

/** Largest duration in hours that needs no "in" or plus. */
const MAX_HOURS = 6

/** Smallest bare number after "in" that means minutes, because "in 2" may mean hours or minutes. */
const MIN_PLAIN_MINUTES = 10

/** Returns the minutes of "+45m", "45 min", "in 2 hours" or "+1h30"; null for other text. */
export function parseMinutesAhead(words: string): number | null {
  const exact = words.replace(/^around /, '').replace(/ from now$/, '')
  const length = exact.replace(/^in (?:a (?=half))?/, '')
  const named = Object.hasOwn(NAMED_LENGTHS, length) ? NAMED_LENGTHS[length] : undefined
  if (named !== undefined) return named
  const { lead, hours, minutes } = RELATIVE_TIME.exec(exact)?.groups ?? {}
  if (hours === undefined && minutes === undefined) return null
  // Many people type "14h" for a clock time, and then without "in".
  if (lead === undefined && Number(hours ?? 0) > MAX_HOURS) return null
  // A bare number is ambiguous, except after a plus, and after "in" from `MIN_PLAIN_MINUTES` on.
  const isBare = hours === undefined && /\d$/.test(words)
  if (isBare && lead !== '+' && lead !== '+ ' && !(lead === 'in ' && Number(minutes) >= MIN_PLAIN_MINUTES)) return null
  return Math.round(Number(hours ?? 0) * 60) + Number(minutes ?? 0)
}
