import { normalizeVin, normalizeYear } from '../booking/vehicle.ts'
import { isDecodable } from '../booking/vin-year.ts'
import { findAddress } from './find-address.ts'
import { cellOf, cellsOf, slice, type Cell, type Span } from './cells.ts'
import { unshout, unshoutModel } from './case.ts'
import { makeOf, MAKE_MODEL, VEHICLE } from './makes.ts'
import { type PastedField, type Put } from './fields.ts'
import type { LabelKind } from './labels.ts'

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

/** Takes a pasted block apart. Never throws, for any text. */
export function parseBlock(text: string): PastedBlock {
  const cells = cellsOf(text)
  const found: Found[] = []
  const put = (field: PastedField, value: string, at: Span) => {
    const isNew = !found.some((one) => one.field === field)
    const isFree = !found.some((one) => one.at.from < at.to && at.from < one.at.to && one.at.from !== at.from)
    if (value.trim() !== '' && isNew && isFree) found.push({ field, value: value.trim(), at })
  }
  findVehicle(text, cells, put)
  findLabelled(text, cells, put)
  findPhones(text, cells, put)
  findAddress(text, cells, put)
  findReference(text, cells, put)
  const lastName = findName(text, cells, put)
  const fields = Object.fromEntries(found.map(({ field, value }) => [field, value]))
  const marks = mergeSpans([...found.map(({ at }) => at), ...lastName])
  return { fields, marks, rest: restOf(text, cells, marks) }
}

const VIN = /(?<![A-Z\d])(?=[A-Z]*\d)[A-HJ-NPR-Z\d]{17}(?![A-Z\d])/gi

/** Finds the first VIN with a right check digit, and the car of its own or the nearest line before or after. */
function findVehicle(text: string, cells: readonly Cell[], put: Put): void {
  const readable = cells.filter(({ label }) => label === null || label === 'vin' || label === 'vehicle')
  const vins = readable.flatMap((cell) =>
    [...slice(text, cell.value).matchAll(VIN)].map(({ index, 0: vin }) => ({
      cell,
      vin: normalizeVin(vin),
      from: cell.value.from + index,
    })),
  )
  const vin = vins.find((one) => one.cell.label === 'vin') ?? vins.find((one) => isDecodable(one.vin))
  if (vin !== undefined) put('vin', vin.vin, { from: vin.from, to: vin.from + 17 })
  const cars = readable.flatMap((cell) => {
    const match = VEHICLE.exec(slice(text, cell.value))
    return match === null ? [] : [{ cell, match }]
  })
  const near =
    vin === undefined ? cars : [...cars].sort((a, b) => distance(a.cell, vin.cell) - distance(b.cell, vin.cell))
  const [car] = near
  if (car === undefined) return
  const { year = '', make = '', model = '', color } = car.match.groups ?? {}
  const from = car.cell.value.from + car.match.index
  const to = from + car.match[0].length
  put('year', normalizeYear(year), { from, to })
  put('make', makeOf(make) ?? make, { from, to })
  put('model', unshoutModel(model), { from, to })
  if (color !== undefined) put('color', unshout(color), { from, to })
}

function distance(a: Cell, b: Cell): number {
  return Math.abs(a.line - b.line) * 2 + (a.line > b.line ? 1 : 0)
}

