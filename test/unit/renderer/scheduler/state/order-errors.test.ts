import { expect, test } from 'vitest'
import { emptyForm } from '../../../../../renderer/scheduler/state/form.ts'
import { orderErrorsFrom } from '../../../../../renderer/scheduler/state/order-errors.ts'

const FORM = { ...emptyForm(), date: '2026-11-25', time: '14:00' }
const errors = (...issues: Parameters<typeof orderErrorsFrom>[0]) => orderErrorsFrom(issues, FORM, 'America/New_York')

test('`orderErrorsFrom` names the half of a message that belongs to one half only', () => {
  expect(errors({ path: 'pickup.booking.appointment', code: 'time-passed' })).toEqual({
    fields: { time: 'Pickup: This time has passed. Choose a later one.' },
    loose: [],
  })
  expect(errors({ path: 'back.booking.vehicle.make', code: 'missing' }).fields).toEqual({
    vehicleMake: 'Return: Enter a make',
  })
  const [both, of] = [errors, 'booking.vehicle.make'] as const
  expect(both({ path: `pickup.${of}`, code: 'missing' }, { path: `back.${of}`, code: 'missing' }).fields).toEqual({
    vehicleMake: 'Enter a make',
  })
  expect(errors({ path: 'vehicle.make', code: 'missing' }).fields).toEqual({ vehicleMake: 'Enter a make' })
})

test('`orderErrorsFrom` puts the message about the time of the return at the field that asks for that time', () => {
  expect(errors({ path: 'back.booking.appointment', code: 'return-before-pickup' })).toEqual({
    fields: { returnInput: 'The return must be after the pickup. Choose a later time.' },
    loose: [],
  })
})
