import { describe, expect, test } from 'vitest'
import { emptyForm } from '../../../../../renderer/scheduler/state/form.ts'
import { pasteRows, pastedFields } from '../../../../../renderer/scheduler/state/paste-rules.ts'
import { parseBlock } from '../../../../../shared/paste/parse-block.ts'

const TEXT = `PATTERSON, JEROME W
CELL: (804) 555-0177  HM: 804-555-0190
2018 BUICK ENCLAVE PREMIUM  MILES 61,204
VIN: 5GZCZ43D13S812715
RO# 48211   TAG 7731  ADV 204
1816 W CARY ST APT 2
RICHMOND VA 23220
PROMISED 11/25 5:00PM`

const rows = pasteRows(parseBlock(TEXT), 2026)

describe('The lines of the paste dialog', () => {
  test('The fields of the booking are chosen; phones, times and records for the driver are not', () => {
    expect(rows.map(({ id, value, isChosen }) => `${isChosen ? '+' : '-'} ${id}: ${value}`)).toEqual([
      '+ name: Jerome W Patterson',
      '+ phone: (804) 555-0177',
      '+ vin: 5GZCZ43D13S812715',
      '+ vehicle: 2018 Buick Enclave',
      '+ reference: 48211',
      '+ street: 1816 W Cary St, Apt 2',
      '+ town: Richmond, VA 23220',
      "- otherPhone: (804) 555-0190, to the driver's note",
      "- promised: 11/25 5:00PM, to the driver's note",
      "- leftOut: PREMIUM MILES 61,204 · TAG 7731 ADV 204, prices and records, to the driver's note only if checked",
    ])
  })

  test('Text for the driver is chosen, and lines of prices are left out of the note', () => {
    const all = pasteRows(parseBlock('Jane Roe\n804-555-0101\ngate code 0417\nTotal: $621.35\nkey at the desk'), 2026)
    expect(all.filter(({ note }) => note !== '').map(({ id, note, isChosen }) => [id, note, isChosen])).toEqual([
      ['rest', 'gate code 0417\nkey at the desk', true],
      ['leftOut', 'Total: $621.35', false],
    ])
  })

  test('A VIN of another year than the text is to be checked', () => {
    expect(rows.filter(({ warning }) => warning !== null).map(({ id, warning }) => `${id} ${warning}`)).toEqual([
      'vin says 2003, text says 2018',
    ])
  })

  test('Only the chosen lines fill, and the notes go behind what is there', () => {
    const form = { ...emptyForm(), placeUnit: 'Apt 9', customerInstructions: 'Ring twice' }
    const chosen = rows.filter(({ id }) => id === 'name' || id === 'promised')
    expect(pastedFields(form, chosen)).toEqual({
      customerName: 'Jerome W Patterson',
      customerInstructions: 'Ring twice\nPromised 11/25 5:00PM',
    })
    const street = pasteRows(parseBlock('Address: 12 Elm St'), 2026)
    expect(pastedFields(form, street)).toEqual({ placeStreet: '12 Elm St', placeUnit: '' })
  })
})
