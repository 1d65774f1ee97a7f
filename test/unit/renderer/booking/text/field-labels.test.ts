import { expect, test } from 'vitest'
import { fieldLabel } from '../../../../../renderer/booking/text/field-labels.ts'

const PICKUP = { kind: 'pair', action: 'pickup' } as const
const RETURN = { kind: 'pair', action: 'return' } as const
const ONE_WAY = { kind: 'one-way', action: null } as const

test('`fieldLabel` gives the label of the screen for a known wire field, and none for an unknown field', () => {
  expect(fieldLabel('appointment_time_utc', PICKUP)).toBe('Appointment')
  expect(fieldLabel('customer_phone', PICKUP)).toBe('Mobile phone')
  expect(fieldLabel('customer_move.reference_num', PICKUP)).toBe("RO number (Customer's car)")
  expect(fieldLabel('loaner_move.vehicle.make', PICKUP)).toBe('Make (Loaner)')
  expect(fieldLabel('vehicle.make', ONE_WAY)).toBe('Make (Vehicle)')
  for (const unknown of ['payer.unheard_of', 'toString', 'constructor', '']) {
    expect(fieldLabel(unknown, PICKUP)).toBeNull()
  }
})

test('`fieldLabel` names the places of a pair by its action, and those of a one-way as on its form', () => {
  expect(fieldLabel('customer_move.pickup_location.zip', PICKUP)).toBe('ZIP (Customer address)')
  expect(fieldLabel('loaner_move.pickup_location.zip', PICKUP)).toBe('ZIP (Service lot)')
  expect(fieldLabel('customer_move.pickup_location', RETURN)).toBe('Service lot')
  expect(fieldLabel('loaner_move.pickup_location', RETURN)).toBe('Customer address')
  expect(fieldLabel('pickup_location', PICKUP)).toBe('Customer address')
  expect(fieldLabel('pickup_location.zip', ONE_WAY)).toBe('ZIP (From)')
  expect(fieldLabel('delivery_location', ONE_WAY)).toBe('To')
})
