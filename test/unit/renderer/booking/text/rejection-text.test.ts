import { fc, test as property } from '@fast-check/vitest'
import { afterEach, describe, expect, test } from 'vitest'
import { nameProvider } from '../../../../../renderer/booking/text/phone-text.ts'
import { describeRejection, withFieldLabels } from '../../../../../renderer/booking/text/rejection-text.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'

type Problem = { readonly code: string; readonly param: string | null; readonly message: string }

const rejection = (...problems: readonly Problem[]) =>
  describeRejection(
    {
      ...PAIR.entry,
      code: 'refused',
      fields: { codes: problems.map(({ code }) => code), params: problems.map(({ param }) => param) },
      providerMessage: problems.map(({ message }) => message).join('\n'),
    },
    { kind: 'pair', action: 'pickup' },
  )

afterEach(() => nameProvider({ name: null, phone: null }))

describe('`describeRejection`', () => {
  test('`describeRejection` names the provider and the field as the screen does', () => {
    nameProvider({ name: 'Meridian Drivers', phone: null })
    expect(
      rejection({ code: 'address_invalid', param: 'pickup_location', message: 'We do not serve ZIP 23999.' }),
    ).toBe(
      "Meridian Drivers rejected this booking: an address can't be used (Customer address: We do not serve ZIP 23999.)",
    )
  })

  test('`describeRejection` leaves out the name of a field at the beginning of a message', () => {
    const message = 'pickup_location: We do not serve ZIP 23999.'
    expect(rejection({ code: 'address_invalid', param: 'pickup_location', message })).toContain(
      '(Customer address: We do not serve ZIP 23999.)',
    )
    expect(rejection({ code: 'new_code', param: 'somewhere.new_field', message: 'somewhere.new_field: No.' })).toBe(
      'The driver service rejected this booking: No.',
    )
  })

  test('`describeRejection` puts the label in place of the name of a field that a message begins with', () => {
    const param = 'loaner_move.vehicle.make'
    expect(rejection({ code: 'field_missing', param, message: `${param} must not be empty.` })).toContain(
      '(Make (Loaner) must not be empty.)',
    )
  })

  test('`describeRejection` keeps the message alone where neither the code nor the field is known', () => {
    expect(rejection({ code: 'brand_new', param: 'payer.unheard_of', message: 'Ask us.' })).toBe(
      'The driver service rejected this booking: Ask us.',
    )
    expect(rejection({ code: 'brand_new', param: null, message: '' })).toBe(
      'The driver service rejected this booking: no reason was given.',
    )
  })

  const names = fc.constantFrom(
    'pickup_location',
    'customer_move.pickup_location.zip',
    'loaner_move.vehicle.make',
    'customer_phone',
    'delivery_location.address_one',
    'payer.unheard_of',
    'some_new_field',
  )
  property.prop([
    fc.array(
      fc.record({
        code: fc.constantFrom('address_invalid', 'field_invalid', 'brand_new'),
        param: fc.option(names),
        message: fc.tuple(names, fc.constantFrom(' is wrong.', ': no.', ' and others.')).map((parts) => parts.join('')),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ])('`describeRejection` never shows the name of a field of the provider', (problems) => {
    expect(rejection(...problems)).not.toMatch(/[a-z]_[a-z]/)
  })
})

test('`withFieldLabels` names the fields of a quoted answer as the screen does, and leaves other words alone', () => {
  const pickup = { kind: 'pair', action: 'pickup' } as const
  expect(withFieldLabels('pickup_location: We do not serve ZIP 23220.', pickup)).toBe(
    'Customer address: We do not serve ZIP 23220.',
  )
  expect(withFieldLabels('The pickup_location is closed.', pickup)).toBe('The Customer address is closed.')
  expect(withFieldLabels('Try again later.', pickup)).toBe('Try again later.')
})
