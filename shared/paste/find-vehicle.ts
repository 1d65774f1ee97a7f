import { normalizeVin, normalizeYear } from '../booking/vehicle.ts'
import { isDecodable } from '../booking/vin-year.ts'
import { unshoutModel } from './case.ts'
import { slice, type Cell, type Span } from './cells.ts'
import type { Put } from './fields.ts'
import { isCity, STREET_NAMED } from './find-address.ts'
import { labelKind } from './labels.ts'
import { COLOR, colorOf, COLOR_BEHIND, CUT_COLOR, makeOf, VEHICLE } from './makes.ts'

/* Finds the car in the cells of a pasted block. */

const VIN = /(?<![A-Z\d])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![A-Z\d])/gi
/** Words before a car that is not the car of the booking: "has a rental 2023 Nissan". */
const OTHER_CAR = /\b(?:loaner|rental|rents|trade|traded|also|other|second|previous|old|history)\b[^.,;\n]{0,16}$/i
/** Words that follow a make and are no model: "2019 Toyota needs oil". */
const NO_MODEL = /^(?:and|at|for|from|has|in|is|its|needs|on|or|that|the|to|was|which|with|\d{4,}|\d{3}-\d{3}.*)$/i

/** Finds the first VIN with a right check digit, and the car of its own or the nearest line before or after. */
export function findVehicle(text: string, cells: readonly Cell[], put: Put): void {
  const readable = cells.filter(({ label }) => [null, 'vin', 'vehicle', 'make', 'model', 'unit'].includes(label))
  const vins = readable.flatMap((cell) =>
    [...slice(text, cell.value).matchAll(VIN)].flatMap(({ index, 0: vin }) => {
      const from = cell.value.from + index
      return isOtherCar(text, from) ? [] : [{ cell, vin: normalizeVin(vin), from }]
    }),
  )
  const vin = vins.find((one) => one.cell.label === 'vin') ?? vins.find((one) => isDecodable(one.vin))
  if (vin !== undefined) put('vin', vin.vin, { from: vin.from, to: vin.from + 17 })
  const cars = readable.flatMap((cell) =>
    [...slice(text, cell.value).matchAll(VEHICLE)].flatMap((match) => {
      const from = cell.value.from + match.index
      const model = match.groups?.['model'] ?? ''
      const behind = text.slice(from + match[0].indexOf(model, 5))
      const isCar = !NO_MODEL.test(model) && labelKind(model) === null && !COLOR.test(model)
      const below = cells[cells.indexOf(cell) + 1]
      // "20 Lincoln Center" above a city is a street.
      const isStreet =
        STREET_NAMED.test(behind) || (/^\d\d\D/.test(match[0]) && below !== undefined && isCity(text, below))
      return isCar && !isStreet && !isOtherCar(text, from) ? [{ cell, match, from }] : []
    }),
  )
  const near = (a: Cell) => (vin === undefined ? 0 : distance(a, vin.cell))
  const [car] = [...cars].sort((a, b) => near(a.cell) - near(b.cell))
  if (car === undefined) return
  const { year = '', make = '', model = '' } = car.match.groups ?? {}
  const at = { from: car.from, to: car.from + car.match[0].length }
  put('year', normalizeYear(year), at)
  put('make', makeOf(make) ?? make, at)
  put('model', unshoutModel(model), at)
  putColor(text, cells, { cell: car.cell, ...at }, put)
}

/** Takes a color in the line of the car, or a color that a DMS cut short alone in the cell before or after the car. */
function putColor(text: string, cells: readonly Cell[], car: Span & { readonly cell: Cell }, put: Put): void {
  const place = cells.indexOf(car.cell)
  const { from, to } = car.cell.value
  const beside = [cells[place + 1], cells[place - 1]].flatMap((cell) => (cell?.label === null ? [cell.value] : []))
  for (const span of [{ from: car.to, to }, { from, to: car.from }, ...beside]) {
    const pattern = span.from === car.to ? COLOR_BEHIND : CUT_COLOR
    const color = pattern.exec(slice(text, span))?.groups?.['color']
    const at = text.indexOf(color ?? '', span.from)
    if (color !== undefined) put('color', colorOf(color), { from: at, to: at + color.length })
  }
}

function isOtherCar(text: string, from: number): boolean {
  return OTHER_CAR.test(text.slice(Math.max(0, from - 40), from))
}

function distance(a: Cell, b: Cell): number {
  return Math.abs(a.line - b.line) * 2 + (a.line > b.line ? 1 : 0)
}
