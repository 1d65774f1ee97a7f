import { normalizeYear } from '../booking/vehicle.ts'
import { blankLetterheads, blankOutdated } from './blank-others.ts'
import { unshout, unshoutModel } from './case.ts'
import { cellOf, cellsOf, plainText, slice, withBars, type Cell, type Span } from './cells.ts'
import { type PastedField, type Put } from './fields.ts'
import { findAddress } from './find-address.ts'
import { findName } from './find-name.ts'
import { findPhones } from './find-phones.ts'
import { findVehicle } from './find-vehicle.ts'
import type { LabelKind } from './labels.ts'
import { COLOR, colorOf, CUT_COLOR, makeOf, MAKE_MODEL, BEHIND_MODEL } from './makes.ts'

/*
 * Takes a block that was copied from a dealer management system or an e-mail apart into the fields of a booking, by
 * rules for each line. A value that is not certain is no field, and everything that is no field stays in `rest`.
 */

export type PastedBlock = {
  readonly fields: { readonly [Field in PastedField]?: string }
  /** The recognized pieces of the text, in its order and without overlap. */
  readonly marks: readonly Span[]
  /** The text that became no field, without its blank lines. */
  readonly rest: string
}

type Found = { readonly field: PastedField; readonly value: string; readonly at: Span }

/**
 * Takes a pasted block apart, and never throws. `zipCity`, the city of the block's ZIP code or null, tells where the
 * street ends in an address without commas.
 */
export function parseBlock(pasted: string, zipCity: string | null = null): PastedBlock {
  const barred = withBars(pasted)
  const plain = plainText(barred)
  const text = blankOutdated(plain)
  const cells = cellsOf(text, plain)
  const found: Found[] = []
  const put = (field: PastedField, value: string, at: Span) => {
    const isNew = !found.some((one) => one.field === field)
    const isFree = !found.some((one) => one.at.from < at.to && at.from < one.at.to && one.at.to !== at.to)
    if (value.trim() !== '' && isNew && isFree) found.push({ field, value: value.trim(), at })
  }
  findVehicle(text, cells, put)
  findLabeled(text, cells, put)
  findReference(text, cells, put)
  const lastName = findName(text, cells, put)
  const name = found.find(({ field }) => field === 'name')?.at.from
  const own = blankLetterheads(text, name)
  findPhones(own, cells, put)
  findAddress(own, cells, put, zipCity)
  const fields = Object.fromEntries(found.map(({ field, value }) => [field, value]))
  const marks = mergeSpans([...found.map(({ at }) => at), ...lastName])
  return { fields, marks, rest: restOf(barred, cells, marks, (place) => plain[place] === text[place]) }
}

function findLabeled(text: string, cells: readonly Cell[], put: Put): void {
  const of = (
    kind: LabelKind,
    read: (value: string, label: string) => string | null,
    field: PastedField,
    behind = /$/,
  ) => {
    const cell = cellOf(text, cells, kind)
    if (cell === undefined) return
    const typed = slice(text, cell.value).replace(behind, '')
    const value = read(typed, slice(text, cell.whole))
    if (value !== null) put(field, value, { from: cell.value.from, to: cell.value.from + typed.length })
  }
  of('year', (value) => (/^\d{4}$/.test(normalizeYear(value)) ? normalizeYear(value) : null), 'year')
  of('make', (value) => makeOf(value), 'make')
  of(
    'model',
    (value) =>
      /^\d{4} \D/.test(value) || makeOf(value) !== null ? null : /^[A-Z]{4}$/.test(value) ? value : unshoutModel(value),
    'model',
    BEHIND_MODEL,
  )
  of('color', (value, label) => (isColor(value, label) ? colorOf(value) : null), 'color')
  const order = cellOf(text, cells, 'reference')
  const [all = '', number = ''] =
    order === undefined
      ? []
      : (/^#?\s*((?:[A-Z]{0,3}|\d{1,3})-?\d{4,9}[A-Z]?)(?=$|,| [/(])/i.exec(slice(text, order.value)) ?? [])
  if (order !== undefined) put('reference', number, { from: order.value.from, to: order.value.from + all.length })
  of('appointment', timeIn, 'appointment')
  of('promised', timeIn, 'promised')
  const color = cells.find(({ label, value }) => label === null && COLOR.test(slice(text, value)))
  if (color !== undefined) put('color', unshout(slice(text, color.value)), color.value)
  const vehicle = cellOf(text, cells, 'vehicle')
  const named = vehicle === undefined ? null : MAKE_MODEL.exec(slice(text, vehicle.value))
  if (vehicle !== undefined && named !== null) {
    const { year = '', make = '', model = '', more = '' } = named.groups ?? {}
    const at = { from: vehicle.value.from, to: vehicle.value.to - more.length }
    put('year', year, at)
    put('make', makeOf(make) ?? '', at)
    put('model', unshoutModel(model), at)
  }
}

/** True for a color behind a colon, or for a known one: "COLOR FADED" is a complaint. */
function isColor(value: string, labeled: string): boolean {
  return (
    !/\d/.test(value) &&
    (labeled.includes(':') || value.split(' ').some((word) => COLOR.test(word)) || CUT_COLOR.test(value))
  )
}

/** Returns a text that names a date or a time of day; null for another, such as an address. */
function timeIn(value: string): string | null {
  return /\d[/:-]\d\d?(?!\d)|\d ?[ap]\.?m|^\d{4}$/i.test(value) ? value : null
}

/** Finds a repair order that is named within other words, such as "(RO 48211)". */
function findReference(text: string, cells: readonly Cell[], put: Put): void {
  for (const { label, value } of cells) {
    if (label !== null) continue
    const match =
      /(?<!\b(?:last|old|prior) )\b(?:R[./]?O\.?|repair order) ?(?:#|no\.?|number|is)? ?:? ?([A-Z]{0,3}\d{4,9})\b/i.exec(
        slice(text, value),
      )
    if (match === null) continue
    const [all, number = ''] = match
    const to = value.from + match.index + all.length
    put('reference', number, { from: to - number.length, to })
  }
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from || b.to - a.to)
  return sorted.reduce<Span[]>((all, span) => {
    const last = all.at(-1)
    return last !== undefined && span.from < last.to ? all : [...all, span]
  }, [])
}

/** Returns the text without the marks and the labels of the marks. */
function restOf(
  text: string,
  cells: readonly Cell[],
  marks: readonly Span[],
  isRead: (place: number) => boolean,
): string {
  const isMarked = (span: Span) => marks.some(({ from, to }) => from <= span.from && span.from < to)
  const labels = cells.filter(({ label, value, whole }) => label !== null && whole.from < value.from && isMarked(value))
  const heads = cells.filter((cell) => cell.heads !== null && isMarked(cell.heads))
  const gone = [
    ...marks,
    ...labels.map(({ value, whole }) => ({ from: whole.from, to: value.from })),
    ...heads.map(({ value }) => value),
  ]
  return text
    .replace(/[^\r\n]/g, (letter, place: number) =>
      isRead(place) && gone.some(({ from, to }) => from <= place && place < to) ? ' ' : letter,
    )
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\s|]+/g, ' ').replace(/^[\s,;:()"-]+|[\s,;:("-]+$/g, ''))
    .filter((line) => /[\p{L}\d]/u.test(line) && !/^(?:(?:home|cell|work|mobile|[hcwm])[\s),(/:]*)+$/i.test(line))
    .join('\n')
}
