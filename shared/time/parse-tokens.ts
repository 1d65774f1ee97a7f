import { formatZoneName } from './format.ts'
import type { UtcInstant } from './time.ts'

/* What is taken off, or made alike, in a time as it was said before its day and its clock are looked for: see spoken-time.ts. */

/**
 * Lower case, one space, no commas; "p.m." and "2 pm" are "2pm", "fri930" is "fri 930", "2 o'clock" is "2"; without whole
 * seconds, the T of a sheet, and "about" or "sharp", which no booking can tell. "Two" is "2", "quarter to three" is "2:45".
 */
export function tokenize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .replace(/^([\d-]{10})t(?=\d)/, '$1 ')
    .replace(/(:\d{2}):00\b/, '$1')
    .replace(/\b(?:about|around) (?=\d)| sharp$/g, '')
    .replace(NUMBER_WORD, (word) => String(NUMBERS.indexOf(word)))
    .replace(/(?<=\d )(?:thirty|fifteen|forty[ -]five)\b/g, (word) => String(MINUTES[word.replace('-', ' ')]))
    .replace(/(\d) ?o['’]?clock\b/g, '$1')
    .replace(/([a-z]{3,})(?=\d)/g, '$1 ')
    .replace(/(?<![a-z])([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/(\d) ?([ap]m?)\b\.?/g, '$1$2')
    .replace(BESIDE_HOUR, (_, minutes: string, side: string, hour: string, half = '') =>
      besideHour(MINUTES[minutes] ?? Number(minutes), side, Number(hour), String(half)),
    )
    .trim()
}

/** Where they stand for hours and for the minutes of "ten to three"; the place of each is its number. */
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

/** "Half past 2" as "2:30", "quarter to 12pm" as "11:45am". Nobody says "half to". */
function besideHour(minutes: number, side: string, hour: number, half: string): string {
  const isBefore = side !== 'past' && side !== 'after'
  if (hour < 1 || hour > 12 || (isBefore && minutes === 30)) return `${minutes} ${side} ${hour}${half}`
  if (!isBefore) return `${hour}:${String(minutes).padStart(2, '0')}${half}`
  const other = half.startsWith('p') ? 'am' : 'pm'
  return `${hour === 1 ? 12 : hour - 1}:${60 - minutes}${hour === 12 && half !== '' ? other : half}`
}

/** The words without the rooftop's zone behind them, as this desk writes it and as people do; `other` names another one. */
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

/** A part of the day: which half an hour is of that names none, and from which hour to which it goes, both counted to 24. */
export type DayPart = { readonly half: 'am' | 'pm'; readonly from: number; readonly to: number }

const PARTS: Readonly<Record<string, DayPart>> = {
  morning: { half: 'am', from: 1, to: 11 },
  afternoon: { half: 'pm', from: 12, to: 18 },
  evening: { half: 'pm', from: 16, to: 23 },
  night: { half: 'pm', from: 17, to: 23 },
  tonight: { half: 'pm', from: 17, to: 23 },
}
const PART = /(?:^| )(?<lead>in the |at |this )?(?<part>morning|afternoon|evening|night|tonight)(?= |$)/

/** The words without a part of the day, and that part. "Tonight" is today. */
export function stripDayPart(words: string): { readonly words: string; readonly part: DayPart | null } {
  const { lead, part = '' } = PART.exec(words)?.groups ?? {}
  const isToday = part === 'tonight' || lead === 'this '
  return {
    words: words.replace(PART, isToday ? ' today' : '').trim(),
    part: PARTS[part] ?? null,
  }
}
