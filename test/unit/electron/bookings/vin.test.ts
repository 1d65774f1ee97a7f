import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadVinDecoder } from '../../../../electron/bookings/vin.ts'
import { vinWarning } from '../../../../shared/booking/vehicle.ts'
import { vinYear, vinYearConflict } from '../../../../shared/booking/vin-year.ts'
import { checked, inventedVin } from '../../../support/builders/vins.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('vins')
const THIS_YEAR = 2026
const TABLE = path.join(import.meta.dirname, '../../../../electron/bookings/vin-table.json')

describe('The VIN decoder', () => {
  test('500 invented VINs of 25 makes have their year, at least 95 % their make, and none a wrong make', async () => {
    const decode = await loadVinDecoder()
    const vins = fc.sample(inventedVin, { seed: SEED, numRuns: 500 })
    expect(new Set(vins.map(({ make }) => make)).size).toBe(25)
    const told = vins.map(({ vin }) => decode(vin, THIS_YEAR))
    const wrong = vins.filter(({ make }, at) => ![null, make].includes(told[at]?.make ?? null))
    expect(vins.every(({ vin }) => vinWarning(vin) === null)).toBe(true)
    expect(told.map(({ year }) => year)).toEqual(vins.map(({ year }) => year))
    expect(wrong).toEqual([])
    expect(told.filter(({ make }) => make !== null).length).toBeGreaterThanOrEqual(475)
  })

  test.for<[string, string]>([
    ['1HGCM82633A004352', '2003 Honda Accord'],
    ['5GZCZ43D13S812715', '2003 Saturn Vue'],
    ['1C4RJFBG8FC123456', '2015 Jeep Grand Cherokee'],
  ])('The decoder reads %s as %s', async ([vin, means]) => {
    const { year, make, model } = (await loadVinDecoder())(vin, THIS_YEAR)
    expect([year, make, model].join(' ')).toBe(means)
  })

  test.for<[string, string | null, string | null]>([
    ['JF1ZNAA18D9012345', 'Scion', 'FR-S'],
    ['JTKKUPB4XB1012345', 'Scion', 'xD'],
    [checked('JTNKARJE0GJ501234'), 'Scion', 'iM'],
    [checked('2T1BURHE0KC012345'), 'Toyota', 'Corolla'],
    // No pattern fits: the maker sold Toyotas and Scions.
    [checked('JTK99999049012345'), null, null],
  ])('The decoder names the brand and no maker in %s', async ([vin, make, model]) => {
    expect((await loadVinDecoder())(vin, THIS_YEAR)).toMatchObject({ make, model })
  })

  test.for<[string, string]>([
    ['1G6PXY096YD100005', 'Cadillac'],
    ['1LNVP64Y9N7876676', 'Lincoln'],
    ['3FAYT385XME100007', 'Ford'],
    ['5LMSR12071R992077', 'Lincoln'],
  ])('The decoder names the make of the WMI of %s, and no model of another make of the maker', async ([vin, make]) => {
    expect((await loadVinDecoder())(vin, THIS_YEAR)).toMatchObject({ make, model: null })
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
