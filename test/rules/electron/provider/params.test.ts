import { expect, test } from 'vitest'
import { sayParam } from '../../../../electron/provider/params.ts'

test('a field of the wire is said in the words of the desk', () => {
  expect(sayParam('appointment_time_utc')).toBe('Appointment')
  expect(sayParam('customer_move.vehicle.make')).toBe("Make of the customer's move")
  expect(sayParam('loaner_move.pickup_location.zip')).toBe("ZIP of the loaner's move")
  expect(sayParam('payer.unheard_of')).toBe('payer.unheard_of')
})
