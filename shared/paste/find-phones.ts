import { FOR_ANOTHER, IN_FIRST_PERSON, slice, type Cell } from './cells.ts'
import type { Put } from './fields.ts'
import { STREETS } from './find-address.ts'
import { NOT_THEIRS } from './labels.ts'

/* Finds the phones of the customer in the cells of a pasted block. */

const PHONE = /(?<![\d$.-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d{1,6})?(?![\d-])/g
const MOBILE_WORD = /\b(?:cell|mobile|mob|text|[cm])\b/i
const OTHER_WORD = /\b(?:home|hm|work|wk|alt|alternate|bus|[hw])\b/i
/** A fax before its number: "804… Fax 804…". */
const FAX_BEFORE = /\b(?:(?:fax|fx|facsimile)(?: ?(?:no|num|number))?|f(?=[:.]))[ :.#]*$/i

/** Finds the mobile phone: the one that is named so, else the first of the customer; another is `otherPhone`. */
export function findPhones(text: string, cells: readonly Cell[], put: Put): void {
  const unlabeled = FOR_ANOTHER.test(text) ? 'phone' : null
  const isTheirLetter = IN_FIRST_PERSON.test(text)
  const phones = cells
    .filter(
      ({ label, isSignature }) =>
        (isTheirLetter || !isSignature) && [unlabeled, 'name', 'mobile', 'phone', 'otherPhone'].includes(label),
    )
    .flatMap((cell) => phonesOf(text, cell))
    .sort((a, b) => a.rank - b.rank || a.at.from - b.at.from)
  const [first] = phones
  if (first === undefined) return
  const others = phones.filter(({ phone }) => digits(phone) !== digits(first.phone))
  // Two phones without a word are two persons' if there are two streets.
  if (others.some(({ rank }) => first.rank + rank === 4) && new Set(text.match(STREETS)).size > 1) return
  put('phone', first.phone, first.at)
  // A phone on another line without a word, or with the word of the first one, is of another person.
  const other = others
    .sort((a, b) => a.at.from - b.at.from)
    .find(({ line, rank }) => line === first.line || rank === 3 || (rank !== 2 && rank !== first.rank))
  if (other !== undefined) put('otherPhone', other.phone, other.at)
}

function phonesOf(text: string, { label, value, whole, line }: Cell) {
  const found = [...slice(text, value).matchAll(PHONE)]
  const gaps = found.map(({ index }, at) => {
    const last = found[at - 1]
    const from = last === undefined ? whole.from : value.from + last.index + last[0].length
    return text.slice(Math.max(from, value.from + index - 24), value.from + index)
  })
  const hasWord = (words: string) => MOBILE_WORD.test(words) || OTHER_WORD.test(words) || NOT_THEIRS.test(words)
  // The words of a row stand before all its phones, or behind all of them: "home 804… cell 804…", "804… home".
  const areBefore = hasWord(gaps[0] ?? '')
  const end = value.from + (found.at(-1)?.index ?? 0) + (found.at(-1)?.[0].length ?? 0)
  const isFax = gaps.map((gap) => FAX_BEFORE.test(gap) && !hasWord(text.slice(end, Math.min(whole.to, end + 12))))
  return found.flatMap(({ index, 0: phone }, at) => {
    if (isFax[at] === true) return []
    const to = value.from + index + phone.length
    const after = text.slice(to, Math.min(whole.to, to + 12))
    // A word between two phones belongs to the second one if a sign ends the first: "804… - wife - 804…".
    const behind = at + 1 < found.length ? after.replace(isFax[at + 1] === true ? /\bf.*/is : / [-–/|].*/s, '') : after
    const inBrackets = /^ ?\([^)\d]*(?:\)|$)(?!\s*\(?\d)/.exec(behind)?.[0]
    const beside =
      inBrackets ?? (areBefore ? (gaps[at] ?? '') : (/^(?:[^\d,;\n.?!]|[.?!](?! ))*/.exec(behind)?.[0] ?? ''))
    // A sentence names its phone in front: "My wife's is 804…".
    if (NOT_THEIRS.test(beside) || NOT_THEIRS.test(/(?:[.?!,]| [-–/|]) ([^.?!,]*)$/.exec(gaps[at] ?? '')?.[1] ?? ''))
      return []
    const isMobile = MOBILE_WORD.test(beside) || (label === 'mobile' && !OTHER_WORD.test(beside))
    const isOther = OTHER_WORD.test(beside) || label === 'otherPhone'
    return [
      {
        phone,
        line,
        at: { from: to - phone.length, to },
        rank: isMobile ? 0 : isOther ? 3 : label === 'phone' ? 1 : 2,
      },
    ]
  })
}

function digits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}
