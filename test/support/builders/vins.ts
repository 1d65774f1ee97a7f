import fc from 'fast-check'

/** Makes and their WMIs, written by hand from public lists, not from the table. */
const MAKES: Readonly<Record<string, readonly string[]>> = {
  Acura: ['19U', 'JH4', '5J8'],
  Audi: ['WAU', 'WA1'],
  BMW: ['WBA', 'WBS', '5UX'],
  Buick: ['1G4', '2G4', '5GA', 'KL4'],
  Cadillac: ['1G6', '1GY'],
  Chevrolet: ['1G1', '1GC', '1GN', '3GN', 'KL8'],
  Chrysler: ['2C8', '1C8'],
  Dodge: ['1B3', '1D7', '2B3'],
  Ford: ['1FA', '1FM', '1FT', '3FA'],
  GMC: ['1GK', '1GT', '3GT'],
  Honda: ['1HG', '2HG', 'JHM', '19X'],
  Hyundai: ['KM8', '5NP'],
  Jaguar: ['SAJ'],
  Jeep: ['1J4', '1J8'],
  Kia: ['KNA', '3KP'],
  'Land Rover': ['SAL'],
  Lexus: ['JTH', '2T2'],
  Lincoln: ['1LN', '5LM'],
  Mazda: ['JM1', 'JM3'],
  'Mercedes-Benz': ['WDD', '4JG', '55S', 'W1K'],
  Porsche: ['WP0', 'WP1'],
  Subaru: ['4S3', '4S4', 'JF2'],
  Tesla: ['5YJ', '7SA'],
  Toyota: ['4T1', '2T1', 'JTD', '4T3'],
  Volvo: ['YV1', 'YV4'],
}
const CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** Returns the VIN with its check digit at the ninth place (49 CFR 565.15). */
export function checked(vin: string): string {
  const sum = [...vin].reduce((total, letter, at) => total + (VALUES.indexOf(letter) % 10) * (WEIGHTS[at] ?? 0), 0)
  return `${vin.slice(0, 8)}${sum % 11 === 10 ? 'X' : String(sum % 11)}${vin.slice(9)}`
}

const sign = fc.constantFrom(...LETTERS, ...'0123456789')
/** VINs with a right check digit, with the make and the model year that their codes name. */
export const inventedVin = fc
  .record({
    make: fc.constantFrom(...Object.keys(MAKES)),
    place: fc.nat(99),
    descriptor: fc.array(sign, { minLength: 3, maxLength: 3 }),
    eighth: sign,
    year: fc.integer({ min: 1990, max: 2026 }),
    plant: sign,
    serial: fc.integer({ min: 100_000, max: 999_999 }),
    marks: fc.nat(99),
  })
  .map(({ make, place, descriptor, eighth, year, plant, serial, marks }) => {
    const wmis = MAKES[make] ?? []
    const wmi = wmis[place % wmis.length] ?? ''
    const seventh = year >= 2010 ? LETTERS[marks % LETTERS.length] : String(marks % 10)
    const code = CODES[(year - 1980) % 30]
    return { make, year, vin: checked(`${wmi}${descriptor.join('')}${seventh}${eighth}0${code}${plant}${serial}`) }
  })
