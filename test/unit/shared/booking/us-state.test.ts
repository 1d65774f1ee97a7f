import { describe, expect, test } from 'vitest'
import { parseBooking } from '../../../../shared/booking/booking.ts'
import { normalizeState, stateCode, STATE_CODES } from '../../../../shared/booking/us-state.ts'
import { oneWayInput, spoilt } from '../../../support/builders/form-input.ts'

const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI']

describe('`stateCode`', () => {
  test('`stateCode` knows fifty states, the District of Columbia and the territories', () => {
    const others = ['DC', ...TERRITORIES, 'FM', 'MH', 'PW', 'AA', 'AE', 'AP']
    expect(STATE_CODES.filter((code) => !others.includes(code))).toHaveLength(50)
    expect(others.every((code) => STATE_CODES.includes(code))).toBe(true)
    for (const code of STATE_CODES) {
      for (const typed of [
        code,
        code.toLowerCase(),
        ` ${code}. `,
        [...code].join('.'),
        `${[...code].join('. ')}.`.replace('. ', '.'),
      ]) {
        expect(stateCode(typed)).toBe(code)
      }
    }
  })

  test.for([
    ['Virginia', 'VA'],
    ['virginia', 'VA'],
    ['  VIRGINIA ', 'VA'],
    ['West  Virginia', 'WV'],
    ['new york', 'NY'],
    ['District of Columbia', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['Washington', 'WA'],
    ['Puerto Rico', 'PR'],
    ['U.S. Virgin Islands', 'VI'],
    ['Guam', 'GU'],
    ['American Samoa', 'AS'],
    ['Northern Mariana Islands', 'MP'],
  ] as const)('`stateCode` of %j is %s', ([typed, code]) => expect(stateCode(typed)).toBe(code))

  test.for(['', 'XX', 'Virgina', 'V', 'VAA', 'V A', 'Ontario', 'constructor'])('`stateCode` of %j is null', (typed) => {
    expect(stateCode(typed)).toBeNull()
  })
})

test.for([
  ['va', 'VA'],
  ['Virginia', 'VA'],
  ['VA', 'VA'],
  [' Virgina ', 'Virgina'],
] as const)('A booking whose state was typed as %j keeps %s in both places', ([typed, kept]) => {
  const input = spoilt(spoilt(oneWayInput(), 'place.state', typed), 'destination.state', typed)
  const parsed = parseBooking(input)
  expect(parsed).toMatchObject({ ok: true, value: { place: { state: kept }, destination: { state: kept } } })
  expect(normalizeState(normalizeState(typed))).toBe(kept)
})
