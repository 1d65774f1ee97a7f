import { describe, expect, test } from 'vitest'
import { parseBooking } from '../../../../shared/booking/booking.ts'
import { predictRejections, predictPhoneRejection } from '../../../../shared/booking/provider-rules.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../../support/builders/form-input.ts'

const predicted = (input: Input) => {
  const read = parseBooking(input)
  if (!read.ok) throw new Error('such a booking cannot be saved')
  return predictRejections(read.value)
}

describe('a phone', () => {
  test.for(['+683 4000', '+49 30 1234', ' +6834000 '])('%s has too few digits', (typed) =>
    expect(predictPhoneRejection(typed)).toMatch(/^The provider will refuse this: .* at least 10 digits/),
  )

  test.for(['(804) 555-0134', '+44 20 7946 0958', '+354 555 1234', '+6834000 ext. 123', '911', ''])(
    '%s is taken, or is none',
    (typed) => expect(predictPhoneRejection(typed)).toBeNull(),
  )
})

test('nothing is predicted of what the description itself takes', () => {
  expect(predicted(pairInput())).toEqual([])
  expect(predicted(oneWayInput())).toEqual([])
})

test('what is predicted names its field', () => {
  expect(predicted(spoilt(pairInput(), 'customer.phone', '+683 4000'))).toEqual([
    { path: 'customer.phone', message: expect.stringContaining('at least 10 digits') },
  ])
})
