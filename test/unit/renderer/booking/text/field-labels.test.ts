import { expect, test } from 'vitest'
import { fieldLabel } from '../../../../../renderer/booking/text/field-labels.ts'

test('`fieldLabel` gives the label of a known wire field and leaves an unknown field alone', () => {
  expect(fieldLabel('appointment_time_utc')).toBe('Appointment')
  expect(fieldLabel('customer_move.reference_num')).toBe("Reference of the customer's move")
  expect(fieldLabel('customer_move.vehicle.make')).toBe("Make of the customer's move")
  expect(fieldLabel('loaner_move.pickup_location.zip')).toBe("ZIP of the loaner's move")
  expect(fieldLabel('customer_move.reference_num')).toBe("Reference of the customer's move")
  expect(fieldLabel('move.pickup_location.zip')).toBe('ZIP of the pickup place')
  expect(fieldLabel('move.delivery_location.zip')).toBe('ZIP of the destination')
  expect(fieldLabel('payer.unheard_of')).toBe('payer.unheard_of')
})
