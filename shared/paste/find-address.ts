import { takeApartAddress } from '../booking/address.ts'
import { normalizeZip } from '../booking/place.ts'
import { stateCode } from '../booking/us-state.ts'
import { cellOf, slice, type Cell } from './cells.ts'
import { unshout } from './case.ts'
import type { Put } from './fields.ts'

/* Finds the address in the cells of a pasted block. */

const CITY_LINE =
  /(?<city>[A-Z][A-Z .'-]*[A-Z.]),? +(?<state>[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\.?,? +(?<zip>\d{5})(?:-\d{4})?(?!\d)/i
const STREET =
  /(?<![\d$#/-])\d{1,5} (?:[NSEW][EW]?\.? )?(?:[A-Z\d][A-Za-z\d'.-]* ){0,4}(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|cir|circle|blvd|boulevard|way|row|pl|place|ter|terrace|pkwy|parkway|trl|trail|run|loop|pike|hwy)\b\.?(?: [NSEW][EW]?\b)?(?:,? ?(?:apt|unit|ste|suite|#|bldg)\.? ?#?[A-Z]?\d*[A-Z]?\b(?! [A-Za-z]+ [A-Z]{2} \d))?/i

/** A line of a unit alone, below its street. */
const UNIT_LINE = /^(?:apt|apartment|unit|ste|suite|bldg|#)\.? ?#?[a-z]?-?\d{0,5}[a-z]?$/i

/** Finds the address: labelled, on one line with its city, or a street with the city on the next line. */
export function findAddress(text: string, cells: readonly Cell[], put: Put): void {
  const open = cells.filter(({ label }) => label === null || label === 'address' || label === 'cityLine')
  const street = cellOf(text, cells, 'address') ?? open.find(({ value }) => STREET.test(slice(text, value)))
  const raw = street === undefined ? '' : slice(text, street.value)
  const exact = STREET.exec(raw)
  const cityIn = (cell: Cell | undefined) => (cell === undefined ? null : CITY_LINE.exec(slice(text, cell.value)))
  const sameLine = exact === null ? null : CITY_LINE.exec(raw.slice(exact.index + exact[0].length))
  const cityCell =
    sameLine === null
      ? (cellOf(text, cells, 'cityLine') ?? open.find((cell) => cell !== street && cityIn(cell) !== null))
      : undefined
  const cityMatch = sameLine ?? cityIn(cityCell)
  if (street !== undefined && (exact !== null || street.label === 'address')) {
    const start = street.label === 'address' ? 0 : (exact?.index ?? 0)
    const end = exact === null ? raw.length : exact.index + exact[0].length
    const typed = raw.slice(start, street.label === 'address' && sameLine === null ? raw.length : end)
    const parts = takeApartAddress(typed.replace(/[,.\s]+$/, ''))
    const at = { from: street.value.from + start, to: street.value.from + start + typed.length }
    put('street', unshout(parts?.street ?? typed.replace(/[,\s]+$/, '')), at)
    if (typeof parts?.unit === 'string') put('unit', unshout(parts.unit), at)
    if (typeof parts?.city === 'string') put('city', unshout(parts.city), at)
    if (typeof parts?.state === 'string') put('state', parts.state, at)
    if (typeof parts?.zip === 'string') put('zip', parts.zip, at)
  }
  putCity({ street, exact, cityCell, cityMatch, isSame: sameLine !== null }, put)
  const below = street === undefined ? undefined : cells[cells.indexOf(street) + 1]
  if (below?.label === null && UNIT_LINE.test(slice(text, below.value)))
    put('unit', unshout(slice(text, below.value)), below.value)
  const unit = cellOf(text, cells, 'unit')
  if (unit !== undefined) {
    const value = slice(text, unit.value)
    const kind = /^\s*(apt|unit|suite)/i.exec(slice(text, unit.whole))?.[1]
    if (/\d|^[a-z]$/i.test(value))
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

type CityPlace = {
  readonly street: Cell | undefined
  readonly exact: RegExpExecArray | null
  readonly cityCell: Cell | undefined
  readonly cityMatch: RegExpExecArray | null
  readonly isSame: boolean
}

function putCity({ street, exact, cityCell, cityMatch, isSame }: CityPlace, put: Put): void {
  const { city = '', state = '', zip = '' } = cityMatch?.groups ?? {}
  const code = stateCode(state)
  const cell = isSame ? street : cityCell
  if (cityMatch === null || code === null || cell === undefined) return
  const offset = isSame && exact !== null ? exact.index + exact[0].length : 0
  const from = cell.value.from + offset + cityMatch.index
  const at = { from, to: from + cityMatch[0].length }
  put('city', unshout(city), at)
  put('state', code, at)
  put('zip', zip, at)
}
