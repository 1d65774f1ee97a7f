import { labelKind, RECORD } from './labels.ts'

/* Parts the text that became no field into what a driver may read and what stays out of a driver's note. */

/** Money, dates, other people's phones, VINs, e-mail addresses and bare numbers. */
const PRIVATE_VALUE =
  /[$€@]|\b\d+\.\d\d\b|\b\d{1,2}[/-]\d{1,2}\b|\b\d{4}-\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d{3}\D{0,2}\d{3}\D?\d{4}|[A-Z\d]{17}|^[^a-z]*\d[^a-z]*$/i
/** Words of bills, of service records and of letters. */
const PRIVATE_WORD = new RegExp(
  `\\b(?:${RECORD}|pay(?:ment|s)?|paid|owe[ds]?|due|tax|fee|cost|charge|discount|dollars|deal|financ\\w*|lease|loan|insurance|deductible|op ?code|status|birth\\w*|ssn|miles|last|previous|declined|recommend\\w*|[rp]\\.?o|vin|information)\\b|^(?:hi|hello|dear|good|many|thanks?|regards|best|sincerely|from|to|sent|subject)\\b`,
  'i',
)

/** Returns the lines that a driver may read, and the others, each in their order. A doubtful line is left out. */
export function partNote(rest: string): { readonly note: string; readonly leftOut: string } {
  // A sentence with a gap, "His number is .", says nothing without its recognized words.
  const isPrivate = (line: string) =>
    PRIVATE_VALUE.test(line) || PRIVATE_WORD.test(line) || / [.,]/.test(line) || labelKind(line) !== null
  const lines = rest.split('\n')
  return {
    note: lines.filter((line) => !isPrivate(line)).join('\n'),
    leftOut: lines.filter(isPrivate).join('\n'),
  }
}
