import { KNOWN_LABEL, labelKind, type LabelKind } from './labels.ts'

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
}

/** A label that is none of ours, such as "Advisor:" or "Total:", whose value is no field of a booking. */
const OTHER_LABEL = /^[A-Za-z][A-Za-z./'&-]*(?: [A-Za-z./'&-]+){0,2} ?#?:(?=\s|$|[^\d\s/])/
const IGNORED_WORD =
  /^(?:adv|advisor|sa|tech|tag|total|opened|closed|open date|last visit|dob|miles(?= *:? *\d)|mileage|odometer|fax|writer|balance|est|estimate|price|labor|parts|stock|stk|email|e-mail|warranty|hat|cust ?no|cust ?#|acct|account|invoice|loaner)\b/i

/** Returns the cells of the block in its order. Together they cover all of its text but separators. */
export function cellsOf(text: string): readonly Cell[] {
  const lines = linesOf(text)
  const cells: Cell[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    const next = lines[at + 1]
    if (line === undefined) continue
    const columns = columnsOf(text, line)
    const values = next === undefined ? [] : columnsOf(text, next)
    if (next !== undefined && isHeader(text, columns, values)) {
      columns.forEach((label, place) => {
        const value = values[place] ?? { from: next.to, to: next.to }
        cells.push({ label: kindOf(text, label), value, whole: value, line: at + 1, heads: null })
        cells.push({ label: 'ignored', value: label, whole: label, line: at, heads: value })
      })
      at += 1
    } else cells.push(...labelled(text, columns, at))
  }
  return cells.map((cell) =>
    cell.label === null && IGNORED_WORD.test(slice(text, cell.value)) ? { ...cell, label: 'ignored' } : cell,
  )
}

/** The first cell of a kind whose value is not empty. */
export function cellOf(text: string, cells: readonly Cell[], kind: LabelKind): Cell | undefined {
  return cells.find(({ label, value }) => label === kind && slice(text, value) !== '')
}

export function slice(text: string, { from, to }: Span): string {
  return text.slice(from, to)
}

function linesOf(text: string): readonly Span[] {
  return [...text.matchAll(/[^\r\n]+/g)].map(({ index, 0: line }) => ({ from: index, to: index + line.length }))
}

/** Cuts a line at tabs, bars and wide gaps, or at the commas of a CSV line. */
function columnsOf(text: string, line: Span): readonly Span[] {
  const raw = slice(text, line)
  const isCsv = (raw.match(/,/g) ?? []).length >= 5 && !/: /.test(raw)
  const pattern = isCsv ? /"[^"]*"|[^,"]+|(?<=,)(?=,)/g : /(?:[^\t| ]| (?! ))+/g
  return [...raw.matchAll(pattern)].map(({ index, 0: cell }) =>
    trimmed(text, line.from + index, line.from + index + cell.length),
  )
}

function trimmed(text: string, start: number, end: number): Span {
  let [from, to] = [start, end]
  while (from < to && /[\s",|]/.test(text[from] ?? '')) from += 1
  while (to > from && /[\s",|]/.test(text[to - 1] ?? '')) to -= 1
  return { from, to }
}

/** True for a line of labels alone with a line of values in the same columns below. */
function isHeader(text: string, columns: readonly Span[], values: readonly Span[]): boolean {
  if (columns.length < 4 || Math.abs(columns.length - values.length) > 1) return false
  const known = columns.filter((column) => labelKind(slice(text, column)) !== null).length
  return known >= columns.length / 2 && columns.every((column) => !/\d{3}/.test(slice(text, column)))
}

function kindOf(text: string, label: Span): LabelKind {
  return labelKind(slice(text, label)) ?? 'ignored'
}

/** Finds "Label: value" within each column, and a column that is only a label before the column of its value. */
function labelled(text: string, columns: readonly Span[], line: number): readonly Cell[] {
  const parts = columns.flatMap((column) => splitAtLabels(text, column))
  const cells: Cell[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]
    if (part === undefined) continue
    const words = slice(text, part)
    const alone = labelKind(words)
    const next = parts[at + 1]
    if (alone !== null && next !== undefined && labelOf(slice(text, next)) === null) {
      cells.push({ label: alone, value: next, whole: { from: part.from, to: next.to }, line, heads: null })
      at += 1
      continue
    }
    const found = labelOf(words)
    if (found === null) cells.push({ label: null, value: part, whole: part, line, heads: null })
    else
      cells.push({
        label: found.kind,
        value: trimmed(text, part.from + found.length, part.to),
        whole: part,
        line,
        heads: null,
      })
  }
  return cells
}

function splitAtLabels(text: string, column: Span): readonly Span[] {
  const raw = slice(text, column)
  const starts = [...raw.matchAll(KNOWN_LABEL)].map(({ index }) => index).filter((start) => start > 0)
  const edges = [0, ...starts, raw.length]
  return edges.slice(0, -1).flatMap((start, at) => {
    const part = trimmed(text, column.from + start, column.from + (edges[at + 1] ?? raw.length))
    return part.to > part.from ? [part] : []
  })
}

/** Labels that stand without a colon in capitals: "RO 48211", "VIN 5GA…", "CELL 804…", "PROMISED 11/25". */
const BARE_LABEL =
  /^(?:ro|vin|cell|mobile|home|hm|work|wk|promised|prom|appt|cust|customer|ph|phone|color)(?= +\S*\d| +[A-Z])/i

function labelOf(words: string): { readonly kind: LabelKind; readonly length: number } | null {
  KNOWN_LABEL.lastIndex = 0
  const known = KNOWN_LABEL.exec(words)
  if (known?.index === 0) {
    const kind = labelKind(known[0])
    if (kind !== null) return { kind, length: known[0].length }
  }
  const bare = BARE_LABEL.exec(words)?.[0]
  const kind = bare === undefined ? null : labelKind(bare)
  if (bare !== undefined && kind !== null) return { kind, length: bare.length }
  const other = OTHER_LABEL.exec(words)?.[0]
  return other === undefined ? null : { kind: 'ignored', length: other.length }
}
