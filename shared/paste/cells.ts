import { BARE_LABEL, hasHouseNumber, KNOWN_LABEL, labelKind, NOT_THEIRS, RECORD, type LabelKind } from './labels.ts'
import { KNOWN_MAKES } from './makes.ts'
import { ASIDE_CAR, ASIDE_HEADING, ASIDE_WORD, PAYER, PERSON, TO_CUSTOMER } from './other-people.ts'

/* Cuts a pasted block into cells, and finds the label of each. */

/** A piece of the pasted text, from `from` to `to`. */
export type Span = { readonly from: number; readonly to: number }

/** A value and its label; `label` is null for a value without one. `whole` covers both. */
export type Cell = {
  readonly label: LabelKind | null
  readonly value: Span
  readonly whole: Span
  readonly line: number
  /** The value that this cell of a header names; null for any other cell. */
  readonly heads: Span | null
  /** The value, or the columns of a row of a table that has no header. */
  readonly parts: readonly Span[]
  /** True for a cell below the greeting that ends a letter. */
  readonly isSignature: boolean
}

/** A label that is none of ours, such as "Advisor:" or "Total:", whose value is no field of a booking. */
const OTHER_LABEL = /^[A-Za-z][\w./'&-]*(?: [A-Za-z./'&-]+){0,3}(?: \([^)]*\))? ?#?:(?=\s|$|[^\d\s/])/
const IGNORED_WORD = new RegExp(`^(?:${RECORD}|loaner|date)\\b`, 'i')
const PHONE_KINDS: readonly (LabelKind | null)[] = ['mobile', 'phone', 'otherPhone']
const CAR_KINDS: readonly (LabelKind | null)[] = [
  null,
  'vin',
  'vehicle',
  'year',
  'make',
  'model',
  'color',
  'unit',
  'reference',
]
const LETTER_END =
  /(?:^|[.?!] )(?:many |kind |best |warm )?(?:thanks|thank you|thx|regards|best|sincerely|cheers)(?: again| so much)?[\s,.!-]*$/i
const LETTER_START = /^\W*(?:from:|begin forwarded|forwarded message|original message)/i

/** A customer who writes in person, so that the name and the phone below the letter are the customer's. */
export const IN_FIRST_PERSON = new RegExp(
  `\\bmy (?:\\d{4} |car|vehicle|truck|suv|van|address|name|phone|cell|number|home|house|${KNOWN_MAKES.join('|')})`,
)

/** A letter about the car of another person, so that two names and two phones compete. */
export const FOR_ANOTHER =
  /\bmy (?:wife|husband|son|daughter|mother|father|mom|dad|parents?|brother|sister|friend|neighbor)\b(?!['’]s (?:is|cell|phone))/i

/**
 * Returns the cells of the block in its order, which cover all of its text but separators. `typed` is the text before
 * other people's values were blanked, because a blanked line ends no block.
 */
export function cellsOf(text: string, typed = text): readonly Cell[] {
  const lines = linesOf(text)
  const cells: Cell[] = []
  let isAside = false
  let isOfOther = false
  let isSignature = false
  let tableColumns = 0
  let isAfterLabel = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    const next = lines[at + 1]
    if (line === undefined) continue
    const raw = slice(text, line).trim()
    const columns = columnsOf(text, line)
    const values = next === undefined ? [] : columnsOf(text, next)
    const [head] = columns
    const isLabelAlone = columns.length === 1 && head !== undefined && labelKind(slice(text, head)) !== null
    const isNewBlock = /\n\s*\n|\r\r/.test(typed.slice(lines[at - 1]?.to ?? line.from, line.from))
    if (isLabelAlone || isNewBlock) isAside = false
    if (isNewBlock) isOfOther = false
    if (ASIDE_HEADING.test(raw) || PAYER.test(slice(typed, line).trim())) isAside = true
    if (LETTER_START.test(raw)) isSignature = false
    const start = cells.length
    const add: Add = (kind, value, whole = value, heads = null) => {
      const words = slice(text, whole)
      if (heads === null && PERSON.test(words)) isOfOther = true
      else if (!isAside && (kind === 'name' || kind === 'first' || TO_CUSTOMER.test(words))) isOfOther = false
      const label = isAside || (isOfOther && PHONE_KINDS.includes(kind)) ? 'ignored' : kind
      cells.push({ label, value, whole, line: at, heads, parts: [value], isSignature })
    }
    if (next !== undefined && isHeader(text, columns, values)) {
      columns.forEach((label, place) => {
        const value = values[place] ?? { from: next.to, to: next.to }
        add(labelKind(slice(text, label)) ?? 'ignored', value)
        add('ignored', label, label, value)
      })
      values.slice(columns.length).forEach((value) => add(null, value))
      tableColumns = columns.length
      at += 1
    } else if (
      isLabelAlone &&
      !isAfterLabel &&
      next !== undefined &&
      (labelKind(raw) !== 'address' || hasHouseNumber(slice(text, next))) &&
      values.length === 1 &&
      labelOf(slice(text, next).trim()) === null
    ) {
      const value = trimmed(text, next.from, next.to)
      // A heading such as "Vehicle" above labels is no label of the line below.
      add(labelKind(raw), value, { from: head.from, to: value.to })
      at += 1
    } else if (tableColumns > 3 && columns.length === tableColumns) {
      // The first row of a table is read; the others are of other bookings.
      columns.forEach((value) => add('ignored', value))
    } else if (/^[2-9][.)] /.test(raw) && labelOf(raw.slice(3)) === null)
      add('ignored', trimmed(text, line.from, line.to))
    else addLabeled(text, columns, cells, add)
    if (LETTER_END.test(raw)) isSignature = true
    isAfterLabel = isLabelAlone && labelKind(raw) !== 'ignored'
    const isRow = columns.length > 3 && cells.slice(start).every(({ label }) => label === null || label === 'ignored')
    if (isRow && tableColumns === 0) tableColumns = columns.length
  }
  return cells.map((cell) =>
    cell.label === null && IGNORED_WORD.test(slice(text, cell.value)) ? { ...cell, label: 'ignored' } : cell,
  )
}

