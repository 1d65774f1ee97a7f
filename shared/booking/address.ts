import { stateCode } from './us-state.ts'

/* Takes an address that was typed or pasted as one text apart into the fields of a place. */

/** The fields that a text names; null for those that the text does not name. `street` keeps all that is not certain. */
export type AddressParts = {
  readonly street: string
  readonly unit: string | null
  readonly city: string | null
  /** Two-letter code. */
  readonly state: string | null
  /** Five digits. */
  readonly zip: string | null
  /** Text behind the ZIP code, such as a gate code. */
  readonly rest: string | null
}

const ZIP_END = /(?:^|[\s,]+)(\d{5})(?:[\s\p{Pd}]?\d{4})?$/u
const COUNTRY_END = /[\s,]+(?:USA?|U\.S\.A?\.|United States(?: of America)?)\.?$/i

/** Returns the ZIP code at the end of a text; null for none. */
export function zipAtEnd(text: string): string | null {
  return ZIP_END.exec(splitRest(text.trim().replace(COUNTRY_END, '')).line)?.[1] ?? null
}

/** A state and a ZIP code with other text behind. */
const WITH_REST = /^(.*\b[a-z]{2}[ ,]+\d{5}(?:-\d{4})?)(?![\s\p{Pd}]?\d)[,;. ]+([^,;. ].*)$/isu

/** Splits "210 S Mulberry St, Richmond VA 23220 gate 0417" behind the ZIP code, if an address stands before. */
function splitRest(text: string): { readonly line: string; readonly rest: string | null } {
  const [, line = '', rest = ''] = WITH_REST.exec(text) ?? []
  const end = line === '' ? null : takeStateAndZip(line)
  const isAddress = typeof end?.state === 'string' && takeCity(end.rest, null).city !== null
  return isAddress ? { line, rest } : { line: text, rest: null }
}

/**
 * Takes "1816 Alder Row Apt 2, Richmond, VA 23220" apart, also without commas, with line breaks or with the state's
 * name; null for a text that names no unit, city, state or ZIP code. `zipCity` is the city of the ZIP code or null, and
 * tells where the street ends in a text without commas.
 */
export function takeApartAddress(text: string, zipCity: string | null = null): AddressParts | null {
  const all = text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/\s*,[\s,]*/g, ', ')
    .replace(COUNTRY_END, '')
    .replace(/[,.\s]+$/, '')
  const { line, rest } = splitRest(all)
  const end = takeStateAndZip(line)
  const before = end === null ? { city: null, rest: line } : takeCity(end.rest, zipCity)
  const { street, unit } = takeUnit(before.rest)
  if (street === '' || (end === null && unit === null)) return null
  return { street, unit, city: before.city, state: end?.state ?? null, zip: end?.zip ?? null, rest }
}

type StateAndZip = { readonly rest: string; readonly state: string | null; readonly zip: string | null }

/** Takes state and ZIP from the end. A state needs a ZIP or a comma before it, because "CT" is also a court. */
function takeStateAndZip(line: string): StateAndZip | null {
  const zip = ZIP_END.exec(line)
  const before = zip === null ? line : line.slice(0, zip.index)
  const words = before.split(' ')
  for (const count of [3, 2, 1]) {
    const named = words.slice(-count).join(' ')
    // "Washington DC" is a city with its district.
    const state = words.length > count && !/^washington,? /i.test(named) ? stateCode(named) : null
    const rest = words.slice(0, -count).join(' ')
    // Without a ZIP, a city must stand between the commas: "1 Elm St, Richmond, VA" or "1 Elm St, Richmond VA"; or
    // behind the suffix of the street, if the state is in capitals and no word: "1 Elm St Richmond VA".
    const isCode = /^(?!CT|HI|IN|ME|OH|OK|OR)[A-Z]{2}$/.test(named)
    const isSure = zip !== null || /, [^,\d]+,?$/.test(rest) || (isCode && takeCityAfterSuffix(rest).city !== null)
    if (state !== null && isSure) return { rest: trimComma(rest), state, zip: zip?.[1] ?? null }
  }
  const afterComma = zip !== null && /,/.test(zip[0])
  return afterComma ? { rest: trimComma(before), state: null, zip: zip[1] ?? null } : null
}

