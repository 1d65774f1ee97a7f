import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { requiredLine } from '../text-schema.ts'

/**
 * A phone as stored and sent: E.164, with ` ext. N` for an extension; numbers without a country count as United States
 * numbers. Only text that cannot be a phone number is refused, and an unusual or short number gets a warning and stays
 * as typed.
 */
export const phoneSchema = requiredLine('Phone', 60)
  .refine((text) => text === '' || readPhone(text) !== null, {
    error: ({ input }) =>
      /\d\s*(?:[/,;&]|or|and)\s*\(?\+?\d/i.test(String(input))
        ? 'There is more than one number in Phone: keep the one to call, and put the other into the instructions.'
        : /\d.*\p{L}{2}|\p{L}{2}.*\d/u.test(String(input))
          ? 'Phone holds words too: keep the number alone, and put the rest into the instructions.'
          : 'Phone is not complete: type it with its area code, for example (804) 555-0134.',
  })
  .transform((text) => readPhone(text) ?? text)

function readPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text, 'US')
  if (phone === undefined || !(phone.isPossible() || isLocalOrLonger(phone))) return null
  return phone.ext === undefined ? phone.number : `${phone.number} ext. ${phone.ext}`
}

const LOCAL_DIGIT_COUNT = 7
const MAX_DIGITS = 15

/** As many digits as a number without its area code. */
function isLocalOrLonger({ number, nationalNumber }: PhoneNumber): boolean {
  if (nationalNumber.length < LOCAL_DIGIT_COUNT || number.length - 1 > MAX_DIGITS) return false
  return parsePhoneNumberFromString(number, 'US')?.number === number
}

/**
 * True for an accepted phone that no network has assigned, as far as its digits tell. Such a number may be a typing
 * mistake.
 */
export function isUnlikelyPhone(text: string): boolean {
  return readPhone(text) !== null && parsePhoneNumberFromString(text, 'US')?.isValid() === false
}

/**
 * The national format of a United States number, and the international format of others. Returns unreadable text
 * unchanged.
 */
export function formatPhone(kept: string): string {
  const phone = parsePhoneNumberFromString(kept, 'US')
  if (phone === undefined) return kept
  return phone.countryCallingCode === '1' ? phone.formatNational() : phone.formatInternational()
}

/** The digits of a stored phone with its country code and without the extension, for the search. */
export function phoneDigits(kept: string): string {
  const phone = parsePhoneNumberFromString(kept, 'US')
  return (phone === undefined ? kept : phone.number).replace(/\D/g, '')
}
