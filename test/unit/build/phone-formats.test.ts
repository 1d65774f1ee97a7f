import { parsePhoneNumberFromString, type MetadataJson, type PhoneNumber } from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/mobile/examples'
import metadata from 'libphonenumber-js/min/metadata'
import { expect, it } from 'vitest'
import { GROUPED_CALLING_CODES, withFewFormats, type PhoneMetadata } from '../../../build/phone-formats.ts'

const full: MetadataJson = metadata
const few: MetadataJson = withFewFormats(metadata as unknown as MetadataJson & PhoneMetadata)
const numbers = Object.entries(examples).map(([country, digits]) => {
  const [callingCode] = full.countries[country as keyof typeof full.countries] as unknown as [string]
  return { callingCode, text: `+${callingCode}${digits}` }
})

it('The window reads and checks a mobile number of each country as the full metadata does', () => {
  expect(numbers.length).toBeGreaterThan(200)
  const facts = (phone?: PhoneNumber) => [phone?.number, phone?.country, phone?.isPossible(), phone?.isValid()]
  for (const { text } of numbers)
    expect(facts(parsePhoneNumberFromString(text, few)), text).toEqual(facts(parsePhoneNumberFromString(text, full)))
})

it('The window writes the numbers of the listed calling codes in groups, and others without spaces', () => {
  for (const { text, callingCode } of numbers) {
    const [kept, whole] = [few, full].map((plans) => parsePhoneNumberFromString(text, plans)?.formatInternational())
    const isGrouped = GROUPED_CALLING_CODES.includes(callingCode)
    expect(kept, text).toBe(isGrouped ? whole : `+${callingCode} ${text.slice(callingCode.length + 1)}`)
  }
})
