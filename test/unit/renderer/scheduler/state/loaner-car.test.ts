import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { joinCar, splitCar } from '../../../../../renderer/scheduler/state/loaner-car.ts'
import { KNOWN_MAKES } from '../../../../../shared/paste/makes.ts'

test.for([
  ['2024 Honda Civic', '2024', 'Honda', 'Civic'],
  ['Buick Encore GX', '', 'Buick', 'Encore GX'],
  ['land rover Discovery Sport', '', 'Land Rover', 'Discovery Sport'],
  ['chevy Malibu', '', 'Chevrolet', 'Malibu'],
  ['Oldsmobile Alero', '', 'Oldsmobile', 'Alero'],
  ['Encore', '', '', 'Encore'],
  ['Buick', '', 'Buick', ''],
  ['2024', '2024', '', ''],
  [' ', '', '', ''],
] as const)('The typed loaner %j is year %j, make %j and model %j', ([typed, loanerYear, loanerMake, loanerModel]) => {
  expect(splitCar(typed)).toEqual({ loanerYear, loanerMake, loanerModel })
})

property.prop([
  fc.constantFrom('', '2024', '1999'),
  fc.constantFrom(...KNOWN_MAKES),
  fc.constantFrom('Civic', 'Encore GX', '300'),
])('A shown loaner is read back as the same car', (loanerYear, loanerMake, loanerModel) => {
  const car = { loanerYear, loanerMake, loanerModel }
  expect(splitCar(joinCar(car))).toEqual(car)
})
