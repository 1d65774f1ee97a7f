import { z } from 'zod/mini'
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min/es6'
import type { FieldIssueCode } from '../field-issues.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'

/**
 * Schema of a phone. The output is E.164 with ` ext. N` for an extension; a number without a country counts as a US
 * number, and only text that cannot be a phone number is rejected, while an unlikely number is stored with a warning.
 */
export const phoneSchema = z.pipe(
  requiredLine(60).check(
    z.refine((text) => text === '' || readPhone(text) !== null, {
      error: ({ input }) => phoneIssueCode(String(input)),
    }),
  ),
  z.transform((text: string) => readPhone(text) ?? text),
)

/** As `phoneSchema`, for a phone that may be left out. */
export const optionalPhoneSchema = z.pipe(
  optionalLine(60).check(
    z.refine((text) => text === null || readPhone(text) !== null, {
      error: ({ input }) => phoneIssueCode(String(input)),
    }),
  ),
  z.transform((text: string | null) => (text === null ? null : (readPhone(text) ?? text))),
)

function phoneIssueCode(text: string): FieldIssueCode {
  if (/\d\s*(?:[/,;&]|or|and)\s*\(?\+?\d/i.test(text)) return 'several-phones'
  return /\d.*\p{L}{2}|\p{L}{2}.*\d/u.test(text) ? 'phone-with-words' : 'phone-incomplete'
}

function readPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text, 'US')
  if (phone === undefined || !(phone.isPossible() || isLocalOrLonger(phone))) return null
  return phone.ext === undefined ? phone.number : `${phone.number} ext. ${phone.ext}`
}

const LOCAL_DIGIT_COUNT = 7
const MAX_DIGITS = 15

/**
 * True for a number that is at least as long as a local number and that parses to itself, so that storing keeps each
 * digit.
 */
function isLocalOrLonger({ number, nationalNumber }: PhoneNumber): boolean {
  if (nationalNumber.length < LOCAL_DIGIT_COUNT || number.length - 1 > MAX_DIGITS) return false
  return parsePhoneNumberFromString(number, 'US')?.number === number
}

/** True for a phone that `phoneSchema` accepts but that no numbering plan assigns, so the phone may be a typo. */
export function isUnlikelyPhone(text: string): boolean {
  return readPhone(text) !== null && parsePhoneNumberFromString(text, 'US')?.isValid() === false
}

/** Nearly every stored phone. A result list formats two dozen at each keystroke, too many for the full parser. */
const PLAIN_US = /^\+1([2-9]\d\d)(\d{3})(\d{4})$/

/** Formats a stored phone: national for country code 1, international for others, unchanged if parsing fails. */
export function formatPhone(kept: string): string {
  const us = PLAIN_US.exec(kept)
  if (us !== null) return `(${us[1]}) ${us[2]}-${us[3]}`
  const phone = parsePhoneNumberFromString(kept, 'US')
  if (phone === undefined) return kept
  return phone.countryCallingCode === '1' ? phone.formatNational() : phone.formatInternational()
}

/** Returns the digits of a stored phone with the country code and without the extension, for the search line. */
export function phoneDigits(kept: string): string {
  if (PLAIN_US.test(kept)) return kept.slice(1)
  const phone = parsePhoneNumberFromString(kept, 'US')
  return (phone === undefined ? kept : phone.number).replace(/\D/g, '')
}
