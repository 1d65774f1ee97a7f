import { describe, expect, test } from 'vitest'
import { parseBooking } from '../../../../shared/booking/booking.ts'
import { findUnusual, findUnusualPhone } from '../../../../shared/booking/unusual.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../../support/builders/form-input.ts'

const unusualIn = (input: Input) => {
  const read = parseBooking(input)
  if (!read.ok) throw new Error('such a booking cannot be saved')
  return findUnusual(read.value)
}

describe('`findUnusualPhone`', () => {
  test.for(['+683 4000', '+49 30 1234', ' +6834000 '])('The phone %s is unusual because it has few digits', (typed) =>
    expect(findUnusualPhone(typed)?.code).toBe('phone-unusually-short'),
  )

  test.for(['(804) 555-0134', '+44 20 7946 0958', '+354 555 1234', '+6834000 ext. 123', '911', ''])(
    '`findUnusualPhone` finds nothing unusual in %j',
    (typed) => expect(findUnusualPhone(typed)).toBeNull(),
  )
})

test('`findUnusual` finds nothing in the sample bookings', () => {
  expect(unusualIn(pairInput())).toEqual([])
  expect(unusualIn(oneWayInput())).toEqual([])
})

test('An unusual value names its field', () => {
  expect(unusualIn(spoilt(pairInput(), 'customer.phone', '+683 4000'))).toEqual([
    { path: 'customer.phone', code: 'phone-unusually-short', fields: { usual: 10 } },
  ])
})
