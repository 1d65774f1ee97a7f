import { describe, expect, test } from 'vitest'
import { parseBooking } from '../../../../shared/booking/booking.ts'
import { predictRejections, predictPhoneRejection } from '../../../../shared/booking/provider-rules.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../../support/builders/form-input.ts'

const predicted = (input: Input) => {
  const read = parseBooking(input)
  if (!read.ok) throw new Error('such a booking cannot be saved')
  return predictRejections(read.value)
}

describe('`predictPhoneRejection`', () => {
  test.for(['+683 4000', '+49 30 1234', ' +6834000 '])(
    'The phone %s is predicted to be refused because it has too few digits',
    (typed) => expect(predictPhoneRejection(typed)?.code).toBe('phone-too-short-for-provider'),
  )

  test.for(['(804) 555-0134', '+44 20 7946 0958', '+354 555 1234', '+6834000 ext. 123', '911', ''])(
    '`predictPhoneRejection` predicts no refusal of %j',
    (typed) => expect(predictPhoneRejection(typed)).toBeNull(),
  )
})

test('`predictRejections` predicts no refusal of the sample bookings', () => {
  expect(predicted(pairInput())).toEqual([])
  expect(predicted(oneWayInput())).toEqual([])
})

test('A predicted refusal names its field', () => {
  expect(predicted(spoilt(pairInput(), 'customer.phone', '+683 4000'))).toEqual([
    { path: 'customer.phone', code: 'phone-too-short-for-provider', fields: { min: 10 } },
  ])
})
