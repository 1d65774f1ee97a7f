import { STREET_SUFFIX, takeApartAddress } from '../booking/address.ts'
import { normalizeZip } from '../booking/place.ts'
import { stateCode } from '../booking/us-state.ts'
import { unshout } from './case.ts'
import { cellOf, slice, type Cell } from './cells.ts'
import type { Put } from './fields.ts'
import { hasHouseNumber } from './labels.ts'
import { makeOf } from './makes.ts'

/* Finds the address in the cells of a pasted block. */

const SUFFIX = `${STREET_SUFFIX}|hwy|pt|point|sq|square|cv|cove|xing|crossing|path|plz|plaza`

/** Matches the rest of a street's name, where a car has its model. */
export const STREET_NAMED = new RegExp(`^(?:[a-z][a-z.'-]* ){0,2}(?:${SUFFIX})\\b(?!-)`, 'i')

/** A city with its state and ZIP, in a sentence or in the cells of a table. */
const CITY_LINE =
  /^[\s,;|"]*(?<city>[A-Z][A-Z.'-]*(?: +[A-Z.'-]+){0,3})(?<!\b(?:west|new|north|south|rhode))[\s,;|"/]+(?<state>[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\.?[\s,;|"/]+(?<zip>\d{5})(?:-\d{4})?(?!\d)/i
/** A city with its state in capitals and no ZIP. States that are words need a comma, as "WALK IN" is no city. */
const CITY_ALONE =
  /^[\s,]*(?<city>[A-Z][a-zA-Z.'-]*(?: [A-Z][a-zA-Z.'-]+){0,2})(?<state>, ?[A-Z]{2}| (?!ME|IN|OR|OK|HI|OH)[A-Z]{2})[\s,.]*$/
/** A street with its house number, which is the last of two numbers: "TAG 7731 1816 ALDER ROW". */
export const STREET = new RegExp(
  `(?<![\\d$#/-])\\d{1,5} (?:[NSEW][EW]?\\.? )?(?:(?!(?:at|to|in|is|and|for|from|on|\\d{3,}) )[A-Z\\d][A-Za-z\\d'.-]* ){1,4}(?:${SUFFIX})\\b\\.?(?: [NSEW][EW]?\\b)?(?:,? ?(?:apt|unit|ste|suite|#|bldg)\\.? ?#?(?:[A-Z]?\\d+[A-Z]?|[A-Z])\\b)?`,
  'i',
)

/** Matches all streets of a text. */
export const STREETS = new RegExp(STREET, 'gi')

/** A line of a unit alone, below its street. */
const UNIT_LINE = /^(?:apt|unit|ste|suite|#|bldg|apartment)\.? ?#?[a-z]?-?\d{0,5}[a-z]?$/i

type CityPlace = { readonly match: RegExpExecArray; readonly from: number }

/** The state and the ZIP code at the end of an address. */
const TAIL = /\b(?<state>[A-Z]{2})[ ,]+(?<zip>\d{5})(?:-\d{4})?$/i

/**
 * Finds the address: labeled, on one line with its city, or a street with the city on the next line. A street that ends
 * at no known place stays in the notes, unless the city is `zipCity`, the city of the ZIP code.
 */
export function findAddress(text: string, cells: readonly Cell[], put: Put, zipCity: string | null): void {
  const open = cells.filter(
    ({ label, isSignature }) => !isSignature && (label === null || label === 'address' || label === 'cityLine'),
  )
  // "Work: 901 E Cary St" and "Pickup: 12 Elm St" name a street without the word address.
  const others = cells.filter(({ label }) => label === 'otherPhone' || label === 'appointment')
  const labeled = cellOf(
    text,
    cells.filter(({ value }) => hasHouseNumber(slice(text, value))),
    'address',
  )
  const streets = open.flatMap(({ value }) => slice(text, value).match(STREETS) ?? [])
  if (labeled === undefined && new Set(streets).size > 1) return putLabeled(text, cells, put)
  const street =
    (labeled !== undefined && isCity(text, labeled) ? undefined : labeled) ??
    [...open, ...others].find(({ value }) => STREET.test(slice(text, value))) ??
    open.find((cell) => isWhole(text, cell))
  const raw = street === undefined ? '' : slice(text, street.value)
  const exact = STREET.exec(raw)
  const city = findCity(text, cells, open, street, exact)
  const named = cellOf(text, cells, 'city')
  const town = named === undefined ? zipCity : slice(text, named.value)
  const whole = exact === null && city === null ? takeApartAddress(raw, town) : null
  const isLabeled = street?.label === 'address'
  // Without a label, the commas around the city or the city of the ZIP code show the end of the street.
  const isSure =
    typeof whole?.city === 'string' &&
    (isLabeled || raw.includes(`, ${whole.city},`) || whole.city.toUpperCase() === town?.toUpperCase())
  const tail = street === undefined || whole === null || isSure ? null : TAIL.exec(raw)
  if (street !== undefined && tail !== null) {
    const { state = '', zip = '' } = tail.groups ?? {}
    const at = { from: street.value.from + tail.index, to: street.value.to }
    put('state', stateCode(state) ?? '', at)
    put('zip', zip, at)
  } else if (street !== undefined && (exact !== null || isLabeled || whole !== null)) {
    // A place can be named before the street: "Innsbrook Office Park, 4801 Cox Rd".
    const isBehindName = exact !== null && /^\D+, $/.test(raw.slice(0, exact.index))
    const start = isLabeled && !isBehindName ? 0 : (exact?.index ?? 0)
    const end = exact === null ? raw.length : exact.index + exact[0].length
    const isSame = city !== null && city.from > street.value.from && city.from < street.value.to
    const typed = raw.slice(start, isLabeled && !isSame ? raw.length : end)
    const parts = takeApartAddress(typed.replace(/[,.\s]+$/, ''), town)
    const length = typeof parts?.rest === 'string' ? typed.lastIndexOf(parts.rest) : typed.length
    const at = { from: street.value.from + start, to: street.value.from + start + length }
    put('street', unshout(parts?.street ?? typed.replace(/[,\s]+$/, '')), at)
    for (const field of ['unit', 'city', 'state', 'zip'] as const) {
      const value = parts?.[field] ?? ''
      put(field, field === 'state' ? value : unshout(value), at)
    }
  }
  if (city !== null) {
    const { city: name = '', state = '', zip = '' } = city.match.groups ?? {}
    const lead = /^[\s,;|"]*/.exec(city.match[0])?.[0].length ?? 0
    const at = { from: city.from + lead, to: city.from + city.match[0].length }
    put('city', unshout(name), at)
    put('state', stateCode(state) ?? '', at)
    put('zip', zip, at)
  }
  const below = street === undefined ? undefined : cells[cells.indexOf(street) + 1]
  if (below?.label === null && UNIT_LINE.test(slice(text, below.value)))
    put('unit', unshout(slice(text, below.value)), below.value)
  putLabeled(text, cells, put)
}

/** Finds the city behind the street, labeled, or alone in a cell. Without a ZIP, the city stands below the street. */
function findCity(
  text: string,
  cells: readonly Cell[],
  open: readonly Cell[],
  street: Cell | undefined,
  exact: RegExpExecArray | null,
): CityPlace | null {
  const read = (from: number, to: number): CityPlace | null => {
    const raw = text.slice(from, to)
    const match = [CITY_LINE.exec(raw), CITY_ALONE.exec(raw)].find(
      (one) => typeof one?.groups?.['state'] === 'string' && stateCode(one.groups['state']) !== null,
    )
    return match === null || match === undefined ? null : { match, from }
  }
  const isStreet = street !== undefined && exact !== null
  const behind = isStreet ? read(street.value.from + exact.index + exact[0].length, street.value.to) : null
  if (behind !== null) return behind
  const named = cellOf(text, cells, 'cityLine')
  // The ZIP can stand in a column of its own.
  const [line = ''] = named === undefined ? [] : (/^[^\r\n]*/.exec(text.slice(named.value.from)) ?? [])
  if (named !== undefined) return read(named.value.from, named.value.from + line.length)
  // The city below the street goes before one above.
  for (const cell of [...open.slice(street === undefined ? 0 : open.indexOf(street) + 1), ...open]) {
    const city = cell === street ? null : read(cell.value.from, cell.value.to)
    const isBelow = street !== undefined && cell.line > street.line && cell.line <= street.line + 2
    if (city !== null && (isBelow || city.match.groups?.['zip'] !== undefined)) return city
  }
  return null
}

/** True for a cell without a label from a house number to a ZIP code, which is no car: "2019 Enclave". */
function isWhole(text: string, { label, value }: Cell): boolean {
  const raw = slice(text, value)
  return (
    label === null &&
    /^(?!(?:19|20)\d\d )\d+ \D/.test(raw) &&
    TAIL.test(raw) &&
    raw.split(' ').every((word) => makeOf(word) === null)
  )
}

/** True for a cell that begins with a city, its state and its ZIP. */
export function isCity(text: string, { value }: Cell): boolean {
  return CITY_LINE.test(slice(text, value))
}

function putLabeled(text: string, cells: readonly Cell[], put: Put): void {
  const unit = cellOf(text, cells, 'unit')
  if (unit !== undefined) {
    const value = slice(text, unit.value)
    const kind = /^\s*(apt|unit|suite)/i.exec(slice(text, unit.whole))?.[1]
    if (/^[^ ]*(?:\d[^ ]*| [^ ]*\d[^ ]*| [a-z])$|^[a-z]$/i.test(value))
      put('unit', unshout(/[a-z]{2}|#/i.test(value) || kind === undefined ? value : `${kind} ${value}`), unit.value)
  }
  const city = cellOf(text, cells, 'city')
  const state = cellOf(text, cells, 'state')
  const zip = cellOf(text, cells, 'zip')
  if (city !== undefined && !/\d/.test(slice(text, city.value)))
    put('city', unshout(slice(text, city.value)), city.value)
  if (state !== undefined) put('state', stateCode(slice(text, state.value)) ?? '', state.value)
  const code = zip === undefined ? '' : normalizeZip(slice(text, zip.value))
  if (zip !== undefined && /^\d{5}$/.test(code)) put('zip', code, zip.value)
}
