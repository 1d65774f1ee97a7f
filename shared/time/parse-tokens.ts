import { formatZoneName } from './format.ts'
import type { UtcInstant } from './time.ts'

/* Normalization of a typed time, before `parseTime` looks for a day and a clock time. */

/**
 * Normalizes a typed time to lower-case words: "2 p.m." gives "2pm", "fri930" gives "fri 930", "2 o'clock" gives "2",
 * "quarter to three" gives "2:45", "3ish" gives "around 3". Seconds of `:00`, the `T` of a spreadsheet cell and "sharp"
 * are dropped, "first thing" is 8 AM, and the day ends when the lane closes.
 */
export function tokenize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .replace(/^([\d-]{10})t(?=\d)/, '$1 ')
    .replace(/(:\d{2}):00\b/, '$1')
    .replace(/ sharp$|[ -]?ish\b(?= ?(?:\p{Pd}|to\b|and\b))/gu, '')
    .replace(/[ -]?ish\b/g, ' ish')
    .replace(/ ?& ?/g, ' and ')
    .replace(/ ?@ ?/g, ' at ')
    .replace(/\bb[t/]?wn? /, 'between ')
    .replace(/\b(?:about|approx(?:imately|\.)?|roughly) |~ ?/g, 'around ')
    .replace(/\b(from|between|after|before|past|until|till|to|and|in) around /g, '$1 ')
    .replace(END_OF_DAY, 'before 6pm')
    .replace(/(?<=\w) ?[?!]+/g, '')
    .replace(/\bfirst thing(?: in the morning)?\b/, '8am')
    .replace(/\bafter lunch\b/, 'after 1pm')
    .replace(NUMBER_WORD, (word) => String(NUMBERS.indexOf(word)))
    .replace(RANGE_WORDS, '$1 thru ')
    .replace(AFTER_BEFORE, '$1 thru ')
    .replace(/(?<=\d )(?:thirty|fifteen|forty[ -]five)\b/g, (word) => String(MINUTES[word.replace('-', ' ')]))
    .replace(/(\d) ?o['’]?clock\b/g, '$1')
    .replace(/([a-z]{3,})(?=\d)/g, '$1 ')
    .replace(/(?<![a-z])([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/(\d) ?([ap]m?)\b\.?/g, '$1$2')
    .replace(HALF_FIRST, '$2$1')
    .replace(BESIDE_HOUR, (_, minutes: string, side: string, hour: string, half = '') =>
      besideHour(MINUTES[minutes] ?? Number(minutes), side, Number(hour), String(half)),
    )
    .replace(/(?<=\d|[ap]m?|noon) ?[\p{Pd}\u2212] ?(?=\d|noon)/gu, '-')
    .replace(/(\S+) ish\b/g, 'around $1')
    .trim()
}

const END_OF_DAY =
  /\b(?:(?:by|before|at|the) )*(?:eod|cob|end of (?:the )?(?:business )?day|close of business|closing(?: time)?)(?!\S)/

/** "From 2 to 4" and "between 9 and 11" name both ends, which "10 to 4" alone does not. */
const RANGE_WORDS = /\b(?:from|between) (\S+(?: ?[ap]\.?m\.?)?) (?:to|and|till|until) (?=\d|noon)/g

/** "After 10 before 12" is a window; "10 before 12" alone is ten minutes before twelve. */
const AFTER_BEFORE = /\b(?:after|past|from) (\S+(?: ?[ap]\.?m\.?)?) (?:and |but )?before (?=\d|noon)/g

/** "PM 2-4" is "2-4pm". */
const HALF_FIRST = /(?<!\S)([ap]m) (\d[\d:]*(?: ?- ?\d[\d:]*)?)(?!\S)/

/** Number words for hours and minutes; the index of each word is its number. */
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const NUMBER_WORD = new RegExp(`\\b(?<!forty[ -])(?:${NUMBERS.slice(1).join('|')})\\b`, 'g')
const MINUTES: Readonly<Record<string, number>> = {
  half: 30,
  quarter: 15,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty five': 45,
}
const BESIDE_HOUR =
  /\b(?:a )?(half|quarter|fifteen|twenty|5|10|15|20|25) (?:min(?:ute)?s )?(past|after|to|till|before|of) (\d{1,2})([ap]m?)?(?![\d:])/g

/** Returns "2:30" for "half past 2" and "11:45am" for "quarter to 12pm". "Half to" is not an English time and stays. */
function besideHour(minutes: number, side: string, hour: number, half: string): string {
  const isBefore = side !== 'past' && side !== 'after'
  if (hour < 1 || hour > 12 || (isBefore && minutes === 30)) return `${minutes} ${side} ${hour}${half}`
  if (!isBefore) return `${hour}:${String(minutes).padStart(2, '0')}${half}`
  const other = half.startsWith('p') ? 'am' : 'pm'
  return `${hour === 1 ? 12 : hour - 1}:${60 - minutes}${hour === 12 && half !== '' ? other : half}`
}

/** Strips a US zone name such as "ET" or "EST" from the end. `other` is true for a zone other than the rooftop's. */
export function stripZone(
  words: string,
  now: UtcInstant,
  zone: string,
): { readonly words: string; readonly other: boolean } {
  const [named, letter] = / ([ecmp])[sd]?t$/.exec(words) ?? []
  if (named === undefined) return { words, other: false }
  return {
    words: words.slice(0, -named.length),
    other: !formatZoneName(now, zone)
      .toLowerCase()
      .startsWith(letter ?? '?'),
  }
}

/** A part of the day, from hour `from` to hour `to` on a 24-hour clock. `half` applies to an hour without am or pm. */
export type DayPart = {
  readonly name: string
  readonly half: 'am' | 'pm'
  readonly from: number
  readonly to: number
}

const PARTS: Readonly<Record<string, DayPart>> = {
  morning: { name: 'morning', half: 'am', from: 5, to: 11 },
  afternoon: { name: 'afternoon', half: 'pm', from: 12, to: 18 },
  evening: { name: 'evening', half: 'pm', from: 16, to: 23 },
  night: { name: 'night', half: 'pm', from: 17, to: 23 },
  tonight: { name: 'tonight', half: 'pm', from: 17, to: 23 },
}
const PART = /(?:^| )(?<lead>in the |at |this )?(?<part>morning|afternoon|evening|night|tonight)(?= |$)/

/** Strips a part of the day from the words and returns both. "Tonight" and "this morning" leave "today" behind. */
export function stripDayPart(words: string): { readonly words: string; readonly part: DayPart | null } {
  const { lead, part = '' } = PART.exec(words)?.groups ?? {}
  const isToday = part === 'tonight' || lead === 'this '
  return {
    words: words.replace(PART, isToday ? ' today' : '').trim(),
    part: PARTS[part] ?? null,
  }
}

/** True if `hh:mm` lies in the part of the day. */
export function isIn({ from, to }: DayPart, time: string): boolean {
  const hour = Number(time.slice(0, 2))
  return hour >= from && hour <= to
}
