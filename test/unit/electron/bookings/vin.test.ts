import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadVinDecoder } from '../../../../electron/bookings/vin.ts'
import { vinWarning } from '../../../../shared/booking/vehicle.ts'
import { vinYear, vinYearConflict } from '../../../../shared/booking/vin-year.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('vins')
const THIS_YEAR = 2026
const TABLE = path.join(import.meta.dirname, '../../../../electron/bookings/vin-table.json')

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
function checked(vin: string): string {
  const sum = [...vin].reduce((total, letter, at) => total + (VALUES.indexOf(letter) % 10) * (WEIGHTS[at] ?? 0), 0)
  return `${vin.slice(0, 8)}${sum % 11 === 10 ? 'X' : String(sum % 11)}${vin.slice(9)}`
}

const sign = fc.constantFrom(...LETTERS, ...'0123456789')
const invented = fc
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

describe('The VIN decoder', () => {
  test('500 invented VINs of 25 makes have their year, at least 95 % their make, and none a wrong make', async () => {
    const decode = await loadVinDecoder()
    const vins = fc.sample(invented, { seed: SEED, numRuns: 500 })
    expect(new Set(vins.map(({ make }) => make)).size).toBe(25)
    const times: number[] = []
    const told = vins.map(({ vin }) => {
      const start = performance.now()
      const facts = decode(vin, THIS_YEAR)
      times.push(performance.now() - start)
      return facts
    })
    const wrong = vins.filter(({ make }, at) => ![null, make].includes(told[at]?.make ?? null))
    expect(vins.every(({ vin }) => vinWarning(vin) === null)).toBe(true)
    expect(told.map(({ year }) => year)).toEqual(vins.map(({ year }) => year))
    expect(wrong).toEqual([])
    const named = told.filter(({ make }) => make !== null).length
    expect(named).toBeGreaterThanOrEqual(475)
    const p99 = times.sort((a, b) => a - b)[494] ?? 0
    console.log(`vins: ${named} of 500 makes told, p99 ${p99.toFixed(3)} ms`)
  })

  test.for<[string, string]>([
    ['1HGCM82633A004352', '2003 Honda Accord'],
    ['5GZCZ43D13S812715', '2003 Saturn Vue'],
    ['1C4RJFBG8FC123456', '2015 Jeep Grand Cherokee'],
  ])('The decoder reads %s as %s', async ([vin, means]) => {
    const { year, make, model } = (await loadVinDecoder())(vin, THIS_YEAR)
    expect([year, make, model].join(' ')).toBe(means)
  })

  test('A VIN with a wrong check digit, an end of a VIN, and a VIN of an unknown maker name no make', async () => {
    const decode = await loadVinDecoder()
    const nothing = { year: null, make: null, model: null }
    expect(decode('1HGCM82643A004352', THIS_YEAR)).toEqual(nothing)
    expect(decode('A004352', THIS_YEAR)).toEqual(nothing)
    expect(decode('', THIS_YEAR)).toEqual(nothing)
    expect(decode(checked('ZZZCM82603A004352'), THIS_YEAR)).toEqual({ ...nothing, year: 2003 })
  })

  test('The table takes at most 400 KB after gzip', () => {
    expect(gzipSync(readFileSync(TABLE)).length).toBeLessThan(400_000)
  })
})

describe('`vinYear`', () => {
  test('A code of a year that no car has yet means the year 30 years before', () => {
    expect(vinYear(checked('1HGCM8A603A004352'), THIS_YEAR)).toBe(2003)
    expect(vinYear(checked('1HGCM8A60VA004352'), THIS_YEAR)).toBe(2027)
    expect(vinYear(checked('1HGCM8A60YA004352'), THIS_YEAR)).toBe(2000)
    expect(vinYear(checked('1HGCM8260KA004352'), THIS_YEAR)).toBe(1989)
    expect(vinYear(checked('1HGCM82600A004352'), THIS_YEAR)).toBeNull()
  })

  test('`vinYearConflict` names the year of the VIN beside another typed year, and is silent without one', () => {
    expect(vinYearConflict('5GZCZ43D13S812715', '2018', THIS_YEAR)).toBe(2003)
    expect(vinYearConflict('5GZCZ43D13S812715', "'18", THIS_YEAR)).toBe(2003)
    expect(vinYearConflict('5GZCZ43D13S812715', '2003', THIS_YEAR)).toBeNull()
    expect(vinYearConflict('5GZCZ43D13S812715', '', THIS_YEAR)).toBeNull()
    expect(vinYearConflict('812715', '2018', THIS_YEAR)).toBeNull()
  })
})
