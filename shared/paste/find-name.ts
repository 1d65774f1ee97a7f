import { stateCode } from '../booking/us-state.ts'
import { unshout } from './case.ts'
import { cellOf, FOR_ANOTHER, IN_FIRST_PERSON, slice, type Cell, type Span } from './cells.ts'
import type { Put } from './fields.ts'
import { labelKind } from './labels.ts'
import { COLOR, makeOf } from './makes.ts'

/* Finds the name of the customer in the cells of a pasted block. */

const NAME_WORD = "[\\p{Lu}][\\p{L}'’.-]*"
const LAST_FIRST = new RegExp(`^(${NAME_WORD}(?: ${NAME_WORD})?), ?(${NAME_WORD}(?: ${NAME_WORD}){0,2})$`, 'u')
/** Two first names of one last name: "Smith, John & Jane". */
const LAST_BOTH = new RegExp(
  `^(${NAME_WORD}), ?(${NAME_WORD}(?: \\p{Lu}\\.?)?) & (${NAME_WORD}(?: \\p{Lu}\\.?)?)$`,
  'u',
)
const BOTH_LAST = new RegExp(`^${NAME_WORD}(?: ${NAME_WORD}){0,2} & ${NAME_WORD}(?: ${NAME_WORD}){1,2}$`, 'u')
const TITLES = /^(?:(?:mrs?|ms|dr)\.? (?:(?:&|and) (?=m[rs]))?)+|(?<=&|and) (?:mrs?|ms|dr)\.?(?= )/gi
const SUFFIX = / (?:[js]r\.?|i{2,3}|iv)$/i
const WORDS = `${NAME_WORD}(?: ${NAME_WORD}){0,2}`
/** Two cells of names beside each other, which are a last and a first name in either order. */
const NAME_CELLS = new RegExp(
  `(?<=^|[,;\t|] *)("?)(${WORDS})\\1[ ]*[,;\t|] *("?)(${WORDS})\\3[ ]*[,;\t|](?! *"?[A-Z]{2}"? *[,;\t|])[\\s",;|]*(?=(\\(?\\d)|)`,
  'gu',
)
const PLAIN_NAME = new RegExp(`^${NAME_WORD}(?: ${NAME_WORD}){1,3}$`, 'u')
const NO_NAME =
  /^(?:hi|hello|dear|please|thanks?|fwd|re|subject|from|to|sent|north|south|east|west|good|the|attn|bill|reynolds(?= ))\b|\b(?:new|service|repair|vehicle|car|invoice|estimate|total|appointment|pickup|loaner|dealer|dms|phone|cell|address|motors?|auto|order|ticket|request|information|details?|reports?|cdk|xtime|tekion|dealer(?:track|socket)|autosoft|vinsolutions|scheduler|ignite|schedule|brothers|bros|open|list|history|oil|tires?|brakes?|advisor|manager|today|tomorrow|[a-z]+day)\b/i
const COMPANY = /\b(?:llc|inc|corp|co|ltd|services?)\b/i
const NAMED = new RegExp(
  `\\b(?:customer|client|[Cc]ustomer,? is|[Nn]ame is|for) (${NAME_WORD} ${NAME_WORD})(?=[,.;:(\\n]|$| (?:at|on|tomorrow|today|cell|phone)\\b)(?!, [A-Z]{2}\\b)`,
  'u',
)
const PHONE_CELL = /^\D{0,12}\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}/
const LINE_BEGIN = /^[^\d,]+?(?=, .*\d|,? +\(?\d{3}\)?[ .-]{0,2}\d{3})/
const IS_LETTER = /^\s*(?:hi|hello|dear|hey|good (?:morning|afternoon)|from:|subject:)\b/im

