import { describe, expect, test } from 'vitest'
import { restoreForm, type FieldName } from '../../../../../renderer/scheduler/state/form.ts'
import { warningOf } from '../../../../../renderer/scheduler/state/warnings.ts'

const TOWNS = new Map([
  ['23220', { city: 'Richmond', state: 'VA' }],
  ['00000', null],
])
const VINS = new Map([['5GZCZ43D13S812715', { year: 2003, make: 'Saturn', model: 'Vue' }]])
const warn = (name: FieldName, typed: Record<string, string>) => warningOf(restoreForm(typed), name, TOWNS, VINS)

test.for<[FieldName, Record<string, string>, RegExp]>([
  ['customerPhone', { customerPhone: '804 155 0134' }, /Read it back/],
  ['customerPhone', { customerPhone: '+683 4000' }, /^Needs 10 digits/],
  ['vehicleVin', { vehicleVin: '1M8GDM9AXKP042789' }, /VIN may be wrong/],
  ['vehicleVin', { vehicleVin: 'see the folder' }, /doesn't look like a VIN/],
  ['vehicleYear', { vehicleYear: '201' }, /doesn't look like a year/],
  ['loanerYear', { loanerYear: 'new' }, /doesn't look like a year/],
  ['loanerVin', { loanerVin: '1M8GDM9AXKPO42788' }, /never use I, O or Q/],
  ['placeZip', { placeZip: '00000' }, /ZIP is not known here/],
  ['placeState', { placeZip: '23220', placeState: 'MD' }, /^23220 is Richmond, VA$/],
  ['placeState', { placeZip: '00000', placeState: 'XX' }, /^There is no state XX\. Check the spelling\.$/],
  ['destinationState', { destinationZip: '', destinationState: 'vq' }, /^There is no state vq/],
  ['placeState', { placeZip: '00000', placeState: 'Virgina' }, /^There is no state Virgina/],
  ['destinationState', { destinationZip: ' 23220 ', destinationState: 'Maryland' }, /^23220 is Richmond, VA$/],
])('The field %s gets a warning in the form %j', ([name, typed, words]) => expect(warn(name, typed)).toMatch(words))

test.for<[FieldName, Record<string, string>]>([
  ['customerPhone', { customerPhone: '804 555 0134' }],
  ['customerPhone', { customerPhone: '911' }],
  ['vehicleVin', { vehicleVin: '1M8GDM9AXKP042788' }],
  ['vehicleVin', { vehicleVin: '042788' }],
  ['placeZip', { placeZip: '23220' }],
  // The towns hold no answer for this ZIP yet.
  ['placeZip', { placeZip: '60601' }],
  ['placeState', { placeZip: '23220', placeState: 'va' }],
  ['placeState', { placeZip: '23220', placeState: 'V.A.' }],
  ['placeState', { placeZip: '23220', placeState: 'Virginia' }],
  ['placeState', { placeZip: '23220', placeState: '' }],
  ['placeState', { placeZip: '60601', placeState: 'VA' }],
  ['placeState', { placeZip: '00000', placeState: 'Va.' }],
  ['placeState', { placeZip: '00000', placeState: 'Virginia' }],
  ['destinationState', { destinationZip: '00000', destinationState: 'PR' }],
  ['customerName', { customerName: '?' }],
])('The field %s gets no warning in the form %j', ([name, typed]) => expect(warn(name, typed)).toBeNull())

describe('`warningOf` for a make beside a VIN', () => {
  test.for<[string, string | null]>([
    ['Toyota', 'VIN: Saturn'],
    ['toyota ', 'VIN: Saturn'],
    ['SATURN', null],
    ['', null],
    ['Sattern', null],
  ])('The make %s beside the VIN of a Saturn gives %s', ([make, message]) => {
    expect(warn('vehicleMake', { vehicleVin: '5GZCZ43D13S812715', vehicleMake: make })).toBe(message)
    expect(warn('loanerMake', { loanerVin: '5GZCZ43D13S812715', loanerMake: make })).toBe(message)
  })

  test('A make that shares its cars with the make of the VIN gets no warning', () => {
    const vins = new Map([['1C6RR7GT0FS512345', { year: 2015, make: 'Ram', model: '1500' }]])
    const form = (make: string) => restoreForm({ vehicleVin: '1C6RR7GT0FS512345', vehicleMake: make })
    expect(warningOf(form('Dodge'), 'vehicleMake', TOWNS, vins)).toBeNull()
    expect(warningOf(form('Hyundai'), 'vehicleMake', TOWNS, vins)).toBe('VIN: Ram')
  })
})

describe('`warningOf` for a year beside a VIN', () => {
  test.for<[string, string, string | null]>([
    ['5GZCZ43D13S812715', '2018', 'VIN: 2003'],
    ['vin 5gzcz43d13s812715', '2018', 'VIN: 2003'],
    ['5GZCZ43D13S812715', '2003', null],
    ['5GZCZ43D13S812715', '', null],
    ['1HGCM82633A004352', '2018', null],
  ])('A VIN %s and the year %s give %s', ([vin, year, message]) => {
    expect(warn('vehicleYear', { vehicleVin: vin, vehicleYear: year })).toBe(message)
    expect(warn('loanerYear', { loanerVin: vin, loanerYear: year })).toBe(message)
  })
})
