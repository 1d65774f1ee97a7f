import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { joinTown, splitTown } from '../../../../../renderer/scheduler/state/town.ts'

test.for([
  ['Richmond, VA', 'Richmond', 'VA'],
  ['Richmond VA', 'Richmond', 'VA'],
  ['richmond va', 'richmond', 'VA'],
  ['Buffalo, New York', 'Buffalo', 'New York'],
  ['New York, NY', 'New York', 'NY'],
  ['Richmond', 'Richmond', ''],
  ['Richmond, ', 'Richmond', ''],
  ['Bon Air', 'Bon Air', ''],
  ['', '', ''],
] as const)('The typed town %j is the city %j and the state %j', ([typed, city, state]) => {
  expect(splitTown(typed)).toEqual({ city, state })
})

const word = fc.stringMatching(/^[A-Z][a-z]{3,9}$/)

property.prop([word, fc.constantFrom('VA', 'NY', 'Ohio', 'XX', '')])(
  'A shown town is read back as the same city and state',
  (city, state) => {
    expect(splitTown(joinTown({ city, state }))).toEqual({ city, state })
  },
)
