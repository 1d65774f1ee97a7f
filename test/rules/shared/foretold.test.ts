import { describe, expect, test } from 'vitest'
import { parseBooking } from '../../../shared/booking.ts'
import { foretell, foretellPhone } from '../../../shared/foretold.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../support/inputs.ts'

const foretold = (input: Input) => {
  const read = parseBooking(input)
  if (!read.ok) throw new Error('such a booking cannot be saved')
  return foretell(read.value)
}

describe('a phone', () => {
  test.for(['+683 4000', '+49 30 1234', ' +6834000 '])('%s has too few digits', (typed) =>
    expect(foretellPhone(typed)).toMatch(/^The provider will refuse this: .* at least 10 digits/),
  )

  test.for(['(804) 555-0134', '+44 20 7946 0958', '+354 555 1234', '+6834000 ext. 123', '911', ''])(
    '%s is taken, or is none',
    (typed) => expect(foretellPhone(typed)).toBeNull(),
  )
})

test('nothing is foretold of what the description itself takes', () => {
  expect(foretold(pairInput())).toEqual([])
  expect(foretold(oneWayInput())).toEqual([])
})

test('what is foretold names its field', () => {
  expect(foretold(spoilt(pairInput(), 'customer.phone', '+683 4000'))).toEqual([
    { path: 'customer.phone', message: expect.stringContaining('at least 10 digits') },
  ])
})