/** Takes the city from the end: after the last comma, after the unit, or after the suffix of the street. */
function takeCity(text: string, zipCity: string | null): { readonly city: string | null; readonly rest: string } {
  const comma = text.lastIndexOf(', ')
  const last = comma === -1 ? '' : text.slice(comma + 2)
  if (last !== '' && !/\d|#/.test(last) && !UNIT_ONLY.test(last)) return { city: last, rest: text.slice(0, comma) }
  if (zipCity !== null && endsInWords(text, zipCity)) {
    return { city: text.slice(-zipCity.length), rest: trimComma(text.slice(0, -zipCity.length)) }
  }
  const [, head = '', city = ''] = AFTER_UNIT.exec(text) ?? []
  if (city !== '') return { city, rest: head }
  return takeCityAfterSuffix(text)
}

function endsInWords(text: string, words: string): boolean {
  return text.length > words.length && text.toUpperCase().endsWith(` ${words.toUpperCase()}`)
}

/** The last words of street names. */
export const STREET_SUFFIX =
  'st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|cir|circle|blvd|boulevard|way|row|pl|place|ter|terrace|pkwy|parkway|trl|trail|run|loop|aly|alley|pike|tpke|turnpike'
const SUFFIX = new RegExp(`^(?:${STREET_SUFFIX})\\.?$`, 'i')
const DIRECTION = /^(?:[ns][ew]?|[ew]|north|south|east|west|north(?:east|west)|south(?:east|west))\.?$/i
/** Cities that begin with "St": what follows is no street suffix. */
const SAINT = /^(?:louis|paul|petersburg|augustine|charles|joseph|cloud|george|johns|albans|marys|clair)\b/i

/** Returns no city where a text without commas has no suffix, several of them, or a direction after the suffix. */
function takeCityAfterSuffix(text: string): { readonly city: string | null; readonly rest: string } {
  const none = { city: null, rest: text }
  const words = text.split(' ')
  if (!/^\d/.test(text) || text.includes(',')) return none
  const isSuffix = (at: number) =>
    at >= 2 && SUFFIX.test(words[at] ?? '') && !(/^st\.?$/i.test(words[at] ?? '') && SAINT.test(words[at + 1] ?? ''))
  const ends = words.flatMap((_, at) => (isSuffix(at) && !isSuffix(at + 1) ? [at] : []))
  const [end = -1] = ends
  const city = words.slice(end + 1).join(' ')
  if (ends.length !== 1 || city === '' || /\d/.test(city) || DIRECTION.test(words[end + 1] ?? '')) return none
  return { city, rest: words.slice(0, end + 1).join(' ') }
}

const ID = '(?:[a-z]?-?\\d{1,5}-?[a-z]?|[a-z])'
const KIND =
  '(?:apt|apartment|unit|ste|suite|rm|room|fl|floor|bldg|building|lot|trlr|trailer|spc|space|ph|penthouse|no)'
const ONE = `(?:${KIND}\\b\\.? ?#? ?${ID}|# ?${ID})`
const UNIT = `${ONE}(?:,? ${ONE})?`
const UNIT_ONLY = new RegExp(`^${UNIT}$`, 'i')
const UNIT_END = new RegExp(`^(\\S.*?),? (${UNIT})$`, 'i')
const UNIT_FIRST = new RegExp(`^(${UNIT}),? (\\d.*)$`, 'i')
const UNIT_INSIDE = new RegExp(`^(\\d[^,]*), (${UNIT})$`, 'i')
const AFTER_UNIT = new RegExp(`^(\\d.*? ${UNIT}),? ([a-z][^\\d,#]*)$`, 'i')

function takeUnit(text: string): { readonly street: string; readonly unit: string | null } {
  const [, first, behind = ''] = UNIT_FIRST.exec(text) ?? []
  if (first !== undefined) return { street: behind, unit: first }
  const [, head, unit] = UNIT_INSIDE.exec(text) ?? UNIT_END.exec(text) ?? []
  // "Lot 5" alone, or a road named "Unit", is no street with a unit.
  if (head === undefined || unit === undefined || !/\d/.test(head)) return { street: text, unit: null }
  return { street: trimComma(head), unit }
}

function trimComma(text: string): string {
  return text.replace(/[,\s]+$/, '')
}
