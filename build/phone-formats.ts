/** The calling codes whose numbers the window writes in groups of digits. */
export const GROUPED_CALLING_CODES = [
  '1',
  '33',
  '34',
  '39',
  '44',
  '48',
  '52',
  '55',
  '57',
  '58',
  '61',
  '82',
  '84',
  '503',
]

type CountryMetadata = [callingCode: string, ...unknown[]]

/** The numbering plans of libphonenumber-js, of which only the countries matter here. */
export type PhoneMetadata = { readonly countries: Readonly<Record<string, CountryMetadata>> }

const FORMATS_AT = 4

/**
 * Returns the metadata without the digit groups of the other calling codes, which are 8 KB of the window's scripts.
 * Their numbers are read and checked as before, and are written without spaces.
 */
export function withFewFormats<Metadata extends PhoneMetadata>(metadata: Metadata): Metadata {
  const countries = Object.entries(metadata.countries).map(([name, country]): [string, CountryMetadata] => [
    name,
    GROUPED_CALLING_CODES.includes(country[0])
      ? country
      : [country[0], ...country.slice(1, FORMATS_AT), 0, ...country.slice(FORMATS_AT + 1)],
  ])
  return { ...metadata, countries: Object.fromEntries(countries) }
}