/** The first cell of a kind whose value is not empty and is no label itself. */
export function cellOf(text: string, cells: readonly Cell[], kind: LabelKind): Cell | undefined {
  return cells.find(
    ({ label, value, isSignature }) =>
      label === kind && !isSignature && slice(text, value) !== '' && labelOf(slice(text, value)) === null,
  )
}

export function slice(text: string, { from, to }: Span): string {
  return text.slice(from, to)
}

/** A phone alone or behind a few words, between two signs of a line. */
const PHONE_PIECE = /^[^\d]{0,20}\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}[ a-z()]*$/i

/**
 * Returns the text in the same length with bars for the signs between the fields of a line, as in "Harriet Quill /
 * 804-555-0134 / RO 10412". Lines without a phone, with the slash of a date, or with "spouse" between two signs stay.
 */
export function withBars(text: string): string {
  const lines = /^\s*[{[]\s*["{]/.test(text)
    ? text.replace(/[{}[\]]\s*|,(?= *[{"])/g, (sign) => '\n'.padEnd(sign.length))
    : text
  const barred = lines.replace(/[^\r\n]+/g, (line) => {
    const sign = [' / ', ' - ', ' – ', ' · ', '/'].find((one) => {
      const pieces = line.split(one)
      if (one === '/' && /(?<!\d)\d{1,2}\/\d{1,2}(?!\d)|:\/\//.test(line)) return false
      if (pieces.some((piece) => !/\d/.test(piece) && NOT_THEIRS.test(piece))) return false
      return pieces.length > (one === '/' ? 3 : 2) && pieces.some((piece) => PHONE_PIECE.test(piece))
    })
    return sign === undefined ? line : line.replaceAll(sign, sign.replace(/\S/, '|'))
  })
  return barred.replace(/(\bR\.?O\.?[ #:]*\d{4,9}) (?=\w)/gi, '$1|')
}

/**
 * Returns the text in the same length with plain spaces and colons: "Year ..... 2019", "Year   : 2019" and the JSON
 * key "modelYear" become labels, and bullets go.
 */
export function plainText(text: string): string {
  return text
    .replace(/(?<=\d)[\u2010-\u2013](?=\d)/g, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/^[ \t]*(?:[-*•·]|1[.)])(?= )/gm, (sign) => ' '.repeat(sign.length))
    .replace(/"([a-z]+)([A-Z]\w*)"(?=:)/g, ' $1 $2')
    .replace(/"(\w+)"(?=:)/g, ' $1 ')
    .replace(/(?: +\.{2,}|\.{4,}) *:?(?=[ \t])|(?<=\w) +:(?=\s)/g, (dots) => ':'.padEnd(dots.length))
}

function linesOf(text: string): readonly Span[] {
  return [...text.matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) =>
    line.trim() === '' ? [] : [{ from: index, to: index + line.length }],
  )
}

/** Cuts a line at tabs, bars and wide gaps, or at the commas or semicolons of a CSV line. */
function columnsOf(text: string, line: Span): readonly Span[] {
  const raw = slice(text, line)
  const sign = separatorOf(raw)
  const pattern =
    sign === null ? /(?:[^\t| ]| (?! ))+/g : new RegExp(`(?<=^|${sign})(?: *"[^"]*" *|[^${sign}]*)(?=${sign}|$)`, 'g')
  return [...raw.matchAll(pattern)].map(({ index, 0: cell }) =>
    trimmed(text, line.from + index, line.from + index + cell.length),
  )
}

/** Returns the sign between the columns of a table; null for a line of text. A sentence with commas is no table. */
function separatorOf(raw: string): string | null {
  if (raw.includes('\t')) return '\t'
  const bare = raw.replace(/"[^"]*"/g, '')
  if (/;.*;.*;/.test(bare)) return ';'
  const pieces = bare.split(',')
  const isTight = pieces.length >= 4 && pieces.filter((piece) => piece.startsWith(' ')).length < pieces.length / 2
  const isShort =
    pieces.length >= 6 && pieces.every((piece) => piece.trim().split(' ').length <= 4) && !/\. /.test(bare)
  return !/: /.test(raw) && (isTight || isShort) ? ',' : null
}

function trimmed(text: string, start: number, end: number): Span {
  let [from, to] = [start, end]
  while (from < to && /[\s",|]/.test(text[from] ?? '')) from += 1
  while (to > from && /[\s",|]/.test(text[to - 1] ?? '')) to -= 1
  return { from, to }
}

/** True for a line of labels alone with a line of values in the same columns below. */
function isHeader(text: string, columns: readonly Span[], values: readonly Span[]): boolean {
  const known = columns.filter((column) => labelKind(slice(text, column)) !== null).length
  if (columns.length < 2 || Math.abs(columns.length - values.length) > (columns.length < 4 ? 0 : 1)) return false
  if (known < columns.length / (columns.length < 4 ? 1 : 2)) return false
  return (
    columns.every((column) => !/\d{3}/.test(slice(text, column))) &&
    values.every((value) => labelKind(slice(text, value)) === null)
  )
}

type Add = (label: LabelKind | null, value: Span, whole?: Span, heads?: Span | null) => void

/** Adds each "Label: value" within a column, and each column that is only a label with the column of its value. */
function addLabeled(text: string, columns: readonly Span[], cells: Cell[], add: Add): void {
  const parts = columns.flatMap((column) => splitAtLabels(text, column))
  const start = cells.length
  let isOtherCar = false
  let isPayer = false
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]
    if (part === undefined) continue
    const words = slice(text, part)
    const alone = labelKind(words)
    const next = parts[at + 1]
    const found = alone === null ? labelOf(words) : { kind: alone, length: words.length }
    isOtherCar ||= ASIDE_CAR.test(words)
    isPayer ||= /^bill(?:ed|ing)? to\b/i.test(words)
    const last = cells.at(-1)
    const before = cells.length > start ? last : undefined
    // "Lienholder: Lanekeeper Credit  800-555-0127" has the phone of the lender; an advisor's can stand below the name.
    const isTheirs =
      found === null &&
      last?.label === 'ignored' &&
      (before === last || NOT_THEIRS.test(slice(text, last.whole))) &&
      /^\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}/.test(words)
    const kind =
      isTheirs || (isPayer && found === null) || (isOtherCar && CAR_KINDS.includes(found?.kind ?? null))
        ? 'ignored'
        : (found?.kind ?? null)
    const isNumber = kind === 'name' && /^\W*\d+$/.test(words.slice(found?.length))
    if (isNumber && next !== undefined && labelOf(slice(text, next)) === null) {
      add('ignored', part)
      add('name', next)
      at += 1
    } else if (found?.length === words.length && next !== undefined && labelOf(slice(text, next)) === null) {
      add(kind, next, { from: part.from, to: next.to })
      at += 1
    } else if (columns.length > 3 && kind === null && before?.label === null) {
      const value = { from: before.value.from, to: part.to }
      cells[cells.length - 1] = { ...before, value, whole: value, parts: [...before.parts, part] }
    } else {
      add(kind, trimmed(text, part.from + (found?.length ?? 0), part.to), part)
    }
  }
}

function splitAtLabels(text: string, column: Span): readonly Span[] {
  const raw = slice(text, column)
  const known = [...raw.matchAll(KNOWN_LABEL)].map(({ index }) => index)
  const bare = [...raw.matchAll(BARE_LABEL)].map(({ index }) => index)
  // One word before a label belongs to the label: "Loaner VIN:", "Advisor Phone:".
  const starts = (bare.length > 2 && bare[0] === 0 ? bare : known).filter((start) => {
    const before = raw.slice(0, start)
    return start > 0 && !ASIDE_WORD.test(before) && !/^[\p{L}'-]+ $/u.test(before)
  })
  const edges = [0, ...starts, raw.length]
  return edges.slice(0, -1).flatMap((start, at) => {
    const part = trimmed(text, column.from + start, column.from + (edges[at + 1] ?? raw.length))
    return part.to > part.from ? [part] : []
  })
}

function labelOf(words: string): { readonly kind: LabelKind; readonly length: number } | null {
  const known = labelAt(words, KNOWN_LABEL)
  if (known !== null) return known
  const other = OTHER_LABEL.exec(words)?.[0]
  return other === undefined ? labelAt(words, BARE_LABEL) : { kind: 'ignored', length: other.length }
}

function labelAt(words: string, pattern: RegExp) {
  const [found] = words.matchAll(pattern)
  const kind = found?.index === 0 ? labelKind(found[0].replace(/ [-–]$/, '')) : null
  return found === undefined || kind === null ? null : { kind, length: found[0].length }
}
