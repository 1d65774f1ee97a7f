import { normalizeVin } from '../../shared/booking/vehicle.ts'
import { isDecodable, vinYear, type VinFacts } from '../../shared/booking/vin-year.ts'

/* Decodes a VIN offline, from a table that build/vin-table derives from NHTSA's vPIC data. */

/**
 * The table. `models` are "make:name", `lists` are "model:keys,keys;model:keys" and `wmis` are
 * "wmi|makes|list:from-to,…", where numbers are places in the arrays before.
 */
type VinTable = Readonly<Record<'makes' | 'models' | 'lists' | 'wmis', readonly string[]>>

type Model = { readonly make: string; readonly name: string }
type ModelKeys = { readonly model: Model; readonly keys: readonly string[] }
type Span = { readonly list: number; readonly from: number; readonly to: number }
type Wmi = { readonly makes: readonly string[]; readonly spans: readonly Span[] }

/** Decodes a typed VIN with the calendar year of now. Never guesses: what is not certain is null. */
export type VinDecoder = (typed: string, thisYear: number) => VinFacts

/** The desk's call: returns what a VIN tells for certain about year, make and model. */
export type VinReader = { decodeVin(vin: string): Promise<VinFacts> }

/** Makes that vPIC lists as models of their maker: "Scion FR-S" of Toyota, "Geo Prizm" of Chevrolet. */
const BRANDS = ['Scion', 'Geo']
const BRAND = new RegExp(`^(${BRANDS.join('|')}) (.+)$`)
const NOTHING: VinFacts = { year: null, make: null, model: null }
let decoder: Promise<VinDecoder> | null = null

/** Loads the table with the first VIN, because the start of the desk does not need it. */
export function loadVinDecoder(): Promise<VinDecoder> {
  decoder ??= import('./vin-table.json').then(({ default: table }) => createVinDecoder(table))
  return decoder
}

function createVinDecoder(table: VinTable): VinDecoder {
  const wmis = new Map(table.wmis.map((line) => [line.slice(0, 3), line]))
  const models = table.models.map((line): Model => {
    const [make = '', ...name] = line.split(':')
    const [, brand, ofBrand] = BRAND.exec(name.join(':')) ?? []
    return { make: brand ?? table.makes[Number(make)] ?? '', name: ofBrand ?? name.join(':') }
  })
  const lists = table.lists.map((line) =>
    line.split(';').flatMap((part): readonly ModelKeys[] => {
      const [model = '', keys = ''] = part.split(':')
      const found = models[Number(model)]
      return found === undefined ? [] : [{ model: found, keys: keys.split(',') }]
    }),
  )

  const wmiOf = (vin: string): Wmi | null => {
    const line = wmis.get(vin.slice(0, 3))
    if (line === undefined) return null
    const [, makes = '', spans = ''] = line.split('|')
    return {
      makes: makes === '' ? [] : makes.split(',').map((make) => table.makes[Number(make)] ?? ''),
      spans: spans === '' ? [] : spans.split(',').map(readSpan),
    }
  }

  return (typed, thisYear) => {
    const vin = normalizeVin(typed)
    if (!isDecodable(vin)) return NOTHING
    const year = vinYear(vin, thisYear)
    const wmi = wmiOf(vin)
    if (wmi === null || year === null) return { ...NOTHING, year }
    // A maker's WMIs share patterns, so those of a make that this WMI does not have say nothing.
    const all = wmi.spans
      .filter(({ from, to }) => from <= year && year <= to)
      .flatMap(({ list }) => lists[list] ?? [])
      .filter(({ model: { make } }) => wmi.makes.includes(make) || BRANDS.includes(make))
    const named = all.filter(({ keys }) => keys.some((key) => fits(key, vin))).map(({ model }) => model)
    // A car that fits no pattern can be of a brand that the maker sold in that year.
    const brands = all.map(({ model }) => model.make).filter((make) => BRANDS.includes(make))
    const makes = new Set(named.length > 0 ? named.map(({ make }) => make) : [...wmi.makes, ...brands])
    const names = new Set(named.map(({ name }) => name))
    const [make = null] = makes.size === 1 ? makes : []
    const [model = null] = make !== null && names.size === 1 ? names : []
    return { year, make, model }
  }
}

function readSpan(text: string): Span {
  const [list = '', years = ''] = text.split(':')
  const [from = '', to = ''] = years.split('-')
  return { list: Number(list), from: Number(from), to: to === '' ? Infinity : Number(to) }
}

const BAR = '|'
const FIRST_PLACE = 3
const PLACE_AFTER_BAR = 9

/**
 * True if the characters from the fourth on fit the key before its bar, and those from the tenth on the rest. A key
 * holds letters, digits, stars for any character, and sets such as "[A-CF]".
 */
function fits(key: string, vin: string): boolean {
  let at = FIRST_PLACE
  for (let place = 0; place < key.length; place += 1, at += 1) {
    const sign = key[place] ?? ''
    if (sign === BAR) at = PLACE_AFTER_BAR - 1
    else if (sign === '[') {
      const end = key.indexOf(']', place)
      if (end === -1 || !isInSet(key.slice(place + 1, end), vin[at] ?? '')) return false
      place = end
    } else if (sign !== '*' && sign !== vin[at]) return false
  }
  return true
}

function isInSet(set: string, letter: string): boolean {
  for (let place = 0; place < set.length; place += 1) {
    const from = set[place] ?? ''
    const to = set[place + 1] === '-' ? (set[place + 2] ?? from) : from
    if (letter >= from && letter <= to) return true
    if (to !== from) place += 2
  }
  return false
}
