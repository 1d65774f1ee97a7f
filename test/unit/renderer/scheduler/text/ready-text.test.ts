import { expect, test } from 'vitest'
import { restoreForm } from '../../../../../renderer/scheduler/state/form.ts'
import { checkVin } from '../../../../../renderer/scheduler/text/ready-text.ts'

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
