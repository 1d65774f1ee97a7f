import { expect, test } from 'vitest'
import { addDestination, splitDestination } from '../../../../shared/move/destination-line.ts'
import { HOME, LOT } from '../../../support/builders/booked-moves.ts'
import { proves } from '../../../support/spec-rows.ts'

test('`addDestination` writes the destination as the last line of the instructions', () => {
  proves('4.2: not-shown-destination')
  expect(addDestination('Keys at the desk\nRing twice', HOME)).toBe(
    'Keys at the desk\nRing twice\nDestination: Home, 212 S Mulberry St, Apt 4, Richmond, VA 23220',
  )
  expect(addDestination(null, LOT)).toBe('Destination: Northside Service lot, 4100 W Broad St, Richmond, VA 23230')
})

test('Commas and line breaks inside the parts of a destination become spaces, so that the parts stay separable', () => {
  const place = {
    name: 'Miller, Sons,  Inc',
    addressOne: '1 Main St,\nRear',
    addressTwo: 'B,2',
    city: 'St. Paul',
    state: 'M,N',
    zip: '55101',
  }
  const line = addDestination(null, place)
  expect(line).toBe('Destination: Miller Sons Inc, 1 Main St Rear, B 2, St. Paul, M N 55101')
  expect(line.split(', ')).toHaveLength(5)
})

test('`splitDestination` sets the destination in the last line apart from the instructions', () => {
  expect(splitDestination(addDestination('Keys at the desk\nRing twice', LOT))).toEqual({
    instructions: 'Keys at the desk\nRing twice',
    destination: 'Northside Service lot, 4100 W Broad St, Richmond, VA 23230',
  })
  expect(splitDestination(addDestination(null, LOT))).toMatchObject({ instructions: null })
  expect(splitDestination('Ring twice\r\nDestination: Home, 21\n')).toEqual({
    instructions: 'Ring twice',
    destination: 'Home, 21',
  })
})

test('`splitDestination` finds no destination in instructions without such a last line', () => {
  expect(splitDestination(null)).toEqual({ instructions: null, destination: null })
  expect(splitDestination('Destination: Home\nRing twice')).toEqual({
    instructions: 'Destination: Home\nRing twice',
    destination: null,
  })
  expect(splitDestination('Ring twice\nDestin')).toEqual({ instructions: 'Ring twice\nDestin', destination: null })
})
