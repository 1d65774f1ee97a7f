import { afterEach, describe, expect, test } from 'vitest'
import { billedParty, describeBilling } from '../../../../../renderer/booking/text/billing-text.ts'
import { nameProvider, phoneScript } from '../../../../../renderer/booking/text/phone-text.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'

const ROOFTOP = { rooftop: { ...PRACTICE_ROOFTOP, name: 'Lakeside Auto' } }
const NONE = { ...ROOFTOP, takesPayer: false, defaultPayer: null }
const USUAL = { ...ROOFTOP, takesPayer: true, defaultPayer: 7 }

afterEach(() => nameProvider({ name: null, phone: null }))

describe('The words about billing', () => {
  test('The billed party is the typed payer, else that of the settings, else the rooftop', () => {
    expect(billedParty('9', USUAL)).toBe('payer 9')
    expect(billedParty('', USUAL)).toBe('payer 7')
    expect(billedParty('', { ...USUAL, defaultPayer: null })).toBe('Lakeside Auto')
  })

  test('The words for a provider that takes a payer say whom it bills otherwise', () => {
    expect(describeBilling(USUAL)).toBe(
      "The driver service bills payer 7 (from the settings), unless you enter another payer's number.",
    )
  })

  test('The words for a provider that takes no payer say whom to call', () => {
    nameProvider({ name: 'Acme Drivers', phone: '+18045550142' })
    expect(describeBilling(NONE)).toBe(
      'Acme Drivers bills Lakeside Auto, or the payer that the account names. To bill someone else, save the booking and call Acme Drivers at (804) 555-0142.',
    )
  })

  test('The script of a booking that is placed by phone names its payer', () => {
    const scriptOf = (payerNumber: number | null) =>
      phoneScript('place', { ...PAIR, payerNumber }, { ...ROOFTOP, now: PAIR.savedAt })
    expect(scriptOf(77)).toContain('Bill payer number 77.')
    expect(scriptOf(null).join()).not.toContain('Bill')
  })
})