/** Finds the name: labeled, in two cells, or alone. Returns the place of a separate last name. */
export function findName(text: string, cells: readonly Cell[], put: Put): readonly Span[] {
  const read = (words: string, from: number, isLabeled = false, typed = words) =>
    put('name', readName(typed, isLabeled) ?? '', { from, to: from + words.length })
  for (const { label, value, whole, isSignature } of cells) {
    // A customer number before the name, and a phone behind, are no part of the name.
    const [, before = '', words = ''] = /^(\d+ +)?(.*?)(?:[\s,(-]+\d.*)?$/s.exec(slice(text, value)) ?? []
    const isLower = /^name\W+\p{Ll}+, ?\p{Ll}+$/u.test(slice(text, whole))
    if (label === 'name' && !isSignature)
      read(words, value.from + before.length, true, isLower ? words.toUpperCase() : words)
  }
  const [first, last] = [cellOf(text, cells, 'first'), cellOf(text, cells, 'last')]
  if (first !== undefined && last !== undefined) {
    const value = `${slice(text, first.value)} ${slice(text, last.value)}`
    if (/\d/.test(value)) return []
    put('name', unshout(value), first.value)
    return [last.value]
  }
  if (FOR_ANOTHER.test(text)) return []
  const top = cells.find(({ value }) => slice(text, value) !== '')
  const pairs = cells.flatMap((cell) => (cell.label === null ? pairsOf(text, cell) : []))
  const [pair] = pairs
  const isInPair = ({ from }: Span) => pairs.some((one) => one.from <= from && from < one.to)
  const pieces = cells
    .flatMap(({ label, parts }) => (label === null ? parts.map((part) => beginOf(text, part)) : []))
    .filter((piece) => !isInPair(piece))
  const all = pieces.filter((piece) => readName(slice(text, piece), false) !== null)
  if (pair !== undefined && pairs.length === 1 && all.length === 0) put('name', pair.name, pair)
  const near = all.filter((piece) => piece === pieces[0] || isBefore(text, cells, piece, PHONE_CELL))
  // A name that stands nowhere before a phone can stand before a car or a street.
  const names = near.length > 0 ? near : all.filter((piece) => isBefore(text, cells, piece, /^['’]?\d/))
  const [one] = names
  if (one !== undefined && names.length === 1 && (top?.value.from === one.from || !IS_LETTER.test(text)))
    read(slice(text, one), one.from)
  for (const { label, whole, isSignature } of cells) {
    const match = (label === null || label === 'name') && !isSignature ? NAMED.exec(slice(text, whole)) : null
    const [said = '', name = ''] = match ?? []
    if (match !== null) read(name, whole.from + match.index + said.length - name.length)
  }
  const signed = cells.find(({ isSignature }) => isSignature)
  if (signed?.label === null && IN_FIRST_PERSON.test(text)) read(slice(text, signed.value), signed.value.from)
  return []
}

/**
 * Returns the places where two names stand in two cells beside each other. The name is empty unless the cells stand
 * before a phone and show which one is the last name.
 */
function pairsOf(text: string, { value, parts }: Cell): readonly (Span & { readonly name: string })[] {
  const start = text[value.from - 1] === '"' ? value.from - 1 : value.from
  return [...text.slice(start, value.to).matchAll(NAME_CELLS)].flatMap((match) => {
    const [all, , one = '', , other = '', digit] = match
    const isOther = [one, other].some(
      (words) =>
        NO_NAME.test(words) || COLOR.test(words) || (labelKind(words) ?? makeOf(words) ?? stateCode(words)) !== null,
    )
    const from = start + match.index
    const to = from + all.replace(/[\s",;|]+$/, '').length
    // "Quill, Harriet" in one column is one name.
    const isOne = parts.length === 1 ? digit === undefined : parts.some((part) => part.from <= from && to <= part.to)
    if (isOther || isOne) return []
    const isBeforePhone = PHONE_CELL.test(text.slice(from + all.length))
    const [isLastFirst, isFirstLast] = [isOrder(one, other), isOrder(other, one)]
    const name =
      isLastFirst === isFirstLast || !isBeforePhone ? '' : isLastFirst ? `${other} ${one}` : `${one} ${other}`
    return [{ from, to, name: unshout(name) }]
  })
}

/** True for a last name such as "O'Shea" or "Vance Jr", or for first names with an initial, such as "Minh K". */
function isOrder(last: string, first: string): boolean {
  return /^(?:O['’]|Mc)\p{Lu}/u.test(last) || SUFFIX.test(last) || / \p{Lu}\.?$/u.test(first)
}

/** Returns the words before the phone or the first comma of a piece that goes on with digits; else the piece. */
function beginOf(text: string, piece: Span): Span {
  const begin = LINE_BEGIN.exec(slice(text, piece))?.[0]
  return begin === undefined ? piece : { from: piece.from, to: piece.from + begin.length }
}

/** True for a piece before a text that matches the pattern, in the same cell or at the begin of the next one. */
function isBefore(text: string, cells: readonly Cell[], piece: Span, pattern: RegExp): boolean {
  const at = cells.findIndex(({ value }) => value.from <= piece.from && piece.to <= value.to)
  const to = cells[at]?.value.to ?? piece.to
  const behind = text.slice(piece.to, to).replace(/^[\s,;|"]+/, '')
  const next = cells[at + 1]
  return pattern.test(behind === '' && next !== undefined ? slice(text, next.whole) : behind)
}

/** Returns the name as written first name first; null for text that is no name of two to four words. */
function readName(text: string, isLabeled: boolean): string | null {
  const clean = text.replace(TITLES, '').trim()
  const words = clean.split(/[ ,]+/)
  if (/\d/.test(clean) || words.every((word) => labelKind(word) !== null)) return null
  if (NO_NAME.test(clean) && !(isLabeled && COMPANY.test(clean))) return null
  if (isLabeled && / (?:&|and) /i.test(clean)) {
    const both = clean.replace(/ and /i, ' & ')
    return BOTH_LAST.test(both)
      ? unshout(both)
      : LAST_BOTH.test(both)
        ? unshout(both.replace(LAST_BOTH, '$2 & $3 $1'))
        : null
  }
  const [, last, first] = LAST_FIRST.exec(clean) ?? []
  if (last !== undefined && first !== undefined) {
    const [end = ''] = SUFFIX.exec(first) ?? []
    return COMPANY.test(first) ? null : unshout(`${first.slice(0, first.length - end.length)} ${last}${end}`)
  }
  return PLAIN_NAME.test(clean) && (isLabeled || words.every((word) => makeOf(word) === null)) ? unshout(clean) : null
}