function findLabelled(text: string, cells: readonly Cell[], put: Put): void {
  const of = (kind: LabelKind, read: (value: string) => string | null, field: PastedField) => {
    const cell = cellOf(text, cells, kind)
    const value = cell === undefined ? null : read(slice(text, cell.value))
    if (cell !== undefined && value !== null) put(field, value, cell.value)
  }
  of('year', (value) => (/^\d{4}$/.test(normalizeYear(value)) ? normalizeYear(value) : null), 'year')
  of('make', (value) => makeOf(value), 'make')
  of('model', unshoutModel, 'model')
  of('color', (value) => (/\d/.test(value) ? null : unshout(value)), 'color')
  of('reference', (value) => /^#?\s*([A-Z]{0,3}-?\d{4,9}[A-Z]?)$/i.exec(value)?.[1] ?? null, 'reference')
  of('appointment', (value) => (/\d/.test(value) ? value : null), 'appointment')
  of('promised', (value) => (/\d/.test(value) ? value : null), 'promised')
  const vehicle = cellOf(text, cells, 'vehicle')
  const named = vehicle === undefined ? null : MAKE_MODEL.exec(slice(text, vehicle.value))
  if (vehicle !== undefined && named !== null) {
    put('make', makeOf(named.groups?.['make'] ?? '') ?? '', vehicle.value)
    put('model', unshoutModel(named.groups?.['model'] ?? ''), vehicle.value)
  }
}

const PHONE = /(?<![\d$.-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d{1,6})?(?![\d-])/g
const MOBILE_WORD = /\b(?:cell|mobile|mob|text|c)\b/i
const OTHER_WORD = /\b(?:fax|home|hm|work|wk|office|alt|spouse|wife|husband|h|w)\b/i
const FAX_WORD = /\bfax\b/i

/** Finds the mobile phone: the one that is named so, else the first; another one is `otherPhone`. */
function findPhones(text: string, cells: readonly Cell[], put: Put): void {
  const phones = cells
    .filter(({ label }) => label === null || label === 'mobile' || label === 'phone')
    .flatMap(({ label, value, whole }) =>
      [...slice(text, value).matchAll(PHONE)].map(({ index, 0: phone }) => {
        const at = { from: value.from + index, to: value.from + index + phone.length }
        // The word beside the number: "cell 804…" before it, or "804… (cell)" after.
        const before = text.slice(Math.max(whole.from, at.from - 14), at.from)
        const after = text.slice(at.to, Math.min(whole.to, at.to + 9))
        const beside = `${before} ${/^[^\d]*/.exec(after)?.[0] ?? ''}`
        const isMobile = label === 'mobile' || (label === null && MOBILE_WORD.test(beside))
        return {
          at,
          phone,
          isMobile,
          isFax: FAX_WORD.test(beside),
          isOther: label === 'phone' || OTHER_WORD.test(beside),
        }
      }),
    )
    .filter(({ isFax }) => !isFax)
  const first = phones.find(({ isMobile }) => isMobile) ?? phones.find(({ isOther }) => !isOther) ?? phones[0]
  if (first === undefined) return
  put('phone', first.phone, first.at)
  const other = phones.find(({ at, phone }) => at.from !== first.at.from && digits(phone) !== digits(first.phone))
  if (other !== undefined) put('otherPhone', other.phone, other.at)
}

function digits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}

/** Finds a repair order that is named within other words, such as "(RO 48211)". */
function findReference(text: string, cells: readonly Cell[], put: Put): void {
  for (const { label, value } of cells) {
    if (label !== null) continue
    const match = /\b(?:R\.?O\.?|repair order) ?(?:#|no\.?|number)? ?:? ?([A-Z]{0,3}\d{4,9})\b/i.exec(
      slice(text, value),
    )
    if (match === null) continue
    const from = value.from + match.index + match[0].length - (match[1] ?? '').length
    put('reference', match[1] ?? '', { from, to: value.from + match.index + match[0].length })
  }
}

const NAME_WORD = "[\\p{Lu}][\\p{L}'’.-]*"
const LAST_FIRST = new RegExp(`^(${NAME_WORD}(?: ${NAME_WORD})?), (${NAME_WORD}(?: ${NAME_WORD}){0,2})$`, 'u')
const PLAIN_NAME = new RegExp(`^${NAME_WORD}(?: ${NAME_WORD}){1,3}$`, 'u')
const NO_NAME =
  /^(?:hi|hello|dear|please|thanks|thank|fwd|re|subject|from|to|sent|service|repair|customer|vehicle|invoice|estimate|total|north|south|east|west|good|new|the|appointment|pickup|loaner|dealer|dms|owner|client|name|phone|cell|address|attn|bill)\b/i
const NAMED = new RegExp(`\\b(?:customer|client|name) (?:is )?(${NAME_WORD} ${NAME_WORD})`, 'u')

/** Finds the name: labelled, in two cells, or alone on the first line. Returns the place of a separate last name. */
function findName(text: string, cells: readonly Cell[], put: Put): readonly Span[] {
  const labelledName = cellOf(text, cells, 'name')
  const [first, last] = [cellOf(text, cells, 'first'), cellOf(text, cells, 'last')]
  if (labelledName !== undefined) {
    const name = readName(slice(text, labelledName.value))
    if (name !== null) put('name', name, labelledName.value)
  } else if (first !== undefined && last !== undefined) {
    const value = `${slice(text, first.value)} ${slice(text, last.value)}`
    put('name', unshout(value), first.value)
    return [last.value]
  }
  const top = cells.find(({ value }) => slice(text, value) !== '')
  const plain = top?.label === null ? readName(slice(text, top.value)) : null
  if (top !== undefined && plain !== null) put('name', plain, top.value)
  for (const { label, value } of cells) {
    const match = label === null ? NAMED.exec(slice(text, value)) : null
    if (match === null) continue
    const from = value.from + match.index + match[0].length - (match[1] ?? '').length
    put('name', match[1] ?? '', { from, to: from + (match[1] ?? '').length })
  }
  return []
}

/** Returns the name as written first name first; null for text that is no name of two to four words. */
function readName(text: string): string | null {
  const clean = text.replace(/^(?:mr|mrs|ms|dr)\.? /i, '').trim()
  if (NO_NAME.test(clean) || /\d/.test(clean)) return null
  const [, last, first] = LAST_FIRST.exec(clean) ?? []
  if (last !== undefined && first !== undefined) return unshout(`${first} ${last}`)
  return PLAIN_NAME.test(clean) && makeOf(clean.split(' ')[0] ?? '') === null ? unshout(clean) : null
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from || b.to - a.to)
  return sorted.reduce<Span[]>((all, span) => {
    const last = all.at(-1)
    return last !== undefined && span.from < last.to ? all : [...all, span]
  }, [])
}

/** Returns the text without the marks and the labels of the marks. */
function restOf(text: string, cells: readonly Cell[], marks: readonly Span[]): string {
  const isMarked = (span: Span) => marks.some(({ from, to }) => from <= span.from && span.from < to)
  const labels = cells.filter(({ label, value, whole }) => label !== null && whole.from < value.from && isMarked(value))
  const heads = cells.filter((cell) => cell.heads !== null && isMarked(cell.heads))
  const gone = [
    ...marks,
    ...labels.map(({ value, whole }) => ({ from: whole.from, to: value.from })),
    ...heads.map(({ value }) => value),
  ]
  const kept = [...text].length === text.length ? text.split('') : [...text]
  let rest = ''
  let at = 0
  for (const letter of kept) {
    const place = at
    at += letter.length
    const isGone = gone.some(({ from, to }) => from <= place && place < to)
    rest += !isGone || /[\r\n]/.test(letter) ? letter : ' '
  }
  return rest
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\s|]+/g, ' ').replace(/^[\s,;:()"-]+|[\s,;:("-]+$/g, ''))
    .filter((line) => /[\p{L}\d]/u.test(line) && !/^(?:home|cell|work|mobile)\)?$/i.test(line))
    .join('\n')
}
