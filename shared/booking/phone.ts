import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { requiredLine } from '../text-schema.ts'

/**
 * A phone as kept and sent: E.164, with ` ext. N` behind it where one was given. Numbers without a country are read as
 * United States numbers. Only what cannot be a phone number at all is refused: one that is unusual, or a digit short, is
 * warned of and kept as it was typed.
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

/** As many digits as a number without its area code, and the same number when it is read again. */
function isLocalOrLonger({ number, nationalNumber }: PhoneNumber): boolean {
  if (nationalNumber.length < LOCAL_DIGIT_COUNT || number.length - 1 > MAX_DIGITS) return false
  return parsePhoneNumberFromString(number, 'US')?.number === number
}

/** True for a phone that is taken but that no network has given out, as far as its digits tell: it may be a slip. */
export function isUnlikelyPhone(text: string): boolean {
  return readPhone(text) !== null && parsePhoneNumberFromString(text, 'US')?.isValid() === false
}

/** The national way of writing for a United States number, the international one for others; the text itself if unread. */
export function formatPhone(kept: string): string {
  const phone = parsePhoneNumberFromString(kept, 'US')
  if (phone === undefined) return kept
  return phone.countryCallingCode === '1' ? phone.formatNational() : phone.formatInternational()
}

/** The digits of a kept phone with its country's, without the extension: what a search is held against. */
export function phoneDigits(kept: string): string {
  const phone = parsePhoneNumberFromString(kept, 'US')
  return (phone === undefined ? kept : phone.number).replace(/\D/g, '')
}
