import { STREET } from './find-address.ts'
import { KNOWN_MAKES } from './makes.ts'

/* Blanks the phones and addresses that are not those of the booking, in texts of the same length. */

/** A phone or an address that is no longer right, up to the one that replaces it. */
const OUTDATED =
  /\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}[^\d\n.;,]{0,20}\b(?:disconnected|no (?:longer|good)|wrong|old\b)|\b(?:(?:do not|don.?t) \w+|no longer|instead of|not at|old (?:phone|cell|number|address)|(?:changed?|moved) from|(?:was|not)(?= \(?\d))\b[^\d\n,;.]{0,30}\d.*?(?:\b(?:to|now|but)(?: at)? |(?=\b(?:use|new|call)\b|;|\. |$))|\bP\.? ?O\.? ?Box \w+/gim
const PICKUP = /\bpick\w*[ -]?up\b\D{0,40}\d+ [a-z\d]{3}/i
const DROP_OFF = /\b(?:drop[ -]?off|deliver|return|bring)[a-z ]{0,30} (?:to|at|addr\w*)\b.*?(?=\bpick|\. |$)/gim

const blank = (words: string) => words.replace(/./g, ' ')

/** Blanks P.O. boxes, replaced phones and addresses, and the drop-off of a text that names the pickup. */
export function blankOutdated(text: string): string {
  const now = text.replace(OUTDATED, blank)
  return PICKUP.test(now) ? now.replace(DROP_OFF, blank) : now
}

const MAKES = `${KNOWN_MAKES.join('|')}|Motors|Automotive|Auto Group`
/** A line that begins with the name of a dealership: "Lanekeeper Buick GMC", but "Buick Enclave" is a car. */
const DEALER = `(?:[A-Z][\\w&']* )+(?:${MAKES}|${MAKES.toUpperCase()})(?! *(?!of)[A-Za-z])`
const PIECE = new RegExp(`.+(?:\\r?\\n(?!${DEALER}).+)*`, 'gm')
const BEGINS_AS_DEALER = new RegExp(`^${DEALER}`, 'm')
const LINE_STREET = new RegExp(`^[^:\\n]*${STREET.source}`, 'im')
const PHONE = /\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}/

/**
 * Blanks the letterheads: those of a dealership, and other pieces with a street and a phone if the customer has one of
 * them too. The piece of the customer begins at the name.
 */
export function blankLetterheads(text: string, name: number | undefined): string {
  const head = text.slice(0, name ?? 0)
  const tail = text.slice(head.length)
  const own = name === undefined ? '' : (tail.match(PIECE)?.[0] ?? '')
  const part = (words: string, theirs: string) => {
    const isKnown = PHONE.test(theirs) || STREET.test(theirs)
    return words.replace(PIECE, (piece) =>
      BEGINS_AS_DEALER.test(piece) || (isKnown && LINE_STREET.test(piece) && PHONE.test(piece)) ? blank(piece) : piece,
    )
  }
  return part(head, tail) + own + part(tail.slice(own.length), own)
}
