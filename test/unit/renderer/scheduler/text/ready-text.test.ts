import { expect, test } from 'vitest'
import { restoreForm } from '../../../../../renderer/scheduler/state/form.ts'
import { checkForm, messagesOnScreen } from '../../../../../renderer/scheduler/state/form-errors.ts'
import { checkVin, describeMissing } from '../../../../../renderer/scheduler/text/ready-text.ts'

const NOW = '2026-11-24T15:00:00Z'
const check = (vehicleVin: string, vehicleYear: string) => checkVin(restoreForm({ vehicleVin, vehicleYear }), NOW)

test('The check of the VIN names its check digit, its year, and a typed year that disagrees', () => {
  expect(check('5GZCZ43D13S81', '2003')).toEqual([])
  expect(check('5GZCZ43D13S812715', '')).toEqual([{ isFine: true, words: 'VIN check digit is right' }])
  expect(check('5GZCZ43D13S812715', '2003')).toEqual([
    { isFine: true, words: 'VIN check digit and model year are right' },
  ])
  expect(check('5GZCZ43D13S812715', '2018')).toEqual([
    { isFine: false, words: 'The VIN is a 2003. The form says 2018.' },
  ])
  expect(check('5GZCZ43D23S812715', '2003')).toEqual([{ isFine: false, words: 'VIN may be wrong. Read it again.' }])
})

test('The card names the fields that a save would refuse as empty, and none of a whole form', () => {
  const missing = (typed: Readonly<Record<string, string>>) => {
    const checked = checkForm(restoreForm(typed), 'America/New_York', NOW)
    return checked.ok ? '' : describeMissing(messagesOnScreen(checked.problems))
  }
  const whole = {
    customerPhone: '(804) 555-0134',
    customerName: 'Harriet Quill',
    vehicleMake: 'Buick',
    vehicleModel: 'Enclave',
    placeStreet: '212 Harbor Rd',
    placeZip: '23220',
    placeCity: 'Richmond',
    placeState: 'VA',
    date: '2026-11-25',
    time: '14:00',
  }
  expect(missing(whole)).toBe('')
  expect(missing({ ...whole, customerName: '', placeStreet: '', vehicleMake: '' })).toBe(
    'Still needed: name, street, make',
  )
  expect(missing({ customerPhone: '(804) 555-0134' })).toBe(
    'Still needed: name, street, ZIP, city and state, make, model, date and time',
  )
})
