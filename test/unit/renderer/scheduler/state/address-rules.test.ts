import { describe, expect, test } from 'vitest'
import { addressFields } from '../../../../../renderer/scheduler/state/address-rules.ts'
import { emptyForm } from '../../../../../renderer/scheduler/state/form.ts'

const TYPED = '1816 Alder Row Apt 2, Richmond, VA 23220'

describe('`addressFields`', () => {
  test('An address in the street fills all fields of its place', () => {
    expect(addressFields(emptyForm(), 'destination', TYPED, null)).toEqual({
      destinationStreet: '1816 Alder Row',
      destinationUnit: 'Apt 2',
      destinationZip: '23220',
      destinationCity: 'Richmond',
      destinationState: 'VA',
    })
  })

  test('An address with another ZIP replaces the unit of the last one', () => {
    const form = { ...emptyForm(), placeUnit: 'Apt 9', placeZip: '23831' }
    expect(addressFields(form, 'place', '12 Elm St, Richmond, VA 23220', null)).toMatchObject({ placeUnit: '' })
  })

  test('A unit that was typed before stays, and another one stays in the street', () => {
    const form = { ...emptyForm(), placeUnit: 'Apt 9', placeZip: '23220' }
    expect(addressFields(form, 'place', TYPED, null)).toMatchObject({
      placeStreet: '1816 Alder Row, Apt 2',
      placeUnit: 'Apt 9',
    })
    expect(addressFields({ ...form, placeUnit: 'APT 2' }, 'place', TYPED, null)).toMatchObject({
      placeStreet: '1816 Alder Row',
      placeUnit: 'APT 2',
    })
  })

  test('A city in capitals is written as the ZIP data writes it', () => {
    const typed = '1816 ALDER ROW APT 2 RICHMOND VA 23220'
    expect(addressFields(emptyForm(), 'place', typed, 'Richmond')).toMatchObject({ placeCity: 'Richmond' })
  })

  test('Text behind the address goes to the note of the driver, behind what is there', () => {
    const typed = '12 Elm St, Richmond, VA 23220 gate 0417'
    const form = { ...emptyForm(), customerInstructions: 'Ring twice' }
    expect(addressFields(form, 'place', typed, null)).toMatchObject({
      placeStreet: '12 Elm St',
      placeZip: '23220',
      customerInstructions: 'Ring twice\ngate 0417',
    })
  })

  test('A street without another part changes nothing', () => {
    expect(addressFields(emptyForm(), 'place', '1816 Alder Row', null)).toBeNull()
  })
})
